import dataclasses

import pytest
import torch

from tnpcore.data.priors import prior
from tnpcore.models import CNP, initialise
from tnpcore.training import TrainingConfig, begin, schedule, train
from tnpcore.training.updates import Updates

SHORT = TrainingConfig(steps=60, batch_size=16, num_target=16, warmup=5, ema=0.9, pool_size=1024)


def fresh():
    model = CNP(d_model=32)
    initialise(model, torch.Generator().manual_seed(0))
    return model


def test_the_loss_falls_and_the_model_ends_with_the_averaged_weights():
    model = fresh()
    held_out = prior("smooth").sample(64, 10, 20, torch.Generator().manual_seed(9))
    before = model.loss(held_out).item()
    steps = list(train(model, prior("smooth"), SHORT))
    assert [s.step for s in steps] == list(range(1, 61))
    assert model.loss(held_out).item() < before - 0.05
    assert steps[-1].seconds > steps[0].seconds > 0


def test_a_run_that_was_stopped_and_restored_ends_like_one_that_was_not():
    whole = begin(fresh(), prior("smooth"), SHORT)
    for _ in range(12):
        whole.advance()
    half = begin(fresh(), prior("smooth"), SHORT)
    for _ in range(6):
        half.advance()
    resumed = begin(fresh(), prior("smooth"), SHORT)
    resumed.restore(half.state())
    losses = [resumed.advance().loss for _ in range(6)]
    assert resumed.step == 12 and len(losses) == 6
    for a, b in zip(whole.result.parameters(), resumed.result.parameters(), strict=True):
        torch.testing.assert_close(a, b)


def test_the_schedule_rises_then_falls_to_zero():
    config = dataclasses.replace(SHORT, steps=100, warmup=10)
    rates = [schedule(step, config) for step in range(101)]
    assert rates[0] == pytest.approx(0.1) and rates[100] == pytest.approx(0.0, abs=1e-12)
    assert max(rates) == rates[9] and rates[50] == pytest.approx(0.5)


def test_other_seeds_train_on_other_tasks():
    first = next(train(fresh(), prior("smooth"), SHORT)).loss
    again = next(train(fresh(), prior("smooth"), SHORT)).loss
    other = next(train(fresh(), prior("smooth"), dataclasses.replace(SHORT, seed=1))).loss
    assert first == again != other


def test_a_gradient_that_is_no_number_ends_the_run_before_the_weights_change():
    model = fresh()
    model.loss = lambda task, generator=None: (model.encoder[0].weight * 0).sqrt().sum()  # its gradient is nan
    before = [p.clone() for p in model.parameters()]
    with pytest.raises(FloatingPointError, match=r"step 1: the norm of the gradient is nan; tasks of .* noise 0\.0"):
        next(train(model, prior("smooth"), SHORT))
    assert all(torch.equal(a, b) for a, b in zip(before, model.parameters(), strict=True))


def averaged_over(steps, ema):
    """The share of the initial weights in the average when all later weights are 1, and the average itself."""
    model = torch.nn.Linear(1, 1, bias=False)
    model.weight.data.fill_(0.0)
    updates = Updates(model, [], dataclasses.replace(SHORT, steps=steps, ema=ema))
    for _ in range(steps):
        updates.take()
        model.weight.data.fill_(1.0)
    return updates.averaged.module.weight.item()


def test_a_short_run_does_not_keep_its_beginning():
    # With a constant decay of .999 the weights after the first update would be .999^1499 = 22 % of the average.
    assert 1 - averaged_over(1500, 0.999) < 1e-6


def test_the_decay_warms_up_to_its_largest():
    expected = 0.0
    for done in range(1, 300):
        expected += (1 - min(0.9, (1 + done) / (10 + done))) * (1 - expected)
    assert averaged_over(300, 0.9) == pytest.approx(expected, abs=1e-6)
    assert averaged_over(2, 0.999) == pytest.approx(1 - 2 / 11)
