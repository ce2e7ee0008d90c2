"""The scoreboard: scores by hand, totals that add up, and the running mean that finds the card's number."""

import math
import random

import numpy as np
import pytest
import torch
from torch.distributions import Categorical, MixtureSameFamily, Normal

from pages.shared.models import catalogue as models
from pages.shared.scene.marks import Curve, Dots, Line
from pages.zoo.score_figures import calibration_scene, context_points, excess_in_words, latest_task_scene
from pages.zoo.scores import BAYES, LEVELS, Score, draw_round, draw_task, evaluate, parameters, score_tasks, total
from tests.pages.zoo.test_guarantees import Spoilt
from tnpcore import card
from tnpcore.data.priors import prior

pytestmark = pytest.mark.slow

LOG_2PI = math.log(2 * math.pi)
SMOOTH = prior("smooth")


def generator(seed=0):
    return torch.Generator().manual_seed(seed)


def column(*values):
    return torch.tensor(values, dtype=torch.float64)[None, :, None]


@pytest.fixture(scope="module")
def hundred():
    """The Bayes predictor, TNP-D and CNP on one task and five rounds."""
    source, now = generator(), None
    for number in range(6):
        tasks = draw_round(SMOOTH, source) if number else [draw_task(SMOOTH, source)]
        now = evaluate(tasks, "smooth", ("tnpd", "cnp")).after(now)
    return now


def test_one_task_by_hand():
    predictive = Normal(column(0.0, 0.0), column(1.0, 1.0))
    (score,) = score_tasks(predictive, column(0.0, 2.0), torch.tensor([-1.0]))
    assert score.mean_excess == pytest.approx(-1 + LOG_2PI / 2 + 1)  # the mean of 0 and 2^2 / 2
    assert score.rmse == pytest.approx(math.sqrt(2))
    # 2 lies outside the 95 % interval, +-1.96; 0 lies inside all.
    assert (score.coverage, set(score.calibration), score.standard_error) == (0.5, {0.5}, math.inf)


def test_levels_are_those_of_central_intervals():
    normal = Normal(0.0, 1.0)
    at = torch.tensor([normal.icdf(torch.tensor(0.5 + (level - 0.01) / 2)) for level in LEVELS])
    (score,) = score_tasks(Normal(column(*[0.0] * 19), 1.0), column(*at.tolist()), torch.zeros(1))
    assert score.inside == tuple(range(1, 20))


def test_a_mixture_has_the_intervals_of_a_mixture():
    parts = Normal(column(0.0)[..., None] + torch.tensor([-3.0, 3.0]), 0.1)
    predictive = MixtureSameFamily(Categorical(logits=torch.zeros(1, 1, 1, 2)), parts)
    (inner,) = score_tasks(predictive, column(0.0), torch.zeros(1))
    (outer,) = score_tasks(predictive, column(3.05), torch.zeros(1))
    # All probability lies near -3 and 3: every central interval that holds half of it reaches both.
    assert (inner.inside[0], outer.calibration[LEVELS.index(0.6)], outer.calibration[LEVELS.index(0.7)]) == (1, 0, 1)


def test_standard_error_by_hand():
    both = total([Score(1, 1.0, 1.0), Score(1, 3.0, 9.0)])
    assert (both.mean_excess, both.standard_error) == (2.0, pytest.approx(1.0))
    assert total([Score(1, 2.0, 4.0)] * 5).standard_error == 0


def test_one_by_one_equals_in_one_go():
    tasks = [SMOOTH.sample(4, 7, 50, generator()), SMOOTH.sample(2, 3, 50, generator(1))]
    together = evaluate(tasks, "smooth", ("tnpd",))
    order = [(task, i) for task in tasks for i in range(len(task.context.x))]
    random.Random(0).shuffle(order)
    apart = None
    for task, i in order:
        alone = type(task)(*(type(p)(p.x[i : i + 1], p.y[i : i + 1]) for p in (task.context, task.target)))
        apart = evaluate([alone], "smooth", ("tnpd",)).after(apart)
    for name in (BAYES, "tnpd"):
        one, many = together.totals[name], apart.totals[name]
        assert (one.tasks, one.targets, one.inside) == (many.tasks, many.targets, many.inside)
        assert one.mean_excess == pytest.approx(many.mean_excess, abs=1e-5)
        assert one.standard_error == pytest.approx(many.standard_error, abs=1e-5)
        assert one.rmse == pytest.approx(many.rmse, abs=1e-5)


def test_the_running_mean_finds_the_number_of_the_card(hundred):
    assert hundred.tasks == 101
    for name in ("tnpd", "cnp"):
        score, known = hundred.totals[name], card(name).results
        error = math.hypot(score.standard_error, known["excess_se"])
        assert abs(score.mean_excess - known["excess"]) < 4 * error, name
        assert score.standard_error < 0.1
        assert score.coverage == pytest.approx(known["coverage_95"], abs=0.03)


