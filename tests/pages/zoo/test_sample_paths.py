"""The zoo's sample paths, honest about what a model says of many values together, and points hidden in turn."""

import numpy as np
import pytest
import torch

from pages.shared.drawing.presets import FIRST, PRESETS
from pages.shared.lesson.controls import context
from pages.shared.models.predictions import GRID, GridPrediction, predictions
from pages.shared.scene.marks import Line
from pages.zoo import scene as zoo
from pages.zoo.briefs import BRIEFS, judged
from pages.zoo.families import ALL, there
from pages.zoo.leave_one_out import MOST, UNLIKE, foretold, foretold_at_best
from pages.zoo.sample_paths import AT_ONCE, IN_TURN, agreement, at_once, in_turn
from tnpcore import Points
from tnpcore.data.priors import prior

SEVEN = context(PRESETS[FIRST])
NOTHING = context(())
FEW = GRID[::4]


def paths(scene, panel="stage"):
    return [m for m in scene.panel(panel).marks if isinstance(m, Line)]


# ---- sample paths ------------------------------------------------------------------------------------


@pytest.mark.parametrize("sample", [at_once, in_turn])
def test_a_seed_gives_the_same_paths(sample):
    one, again, other = (sample("tnpd", SEVEN, FEW[:9], 3, seed) for seed in (5, 5, 6))
    np.testing.assert_array_equal(one, again)
    assert np.abs(one - other).max() > 0.01


@pytest.mark.parametrize("name", ["cnp", "tnpd", "convcnp"])
def test_values_drawn_by_themselves_are_jagged_and_in_turn_they_are_not(name):
    """Without points all is uncertain, so that a path is not mostly noise."""
    inside = FEW[(FEW.abs() <= 2)[:, 0]]
    (band,) = predictions(name, NOTHING, xt=inside)
    assert abs(agreement(at_once(name, NOTHING, inside, 20, 1), band)) < 0.15
    assert agreement(in_turn(name, NOTHING, inside, 20, 1), band) > 0.6


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_what_happens_outside_the_training_does_not_reach_inside(seed):
    """TNP-D's paths run away there; drawn in any order, those values spoiled the rest."""
    inside = (FEW.abs() <= 2)[:, 0]
    everywhere = in_turn("tnpd", SEVEN, FEW, 6, seed)
    (band,) = predictions("tnpd", SEVEN, xt=FEW)
    (wide,) = predictions("cnp", SEVEN, xt=FEW)
    assert np.abs((everywhere - band.mean) / band.sd)[:, inside.numpy()].max() < 6
    assert agreement(everywhere, band) > 0.8
    jagged = at_once("cnp", SEVEN, FEW, 6, seed)
    assert abs(agreement(jagged, wide)) < 0.25


def test_agreement_by_hand():
    """Values 0.25 apart; only six of nine lie where the model was trained and is unsure, and they make four pairs."""
    x = np.arange(9) * 0.25 - 1.0
    sd = np.array([0.5, 0.5, 0.5, 0.5, 0.1, 0.5, 0.5, 0.1, 0.1])
    path = sd * np.array([1.0, 2.0, 0.0, -1.0, 50.0, 1.0, 1.0, 50.0, 50.0])
    band = GridPrediction("cnp", x, np.zeros(9), sd)
    here, there = np.array([1.0, 2.0, 0.0, 1.0]), np.array([2.0, 0.0, -1.0, 1.0])
    assert agreement(path[None], band) == pytest.approx(here @ there / np.sqrt((here @ here) * (there @ there)))
    assert np.isnan(agreement(path[None], GridPrediction("cnp", x + 10, band.mean, sd)))


@pytest.mark.parametrize("name", ["tnpd", "cnp"])
def test_agreement_does_not_follow_the_zoom(name):
    found = []
    for half in (1.0, 2.0, 3.0, 6.0):
        xt = torch.linspace(-half, half, 51, dtype=torch.float64)[:, None]
        (band,) = predictions(name, SEVEN, xt=xt)
        found.append([agreement(sample(name, SEVEN, xt, 6, 1), band) for sample in (in_turn, at_once)])
    together, alone = np.array(found).T
    assert together.min() > 0.65 and np.abs(alone[:3]).max() < 0.15


@pytest.mark.parametrize("name", [name for name in there("smooth") if name in ("np", "convgnp", "tnpnd")])
def test_latent_and_joint_models_draw_functions(name):
    """Not all latent models: one that has learned to ignore its random vector draws value after value."""
    one = context(((0.0, 1.0),))
    inside = FEW[(FEW.abs() <= 2)[:, 0]]
    (band,) = predictions(name, one, xt=inside)
    assert agreement(at_once(name, one, inside, 20, 1), band) > 0.5
    assert judged(BRIEFS[1], name, one).done


