"""Learning to learn: what is on show is what the library computes."""

from __future__ import annotations

from functools import reduce

import numpy as np
import pytest
import torch

from pages.learning import LESSON, article
from pages.learning.controls import MODELS, LearningControls
from pages.learning.story import POINTS
from pages.learning.task import DRAWS, along, dealt, deck, limit, loss, redrawn
from pages.shared.lesson.values import context
from pages.shared.scene.marks import Curve, Dots, HeatMap, Line, Scene, Withheld
from tnpcore import predict, pretrained
from tnpcore.data.limit import predictor
from tnpcore.data.priors import prior
from tnpcore.learned import FUNCTIONS, STEPS, card, functions_name, load, step_name

pytestmark = pytest.mark.slow

CARDS = dealt(context(POINTS), 1)


def drawn(points=POINTS, **controls):
    parsed = LearningControls.parse(controls)
    return reduce(Scene.joined, (part(context(points), parsed) for part in LESSON.parts.values()))


def marks(panel, kind):
    return [each for each in panel.marks if isinstance(each, kind)]


def test_a_deal_splits_the_points_in_half_the_same_every_time():
    again = dealt(context(POINTS), 1)
    assert CARDS.targets == again.targets and len(CARDS.targets) == 6
    assert sorted((*CARDS.targets, *CARDS.kept)) == list(range(12))
    assert {dealt(context(POINTS), deal).targets for deal in range(1, 9)} != {CARDS.targets}
    assert dealt(context(POINTS[:1]), 1).targets == ()
    (hidden,) = marks(drawn().panel("stage"), Withheld)
    assert hidden.points == CARDS.targets


@pytest.mark.parametrize("deal", range(1, 9))
def test_a_point_that_is_added_is_dealt_by_itself(deal):
    roles = [set(dealt(context((POINTS * 4)[:count]), deal).targets) for count in range(41)]
    both = next(count for count in range(2, 41) if 0 < len(roles[-1] & set(range(count))) < count)
    assert all(roles[count] == roles[count + 1] - {count} for count in range(both, 40))
    assert all(0 < len(roles[count]) < count for count in range(2, 41)) and not roles[0] and not roles[1]


def test_the_band_is_that_of_the_context_alone():
    found = predict(load(step_name("cnp", 100)), CARDS.context, torch.tensor([[0.0]]))
    (curve,) = [one for one in marks(drawn(model="cnp", checkpoint=3).panel("stage"), Curve) if one.role == "model"]
    middle = int(np.abs(curve.x).argmin())
    assert curve.mean[middle] == pytest.approx(found.mean.item(), abs=1e-5)
    assert curve.sd[middle] == pytest.approx(found.std.item(), abs=1e-5)


def test_lengths_are_minus_the_log_density_and_their_mean_is_the_loss():
    found = predict(load(step_name("tnpd", STEPS[-1])), CARDS.context, CARDS.task.target.x).dist
    expected = -found.log_prob(CARDS.task.target.y.float())[:, 0].double().numpy()
    out = drawn()
    (dots,) = marks(out.panel("terms"), Dots)
    np.testing.assert_allclose(dots.y, expected, atol=1e-5)
    np.testing.assert_allclose(dots.x, CARDS.task.target.x[:, 0].numpy())
    assert out.reading("loss").value == pytest.approx(expected.mean(), abs=1e-5)


def test_a_target_far_off_is_drawn_where_it_belongs_and_so_is_the_mean():
    at = CARDS.targets[0]
    out = drawn([(x, 6.0 if i == at else y) for i, (x, y) in enumerate(POINTS)])
    panel = out.panel("terms")
    (dots,), *_, mean = marks(panel, Dots), *marks(panel, Line)
    assert dots.y.max() > 20 and dots.y.max() < panel.y[1]
    np.testing.assert_allclose(mean.y, out.reading("loss").value, atol=1e-5)


def test_the_progress_has_the_loss_of_every_checkpoint_and_the_limit():
    out = drawn()
    *runs, flat = marks(out.panel("progress"), Line)
    for name, line in zip(MODELS, runs, strict=True):
        np.testing.assert_array_equal(line.y, [loss(step_name(name, steps), CARDS.task) for steps in STEPS])
        np.testing.assert_array_equal(line.y, along(name, CARDS.task))
    best = predictor(prior("smooth")).predict(CARDS.context, CARDS.task.target.x).gaussian
    assert limit(CARDS.task) == pytest.approx(-best.log_prob(CARDS.task.target.y).mean().item(), abs=0.02)
    assert flat.y[0] == out.reading("limit").value == limit(CARDS.task)


def test_the_mean_over_draws_is_the_exact_expectation():
    losses, expected = redrawn(step_name("tnpd", STEPS[-1]), CARDS.task)
    assert len(losses) == DRAWS
    assert losses.mean() == pytest.approx(expected, abs=4 * losses.std() / DRAWS**0.5)
    out = drawn()
    assert out.reading("spread").value == pytest.approx(losses.std())
    assert out.reading("expected").value == expected


def test_the_deck_is_drawn_from_the_prior_by_the_number_of_the_deal():
    lines = marks(drawn(deal=5).panel("deck"), Line)
    np.testing.assert_array_equal(lines[0].x, deck(5).x[0, :, 0].numpy())
    assert (np.diff(lines[0].x) >= 0).all()
    assert not torch.equal(deck(5).y, deck(6).y)


def test_the_cards_give_the_excess_by_the_number_of_functions():
    (dots,) = marks(drawn().panel("few"), Dots)
    expected = [card(functions_name(count)).results["excess"] for count in FUNCTIONS]
    np.testing.assert_allclose(10**dots.y, expected)


def test_the_text_says_how_near_to_the_best_gaussian_training_brought_two_models():
    cards = {name: pretrained.card(name) for name in ("tnpd", "cnp")}
    assert {found.recipe["steps_done"] for found in cards.values()} == {30_000}
    ends = {name: found.results["limit_gaussian"] - found.results["loglik"] for name, found in cards.items()}
    said = f"TNP-D is {ends['tnpd']:.2f} nats per target above it; CNP, which averages its points, {ends['cnp']:.2f}."
    assert f"After 30,000 steps each, {said}" in article.TEXT
    assert "the best one has the mean and sd of the Bayes predictor" in article.TEXT


def test_columns_of_the_weights_light_up_the_points_that_are_context():
    (heat,) = marks(drawn().panel("weights"), HeatMap)
    assert sorted(heat.keys) == [-1, *CARDS.kept]


def test_a_shift_changes_a_model_that_reads_x():
    out = drawn(tau=1.0)
    assert out.reading("shift-tnpd").value > 0.05
    assert any(curve.role == "shifted-prediction" for curve in marks(out.panel("stage"), Curve))
    assert drawn().reading("shift-tnpd").value == 0