def test_the_bayes_predictor_is_the_limit(hundred):
    bayes, best, worst = (hundred.totals[name] for name in (BAYES, "tnpd", "cnp"))
    assert bayes.excess == bayes.standard_error == 0
    assert np.abs(np.array(bayes.calibration) - LEVELS).max() < 0.06
    assert bayes.rmse <= best.rmse < worst.rmse
    assert hundred.ranking() == [BAYES, "tnpd", "cnp"]


def test_the_same_seed_gives_the_same_tasks():
    first, again, other = (draw_task(SMOOTH, generator(seed)) for seed in (3, 3, 4))
    assert torch.equal(first.target.y, again.target.y)
    assert not torch.equal(first.target.y[:, :1], other.target.y[:, :1])


def test_a_round_holds_every_class_of_context_size():
    source = generator()
    rounds = [[len(task.context) for task in draw_round(SMOOTH, source)] for _ in range(50)]
    assert all([(size - 1) // 10 for size in sizes] == [0, 1, 2, 3, 4] for sizes in rounds)
    assert {size for sizes in rounds for size in sizes} >= {1, 50}
    singles = [draw_task(SMOOTH, source) for _ in range(300)]
    assert {len(task.context) for task in singles} >= {1, 50}
    assert all(task.target.x.shape == (1, 50, 1) for task in singles)


def test_models_meet_data_that_they_were_not_trained_for():
    now = evaluate(draw_round(prior("sawtooth"), generator()), "sawtooth", ("tnpd", "convcnp"))
    for name in ("tnpd", "convcnp"):
        assert now.totals[name].mean_excess > 0.5
        assert now.totals[name].coverage < 0.92


def test_a_model_without_weights_stops_no_other():
    now = evaluate([draw_task(SMOOTH, generator())], "smooth", ("tnpd", "tnpd@nowhere"))
    assert set(now.totals) == {BAYES, "tnpd"}
    assert "tnpd-nowhere" in now.errors["tnpd@nowhere"]
    assert now.milliseconds.keys() == {"tnpd"} and 0 < now.milliseconds["tnpd"] < 1000
    assert now.extremes() == ("tnpd",)
    later = evaluate([draw_task(SMOOTH, generator(1))], "smooth", ("tnpd", "cnp")).after(now)
    assert [later.totals[name].tasks for name in (BAYES, "tnpd", "cnp")] == [2, 2, 1]


def test_the_latest_task_is_revealed(hundred):
    scene = latest_task_scene(hundred, "smooth")
    best, worst = hundred.extremes()
    assert [panel.title for panel in scene.panels] == [f"Best: {models.title(best)}", f"Worst: {models.title(worst)}"]
    for panel, name in zip(scene.panels, (best, worst)):
        assert panel.note == excess_in_words(hundred.latest[name].excess)
        here, limit, hidden = panel.marks
        assert isinstance(here, Curve) and (limit.role, len(hidden.x)) == ("limit", 50)
        assert isinstance(hidden, Dots) and panel.y[0] <= hidden.y.min() and hidden.y.max() <= panel.y[1]
    points = context_points(hundred)
    assert len(points) == len(hundred.task.context) and list(points) == sorted(points)


def test_chance_is_called_chance():
    assert excess_in_words(-0.1) == "Excess −0.10 nats per target: less than 0 by chance"
    assert excess_in_words(0.1) == "Excess 0.10 nats per target"


def test_calibration_is_drawn_and_described(hundred):
    scene = calibration_scene(hundred.totals, ("tnpd", "cnp", "tnpd@nowhere"))
    (panel,) = scene.panels
    diagonal, tnpd, cnp = panel.marks
    assert all(isinstance(mark, Line) for mark in panel.marks)
    assert diagonal.dashed and np.array_equal(diagonal.x, diagonal.y)
    np.testing.assert_allclose(tnpd.y, hundred.totals["tnpd"].calibration)
    assert (np.diff(cnp.y) >= 0).all() and cnp.label == "CNP"
    assert "TNP-D's" in scene.caption and calibration_scene(hundred.totals, ()).caption == ""


def test_too_narrow_and_too_wide_lie_on_their_sides_of_the_diagonal(monkeypatch):
    class Wide(Spoilt):
        def forward(self, xc, yc, xt):
            return Normal(super().forward(xc, yc, xt).mean, self.std, validate_args=False)

    monkeypatch.setattr(models, "model", lambda name: wide)
    wide = Wide(lambda xc, yc, xt: 0)
    for wide.std, sign in ((9.0, 1), (0.01, -1)):
        shares = evaluate(draw_round(SMOOTH, generator()), "smooth", ("tnpd",)).totals["tnpd"].calibration
        assert (sign * (np.array(shares) - LEVELS)[2:-2] > 0.1).all()


def test_parameters_are_those_of_the_card():
    assert parameters("tnpd") == card("tnpd").parameters