def test_paths_at_once_have_the_models_own_mean_and_spread():
    (band,) = predictions("cnp", SEVEN, xt=FEW)
    drawn = at_once("cnp", SEVEN, FEW, 4000, 0)
    np.testing.assert_allclose((drawn.mean(0) - band.mean) / band.sd, 0.0, atol=0.08)
    np.testing.assert_allclose(drawn.std(0) / band.sd, 1.0, atol=0.06)


def test_values_in_turn_belong_to_their_targets():
    """The order of asking is shuffled: at a point that is known, every path has to come by."""
    drawn = in_turn("tetnp", SEVEN, SEVEN.x, 5, 3)
    assert np.abs(drawn - SEVEN.y[:, 0].numpy()).max() < 0.5


@pytest.mark.parametrize("show", [AT_ONCE, IN_TURN])
def test_paths_end_at_the_wipe_and_do_not_change_with_it(show):
    def drawn(wipe):
        lines = paths(zoo.later(SEVEN, {"show": show, "wipe": wipe, "family": "Averaging"}))
        assert len(lines) == 12
        return lines[:6], lines[6:]

    (left, right), (further, _) = drawn(0.31), drawn(1.0)
    assert {line.x[-1] for line in left} == {line.x[0] for line in right} == {0.31}
    np.testing.assert_allclose(left[0].y[:-1], further[0].y[: len(left[0].y) - 1])
    assert [line.model for line in (left[0], right[0])] == ["tnpd", "cnp"]


def test_small_pictures_have_paths_where_a_model_draws_them_at_once():
    shown = {show: paths(zoo.later(SEVEN, {"show": show}), "tnpd") for show in ("bands", AT_ONCE, IN_TURN)}
    assert {show: len(lines) for show, lines in shown.items()} == {"bands": 0, AT_ONCE: 3, IN_TURN: 0}


# ---- each point hidden in turn -----------------------------------------------------------------------


@pytest.mark.parametrize("name", ["cnp", "tetnp", "convcnp"])
def test_a_hidden_point_is_foretold_from_the_others_alone(name):
    told = foretold(name, SEVEN)
    for i in (0, 4):
        rest = [j for j in range(len(SEVEN)) if j != i]
        (alone,) = predictions(name, Points(SEVEN.x[rest], SEVEN.y[rest]), xt=SEVEN.x[i : i + 1])
        z = (SEVEN.y[i].item() - alone.mean[0]) / alone.sd[0]
        assert told[i].item() == pytest.approx(-0.5 * z**2 - np.log(alone.sd[0]) - 0.918939, abs=1e-3)


def test_nobody_foretells_the_priors_own_points_better_than_the_bayes_predictor():
    task = prior("smooth").sample(40, 8, 0, torch.Generator().manual_seed(0)).context
    sets = [Points(x, y) for x, y in zip(task.x, task.y)]
    best = np.mean([foretold_at_best("smooth", points).mean() for points in sets])
    assert best > max(np.mean([foretold(name, points).mean() for points in sets]) for name in ("cnp", "tetnp"))


def test_many_points_are_not_hidden():
    many = context([(i / 20, 0.1) for i in range(MOST + 1)])
    scene = zoo.later(many, {"family": "Averaging"})
    assert not any(r.id.startswith("hidden") for r in scene.ledger)
    assert scene.caption == "Of more than 32 points none is hidden in turn."
    assert "of up to 12 models" in zoo.later(SEVEN, {"family": ALL}).caption


@pytest.mark.slow
@pytest.mark.parametrize("name", ["smooth", "periodic", "sawtooth"])
@pytest.mark.parametrize("count", [3, 30])
def test_a_priors_own_points_are_hardly_ever_called_strange(name, count):
    drawn = prior(name).sample(40, count, 0, torch.Generator().manual_seed(1)).context
    best = [float(foretold_at_best(name, Points(x, y)).mean()) for x, y in zip(drawn.x, drawn.y)]
    assert np.mean(np.array(best) < UNLIKE) <= 0.05


def test_points_that_a_prior_does_not_draw_are_called_so():
    for name, strange in (("smooth", False), ("sawtooth", True)):
        label = zoo.later(SEVEN, {"prior": name}).reading("hidden-bayes").label
        assert ("its prior hardly draws such points" in label) == strange
