"""The story of masks: its form, and what ends its first steps: a row, another target, and the leak."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest
import torch

from pages.masks.controls import MaskControls
from pages.masks.leak_judges import MOSTLY, copied_share
from pages.masks.likelihoods import leave_one_out
from pages.masks.scene import scene
from pages.masks.story import POINTS, STORY
from pages.shared.lesson.values import context
from pages.shared.models.catalogue import model
from tests.pages.masks.moments import cells, moment, prediction, verdict
from tests.scenes import as_read
from tests.verdicts import whole
from tnpcore import Points, card, masks

ROW, OTHER, WRONG_CELL, LEAK_TEST = range(1, 5)
T_A, T_B = 4, 5  # in the square of four points and three targets


# ---- the form --------------------------------------------------------------------------------------------------------


def test_the_story_shows_maps_and_leaves_the_shift_to_the_lab():
    assert all({"mask", "weights"} & set(step.panels) for step in STORY.steps if "cost" not in step.panels)
    assert all("shift" in step.hides and step.sets["tau"] == 0.0 for step in STORY.steps)


def test_every_step_begins_without_a_switched_cell():
    assert all(step.sets["cells"] == [] for step in STORY.steps)


# ---- 1: a row --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("point", range(len(POINTS)))
def test_masking_any_point_in_row_a_ends_the_first_step(point):
    found = verdict(ROW, moment(ROW, cells=cells((T_A, point))))
    before, after = (prediction("tnpd", given) for given in ((), cells((T_A, point))))
    rows = [p.weights()[T_A] for p in (before, after)]
    assert found.done and found.text.startswith(f"c{point + 1} masked")
    assert after.weights()[T_A, 1 + point] == 0 and rows[1].sum() == pytest.approx(1, abs=1e-5)
    larger = max(abs(after.mean[0] - before.mean[0]), abs(after.sd[0] - before.sd[0])) / before.sd[0]
    assert f"changed by {larger:.2f} sd" in whole(found) and larger > 0.01


@pytest.mark.parametrize(
    ("cell", "words"),
    [((1, 1), "masked row c2, column c2"), ((T_A, T_B), "opened row tA, column tB"), ((T_B, 0), "masked row tB")],
)
def test_another_cell_does_not_end_it(cell, words):
    assert verdict(ROW, moment(ROW)) is None
    found = verdict(ROW, moment(ROW, cells=cells(cell)))
    assert not found.done and words in whole(found)


# ---- 2: another target -----------------------------------------------------------------------------------------------


def test_dragging_b_changes_nothing_at_a_and_each_wrong_guess_is_explained():
    there = moment(OTHER, targets=(-1.0, 0.6, 1.1))
    assert verdict(OTHER, moment(OTHER, targets=(-1.0, 0.1, 1.1)), 0) is None
    texts = [verdict(OTHER, there, guess) for guess in range(3)]
    assert "less than 0.0001 sd" in as_read(texts[0].more)
    assert "no token may attend to a target" in texts[1].text.lower() and "no y" in texts[2].text
    assert model("tnpd").embed is not None and not masks.context_only(4, 3)[:, 4:].any()


@pytest.mark.parametrize("cell", [(T_A, T_B), (2, T_B)])
def test_under_another_mask_the_same_drag_has_another_outcome(cell):
    """Directly, and by the row of a point."""
    found = verdict(OTHER, moment(OTHER, targets=(-1.0, 0.6, 1.1), cells=cells(cell)), 0)
    assert found.right is False and found.outcome > 0 and "perhaps through others" in whole(found)


# ---- 3 and 4: the leak -----------------------------------------------------------------------------------------------


def test_a_model_trained_with_a_leak_is_superb_in_training_and_useless_in_use():
    found = [verdict(WRONG_CELL, moment(WRONG_CELL), guess) for guess in range(3)]
    assert "no y to copy" in whole(found[0]) and "as long as y is there" in whole(found[2])
    results = card("tnpa-leaky", "smooth").results
    training = results["limit_joint"] - results["joint_excess"]
    assert training > results["limit_joint"] and results["loglik"] < results["limit_gaussian"] - 1
    own, limits = ([training, results["loglik"]], [results["limit_joint"], results["limit_gaussian"]])
    shown = [f"{own[0]:.2f}", f"−{-own[1]:.0f}", *(f"{value:.2f}" for value in limits)]
    assert re.findall("[−\\d][\\d.]*\\d", whole(found[1])) == shown


def test_the_leaky_curve_has_steps_because_it_copies_the_nearest_point():
    opened, controls = moment(WRONG_CELL), MaskControls.parse(STORY.controls_at(WRONG_CELL))
    text = whole(verdict(WRONG_CELL, opened, 1))
    assert "the nearest point's y: hence the steps" in text
    band = scene(context(POINTS), controls).panel("stage").marks[0]
    for x, y in POINTS:
        at = np.abs(band.x - x) < 0.3
        assert np.abs(band.mean[at] - y).max() < 0.3
    smooth = copied_share(context(POINTS), replace(controls, rule="tnpa"))
    assert copied_share(context(POINTS), controls) > 0.9 and smooth < 0.65 < MOSTLY
    assert "steps" not in whole(verdict(WRONG_CELL, moment(WRONG_CELL, POINTS[:1]), 1))


def test_nothing_that_shows_the_outcome_is_seen_before_the_guess():
    wrong_cell, test = STORY.steps[WRONG_CELL - 1], STORY.steps[LEAK_TEST - 1]
    assert {"band", "mean", "line", "targets"} <= {*wrong_cell.reveals} and "stage" not in wrong_cell.reveals
    assert not test.readings, "how far a prediction follows is seen by dragging"


def test_the_row_on_show_attends_to_its_own_value():
    heat = scene(context(POINTS), MaskControls.parse(STORY.controls_at(WRONG_CELL))).panel("weights").marks[0]
    own = heat.column_labels.index("yA")
    assert heat.row_labels[0] == "tA" and heat.mask[0, own] and heat.values[0, own] > 0.5


def test_the_leak_test_needs_both_masks_and_the_own_value():
    assert verdict(LEAK_TEST, moment(LEAK_TEST)) is None
    other = verdict(LEAK_TEST, moment(LEAK_TEST, values=(0.6, 0.9, -0.8)))
    assert not other.done and other.text == "That was yB. Drag yA."
    values = (1.4, -0.4, -0.8)
    leaky = verdict(LEAK_TEST, moment(LEAK_TEST, values=values))
    assert (
        not leaky.done and "followed" in as_read(leaky.text) and "choose TNP-A, and drag yA down" in as_read(leaky.text)
    )
    again = verdict(LEAK_TEST, moment(LEAK_TEST, values=values, rule="tnpa"))
    assert not again.done and "drag yA down to 0.40" in as_read(again.text), "the other mask alone is no test"
    lowered = (-0.2, -0.4, -0.8)
    assert whole(verdict(LEAK_TEST, moment(LEAK_TEST, values=lowered))).endswith("Drag it up, too.")
    done = verdict(LEAK_TEST, moment(LEAK_TEST, values=lowered, rule="tnpa"))
    assert done.done and done.right is None
    assert "TNP-A: A's prediction changed by less than 0.0001 sd" in whole(done)


@pytest.mark.parametrize("rule", ["tnpa", "tnpa-leaky"])
def test_the_numbers_of_the_leak_test_are_those_of_the_model(rule):
    process, c = model(rule), context(POINTS)
    at = torch.tensor([[-1.0], [0.05], [1.1]], dtype=torch.float64)

    def run(value):
        y = torch.tensor([[value], [-0.4], [-0.8]], dtype=torch.float64)
        found = process.in_order(c.x, c.y, at, y)
        return torch.stack([found.mean, found.stddev])[..., 0].double().detach().numpy()

    before, after = run(0.6), run(-0.2)
    change = np.abs(after - before).max(0) / before[1]
    found = verdict(LEAK_TEST, moment(LEAK_TEST, values=(-0.2, -0.4, -0.8), rule="tnpa"))
    text = as_read(found.text)
    if rule == "tnpa":
        assert change[0] < 1e-4 and f"may use yA: {change[1]:.2f} sd" in as_read(found.more)
    else:
        found = float(re.search(r"with the leak this drag changes it by ([\d.]+) sd", text)[1])
        assert found == pytest.approx(change[0], rel=0.01)


def test_a_painted_leak_is_found_in_a_model_without_one():
    """Switched under TNP-A's own mask, the test finds the leak that was painted."""
    painted = moment(LEAK_TEST, values=(-0.2, -0.4, -0.8), rule="tnpa", cells=cells((7, 4)))
    found = verdict(LEAK_TEST, painted)
    assert not found.done and "still changes" in whole(found)


def test_points_may_be_gone():
    empty = Points(torch.zeros(0, 1, dtype=torch.float64), torch.zeros(0, 1, dtype=torch.float64))
    assert leave_one_out("tnpa-leaky", empty) is None
    assert verdict(WRONG_CELL, moment(WRONG_CELL, ()), 1).done
