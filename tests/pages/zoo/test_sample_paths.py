"""The zoo's sample paths: marginal, joint and autoregressive; and its leave-one-out scores."""

import numpy as np
import pytest
import torch

from pages.shared.drawing.presets import FIRST, PRESETS
from pages.shared.lesson.values import context
from pages.shared.models.predictions import GRID, predictions
from pages.shared.models.sample_paths import (
    AUTOREGRESSIVE,
    SAMPLES,
)
from pages.shared.scene.marks import Line
from pages.zoo import scene as zoo
from pages.zoo.briefs import BRIEFS, judge
from pages.zoo.controls import ZooControls
from pages.zoo.families import ALL, there
from pages.zoo.leave_one_out import IMPROBABLE, MAX_LEFT_OUT, bayes_log_densities, log_densities
from tnpcore import Points
from tnpcore.data.priors import prior

SEVEN = context(PRESETS[FIRST])
NOTHING = context(())
FEW = GRID[::4]


def paths(scene, panel="stage"):
    return [m for m in scene.panel(panel).marks if isinstance(m, Line)]


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


@pytest.mark.parametrize("name", [name for name in there("smooth") if name in ("np", "convgnp", "tnpnd")])
def test_models_that_draw_functions_suit_the_planner(name):
    assert judge(BRIEFS[1], name, context(((0.0, 1.0),))).done


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
