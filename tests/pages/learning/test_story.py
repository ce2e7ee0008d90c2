"""The story of learning to learn: what ends each step, what does not, a solver for the proof."""

from __future__ import annotations

import math

import pytest
import torch

from pages.learning.controls import LearningControls
from pages.learning.story import POINTS, SEED, STORY
from pages.learning.task import dealt, limit, loss, network, terms
from pages.shared.lesson.values import context
from tests.played import played
from tests.scenes import as_read
from tests.verdicts import unreasoned, unsaid
from tnpcore import Points, predict
from tnpcore.data.priors import prior

TASK, LOSS, ONE_FUNCTION, MANY, LEARN, AVERAGE, DRAWN, BEAT = range(1, 9)


ONE = LearningControls(functions="1")
moment, verdict = played(STORY, LearningControls)


def dragged(number, by):
    return tuple((x, y + by * (i == number)) for i, (x, y) in enumerate(POINTS))


@pytest.mark.parametrize("step", [LEARN, AVERAGE, DRAWN, ONE_FUNCTION])
def test_without_points_nothing_is_judged_as_done(step):
    assert not verdict(step, moment(step, points=()), 0).done


def test_the_points_are_those_of_the_prior():
    drawn = prior("smooth").sample(1, 12, 0, torch.Generator().manual_seed(SEED)).context
    pairs = sorted((round(x, 2), round(y, 2)) for x, y in torch.cat([drawn.x[0], drawn.y[0]], 1).tolist())
    assert tuple(pairs) == POINTS


def test_another_deal_ends_the_first_step():
    assert verdict(TASK, moment(TASK)) is None
    found = verdict(TASK, moment(TASK, deal=4))
    assert found.done and "6 points are context and 6 targets" in found.text
    assert not verdict(TASK, moment(TASK, points=(), deal=4)).done


def test_a_target_that_is_dragged_far_away_costs_nats_and_a_context_point_is_another_task():
    target = dealt(context(POINTS), 1).targets[2]
    assert verdict(LOSS, moment(LOSS)) is None
    far = moment(LOSS, points=dragged(target, 0.7))
    found = verdict(LOSS, far)
    assert found.done and "over a million times less density" in as_read(found.text)
    before, after = (dealt(each.points, 1).task for each in (moment(LOSS), far))
    name = far.controls.trained
    assert (terms(name, after) - terms(name, before)).max() > 2
    some = moment(LOSS, points=dragged(target, 0.4))
    grown = float((terms(name, dealt(some.points, 1).task) - terms(name, before)).max())
    assert f"{math.exp(grown):,.0f} times less density" in as_read(verdict(LOSS, some).text)
    given = next(i for i in range(len(POINTS)) if i not in dealt(context(POINTS), 1).targets)
    assert "Drag a hollow one" in verdict(LOSS, moment(LOSS, points=dragged(given, 2.0))).text
    near = verdict(LOSS, moment(LOSS, points=dragged(target, 0.12)))
    assert near is None or not near.done
    assert "as they are" in verdict(LOSS, moment(LOSS, deal=2)).text


def test_a_model_of_many_functions_looks_at_the_points():
    assert verdict(ONE_FUNCTION, moment(ONE_FUNCTION, functions="65536"), 1).outcome == 0


def test_the_last_hint_beats_the_bayes_predictor_and_less_does_not():
    by_hand = {-0.15: 0.97, 1.35: -0.7}
    assert verdict(BEAT, moment(BEAT)) is None
    found = verdict(BEAT, moment(BEAT, points=tuple((x, by_hand.get(x, y)) for x, y in POINTS)))
    assert found.done, found.text
    one = tuple((x, 0.97 if x == -0.15 else y) for x, y in POINTS)
    assert not verdict(BEAT, moment(BEAT, points=one)).done
    assert "6 points or more" in verdict(BEAT, moment(BEAT, points=POINTS[:3])).text
    far = tuple((x, 2.9 if i == dealt(context(POINTS), 1).targets[0] else y) for i, (x, y) in enumerate(POINTS))
    assert not verdict(BEAT, moment(BEAT, points=far)).done  # a wider band loses less there, and both lose much


def test_points_on_the_curve_of_its_function_are_what_the_model_of_one_function_knows():
    x = torch.linspace(-1.9, 1.9, 16, dtype=torch.float64)[:, None]
    name, y = ONE.trained, torch.zeros(16, 1, dtype=torch.float64)
    for _ in range(2):  # the mean without points need not be quite that with them
        task = dealt(Points(x, y), 1).task
        y = predict(network(name), task.context, x).mean.double()
    task = dealt(Points(x, y), 1).task
    assert loss(name, task) < limit(task) - 0.5


# ---- the sheet for teaching ------------------------------------------------------------------------


def test_the_sheet_quotes_what_the_app_shows():
    target = dealt(context(POINTS), 1).targets[2]
    beaten = tuple((x, {-0.15: 0.97, 1.35: -0.7}.get(x, y)) for x, y in POINTS)
    said = [
        verdict(TASK, moment(TASK, deal=4)),
        verdict(LOSS, moment(LOSS, points=dragged(target, 0.7))),
        *(verdict(step, moment(step), 1) for step in (ONE_FUNCTION, MANY, LEARN, AVERAGE, DRAWN)),
        verdict(BEAT, moment(BEAT, points=beaten)),
    ]
    assert unsaid("learning", said) == []
    assert unreasoned(said) == []
