import dataclasses
import math
from functools import partial

import numpy as np
import pytest
import torch

from tnpcore import Points
from tnpcore.data import gp, kernels, limit
from tnpcore.data.pool import TaskPool
from tnpcore.data.priors import prior
from tnpcore.evaluation import fingerprint, fixed_tasks
from tnpcore.evaluation.measures import limits


def draw(*shape, seed=0):
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)


@pytest.fixture(scope="module")
def nonstationary():
    return prior("nonstationary")


@pytest.fixture(scope="module")
def pool(nonstationary):
    return TaskPool(nonstationary, 2048, 60, torch.Generator().manual_seed(0))


# ---- the kernel --------------------------------------------------------------------------------------


def test_worked_example_of_two_lengthscales():
    found = kernels.gibbs(torch.zeros(1, 1), torch.ones(1, 1), lambda x: 1 + x, scale=3.0)
    # l = 1 and 2 at a distance of 1: l^2 + l'^2 = 5.
    assert found.item() == pytest.approx(9 * math.sqrt(2 * 1 * 2 / 5) * math.exp(-1 / 5), rel=1e-6)


@pytest.mark.parametrize("dim_x", [1, 2])
def test_it_is_the_rbf_kernel_where_the_lengthscale_is_constant(dim_x):
    x1, x2 = draw(3, 6, dim_x), draw(3, 5, dim_x, seed=1)
    found = kernels.gibbs(x1, x2, lambda x: torch.full_like(x[..., :1], 0.7), 1.3)
    torch.testing.assert_close(found, kernels.rbf(x1, x2, 0.7, 1.3))


@pytest.mark.parametrize("dim_x", [1, 2])
def test_it_is_positive_definite_for_any_lengthscale(dim_x):
    x = draw(40, dim_x)
    wild = kernels.gibbs(x, x, lambda x: 0.05 + (3 * x).sin().square().sum(-1, keepdim=True))
    assert torch.linalg.eigvalsh(wild).min() > -1e-12
    torch.testing.assert_close(wild.diagonal(), torch.ones(40, dtype=torch.float64))
    # Without its first factor it would not be.
    l2 = (0.05 + (3 * x).sin().square().sum(-1, keepdim=True)).square()
    bare = torch.exp(-(x[:, None] - x[None]).square().sum(-1) / (l2 + l2.mT))
    assert torch.linalg.eigvalsh(bare).min() < -1e-3


def test_the_posterior_equals_the_dense_formula(nonstationary):
    x, y, xt = (draw(*shape, seed=seed).numpy() for seed, shape in enumerate(((7, 1), (7, 1), (4, 1))))

    def covariance(a, b):
        la, lb = (0.15 * 10 ** (1 / (1 + np.exp(-x / 0.1))) for x in (a, b.T))
        return 1.2**2 * np.sqrt(2 * la * lb / (la**2 + lb**2)) * np.exp(-((a - b.T) ** 2) / (la**2 + lb**2))

    gain = covariance(xt, x) @ np.linalg.inv(covariance(x, x) + 0.1**2 * np.eye(7))
    variance = np.diag(covariance(xt, xt) - gain @ covariance(x, xt)) + 0.1**2
    kernel = partial(nonstationary.kernel, lengthscale=0.15, scale=1.2)
    found = gp.posterior(kernel, Points(torch.from_numpy(x), torch.from_numpy(y)), torch.from_numpy(xt), 0.1)
    np.testing.assert_allclose(found.mean, gain @ y, atol=1e-9)
    np.testing.assert_allclose(found.stddev[:, 0], np.sqrt(variance), atol=1e-9)


# ---- the prior ---------------------------------------------------------------------------------------


def test_functions_vary_fast_on_the_left_and_slowly_on_the_right(nonstationary):
    quiet = dataclasses.replace(nonstationary, noise=(1e-4, 1e-4), scale=(1.0, 1.0), inputs=(-2.0, 2.0))
    steps = torch.tensor([[[-1.5], [-1.35], [1.35], [1.5]]], dtype=torch.float64)
    covariance = quiet.kernel(steps, steps, 0.15, 1.0)[0]
    # Over one short lengthscale the correlation falls to exp(-1/2); over a tenth of the long one it hardly falls.
    assert covariance[0, 1].item() == pytest.approx(math.exp(-0.5), abs=1e-4)
    assert covariance[2, 3].item() == pytest.approx(math.exp(-0.005), abs=1e-4)


def test_tasks_have_the_priors_moments_on_both_sides(nonstationary):
    task = nonstationary.sample(4000, 0, 2, torch.Generator().manual_seed(0))
    x, y = task.target.x.flatten(), task.target.y.flatten()
    for side in (x < 0, x > 0):
        assert y[side].var().item() == pytest.approx(1.0833 + 0.0058, abs=0.1)


@pytest.mark.parametrize("mirrored", [False, True])
def test_a_pools_functions_are_not_mirrored(pool, mirrored):
    """Standardised by the Bayes predictor of the prior, held-out values have unit variance: mirrored ones do not."""
    task = pool.batch(512, 20, 10)
    assert task.known.mean.shape == (512, 10, 1) and task.target.y.dtype == torch.float32
    sign = -1 if mirrored else 1
    context = Points(sign * task.context.x, task.context.y)
    best = limit.predictor(pool.prior, 2 / 3).predict(context, sign * task.target.x).gaussian
    spread = ((task.target.y - best.mean) / best.stddev).square().mean().item()
    assert spread > 3 if mirrored else spread == pytest.approx(1.0, abs=0.1)


def test_a_stationary_pool_is_mirrored(nonstationary):
    """`symmetric` decides, and the others are as they were: their seeded batches are those of the shipped weights."""
    assert prior("smooth").symmetric and prior("periodic").symmetric and not nonstationary.symmetric
    ordered = TaskPool(prior("smooth"), 512, 60, torch.Generator().manual_seed(0))
    ordered.x = ordered.x.abs()
    assert (ordered.batch(64, 5, 5).context.x < 0).any()


def test_its_numbers_are_in_the_hash_of_the_tasks(nonstationary):
    tasks = fixed_tasks(nonstationary, 16, seed=0)
    hashes = {fingerprint(dataclasses.replace(nonstationary, **other), tasks) for other in ({}, {"ratio": 9.0})}
    assert len(hashes) == 2
    assert dataclasses.replace(nonstationary) == nonstationary


# ---- its Bayes predictor -----------------------------------------------------------------------------


def test_no_predictor_that_mirrors_x_matches_it(nonstationary):
    """What absolute x is worth: the same predictor, with left and right exchanged, loses."""
    tasks = [nonstationary.sample(32, 12, 20, torch.Generator().manual_seed(0))]
    mirrored = dataclasses.replace(nonstationary, width=-nonstationary.width)
    right, wrong = (limits(tasks, limit.predictor(p, 2 / 3))["gaussian"] for p in (nonstationary, mirrored))
    assert (right - wrong).mean() > 0.2
