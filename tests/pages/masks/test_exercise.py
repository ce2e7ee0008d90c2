"""The story of masks: the three tests, the cost, the shift, and the exercise with a script that solves it."""

from __future__ import annotations

from itertools import chain, combinations

import pytest

from pages.masks.changes import EXACT, measure_changes
from pages.masks.controls import MaskControls
from pages.masks.cost import costs
from pages.masks.story import POINTS, STORY
from pages.shared.lesson.values import context
from pages.shared.models.catalogue import model
from tests.pages.masks.moments import cells, moment, prediction, verdict
from tests.verdicts import unreasoned, unsaid, whole
from tnpcore import Points, masks

pytestmark = pytest.mark.slow

TESTS, COST, EXERCISE = range(5, 8)
T_A, T_B, T_C = 4, 5, 6  # in the square of four points and three targets
Y_A, Y_B, Y_C, AUX_A, AUX_B, AUX_C = range(4, 10)  # in that of TNP-A

B_FIRST = ((AUX_B, Y_A), (AUX_A, Y_B), (Y_B, Y_A))


# ---- 5: the three tests ----------------------------------------------------------------------------------------------


def test_letting_a_attend_to_b_fails_consistency_alone():
    assert verdict(TESTS, moment(TESTS), 0) is None
    found = [verdict(TESTS, moment(TESTS, cells=cells((T_A, T_B))), guess) for guess in range(3)]
    assert "Leak passes, permutation passes" in whole(found[0])
    assert found[0].more.startswith("With this cell open"), "after Back the readings beside it are of the closed cell"
    assert "carry no y" in whole(found[1]) and "no token holds the order" in whole(found[2])
    before, after = prediction("tnpd"), prediction("tnpd", cells((T_A, T_B)))
    assert abs(after.mean[0] - before.mean[0]) > 0.1 and after.mean[1] == pytest.approx(before.mean[1], abs=1e-5)


@pytest.mark.parametrize("cell", [(T_A, T_A), (T_A, 0), (2, T_B)])
def test_a_cell_that_is_not_of_two_targets_is_not_enough(cell):
    found = verdict(TESTS, moment(TESTS, cells=cells(cell)), 0)
    assert not found.done and "Press row tA, column tB" in whole(found)


def test_what_other_cells_do_is_not_what_was_guessed():
    found = verdict(TESTS, moment(TESTS, cells=cells((T_A, T_B), (T_A, 0))), 0)
    assert not found.done and "other cells, too" in whole(found)


# ---- 6 and 7: cost, shift --------------------------------------------------------------------------------------------


def test_the_share_of_the_cells_and_what_each_wrong_guess_overlooked():
    found = [verdict(COST, moment(COST), guess) for guess in range(3)]
    assert "square of the targets" in whole(found[0]) and "nearly all columns are targets" in whole(found[1])
    allowed = int(masks.context_only(4, 201).sum())
    assert f"{allowed:,} of {205**2:,} cells, 2.0%" in whole(found[2])
    assert "null token's column comes on top" in whole(found[2]), "the map has five columns for four points"
    assert "LBANP" not in whole(found[2]), "no model that the story has not introduced"
    step = STORY.steps[COST - 1].text
    assert "201 targets" in step and "205 × 205" in step
    many = tuple((i / 100 - 1, 0.0) for i in range(200))
    assert verdict(COST, moment(COST, many), 2).right is False
    assert costs(200)[1].milliseconds > 0


# ---- 7: the exercise -------------------------------------------------------------------------------------------------


def test_the_order_b_a_c_is_proven():
    found = verdict(EXERCISE, moment(EXERCISE, cells=cells(*B_FIRST)))
    assert found.done and "The order is B, A, C" in whole(found)


