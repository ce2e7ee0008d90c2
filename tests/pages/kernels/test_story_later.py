"""The second half of the story of kernels: key norm, ridge, density and the exercise; and the printed sheet."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

from pages.kernels.methods import total_variation, weights
from pages.kernels.story import POINTS
from pages.shared.lesson.values import context
from tests.pages.kernels.test_story import (
    GAUSS,
    GUESS,
    MATCH,
    NORM,
    RIDGE,
    ROWS,
    SLICE,
    TWICE,
    moment,
    nw,
    plain,
    ridge,
    verdict,
)
from tests.verdicts import unreasoned, unsaid, whole

pytestmark = pytest.mark.slow

GRID = np.linspace(-3, 3, 201)
BANDWIDTHS = np.arange(0.05, 2.01, 0.05).round(2)


# ---- the norm of the key ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("guess", "words"), [(0, "A product grows with the key"), (1, None), (2, "at q = 0 alone")])
def test_without_the_norm_the_point_farthest_out_wins(guess, words):
    found = verdict(NORM, moment(NORM, norm=False), guess)
    x = np.array(POINTS)[:, 0]
    dot = np.exp(0.3 * x / 0.25)
    dot /= dot.sum()
    assert dot.argmax() == 4 and np.abs(x - 0.3).argmin() == 3
    assert f"{dot[4]:.0%} to x = 1.10, and {dot[3]:.0%} to the nearest, x = 0.50" in plain(whole(found))
    assert f"NW gives them {nw(0.3)[4]:.0%} and {nw(0.3)[3]:.0%}" in whole(found)
    assert words is None or words in whole(found)


def test_with_the_norm_the_rows_are_one_to_a_millionth():
    found = weights(context(POINTS), moment(NORM).controls)
    assert np.abs(found.rows["dot"] - found.rows["nw"]).max() < 1e-6
    without = weights(context(POINTS), moment(NORM, norm=False).controls)
    assert np.abs(without.rows["dot"] - without.rows["nw"]).max() > 0.3
    assert np.abs(without.rows["normed"] - without.rows["nw"]).max() < 1e-6


def test_at_0_all_products_are_equal_and_with_the_term_there_is_no_verdict():
    assert verdict(NORM, moment(NORM), 0) is None
    level = verdict(NORM, moment(NORM, norm=False, query=0.0), 2)
    assert level.right and level.outcome == 2
    assert verdict(NORM, moment(NORM, norm=False, query=1.5), 0).right, "there the nearest is the farthest out"
    assert not verdict(NORM, moment(NORM, POINTS[:1], norm=False), 0).done


# ---- ridge and noise -------------------------------------------------------------------------------------------------


def test_only_the_ridge_noise2_over_scale2_ends_the_step():
    assert verdict(RIDGE, moment(RIDGE)) is None
    ridges = [lam for lam in np.arange(0.01, 0.501, 0.01).round(2).tolist() if lam != 0.3]  # there it opens
    ends = [lam for lam in ridges if verdict(RIDGE, moment(RIDGE, ridge=lam)).done]
    assert ends == [0.04] == [pytest.approx(0.1**2 / 0.5**2)]
    done = verdict(RIDGE, moment(RIDGE, ridge=0.04))
    assert "0.10²/0.50² = 0.04" in whole(done)
    other = verdict(RIDGE, moment(RIDGE, ridge=0.25, noise=0.25, scale=0.5))
    assert other.done and "= 0.25" in other.text


@pytest.mark.parametrize(("lam", "words"), [(0.1, "too large: KRR is pulled towards 0"), (0.02, "too small")])
def test_another_ridge_is_explained_with_the_difference(lam, words):
    found = verdict(RIDGE, moment(RIDGE, ridge=lam))
    y = np.array(POINTS)[:, 1]
    gap = max(abs((ridge(x, lam=lam) - ridge(x, lam=0.04)) @ y) for x in GRID)
    assert not found.done and words in whole(found) and f"{gap:.3f}" in whole(found)


def test_a_larger_ridge_draws_the_curve_towards_0():
    y = np.array(POINTS)[:, 1]
    sizes = [np.abs([ridge(x, lam=lam) @ y for x in GRID]).mean() for lam in (0.01, 0.04, 0.1, 0.3, 0.5)]
    assert sizes == sorted(sizes, reverse=True)


# ---- the density -----------------------------------------------------------------------------------------------------


def slice_at(query, h=0.3):
    y = np.linspace(-3, 3, 6001)
    return y, nw(query, h=h) @ np.exp(-((y[None] - np.array(POINTS)[:, 1:]) ** 2) / (2 * h * h))


def test_two_peaks_end_the_step_and_the_mean_lies_between():
    assert verdict(SLICE, moment(SLICE)) is None
    one = verdict(SLICE, moment(SLICE, query=0.2))
    assert not one.done and "One peak, at y = 0." in plain(whole(one))
    done = verdict(SLICE, moment(SLICE, query=0.8))
    low, high, mean = (float(v.replace("−", "-")) for v in re.findall(r"−?\d\.\d\d", plain(whole(done))))
    y, density = slice_at(0.8)
    assert done.done and low < mean < high
    assert mean == pytest.approx((y * density).sum() / density.sum(), abs=0.006)
    assert f"{np.interp(nw(0.8, h=0.3) @ np.array(POINTS)[:, 1], y, density) / density.max():.0%} of" in whole(done)


@pytest.mark.parametrize("query", [-0.72, -1.15, 0.8, 1.0])
def test_where_the_mean_lies_on_a_peak_the_verdict_says_so(query):
    found = verdict(SLICE, moment(SLICE, query=query))
    density = int(re.search(r"(\d+)% of its maximum", plain(whole(found)))[1])
    assert found.done and ("need not be a likely value" in whole(found)) == (density < 90), whole(found)
    assert ("Here it is at a peak" in whole(found)) == (density >= 90)


def test_queries_with_two_peaks_are_some_and_not_most():
    ends = [verdict(SLICE, moment(SLICE, query=float(x))).done for x in np.linspace(-2, 2, 41) if abs(x) > 0.06]
    assert 0.1 < np.mean(ends) < 0.6


# ---- the exercise ----------------------------------------------------------------------------------------------------


def solutions(name="1"):
    """A search by the shipped weights: the slider's bandwidths, for one head."""
    return [float(h) for h in BANDWIDTHS if verdict(MATCH, moment(MATCH, head=name, bandwidth=float(h))).done]


