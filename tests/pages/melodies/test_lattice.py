"""Points as notes: a step of x, a row of y; gaps are hidden notes, and nothing is lost without a word."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from pages.melodies.controls import MelodyControls
from pages.melodies.lattice import (
    LONGEST,
    ROWS,
    STAGE,
    STEP,
    column_of,
    drawn,
    melody,
    middle_of,
    pitch_at,
    random_melody,
    written,
)
from pages.melodies.scene import scene
from pages.melodies.view import seen
from pages.shared.lesson.values import context
from pages.shared.scene.marks import X_VIEW
from tnpcore.sequences.melodies import PITCHES


def read(names, start=0, later=0):
    return melody(context(drawn(names, start)), later)


def test_sixteen_steps_fill_the_view_and_24_rows_its_height():
    assert [column_of(middle_of(column)) for column in range(-3, 40)] == list(range(-3, 40))
    assert (middle_of(0) - STEP / 2, middle_of(15) + STEP / 2) == pytest.approx(X_VIEW)
    assert column_of(X_VIEW[0]) == 0 and column_of(X_VIEW[0] - 1e-3) == -1
    assert [pitch_at(y) for y in ROWS] == list(range(PITCHES)) and np.allclose(np.diff(ROWS), 0.25)
    assert (pitch_at(-99), pitch_at(99)) == (0, PITCHES - 1)


def test_a_step_without_a_note_between_two_is_a_hidden_note():
    found = read("C4 – – G5 B5", 3)
    assert (found.start, found.notes, found.hidden) == (3, (0, None, None, 19, 23), (1, 2))
    assert found.keys == (0, -1, -1, 1, 2) and found.drawn == (0, 19, 23)
    assert written(found.notes) == "C4 – – G5 B5"
    assert found.places == pytest.approx([middle_of(column) for column in range(3, 8)])


def test_notes_are_read_from_left_to_right_in_whatever_order_they_were_drawn():
    points = drawn("C4 E4 G4")
    assert melody(context(points[::-1])).notes == (0, 4, 7) and melody(context(points[::-1])).keys == (2, 1, 0)


def test_of_two_notes_in_one_step_the_one_drawn_later_counts_and_the_caption_says_so():
    points = context((*drawn("C4 E4 G4"), (middle_of(1) + 0.1, ROWS[9])))
    found = melody(points)
    assert found.notes == (0, 9, 7) and found.keys == (0, 3, 2) and found.covered == 1
    assert "1 left out" in scene(points, MelodyControls()).caption


def test_notes_beyond_the_longest_melody_are_left_out_and_the_caption_says_so():
    points = context(drawn(" ".join(["C4"] * (LONGEST + 3))))
    found = melody(points)
    assert len(found.notes) == LONGEST and found.left_out == 3 and found.position(99) == LONGEST - 1
    assert "the last 3 notes are not read" in scene(points, MelodyControls()).caption
    far = melody(context(((0.0, 0.0), (1e7, 0.0), (-3.0, 0.0))))
    assert len(far.notes) == 9 and far.left_out == 1


def test_a_shift_adds_whole_steps():
    assert read("C4 – G5", 2, later=5).start == 7 and read("C4 – G5", 2, later=5).notes == read("C4 – G5").notes
    assert MelodyControls.parse({"tau": 5 * STEP}).later == 5 and MelodyControls.parse({"tau": 0.3}).later == 1
    assert MelodyControls.parse({"tau": -3.0}).later == -8


def test_nothing_drawn_is_a_melody_of_no_notes():
    assert melody(context(())).notes == () and melody(context(())).position(7) == 0
    assert "Draw notes" in scene(context(()), MelodyControls()).caption


def test_the_query_stands_on_a_note_or_on_the_next_one():
    found = [seen(context(drawn("C4 E4 G4", 2)), MelodyControls.parse({"query": middle_of(n)})) for n in range(8)]
    assert [view.position for view in found] == [0, 0, 0, 1, 2, 3, 3, 3]
    assert [view.note for view in found] == [0, 0, 0, 4, 7, None, None, None]


def test_examples_stand_in_the_middles_of_cells():
    for name, points in STAGE.named.items():
        assert all(x == pytest.approx(middle_of(column_of(x))) and y in ROWS for x, y in points), name
    assert melody(context(STAGE.named["With hidden notes"])).hidden == (2, 6, 11)


def test_random_melodies_are_as_many_notes_as_wanted_and_differ():
    found = [melody(context(random_melody(24, torch.Generator().manual_seed(seed)))) for seed in range(3)]
    assert {len(each.notes) for each in found} == {24} and len({each.notes for each in found}) == 3
