"""The page of decisions: every choice opens, the Bayes predictor too, which has no card."""

from __future__ import annotations

import pytest

from pages.decisions.controls import PLAYERS, RULE_TITLES, TITLES
from tests.app_pages import board, draw, open_page, stage_curve


@pytest.mark.parametrize("name", PLAYERS)
def test_every_player_opens_by_its_address(name):
    app = open_page("decisions", decisions_model=TITLES[name], decisions_rule=RULE_TITLES["ei"])
    assert board(app)["controls"]["model"] == name and board(app)["controls"]["rule"] == "ei"
    assert stage_curve(app)["model"] == name


def test_a_drawing_of_another_page_is_a_list_of_places():
    app = draw(open_page("decisions"), [[-1.0, 2.5], [0.5, -2.5]])
    stage = board(app)["scene"]["panels"][0]
    (measured,) = (mark for mark in stage["marks"] if mark["kind"] == "measured")
    assert measured["x"] == [-1.0, 0.5] and measured["y"] != [2.5, -2.5]
