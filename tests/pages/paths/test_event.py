"""The probability of an event at two places: against sampling, against what is known, and by every kind of model."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
import torch

from pages.paths.controls import MODELS, WHOLE, PathsControls
from pages.paths.event import Share, both_above, share_of_paths
from pages.paths.joint import (
    autoregressive_both,
    bayes_both,
    bayes_correlation,
    event,
    joint_gaussian,
    model_correlation,
    probabilities_above,
)
from pages.paths.story import POINTS
from pages.shared.lesson.values import context
from pages.shared.models.predictions import bayes_predictor, predictions
from pages.shared.models.sample_paths import AUTOREGRESSIVE, draw_autoregressive_paths, draw_paths

pytestmark = pytest.mark.slow

FOUR, PLACES = context(POINTS), torch.tensor([[-0.1], [0.1]], dtype=torch.float64)
NOTHING = context(())
MARGINAL = tuple(name for name in MODELS if name not in WHOLE)


def covariance(correlation, first=1.0, second=1.0):
    off = correlation * first * second
    return torch.tensor([[first**2, off], [off, second**2]], dtype=torch.float64)


@pytest.mark.parametrize("correlation", [-0.999, -0.5, 0.0, 0.3, 0.9, 0.999])
def test_both_above_the_mean_has_the_known_probability(correlation):
    found = both_above(torch.zeros(2, dtype=torch.float64), covariance(correlation, 2.0, 0.1), 0.0)
    assert float(found) == pytest.approx(0.25 + math.asin(correlation) / (2 * math.pi), abs=1e-9)


@pytest.mark.parametrize("correlation", [-0.9, 0.5, 0.95, 0.99])
@pytest.mark.parametrize("level", [-1.0, 0.1, 1.3])
def test_both_above_agrees_with_sampling(correlation, level):
    mean, matrix = torch.tensor([0.3, -0.2], dtype=torch.float64), covariance(correlation, 1.0, 0.5)
    noise = torch.randn(400_000, 2, generator=torch.Generator().manual_seed(0), dtype=torch.float64)
    drawn = mean + noise @ torch.linalg.cholesky(matrix).T
    share = share_of_paths(drawn.numpy(), level)
    assert float(both_above(mean, matrix, level)) == pytest.approx(share.value, abs=4 * share.error + 1e-4)


def test_independent_values_have_the_product():
    mean = torch.tensor([0.4, -1.0], dtype=torch.float64)
    product = torch.special.ndtr(mean).prod()
    assert float(both_above(mean, torch.eye(2, dtype=torch.float64), 0.0)) == pytest.approx(float(product), abs=1e-12)


def test_a_share_has_its_sampling_error():
    assert Share(0.5, 1000).error == pytest.approx(0.0158, abs=1e-4)  # what the page says of 1,000 paths
    assert share_of_paths(np.array([[1.0, 1.0], [1.0, -1.0], [2.0, 3.0], [-1.0, -1.0]]), 0.0) == Share(0.5, 4)


# ---- the models ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["tnpnd-lowrank", "tnpnd", "convgnp"])
@pytest.mark.parametrize("level", [-0.5, 0.0, 0.7])
def test_the_covariance_gives_what_many_paths_give(name, level):
    drawn = share_of_paths(draw_paths(name, FOUR, PLACES, 40_000, 5), level)
    exact = float(both_above(*joint_gaussian(name, FOUR, PLACES), level))
    assert exact == pytest.approx(drawn.value, abs=4 * drawn.error)


def test_the_bayes_predictor_gives_what_its_samples_give():
    found = bayes_predictor("smooth").predict_jointly(FOUR, PLACES)
    generator = torch.Generator().manual_seed(0)
    which = torch.multinomial(found.log_weights.exp(), 40_000, replacement=True, generator=generator)
    noise = torch.randn(40_000, 2, generator=generator, dtype=torch.float64)
    factors = torch.linalg.cholesky(found.covariances)[which]
    drawn = share_of_paths((found.means[which] + (factors @ noise[..., None])[..., 0]).numpy(), 0.2)
    assert bayes_both(FOUR, PLACES, 0.2) == pytest.approx(drawn.value, abs=4 * drawn.error)


@pytest.mark.parametrize("name", MODELS)
def test_the_marginal_probabilities_are_those_of_the_paths(name):
    for probability, place in zip(probabilities_above(name, FOUR, PLACES, 0.3), PLACES, strict=True):
        share = float((draw_paths(name, FOUR, place[None], 4000, 2) > 0.3).mean())
        # An NP's marginals integrate over 32 fixed z, which is coarse.
        assert probability == pytest.approx(share, abs=0.06 if name == "np" else 0.03)


@pytest.mark.parametrize("name", MARGINAL)
def test_a_model_of_marginals_has_the_product_at_once_and_more_autoregressively(name):
    controls = PathsControls(model=name, level=0.0)
    once, turn = (event(FOUR, replace(controls, sampling=way)) for way in ("at once", AUTOREGRESSIVE))
    assert once.paths.value == pytest.approx(once.product, abs=3.5 * once.paths.error) and abs(once.correlation) < 0.1
    assert turn.product == once.product and turn.paths.value > once.product + 0.1 and turn.correlation > 0.8


@pytest.mark.parametrize("name", WHOLE)
def test_a_model_that_draws_whole_paths_joins_two_places(name):
    found = event(FOUR, PathsControls(model=name, level=0.0))
    assert found.both > found.product + 0.1 and found.correlation > 0.6
    assert (found.covariance is None) == (name in ("np", "tnpa"))
    # Its own way is the only one: the other changes nothing.
    assert event(FOUR, PathsControls(model=name, level=0.0, sampling=AUTOREGRESSIVE)) == found


@pytest.mark.parametrize("name", ["tnpd", "cnp"])
def test_drawing_one_first_gives_what_autoregressive_paths_give(name):
    both = [autoregressive_both(name, FOUR, xt, 0.0) for xt in (PLACES, PLACES.flip(0))]
    drawn = share_of_paths(draw_autoregressive_paths(name, FOUR, PLACES, 3000, 4), 0.0)
    assert min(both) - 4 * drawn.error < drawn.value < max(both) + 4 * drawn.error
    assert 0 < abs(both[0] - both[1]) < 0.05, "the order matters a little"


def test_no_gaussian_of_the_models_is_far_from_the_bayes_predictor_here():
    best = bayes_both(FOUR, PLACES, 0.0)
    assert event(FOUR, PathsControls(model="tnpnd-lowrank", level=0.0)).both == pytest.approx(best, abs=0.02)
    assert event(FOUR, PathsControls(model="tnpd", level=0.0)).product < best - 0.15


# ---- exercises of the article --------------------------------------------------------------------------


def test_the_first_exercise_of_the_article():
    """One point between A and B, and the values at both on either side of it."""
    controls = PathsControls(model="tnpd", sampling=AUTOREGRESSIVE, a=-0.4, b=0.4)
    assert event(context(((0.0, 0.0),)), controls).correlation < -0.3
    assert event(NOTHING, controls).correlation > 0


def test_the_second_exercise_of_the_article():
    """Values that alternate tell the NP's z all that it can hold; beside the last of them A and B are alike."""
    zigzag = context(tuple((round(-2 + 4 * i / 9, 2), (-1.0) ** i) for i in range(9)))
    beside = PathsControls(model="np", a=1.9, b=2.0)
    assert event(zigzag, beside).correlation < 0.3 and bayes_correlation(zigzag, beside.places)[0, 1] > 0.8
    assert event(NOTHING, beside).correlation > 0.3


