"""The story of latent variables: each judge by what ends its step, what does not, and what a wrong guess overlooked."""

from __future__ import annotations

import re

import numpy as np
import pytest

from pages.latent import judges, measured
from pages.latent.controls import LatentControls
from pages.latent.inference import encoded, exact, gap, misses
from pages.latent.story import SIX, STORY, THREE
from pages.shared.lesson.values import context
from pages.shared.models.latent_plane import PRIOR
from pages.shared.scene.original_units import in_units
from tests.played import played
from tests.scenes import as_read
from tests.verdicts import unreasoned, unsaid

DRAG, POINTS, GAP, POSTERIOR, GRADIENT, BETA, SCORES, LOOSE = range(1, 9)
USUAL = "np-z2-beta1"
moment, verdict = played(STORY, LatentControls)


def worded(found):
    return in_units(found.text, None).replace("\u00a0", " ")


# ---- 1: drag z -------------------------------------------------------------------------------------


def solution():
    """The best of a lattice of places: a script in place of a hand."""
    places = [(a, b) for a in np.linspace(-3, 3, 61) for b in np.linspace(-3, 3, 61)]
    far = [float(misses(USUAL, place, context(THREE)).max()) for place in places[::1]]
    return places[int(np.argmin(far))], min(far)


@pytest.mark.slow
def test_a_curve_passes_through_the_three_points_and_most_do_not():
    place, far = solution()
    assert far <= 0.1
    found = verdict(DRAG, moment(DRAG, z1=place[0], z2=place[1]))
    assert found.done and "because" in as_read(found.text)
    missed = verdict(DRAG, moment(DRAG, z1=-2.0, z2=1.0))
    assert not missed.done and re.search(r"At x = .* the curve is .* (above|below) the point", worded(missed))
    assert verdict(DRAG, moment(DRAG)) is None, "nothing was dragged"
    assert not verdict(DRAG, moment(DRAG, points=(), z1=0.0)).done


@pytest.mark.slow
def test_the_hint_names_a_place_near_a_solution():
    (a, b), _ = solution()
    assert abs(a - 1) < 0.6 and abs(b + 1) < 0.6


# ---- 2: points -------------------------------------------------------------------------------------


def test_three_points_narrow_q():
    found = verdict(POINTS, moment(POINTS, points=THREE))
    area = encoded(USUAL, context(THREE)).area
    assert found.done and f"{area:.1%} of the prior's area" in found.text and area < 0.5
    assert worded(verdict(POINTS, moment(POINTS, points=THREE[:2]))) == "1 more point."
    assert verdict(POINTS, moment(POINTS)) is None


# ---- 3: the gap ------------------------------------------------------------------------------------


def test_a_q_like_the_posterior_closes_the_gap_and_the_sum_stays():
    best = exact(USUAL, context(THREE)).moments
    own = {"m1": best.mean[0], "m2": best.mean[1], "s1": best.sd[0], "s2": best.sd[1]}
    found = verdict(GAP, moment(GAP, **own))
    log_p = exact(USUAL, context(THREE)).log_p
    assert found.done and f"together {judges.in_nats(log_p)}" in found.more
    far = verdict(GAP, moment(GAP, m1=2.0))
    assert not far.done and f"together {judges.in_nats(log_p)}" in far.text
    assert verdict(GAP, moment(GAP)) is None


# ---- 4: the posterior ------------------------------------------------------------------------------


def test_q_of_six_points_is_too_narrow_and_the_verdict_has_the_share():
    share = exact(USUAL, context(SIX)).share(encoded(USUAL, context(SIX)))
    assert share < 0.3
    for guess in range(3):
        found = verdict(POSTERIOR, moment(POSTERIOR), guess)
        assert (found.done, found.right, found.outcome) == (True, guess == 2, 2)
        assert f"{share:.0%} of the posterior" in found.text and "does not say of how many" in found.text
        assert "as narrow as for 48 such points" in found.text


# ---- 5 to 7: guesses -------------------------------------------------------------------------------


def test_reparametrised_estimates_scatter_less():
    for guess in range(3):
        found = verdict(GRADIENT, moment(GRADIENT), guess)
        assert (found.done, found.right, found.outcome) == (True, guess == 1, 1)
    ratio = float(re.search(r"scatter ([\d.]+) times", found.text)[1])
    assert ratio > 10


def test_at_beta_100_nothing_of_z_is_used():
    card = measured.measured("np-z2-beta100")
    assert card["active_dimensions"] == 0 and max(card["kl_per_dimension"]) < 0.01
    assert verdict(BETA, moment(BETA), 2) is None, "z has not been dragged"
    for guess in range(3):
        found = verdict(BETA, moment(BETA, z1=1.0), guess)
        assert (found.done, found.right, found.outcome) == (True, guess == 2, 2)
        assert "q stays the prior" in found.text
    assert verdict(BETA, moment(BETA, model=USUAL, z1=1.0), 0).outcome == 0


def test_the_better_training_is_the_one_whose_card_says_so():
    elbo, likelihood = (measured.measured(name) for name in (USUAL, "np-z2-ml"))
    apart = elbo["joint_excess"] - likelihood["joint_excess"]
    error = np.hypot(elbo["joint_excess_se"], likelihood["joint_excess_se"])
    truth = 2 if abs(apart) < 2 * error else int(apart > 0)
    for guess in range(3):
        found = verdict(SCORES, moment(SCORES), guess)
        assert (found.done, found.right, found.outcome) == (True, guess == truth, truth)
        assert f"{elbo['joint_excess']:.2f}" in found.text and f"{likelihood['joint_excess']:.2f}" in found.text


# ---- 8: the exercise -------------------------------------------------------------------------------


def test_points_that_no_smooth_curve_meets_leave_a_wide_gap():
    solved = ((0.9, 1.0), (1.3, -1.0))
    found = verdict(LOOSE, moment(LOOSE, points=solved))
    assert found.done and gap(USUAL, context(solved)) >= judges.LOOSE
    assert not verdict(LOOSE, moment(LOOSE)).done, "as it opens"
    assert not verdict(LOOSE, moment(LOOSE, points=((-1.0, 0.0), (1.0, 0.0)))).done
    many = verdict(LOOSE, moment(LOOSE, points=SIX))
    assert not many.done and "remove 3" in many.text
    assert "Even the prior would be a better q" in found.more
    assert gap(USUAL, context(solved), PRIOR) < gap(USUAL, context(solved))
    assert not verdict(LOOSE, moment(LOOSE, points=())).done


# ---- the sheet for teaching ------------------------------------------------------------------------


def test_the_sheet_quotes_what_the_app_shows():
    said = [
        verdict(DRAG, moment(DRAG, z1=0.5, z2=-0.5)),
        verdict(DRAG, moment(DRAG, z1=1.0, z2=-1.0)),
        verdict(POINTS, moment(POINTS, points=THREE)),
        verdict(GAP, moment(GAP, m1=0.86, m2=-0.65, s1=0.35, s2=0.68)),
        *(verdict(step, moment(step), 1) for step in (POSTERIOR, GRADIENT, SCORES)),
        verdict(BETA, moment(BETA, z1=1.0), 2),
        verdict(LOOSE, moment(LOOSE, points=((0.9, 1.0), (1.3, -1.0)))),
        verdict(LOOSE, moment(LOOSE)),
    ]
    assert unsaid("latent", said) == []
    assert unreasoned(said) == []
