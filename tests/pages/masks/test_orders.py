"""The orders of targets and points that a mask takes: the open cells, and that the model predicts in that order."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
import torch

from pages.masks.changes import EXACT, measure_changes
from pages.masks.controls import MaskControls
from pages.masks.mask_presets import ORDERS, PRESETS, places_in_order
from pages.masks.masked_prediction import predict_along_x, predict_under
from pages.masks.story import POINTS as DRAWN
from pages.masks.story import STORY
from pages.shared.lesson.values import context
from pages.shared.models.catalogue import model
from pages.shared.models.predictions import predictions
from tests.pages.masks.moments import cells, moment
from tests.pages.masks.test_exercise import AUX_A, AUX_B, AUX_C, B_FIRST, EXERCISE, Y_A, Y_B
from tnpcore import Points, predict

POINTS = context(DRAWN)
AT = torch.tensor([[-1.0], [0.05], [1.1]], dtype=torch.float64)
Y = torch.tensor([[0.6], [-0.4], [-0.8]], dtype=torch.float64)
ORDERED = ("causal", "tnpa", "leaky", "lm")


def controls(rule: str, **more) -> MaskControls:
    return MaskControls.parse({"rule": rule, **more})


def test_the_square_of_another_order_in_every_cell():
    found = controls("tnpa", order="BAC").mask(1)[1:, 1:].int().tolist()
    assert found == [
        [1, 1, 0, 0, 0, 0],  # yA attends to yB, which comes before it
        [0, 1, 0, 0, 0, 0],
        [1, 1, 1, 0, 0, 0],
        [0, 1, 0, 0, 0, 0],  # so does tA
        [0, 0, 0, 0, 0, 0],
        [1, 1, 0, 0, 0, 0],
    ]
    assert controls("causal", order="CBA").mask(0).int().tolist() == [[1, 1, 1], [0, 1, 1], [0, 0, 1]]


@pytest.mark.parametrize("rule", list(PRESETS))
def test_only_masks_with_an_order_change_with_it(rule):
    plain = PRESETS[rule].build(3)
    assert torch.equal(controls(rule).mask(3), plain), "the first order is that of the names"
    changed = not torch.equal(controls(rule, order="CAB").mask(3), plain)
    assert changed == (rule in ORDERED)
    backward = not torch.equal(controls(rule, points_order="backward").mask(3), plain)
    assert backward == (rule == "lm")


@pytest.mark.parametrize("order", list(ORDERS))
def test_tnp_a_predicts_in_the_order_that_was_chosen(order):
    at = ["ABC".index(letter) for letter in order]
    run = controls("tnpa", order=order).masked_model(len(POINTS))
    found = predict_under(run, POINTS, AT, Y)
    own = model("tnpa").in_order(POINTS.x, POINTS.y, AT[at], Y[at])
    np.testing.assert_allclose(found.mean[at], own.mean.detach()[:, 0], atol=1e-5)
    np.testing.assert_allclose(found.sd[at], own.stddev.detach()[:, 0], atol=1e-5)
    values = measure_changes(run, run, POINTS, AT, Y).values[np.ix_(at, at)]
    assert values[np.tril_indices(3)].max() < EXACT < values[np.triu_indices(3, 1)].min()


def test_causal_targets_in_another_order_are_the_trained_model_on_reordered_targets():
    run = controls("causal", order="BCA").masked_model(len(POINTS))
    (own,) = predictions("tnp-causal", POINTS, xt=AT[[1, 2, 0]])
    np.testing.assert_allclose(predict_under(run, POINTS, AT, Y).mean[[1, 2, 0]], own.mean, atol=1e-5)
    (band,) = predict_along_x(run, POINTS, AT)
    each = predict(model("tnp-causal"), POINTS, torch.cat([AT[1:], torch.tensor([[band.x[7]]]).double()]))
    assert band.mean[7] == pytest.approx(float(each.mean[-1, 0]), abs=1e-5), "A comes last: it depends on B and C"


def test_a_language_model_reads_the_points_in_the_order_that_was_chosen():
    run = controls("lm", points_order="backward").masked_model(4)
    back = Points(POINTS.x.flip(0), POINTS.y.flip(0))
    plain = controls("lm").masked_model(4)
    found, expected = predict_under(run, POINTS, AT, Y), predict_under(plain, back, AT, Y)
    np.testing.assert_allclose(found.mean, expected.mean, atol=1e-5)
    rows, columns = [3, 2, 1, 0, 4, 5, 6], [0, 4, 3, 2, 1, 5, 6, 7]
    np.testing.assert_allclose(found.weights()[rows][:, columns], expected.weights(), atol=1e-5)


def test_every_order_is_a_permutation_of_the_tokens():
    for order in map("".join, permutations("ABC")):
        for tokens, size in (("plain", 7), ("padded", 9), ("joint", 10), ("built in", 7)):
            assert sorted(places_in_order(4, tokens, order, "backward")) == list(range(size))


def test_the_square_of_the_control_solves_the_exercise_and_holds_the_painted_cells():
    judge = STORY.steps[EXERCISE - 1].judge
    chosen = moment(EXERCISE, order="BAC")
    assert judge(moment(EXERCISE), chosen, None).done
    painted = moment(EXERCISE, cells=cells(*B_FIRST)).controls.mask(4)
    differ = (painted ^ chosen.controls.mask(4)).nonzero().tolist()
    assert differ == [[Y_A, Y_B]], "as the sheet says: row yA may attend to yB, too"
    square = chosen.controls.mask(4)
    assert square[AUX_A, Y_B] and not square[AUX_B, Y_A]


def test_a_switched_cell_is_switched_against_the_chosen_order():
    plain, changed = (controls("tnpa", order="BAC", **more).mask(4) for more in ({}, {"cells4": [[AUX_C, Y_A]]}))
    assert (plain ^ changed).nonzero().tolist() == [[AUX_C, Y_A]]
    assert controls("tnpa", order="BAC").trained_model(4).mask.equal(plain)