def test_head_1_is_matched_by_bandwidths_about_0_4_and_by_no_others():
    assert solutions() == pytest.approx([0.35, 0.4, 0.45])
    assert whole(verdict(MATCH, moment(MATCH, bandwidth=0.4))).endswith("like a Gaussian of this bandwidth.")


def test_head_2_puts_nearly_all_on_one_point_and_head_3_is_no_gaussian():
    assert solutions("2") == [] and solutions("3") == []
    assert min(solutions("4")) > 1.0


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({}, "37.8% misplaced; NW is too broad."),
        ({"bandwidth": 0.15}, "NW is too narrow."),
        ({"head": "2", "bandwidth": 0.2}, "as every narrow kernel does"),
        ({"points": POINTS[:3], "bandwidth": 0.4}, "at least 4 points"),
    ],
)
def test_an_exercise_that_is_not_solved_says_why(changes, words):
    found = verdict(MATCH, moment(MATCH, **changes))
    assert not found.done and words in whole(found)


def test_a_head_is_as_broad_as_the_hint_says():
    best = {}
    for name in "1234":
        tried = [weights(context(POINTS), moment(MATCH, head=name, bandwidth=float(h)).controls) for h in BANDWIDTHS]
        best[name] = BANDWIDTHS[int(np.argmin([total_variation(w.map("nw"), w.map("head")) for w in tried]))]
    assert best["2"] < best["1"] < min(best["3"], best["4"])


def test_second_entries_and_missing_norms_change_no_verdict():
    for step, guess in ((GUESS, [0.2] * 5), (ROWS, 0), (MATCH, None)):
        assert verdict(step, moment(step, twice=True, norm=False), guess) == verdict(step, moment(step), guess)


# ---- exercises of the article ----------------------------------------------------------------------------------------

NEGATIVE = {
    "close": (((-0.5, 0.0), (0.0, 0.0), (0.5, 0.0)), 0.8, True),
    "far apart": (((-2.0, 0.0), (0.0, 0.0), (2.0, 0.0)), 0.8, False),
    "on a point": (((-0.5, 0.0), (0.0, 0.0), (0.5, 0.0)), 0.5, False),
}


@pytest.mark.parametrize(("points", "query", "solves"), NEGATIVE.values(), ids=NEGATIVE)
def test_the_first_exercise_of_the_article(points, query, solves):
    found = weights(context(points), replace(moment(ROWS).controls, query=query))
    assert bool(found.row("krr").min() < -0.2) is solves
    np.testing.assert_allclose(found.row("krr"), ridge(query, points), atol=1e-9)


@pytest.mark.parametrize(("h", "solves"), [(0.35, True), (1.0, False), (0.1, False)])
def test_the_second_exercise_of_the_article(h, solves):
    controls = replace(moment(MATCH).controls, model="tetnp", layer="3", head="1", bandwidth=h)
    found = weights(context(POINTS), controls)
    assert (total_variation(found.map("nw"), found.map("head")) <= 0.1) is solves


@pytest.mark.parametrize("share", [0.95, 0.5])
def test_the_third_exercise_of_the_article(share):
    """Two points, and a query where NW gives the nearer one this share."""
    query = -0.125 * np.log(share / (1 - share))
    points = ((-1.0, 0.0), (1.0, 1.0))
    once, both = nw(query, points)[0], nw(query, (*points, points[0]))[[0, 2]].sum()
    assert both / (1 - both) == pytest.approx(2 * once / (1 - once))


# ---- the printed sheet -----------------------------------------------------------------------------------------------


def test_the_sheet_quotes_what_the_app_shows():
    shown = [
        *(verdict(GUESS, moment(GUESS), guess) for guess in ([0.2] * 5, [0.0, 0.05, 0.9, 0.05, 0.0])),
        *(verdict(ROWS, moment(ROWS), guess) for guess in (0, 1)),
        *(verdict(TWICE, moment(TWICE, twice=True), guess) for guess in (0, 2)),
        verdict(NORM, moment(NORM, norm=False), 0),
        *(verdict(RIDGE, moment(RIDGE, ridge=lam)) for lam in (0.1, 0.04)),
        *(verdict(SLICE, moment(SLICE, query=query)) for query in (0.2, 0.8)),
        verdict(GAUSS, moment(GAUSS), 1),
        *(verdict(MATCH, moment(MATCH, bandwidth=h)) for h in (1.0, 0.4)),
        verdict(MATCH, moment(MATCH, head="2", bandwidth=0.2)),
    ]
    assert unsaid("kernels", shown) == []
    assert unreasoned(shown) == []
