"""Autoregressive prediction: what is cached equals what is computed in full, and the joint density is one."""

import math

import pytest
import torch

from tests.tnpcore.models.test_contracts import draw, fresh
from tnpcore import Points, Task, load, loglik_autoregressively, masks, predict, sample_autoregressively
from tnpcore.fast import tokens as token_cache
from tnpcore.models.tnpa import in_order

pytestmark = pytest.mark.slow

NEVER = 1000
CONTEXT = Points(draw(7, 1), draw(7, 1, seed=1))
TASK = Task(CONTEXT, Points(draw(6, 1, seed=2), draw(6, 1, seed=3)))
# Adding an observation to their cache is exact, or encodes all points again.
EXACT = ["cnp", "np", "convcnp-residual", "lbanp", "tetnp-pseudo"]
APPENDING = [
    *("tnpd", "eqtnp", "anp", "tnpd-centred", "tnpd-rotary", "tetnp", "tetnp-rbf", "tetnp-fourier", "tetnp-joint"),
]


def by_full_passes(model, task):
    """Every value from a full pass over everything before it."""
    context, terms = task.context, []
    for t in range(len(task.target)):
        x, y = task.target.x[t : t + 1], task.target.y[t : t + 1]
        terms.append(model(context.x, context.y, x).log_prob(y).sum())
        context = context.joined(Points(x, y))
    return torch.stack(terms).sum() / task.target.y.numel()


@pytest.mark.parametrize("name", EXACT + APPENDING)
def test_refreshed_at_every_value_it_is_the_published_procedure(name):
    model = fresh(name)
    torch.testing.assert_close(loglik_autoregressively(model, TASK), by_full_passes(model, TASK), atol=1e-9, rtol=0)


@pytest.mark.parametrize("name", EXACT)
def test_where_appending_is_exact_it_does_not_matter_how_often_it_is_refreshed(name):
    model = fresh(name)
    exact, cached = (loglik_autoregressively(model, TASK, refresh) for refresh in (1, NEVER))
    torch.testing.assert_close(exact, cached, atol=1e-9, rtol=0)


@pytest.mark.parametrize("name", ["tnpd", "tnpa", "tnpd-centred", "tnpd-fourier", "tnpd-nox"])
def test_cached_keys_and_values_equal_one_masked_pass(name):
    """The literal form: self-attention over context, targets with their y, and auxiliary tokens, under one mask."""
    model = fresh(name)
    literal = in_order(model, CONTEXT, TASK.target, masks.autoregressive(7, 6)).log_prob(TASK.target.y).mean()
    torch.testing.assert_close(loglik_autoregressively(model, TASK, NEVER), literal, atol=1e-9, rtol=0)


@pytest.mark.parametrize("name", ["tetnp", "tetnp-raw", "tetnp-rbf", "tetnp-fourier"])
def test_tetnps_cached_keys_and_values_equal_one_masked_pass(name):
    model, nc, nt = fresh(name), len(CONTEXT), len(TASK.target)
    known = CONTEXT.joined(TASK.target)
    observed = model.embed.observed(known.x, known.y, None)
    tokens = model.embed(torch.cat([observed, model.embed.unobserved(TASK.target.x, None)]))
    mask = masks.autoregressive(nc, nt)[:, : nc + nt]
    for block, bias in zip(model.blocks, model.biases(torch.cat([known.x, TASK.target.x]), known.x), strict=True):
        tokens = block(tokens, tokens[: nc + nt], mask, bias)
    literal = model.head(tokens[nc + nt :]).log_prob(TASK.target.y).mean()
    torch.testing.assert_close(loglik_autoregressively(model, TASK, NEVER), literal, atol=1e-9, rtol=0)


@pytest.mark.parametrize("name", APPENDING)
def test_appended_values_change_later_predictions_and_refreshing_changes_them_a_little(name):
    model = fresh(name)
    ignored = model(CONTEXT.x, CONTEXT.y, TASK.target.x).log_prob(TASK.target.y).mean()
    exact, cached = (loglik_autoregressively(model, TASK, refresh) for refresh in (1, NEVER))
    assert len({round(v.item(), 9) for v in (ignored, exact, cached)}) == 3


