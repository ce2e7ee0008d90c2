"""The tune of the lesson: the drawn notes as pitches, then the written ones, each where it stands on the stage."""

import pytest

from pages.sequences import LESSON
from pages.sequences.lattice import ROWS, drawn
from pages.shared.lesson.story import STEP_PARTS
from pages.shared.lesson.values import context
from pages.shared.scene.tune import Tune

EQUAL_TEMPERAMENT = {"C4": 261.6256, "E4": 329.6276, "A4": 440.0, "C5": 523.2511}


def tunes(lesson, points, controls):
    """Those of all panels of the lesson's scene."""
    panels = lesson.scene(context(points), lesson.parse(controls)).panels
    return [mark for panel in panels for mark in panel.marks if isinstance(mark, Tune)]


def tune(notes, **controls):
    (found,) = tunes(LESSON, drawn(notes), controls)
    return found


def test_what_is_drawn_sounds_in_order_and_then_what_is_written():
    played = tune("E4 C4 A4 C5", task="reverse", model="dot")
    first, second = played.voices
    assert first.words == ("E4", "C4", "A4", "C5") and second.words == ("C5", "A4", "C4", "E4")
    for voice in played.voices:
        assert voice.hertz == pytest.approx([EQUAL_TEMPERAMENT[name] for name in voice.words], rel=1e-6)
        assert list(voice.y) == [ROWS[name] for name in voice.words]
    assert list(first.times) == [0, 1, 2, 3] and list(second.times) == [5, 6, 7, 8]
    assert list(first.x) == [x for x, _ in drawn("E4 C4 A4 C5")] == list(second.x)
    assert (first.model, second.model) == ("", "dot")


def test_a_wrong_note_is_called_wrong():
    cells = {"cells6": [[1, 5], [4, 2]]}  # the two mistakes of the exercise
    written = tune("D4 F4 A4 C5 B4 G4", task="reverse", model="dot", **cells).voices[1].words
    assert [name.endswith(", wrong") for name in written] == [False, True, False, False, True, False]


def test_the_written_voice_goes_with_a_part_that_steps_hide():
    assert [voice.part for voice in tune("E4 C4").voices] == ["", "targets"]
    assert "targets" in STEP_PARTS


def test_nothing_drawn_is_no_tune():
    assert not tunes(LESSON, (), {})
