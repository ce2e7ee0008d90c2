"""The menu of data offers notes on the lattice in place of curves."""

from __future__ import annotations

import pytest
import torch

from pages.sequences.lattice import ROWS, STAGE, melody, random_notes
from pages.shared.drawing.presets import PRESETS
from pages.shared.lesson.values import context
from tests.app_pages import board, open_page

pytestmark = pytest.mark.slow


def test_examples_stand_on_the_rows():
    for points in STAGE.named.values():
        assert {y for _, y in points} <= set(ROWS.values())
    assert melody(context(STAGE.named["Up and down"])).notes == ("C4", "E4", "G4", "C5", "G4", "E4", "C4")


def test_random_notes_are_as_many_as_wanted_and_of_all_rows():
    notes = [melody(context(random_notes(32, torch.Generator().manual_seed(seed)))).notes for seed in range(4)]
    assert {len(each) for each in notes} == {32} and len(set(notes)) == 4
    assert {note for each in notes for note in each} == set(ROWS)


def test_the_menu_puts_them_on_the_board():
    app = open_page("sequences", live="off")
    app.session_state["data_menu"] = True
    app.run()
    app.button(key="example_Up and down").click().run()
    assert board(app)["points"] == [list(point) for point in STAGE.named["Up and down"]]
    app.button(key="random_task_20 notes").click().run()
    assert len(board(app)["points"]) == 20
    offered = {button.key for button in app.button}
    assert not offered & {f"example_{name}" for name in PRESETS.keys() - STAGE.named.keys()}