@pytest.mark.parametrize("name", ["tnpd", "tetnp", "cnp", "tnpd-centred", "tnpd-rotary"])
def test_from_an_empty_context(name):
    model, task = fresh(name), Task(Points(draw(0, 1), draw(0, 1)), TASK.target)
    torch.testing.assert_close(loglik_autoregressively(model, task), by_full_passes(model, task), atol=1e-9, rtol=0)
    assert loglik_autoregressively(model, task, NEVER).isfinite()


@pytest.mark.parametrize("name", ["tnpd", "tetnp", "anp"])
def test_a_batch_equals_its_tasks_by_themselves(name):
    model = fresh(name)
    sets = [Points(torch.stack([p.x, p.x + 1]), torch.stack([p.y, -p.y])) for p in (TASK.context, TASK.target)]
    both = loglik_autoregressively(model, Task(*sets), 3)
    alone = loglik_autoregressively(model, Task(*(Points(s.x[1], s.y[1]) for s in sets)), 3)
    torch.testing.assert_close(both[1], alone, atol=1e-9, rtol=0)


@pytest.mark.parametrize("name, refresh", [("tnpd", 1), ("tnpd", NEVER), ("tetnp", 4)])
def test_samples_have_the_density_that_is_stated(name, refresh):
    """E[log q(y)] over draws from q, two ways: from the draws' own conditionals, and by Gaussian entropy. With one
    target they must agree; the second target's mean must follow the first's."""
    model = load(name)
    xt = torch.tensor([[1.0], [1.05]])
    context = Points(torch.tensor([[-1.0]]), torch.tensor([[0.5]]))
    samples = sample_autoregressively(model, context, xt, 400, torch.Generator().manual_seed(0), refresh)
    assert samples.shape == (400, 2, 1)
    marginal = predict(model, context, xt)
    assert (samples[:, 0] - samples[:, 1]).std() < 0.5 * samples[:, 0].std()
    torch.testing.assert_close(samples[:, 0].mean(), marginal.mean[0, 0], atol=0.2, rtol=0)
    first = Task(
        Points(context.x.expand(400, 1, 1), context.y.expand(400, 1, 1)),
        Points(xt[:1].expand(400, 1, 1), samples[:, :1]),
    )
    entropy = marginal.std[0, 0].log() + 0.5 * math.log(2 * math.pi * math.e)
    torch.testing.assert_close(-loglik_autoregressively(model, first, refresh).mean(), entropy, atol=0.1, rtol=0)


def test_refresh_must_be_positive():
    with pytest.raises(ValueError, match="at least 1, got 0"):
        loglik_autoregressively(fresh("cnp"), TASK, 0)
    with pytest.raises(ValueError, match="at least one target, got none"):
        loglik_autoregressively(fresh("cnp"), Task(TASK.context, Points(TASK.target.x[:0], TASK.target.y[:0])))


def test_no_targets_give_no_samples():
    assert sample_autoregressively(fresh("tnpd"), CONTEXT, CONTEXT.x[:0], 2, torch.Generator()).shape == (2, 0, 1)


def test_a_cache_can_be_used_again_after_it_was_extended():
    """Appending makes a new cache; branches from one context do not disturb each other."""
    model = fresh("tetnp")
    cache = model.encode(CONTEXT.x, CONTEXT.y)
    before = model.decode(cache, TASK.target.x).mean
    model.extend(cache, TASK.target.x, TASK.target.y)
    assert torch.equal(before, model.decode(cache, TASK.target.x).mean)


def test_appending_does_not_encode_the_context_again(monkeypatch):
    """Keys and values of the context are computed once: afterwards only single tokens are projected."""
    seen, original = [], token_cache.append

    def counted(block, tokens, *rest):
        seen.append(tokens.shape[-2])
        return original(block, tokens, *rest)

    monkeypatch.setattr(token_cache, "append", counted)
    loglik_autoregressively(fresh("tnpd"), TASK, NEVER)
    assert seen == [7] * 4 + [1] * 4 * 5
