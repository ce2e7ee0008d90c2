import pytest
import torch

from tnpcore.data.gp import posterior
from tnpcore.data.pool import TaskPool
from tnpcore.data.priors import prior


@pytest.fixture(scope="module")
def smooth():
    return prior("smooth")


@pytest.fixture(scope="module")
def pool(smooth):
    return TaskPool(smooth, 2048, 60, torch.Generator().manual_seed(0))


def test_samples_have_the_priors_moments(smooth):
    task = smooth.sample(4000, 1, 1, torch.Generator().manual_seed(0))
    y = task.target.y.flatten()
    assert y.mean().abs() < 0.06
    # E[scale^2] + E[noise^2] with scale ~ U(.5, 1.5), noise ~ U(.05, .1).
    assert y.var().item() == pytest.approx(1.0833 + 0.0058, abs=0.08)
    assert task.context.x.min() >= -2 and task.context.x.max() <= 2


def test_the_same_seed_draws_the_same_tasks(smooth):
    first, second, other = (smooth.sample(3, 4, 5, torch.Generator().manual_seed(s)) for s in (1, 1, 2))
    assert torch.equal(first.target.y, second.target.y) and not torch.equal(first.target.y, other.target.y)


def test_unknown_priors_are_refused_with_the_known_ones():
    with pytest.raises(ValueError, match=r"smooth.*'rough'"):
        prior("rough")


def test_pool_batches_have_the_priors_moments(pool):
    task = pool.batch(2048, 0, 1)
    second_moment = (task.target.y.square() + task.spread.square()).mean().item()
    assert second_moment == pytest.approx(1.0833 + 0.0058, abs=0.03)


def test_pool_targets_are_the_posterior_and_disjoint_from_the_context(pool):
    task = pool.batch(64, 20, 10)
    assert task.context.x.shape == (64, 20, 1) and task.spread.shape == (64, 10, 1)
    assert not (task.context.x[:, :, None, 0] == task.target.x[:, None, :, 0]).any()
    assert (task.spread > 0.05).all() and (task.spread < 1.6).all()


def test_drawn_functions_agree_with_the_posterior_stated_as_their_distribution(smooth):
    """Standardised by the GP that made them, held-out values of exact draws have unit variance."""
    generator = torch.Generator().manual_seed(4)
    lengthscale, scale, noise = smooth.hyperparameters(400, torch.Generator().manual_seed(4))
    task = smooth.sample(400, 10, 5, generator)
    exact = posterior(lambda a, b: smooth.kernel(a, b, lengthscale, scale), task.context, task.target.x, noise)
    z = (task.target.y - exact.mean) / exact.stddev
    assert z.mean().abs() < 0.08 and z.std().item() == pytest.approx(1.0, abs=0.06)
