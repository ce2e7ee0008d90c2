"""One gradient step: against a model that is really stepped, and the laws of its length."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy

import numpy as np
import pytest
import torch

from pages.learning.gradient import LENGTHS, stepped
from pages.learning.story import POINTS
from pages.learning.task import dealt, loss, network
from pages.shared.lesson.values import context
from tnpcore.learned import step_name

pytestmark = pytest.mark.slow

TASK = dealt(context(POINTS), 1).task


@pytest.mark.parametrize("name", [step_name("tnpd", 1), step_name("cnp", 100)])
def test_a_step_is_that_of_gradient_descent_with_a_gradient_of_norm_one(name):
    found, model = stepped(name, TASK), deepcopy(network(name)).requires_grad_()
    x, y, xt, yt = (each[None].float() for each in (TASK.context.x, TASK.context.y, TASK.target.x, TASK.target.y))
    with torch.enable_grad():
        before = -model(x, y, xt).log_prob(yt).mean()
        before.backward()
    norm = torch.nn.utils.clip_grad_norm_(model.parameters(), float("inf"))
    torch.optim.SGD(model.parameters(), lr=float(LENGTHS[-1] / norm)).step()
    with torch.no_grad():
        after = -model(x, y, xt).log_prob(yt).mean()
    assert found.own[-1] == pytest.approx((after - before).item(), abs=1e-4)


def test_a_short_step_lowers_the_loss_it_was_taken_from_and_no_step_changes_nothing():
    found = stepped(step_name("tnpd", 1), TASK)
    assert found.own[0] == found.new[0] == found.new_by_many[0] == 0
    assert found.own[1] < 0 and found.new_by_many[1] < 0
    assert -1 <= found.cosine <= 1


def test_the_model_that_all_share_stays_as_it_is_while_several_step_at_once():
    name = step_name("tnpd", 1)
    before, tasks = loss(name, TASK), [dealt(context(POINTS), number).task for number in (1, 2, 3, 4)]
    alone = [stepped(name, task) for task in tasks]
    with ThreadPoolExecutor(4) as people:
        together = list(people.map(lambda task: stepped(name, task), 4 * tasks))
    assert loss(name, TASK) == before
    for one, other in zip(4 * alone, together, strict=True):
        np.testing.assert_allclose(one.own, other.own, atol=1e-6)
