"""The melody as a tune: every note in its step, hidden ones rests, what a model writes after or between them."""

from __future__ import annotations

import numpy as np
import pytest

from pages.melodies.controls import MASKED, MelodyControls
from pages.melodies.lattice import ROWS, drawn, middle_of
from pages.melodies.scene import scene
from pages.shared.lesson.values import context
from pages.shared.scene.tune import Tune
from tnpcore.sequences.melodies.notation import frequency, pitch

NOTES = "C4 A4 – E5"


def tunes(notes, start=0, **changes):
    stage = scene(context(drawn(notes, start)), MelodyControls.parse(changes)).panel("stage")
    return [mark for mark in stage.marks if isinstance(mark, Tune)]


def voices(notes, start=0, **changes):
    (tune,) = tunes(notes, start, **changes)
    return tune.voices


def test_drawn_notes_sound_in_their_steps_and_hidden_ones_are_rests():
    (voice,) = voices(NOTES, start=3)
    assert voice.times.tolist() == [0, 1, 3] and voice.words == ("C4", "A4", "E5")
    assert voice.hertz == pytest.approx([frequency(pitch(name)) for name in voice.words]) and voice.hertz[1] == 440
    assert voice.x == pytest.approx([middle_of(3 + n) for n in (0, 1, 3)])
    assert voice.y.tolist() == [ROWS[pitch(name)] for name in voice.words]


def test_a_causal_model_goes_on_and_a_masked_one_fills_the_rests():
    _, after = voices(NOTES, write=True)
    assert after.times.tolist() == list(range(4, 12)) and after.model == "causal"
    _, between = voices(NOTES, write=True, model=MASKED, draw=5)
    assert between.times.tolist() == [2] and between.model == MASKED
    assert np.isin(between.y, ROWS).all()


def test_nothing_drawn_is_no_tune():
    assert not tunes("")
