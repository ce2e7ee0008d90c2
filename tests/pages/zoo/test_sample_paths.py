"""The zoo's sample paths: marginal, joint and autoregressive; and its leave-one-out scores."""

import numpy as np
import pytest
import torch

from pages.shared.drawing.presets import FIRST, PRESETS
from pages.shared.lesson.values import context
from pages.shared.models.predictions import GRID, GridPrediction, predictions
from pages.shared.scene.marks import Line
from pages.zoo import scene as zoo
from pages.zoo.briefs import BRIEFS, judge
from pages.zoo.controls import ZooControls
from pages.zoo.families import ALL, there
from pages.zoo.leave_one_out import IMPROBABLE, MAX_LEFT_OUT, bayes_log_densities, log_densities
from pages.zoo.sample_paths import (
    AUTOREGRESSIVE,
    SAMPLES,
    draw_autoregressive_paths,
    draw_paths,
    path_correlation,
)
from tnpcore import Points
from tnpcore.data.priors import prior

SEVEN = context(PRESETS[FIRST])
NOTHING = context(())
FEW = GRID[::4]


def paths(scene, panel="stage"):
    return [m for m in scene.panel(panel).marks if isinstance(m, Line)]


# ---- sample paths ------------------------------------------------------------------------------------


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


@pytest.mark.parametrize("name", [name for name in there("smooth") if name in ("np", "convgnp", "tnpnd")])
def test_latent_and_joint_models_draw_functions(name):
    """Not all latent models: one that has learned to ignore z draws independent values."""
    one = context(((0.0, 1.0),))
    inside = FEW[(FEW.abs() <= 2)[:, 0]]
    (band,) = predictions(name, one, xt=inside)
    assert path_correlation(draw_paths(name, one, inside, 20, 1), band) > 0.5
    assert judge(BRIEFS[1], name, one).done


def test_sample_paths_have_the_models_own_mean_and_spread():
    (band,) = predictions("cnp", SEVEN, xt=FEW)
    drawn = draw_paths("cnp", SEVEN, FEW, 4000, 0)
    np.testing.assert_allclose((drawn.mean(0) - band.mean) / band.sd, 0.0, atol=0.08)
    np.testing.assert_allclose(drawn.std(0) / band.sd, 1.0, atol=0.06)


def test_autoregressive_values_belong_to_their_targets():
    """The order of drawing is shuffled: at a point that is known, every path has to pass."""
    drawn = draw_autoregressive_paths("tetnp", SEVEN, SEVEN.x, 5, 3)
    assert np.abs(drawn - SEVEN.y[:, 0].numpy()).max() < 0.5


@pytest.mark.parametrize("show", [SAMPLES, AUTOREGRESSIVE])
def test_paths_end_at_the_wipe_and_do_not_change_with_it(show):
    def drawn(wipe):
        lines = paths(zoo.later(SEVEN, ZooControls(show=show, wipe=wipe, family="Averaging")))
        assert len(lines) == 12
        return lines[:6], lines[6:]

    (left, right), (further, _) = drawn(0.31), drawn(1.0)
    assert {line.x[-1] for line in left} == {line.x[0] for line in right} == {0.31}
    np.testing.assert_allclose(left[0].y[:-1], further[0].y[: len(left[0].y) - 1])
    assert [line.model for line in (left[0], right[0])] == ["tnpd", "cnp"]


def test_small_panels_have_the_models_own_sample_paths():
    shown = {
        show: paths(zoo.later(SEVEN, ZooControls(show=show)), "tnpd") for show in ("bands", SAMPLES, AUTOREGRESSIVE)
    }
    assert {show: len(lines) for show, lines in shown.items()} == {"bands": 0, SAMPLES: 3, AUTOREGRESSIVE: 0}


# ---- leave-one-out -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["cnp", "tetnp", "convcnp"])
def test_a_point_is_predicted_from_the_others_alone(name):
    found = log_densities(name, SEVEN)
    for i in (0, 4):
        rest = [j for j in range(len(SEVEN)) if j != i]
        (alone,) = predictions(name, Points(SEVEN.x[rest], SEVEN.y[rest]), xt=SEVEN.x[i : i + 1])
        z = (SEVEN.y[i].item() - alone.mean[0]) / alone.sd[0]
        assert found[i].item() == pytest.approx(-0.5 * z**2 - np.log(alone.sd[0]) - 0.918939, abs=1e-3)


def test_no_model_predicts_the_priors_own_points_better_than_the_bayes_predictor():
    task = prior("smooth").sample(40, 8, 0, torch.Generator().manual_seed(0)).context
    sets = [Points(x, y) for x, y in zip(task.x, task.y)]
    best = np.mean([bayes_log_densities("smooth", points).mean() for points in sets])
    assert best > max(np.mean([log_densities(name, points).mean() for points in sets]) for name in ("cnp", "tetnp"))


def test_many_points_are_not_left_out():
    many = context([(i / 20, 0.1) for i in range(MAX_LEFT_OUT + 1)])
    scene = zoo.later(many, ZooControls(family="Averaging"))
    assert not any(r.id.startswith("hidden") for r in scene.ledger)
    assert scene.caption == "Leave-one-out scores are shown for up to 32 points."
    assert "for up to 12 models" in zoo.later(SEVEN, ZooControls(family=ALL)).caption


@pytest.mark.slow
@pytest.mark.parametrize("name", ["smooth", "periodic", "nonstationary", "sawtooth"])
@pytest.mark.parametrize("count", [3, 30])
def test_a_priors_own_points_are_hardly_ever_called_improbable(name, count):
    drawn = prior(name).sample(40, count, 0, torch.Generator().manual_seed(1)).context
    best = [float(bayes_log_densities(name, Points(x, y)).mean()) for x, y in zip(drawn.x, drawn.y)]
    assert np.mean(np.array(best) < IMPROBABLE) <= 0.05


def test_points_that_a_prior_does_not_draw_are_called_so():
    for name, strange in (("smooth", False), ("sawtooth", True)):
        label = zoo.later(SEVEN, ZooControls(prior=name)).reading("hidden-bayes").label
        assert ("its prior hardly draws such points" in label) == strange