@pytest.mark.parametrize(
    ("switched", "words"),
    [
        ((), "B depends on yA, which comes after it"),
        (((AUX_B, Y_A),), "A does not depend on yB yet"),
        (((AUX_B, Y_A), (AUX_A, Y_B)), "a leak"),
        (((AUX_A, Y_A),), "A depends on its own y, a leak"),
        ((*B_FIRST, (AUX_C, Y_A), (Y_C, Y_A)), "C does not depend on yA yet"),
        ((*B_FIRST, (AUX_A, Y_C)), "tA → yC → yA"),
        ((*B_FIRST, (AUX_A, Y_C), (Y_C, Y_A)), "A depends on yC, which comes after it"),
    ],
)
def test_another_square_is_not_and_the_verdict_names_the_path(switched, words):
    found = verdict(EXERCISE, moment(EXERCISE, cells=cells(*switched)))
    assert not found.done and words in whole(found)


def test_the_leak_through_another_row_is_found_with_its_path():
    found = verdict(EXERCISE, moment(EXERCISE, cells=cells(*B_FIRST[:2])))
    assert "The path: tA → yB → yA." in whole(found)


def test_another_model_proves_nothing():
    assert not verdict(EXERCISE, moment(EXERCISE, rule="tnpd")).done


def test_a_square_that_is_tnp_a_in_that_order_predicts_as_tnp_a_does_in_that_order():
    own = prediction("tnpa", cells(*B_FIRST, (Y_A, Y_B)))
    controls, c, order = MaskControls.parse(STORY.controls_at(EXERCISE)), context(POINTS), [1, 0, 2]
    found = model("tnpa").in_order(c.x, c.y, controls.at[order], controls.y[order])
    assert own.mean == pytest.approx(found.mean[order, 0].detach().numpy(), abs=1e-5)
    assert own.sd == pytest.approx(found.stddev[order, 0].detach().numpy(), abs=1e-5)


def test_a_search_over_eight_cells_finds_the_solutions():
    """The script that solves the exercise with the shipped weights: rows and columns that concern A and B."""
    places = [(row, column) for row in (Y_A, Y_B, AUX_A, AUX_B) for column in (Y_A, Y_B)]
    tried = chain.from_iterable(combinations(places, size) for size in range(len(places) + 1))
    solved = [set(each) for each in tried if verdict(EXERCISE, moment(EXERCISE, cells=cells(*each))).done]
    assert {*B_FIRST} in solved and {*B_FIRST, (Y_A, Y_B)} in solved
    assert all({*B_FIRST} <= each for each in solved), "each of the three cells is needed"


def test_what_a_leak_through_another_row_does_is_small_and_no_rounding():
    run = moment(EXERCISE, cells=cells(*B_FIRST[:2])).controls.masked_model(4)
    controls = MaskControls.parse(STORY.controls_at(EXERCISE))
    leak = measure_changes(run, run, context(POINTS), controls.at, controls.y).leak
    assert 5 * EXACT < leak < 0.5
    other = Points(context(POINTS).x, context(POINTS).y * 0.5)
    assert measure_changes(run, run, other, controls.at, controls.y).leak > EXACT


# ---- the sheet for lecturers -----------------------------------------------------------------------------------------


def test_the_sheet_for_lecturers_quotes_what_the_app_shows():
    shown = [
        verdict(1, moment(1, cells=cells((T_A, 1)))),
        verdict(1, moment(1, cells=cells((T_B, 1)))),
        *(verdict(2, moment(2, targets=(-1.0, 0.6, 1.1)), guess) for guess in range(3)),
        *(verdict(3, moment(3), guess) for guess in range(3)),
        verdict(4, moment(4, values=(1.4, -0.4, -0.8))),
        verdict(4, moment(4, rule="tnpa", values=(-0.2, -0.4, -0.8))),
        verdict(4, moment(4, values=(0.6, 0.9, -0.8))),
        *(verdict(TESTS, moment(TESTS, cells=cells((T_A, T_B))), guess) for guess in range(3)),
        *(verdict(COST, moment(COST), guess) for guess in range(3)),
        verdict(EXERCISE, moment(EXERCISE)),
        verdict(EXERCISE, moment(EXERCISE, cells=cells(*B_FIRST[:2]))),
        verdict(EXERCISE, moment(EXERCISE, cells=cells(*B_FIRST))),
    ]
    assert unsaid("masks", shown) == []
    assert unreasoned(shown) == []