# ---- correlations --------------------------------------------------------------------------------------


@pytest.mark.parametrize("points", [FOUR, NOTHING])
def test_a_map_of_correlations_is_exact_where_it_says_so(points):
    for name in MODELS:
        controls = PathsControls(model=name, level=0.0)
        values, estimated = model_correlation(points, controls)
        assert np.allclose(np.diagonal(values), 1.0) and np.abs(values).max() <= 1 + 1e-9
        assert np.allclose(values, values.T) and len(values) == len(controls.map_targets)
        if estimated == 0 and name in WHOLE:
            paths = draw_paths(name, points, controls.map_targets, 4000, 1)
            assert np.abs(np.corrcoef(paths, rowvar=False) - values).max() < 0.1
        if name in MARGINAL:
            assert estimated == 0 and np.array_equal(values, np.eye(len(values)))


def test_the_correlation_of_the_bayes_predictor_is_that_of_its_mixture():
    found = bayes_correlation(FOUR, PLACES)
    (band,) = predictions("tnpd", FOUR, xt=PLACES)
    assert 0.8 < found[0, 1] < 0.95 and np.allclose(np.diagonal(found), 1.0)
    covariance = bayes_predictor("smooth").predict_jointly(FOUR, PLACES).covariance
    assert np.sqrt(np.diagonal(covariance.numpy())) == pytest.approx(band.sd, rel=0.15)


def test_paths_stay_in_the_training_range_where_it_is_in_view():
    assert PathsControls().path_targets.abs().max() <= 2 + 1e-9
    zoomed = PathsControls(view=(0.0, 1.0)).path_targets
    assert (zoomed.min(), zoomed.max()) == (0.0, 1.0)
    assert len(PathsControls(view=(4.0, 6.0)).path_targets) == 51, "all of a view without any of it"
