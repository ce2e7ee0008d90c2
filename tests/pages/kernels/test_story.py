"""The story of kernels: each judge by what ends its step, what does not, and what each wrong guess overlooked."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
import torch

from pages.kernels import functions
from pages.kernels.controls import KernelControls
from pages.kernels.scene import scene
from pages.kernels.story import POINTS, STORY
from pages.shared.lesson.values import context
from pages.shared.models.catalogue import model
from pages.shared.scene.original_units import in_units
from tests.played import played
from tests.scenes import as_read
from tests.verdicts import whole
from tnpcore import Points, predict
from tnpcore.data.exact import posterior
from tnpcore.data.kernels import rbf

GUESS, GAUSS, ROWS, TWICE, NORM, RIDGE, SLICE, MATCH = range(1, 9)
GRID = torch.linspace(-3, 3, 201, dtype=torch.float64)[:, None]
AT = 0.7  # the query of the step TWICE
moment, verdict = played(STORY, KernelControls)


def plain(text):
    return in_units(text, None).replace("\u00a0", " ")


def kernel(x, xt, h):
    return np.exp(-((np.asarray(xt)[:, None] - np.asarray(x)[None]) ** 2) / (2 * h * h))


def nw(xt, points=POINTS, h=0.5):
    """Nadaraya-Watson, written out."""
    k = kernel([x for x, _ in points], [xt], h)[0]
    return k / k.sum()


def ridge(xt, points=POINTS, h=0.5, lam=0.04):
    """Kernel ridge regression, written out."""
    x = [x for x, _ in points]
    return (kernel(x, [xt], h) @ np.linalg.inv(kernel(x, x, h) + lam * np.eye(len(x))))[0]


def head(xt, points=POINTS, number=0, tau=0.0):
    """Shares of the points in one head of the ANP's cross-attention."""
    drawn = context(points)
    target = torch.tensor([[xt + tau]], dtype=torch.float64)
    run = predict(model("anp"), Points(drawn.x + tau, drawn.y), target, record=True)
    row = run.attention[-1].weights[number, -1, 1:].double().numpy()
    return row / row.sum()


def test_a_range_of_training_is_tinted_where_a_trained_model_is_on_show():
    controls = [KernelControls.parse(STORY.controls_at(step)) for step in range(1, 9)]
    trained = [i for i, at in enumerate(controls, 1) if scene(context(POINTS), at).panel("stage").tint]
    assert trained == [ROWS, TWICE, MATCH]


# ---- the judges ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("guess", "words"), [(0, "far from a point is improbable"), (1, "both hold"), (2, None)])
def test_functions_of_the_gp_differ_most_where_no_point_is_near(guess, words):
    now = moment(GAUSS)
    exact = posterior(partial(rbf, lengthscale=0.5, scale=0.5), now.points, GRID, 0.1)
    sd = (exact.variance[:, 0] - 0.01).sqrt()
    at = float(GRID[int(sd.argmax()), 0])
    assert (at < -1.5 or at > 1.1) and float(sd.max()) > 0.99 * 0.5
    found = verdict(GAUSS, now, guess)
    assert f"an sd of {float(sd.max()):.2f}" in whole(found) and "because" in whole(found)
    assert words is None or words in whole(found)


def test_points_with_a_wide_gap_and_all_of_the_view_make_it_between_them():
    wide = tuple((x, 0.0) for x in (-3.0, -2.6, 2.6, 3.0))
    assert verdict(GAUSS, moment(GAUSS, points=wide), 1).right


def test_drawn_functions_have_the_mean_and_the_spread_of_the_process(monkeypatch):
    monkeypatch.setattr(functions, "COUNT", 4000)
    controls = moment(GAUSS).controls
    x, drawn = functions.functions(moment(GAUSS).points, controls)
    exact = posterior(controls.gp_kernel, moment(GAUSS).points, torch.from_numpy(x)[:, None], controls.noise)
    np.testing.assert_allclose(drawn.mean(0), exact.mean[:, 0], atol=0.05)
    np.testing.assert_allclose(drawn.var(0), exact.variance[:, 0] - controls.noise**2, atol=0.02)


@pytest.mark.parametrize(
    ("guess", "words"),
    [
        ([0.2] * 5, "Equal bars would need equal distances"),
        ([0.9, 0.0, 0.1, 0.0, 0.0], "You gave most to x = −1.50, which is 1.50 away"),
        ([0.0, 0.05, 0.9, 0.05, 0.0], "too much: at the distance h the kernel is still 61%"),
        ([0.3, 0.0, 0.44, 0.08, 0.18], "You gave x = −1.50 too much: there the kernel is only 1% of its"),
        ([0.1, 0.24, 0.5, 0.06, 0.1], "You gave x = 0.50 too little: there the kernel is still 61% of its"),
    ],
)
def test_a_wrong_guess_of_the_weights_is_explained(guess, words):
    found, row = verdict(GUESS, moment(GUESS), guess), nw(0.0)
    assert found.done and found.right is False and words in plain(whole(found))
    assert np.allclose(found.outcome, row, atol=1e-3)
    assert f"misplaced {0.5 * np.abs(np.array(guess) - row).sum():.0%}" in whole(found)
    assert "x = −0.30 is 0.30 away, 0.6 bandwidths, and has 44%" in plain(whole(found))


