"""Sample paths: marginal, joint and autoregressive ones, and how strongly neighbouring values are correlated."""

import numpy as np
import pytest
import torch

from pages.shared.drawing.presets import FIRST, PRESETS
from pages.shared.lesson.values import context
from pages.shared.models.predictions import GRID, GridPrediction, predictions
from pages.shared.models.sample_paths import draw_autoregressive_paths, draw_paths, path_correlation

pytestmark = pytest.mark.slow

SEVEN = context(PRESETS[FIRST])
NOTHING = context(())
FEW = GRID[::4]


@pytest.mark.parametrize("sample", [draw_paths, draw_autoregressive_paths])
def test_a_seed_gives_the_same_paths(sample):
    one, again, other = (sample("tnpd", SEVEN, FEW[:9], 3, seed) for seed in (5, 5, 6))
    np.testing.assert_array_equal(one, again)
    assert np.abs(one - other).max() > 0.01


@pytest.mark.parametrize("name", ["cnp", "tnpd", "convcnp"])
def test_independent_values_are_jagged_and_autoregressive_ones_are_not(name):
    """Without points all is uncertain, so that a path is not mostly noise."""
    inside = FEW[(FEW.abs() <= 2)[:, 0]]
    (band,) = predictions(name, NOTHING, xt=inside)
    assert abs(path_correlation(draw_paths(name, NOTHING, inside, 20, 1), band)) < 0.15
    assert path_correlation(draw_autoregressive_paths(name, NOTHING, inside, 20, 1), band) > 0.6


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_what_happens_outside_the_training_does_not_reach_inside(seed):
    """TNP-D's paths run away there; drawn in any order, those values spoiled the rest."""
    inside = (FEW.abs() <= 2)[:, 0]
    everywhere = draw_autoregressive_paths("tnpd", SEVEN, FEW, 6, seed)
    (band,) = predictions("tnpd", SEVEN, xt=FEW)
    (wide,) = predictions("cnp", SEVEN, xt=FEW)
    assert np.abs((everywhere - band.mean) / band.sd)[:, inside.numpy()].max() < 6
    assert path_correlation(everywhere, band) > 0.8
    jagged = draw_paths("cnp", SEVEN, FEW, 6, seed)
    assert abs(path_correlation(jagged, wide)) < 0.25


def test_path_correlation_by_hand():
    """Values 0.25 apart; six of nine lie where the model was trained and is uncertain, and they make four pairs."""
    x = np.arange(9) * 0.25 - 1.0
    sd = np.array([0.5, 0.5, 0.5, 0.5, 0.1, 0.5, 0.5, 0.1, 0.1])
    path = sd * np.array([1.0, 2.0, 0.0, -1.0, 50.0, 1.0, 1.0, 50.0, 50.0])
    band = GridPrediction("cnp", x, np.zeros(9), sd)
    here, there = np.array([1.0, 2.0, 0.0, 1.0]), np.array([2.0, 0.0, -1.0, 1.0])
    assert path_correlation(path[None], band) == pytest.approx(here @ there / np.sqrt((here @ here) * (there @ there)))
    assert np.isnan(path_correlation(path[None], GridPrediction("cnp", x + 10, band.mean, sd)))


@pytest.mark.parametrize("name", ["tnpd", "cnp"])
def test_path_correlation_does_not_follow_the_zoom(name):
    found = []
    for half in (1.0, 2.0, 3.0, 6.0):
        xt = torch.linspace(-half, half, 51, dtype=torch.float64)[:, None]
        (band,) = predictions(name, SEVEN, xt=xt)
        found.append(
            [
                path_correlation(sample(name, SEVEN, xt, 6, 1), band)
                for sample in (draw_autoregressive_paths, draw_paths)
            ]
        )
    autoregressive, marginal = np.array(found).T
    assert autoregressive.min() > 0.65 and np.abs(marginal[:3]).max() < 0.15


@pytest.mark.parametrize("name", ["np", "convgnp", "tnpnd"])
def test_latent_and_joint_models_draw_functions(name):
    """Not all latent models: one that has learned to ignore z draws independent values."""
    one = context(((0.0, 1.0),))
    inside = FEW[(FEW.abs() <= 2)[:, 0]]
    (band,) = predictions(name, one, xt=inside)
    assert path_correlation(draw_paths(name, one, inside, 20, 1), band) > 0.5


def test_sample_paths_have_the_models_own_mean_and_spread():
    (band,) = predictions("cnp", SEVEN, xt=FEW)
    drawn = draw_paths("cnp", SEVEN, FEW, 4000, 0)
    np.testing.assert_allclose((drawn.mean(0) - band.mean) / band.sd, 0.0, atol=0.08)
    np.testing.assert_allclose(drawn.std(0) / band.sd, 1.0, atol=0.06)


def test_autoregressive_values_belong_to_their_targets():
    """The order of drawing is shuffled: at a point that is known, every path has to pass."""
    drawn = draw_autoregressive_paths("tetnp", SEVEN, SEVEN.x, 5, 3)
    assert np.abs(drawn - SEVEN.y[:, 0].numpy()).max() < 0.5
