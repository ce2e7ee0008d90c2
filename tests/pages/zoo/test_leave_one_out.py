"""Leave-one-out scores: each point from the others alone, and never better than the Bayes predictor on average."""

import numpy as np
import pytest
import torch

from pages.shared.drawing.presets import FIRST, PRESETS
from pages.shared.lesson.values import context
from pages.shared.models.predictions import predictions
from pages.zoo import scene as zoo
from pages.zoo.controls import ZooControls
from pages.zoo.families import ALL
from pages.zoo.leave_one_out import IMPROBABLE, MAX_LEFT_OUT, bayes_log_densities, log_densities
from tnpcore import Points
from tnpcore.data.priors import prior

pytestmark = pytest.mark.slow

SEVEN = context(PRESETS[FIRST])


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
    assert not any(r.id.startswith("hidden") for r in scene.readings)
    assert scene.caption == "Leave-one-out scores are shown for up to 32 points."
    assert "for up to 12 models" in zoo.later(SEVEN, ZooControls(family=ALL)).caption


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