def test_a_guess_of_the_weights_within_a_fifth_is_right():
    assert verdict(GUESS, moment(GUESS), [0.0, 0.2, 0.5, 0.3, 0.0]).right
    assert not verdict(GUESS, moment(GUESS, POINTS[:4]), [0.2] * 5).done


def test_a_kernel_falls_to_61_14_and_1_percent_at_one_two_and_three_bandwidths():
    assert [f"{k:.0%}" for k in kernel([0.0], [0.5, 1.0, 1.5], 0.5)[:, 0]] == ["61%", "14%", "1%"]


@pytest.mark.parametrize(
    ("guess", "words"), [(0, "Only the rows of NW and the head are shares."), (1, "none is below 0")]
)
def test_krr_and_the_gp_have_negative_weights(guess, words):
    row = ridge(0.0)
    wrong, right = (verdict(ROWS, moment(ROWS), option) for option in (guess, 2))
    assert right.right and wrong.right is False and wrong.outcome == 2 and words in whole(wrong)
    assert f"KRR gives −{abs(row.min()):.2f} to x = −0.70" in plain(whole(right))
    assert f"KRR's to {row.sum():.2f}, the GP's to {row.sum():.2f}" in whole(right)
    assert nw(0.0).min() >= 0 and head(0.0).min() >= 0 and head(0.0).sum() == pytest.approx(1.0)


def test_a_subtracted_point_lies_behind_a_nearer_one():
    row, x = ridge(0.0), [x for x, _ in POINTS]
    low = int(row.argmin())
    assert any(abs(other) < abs(x[low]) and other * x[low] >= 0 and other != x[low] for other in x)


def test_where_no_weight_is_negative_the_guess_none_is_right():
    lone = verdict(ROWS, moment(ROWS, ((0.0, 1.0), (2.5, 0.5))), 0)
    assert lone.right and "no weight is negative" in lone.text
    assert not verdict(ROWS, moment(ROWS, ()), 0).done


@pytest.mark.parametrize(("guess", "words"), [(0, "can notice a repetition"), (1, None), (2, "with the query alone")])
def test_a_point_entered_twice_has_two_votes_in_nw_and_attention_and_hardly_more_in_the_gp(guess, words):
    found = verdict(TWICE, moment(TWICE, twice=True), guess)
    doubled = (*POINTS, POINTS[3])
    both = {name: row(AT, doubled)[[3, 5]].sum() for name, row in (("nw", nw), ("head", head), ("gp", ridge))}
    once = {name: row(AT)[3] for name, row in (("nw", nw), ("head", head), ("gp", ridge))}
    for name in ("nw", "head"):  # twice the odds against the others
        assert both[name] / (1 - both[name]) == pytest.approx(2 * once[name] / (1 - once[name]), rel=1e-4)
        assert f"{once[name]:.0%} to {both[name]:.0%}" in whole(found)
    assert f"GP {once['gp']:.0%} to {both['gp']:.0%}" in whole(found)
    assert both["gp"] - once["gp"] < 0.05 < both["nw"] - once["nw"]
    assert words is None or words in whole(found)


def test_the_pair_has_in_the_gp_the_weight_of_one_point_with_half_the_noise_variance():
    x, lam = [x for x, _ in POINTS], np.full(5, 0.04)
    lam[3] /= 2
    expected = (kernel(x, [AT], 0.5) @ np.linalg.inv(kernel(x, x, 0.5) + np.diag(lam)))[0, 3]
    assert expected == pytest.approx(ridge(AT, (*POINTS, POINTS[3]))[[3, 5]].sum(), abs=1e-9)
    assert f"which would get {expected:.0%}" in whole(verdict(TWICE, moment(TWICE, twice=True), 1))


def test_the_predictions_change_as_the_verdict_writes():
    y, doubled = np.array(POINTS)[:, 1], (*POINTS, POINTS[3])
    change = [f"{row(AT) @ y:.2f} to {row(AT, doubled) @ np.append(y, y[3]):.2f}" for row in (nw, head, ridge)]
    text = plain(whole(verdict(TWICE, moment(TWICE, twice=True), 1)))
    assert f"Prediction of NW: {change[0]}; of the head: {change[1]}; of the GP: {change[2]}." in text


def test_no_second_entry_yet_and_one_of_a_point_that_has_all_the_weight():
    assert verdict(TWICE, moment(TWICE), 0) is None
    alone = verdict(TWICE, moment(TWICE, ((0.6, 1.0),), twice=True), 0)
    assert not alone.done and "Drag the query to a point with 10% to 85%" in as_read(alone.text)
    loud = verdict(TWICE, moment(TWICE, twice=True, noise=1.0), 0)
    assert loud.right and loud.outcome == 0, "with much noise the second entry is news for the GP"
