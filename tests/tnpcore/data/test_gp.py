import math
from functools import partial

import pytest
import torch
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process import kernels as sk

from tnpcore import Points
from tnpcore.data import gp, kernels

OURS_AND_THEIRS = [
    (partial(kernels.rbf, lengthscale=0.6, scale=1.3), sk.RBF(0.6)),
    (partial(kernels.matern12, lengthscale=0.6, scale=1.3), sk.Matern(0.6, nu=0.5)),
    (partial(kernels.matern32, lengthscale=0.6, scale=1.3), sk.Matern(0.6, nu=1.5)),
    (partial(kernels.matern52, lengthscale=0.6, scale=1.3), sk.Matern(0.6, nu=2.5)),
    (partial(kernels.periodic, period=0.9, lengthscale=0.6, scale=1.3), sk.ExpSineSquared(0.6, 0.9)),
]


def draw(*shape, seed=0):
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)


@pytest.mark.parametrize("ours, theirs", OURS_AND_THEIRS)
def test_posterior_equals_scikit_learn(ours, theirs):
    x, y, xt = draw(9, 1), draw(9, 1, seed=1), draw(20, 1, seed=2)
    exact = GaussianProcessRegressor(1.3**2 * theirs, alpha=0.1**2, optimizer=None).fit(x.numpy(), y.numpy())
    mean, sd = exact.predict(xt.numpy(), return_std=True)
    found = gp.posterior(ours, Points(x, y), xt, 0.1)
    torch.testing.assert_close(found.mean[:, 0], torch.from_numpy(mean).reshape(-1), atol=1e-6, rtol=0)
    expected = torch.from_numpy(sd.reshape(-1)).square().add(0.1**2).sqrt()
    torch.testing.assert_close(found.stddev[:, 0], expected, atol=1e-6, rtol=0)


@pytest.mark.parametrize("ours, theirs", OURS_AND_THEIRS[:4])
def test_kernels_in_two_dimensions_equal_scikit_learn(ours, theirs):
    x1, x2 = draw(5, 2), draw(4, 2, seed=1)
    expected = torch.from_numpy((1.3**2 * theirs)(x1.numpy(), x2.numpy()))
    torch.testing.assert_close(ours(x1, x2), expected, atol=1e-12, rtol=0)


def test_worked_example_with_one_observation():
    found = gp.posterior(
        partial(kernels.rbf, lengthscale=1.0), Points(torch.zeros(1, 1), torch.ones(1, 1)), torch.tensor([[1.0]]), 0.5
    )
    k = math.exp(-0.5)
    assert found.mean.item() == pytest.approx(k / 1.25, abs=1e-7)
    assert found.stddev.item() == pytest.approx(math.sqrt(1 + 0.25 - k * k / 1.25), abs=1e-7)


def test_posterior_of_nothing_is_the_prior():
    found = gp.posterior(
        partial(kernels.rbf, lengthscale=1.0, scale=2.0),
        Points(torch.zeros(0, 1), torch.zeros(0, 1)),
        torch.zeros(3, 1),
        0.5,
    )
    assert found.mean.tolist() == [[0.0]] * 3
    torch.testing.assert_close(found.stddev, torch.full((3, 1), math.sqrt(4.25), dtype=torch.float64))


def test_a_duplicated_point_is_one_observation_with_half_the_noise_variance():
    kernel, xt = partial(kernels.rbf, lengthscale=0.7), draw(6, 1)
    twice = gp.posterior(kernel, Points(torch.zeros(2, 1), torch.ones(2, 1)), xt, 0.3)
    once = gp.posterior(kernel, Points(torch.zeros(1, 1), torch.ones(1, 1)), xt, 0.3 / math.sqrt(2))
    torch.testing.assert_close(twice.mean, once.mean)


def test_the_joint_posterior_is_scikit_learns_with_noise_on_its_diagonal():
    kernel, x, y, xt = partial(kernels.rbf, lengthscale=0.7), draw(5, 1), draw(5, 1, seed=1), draw(4, 1, seed=2)
    theirs = GaussianProcessRegressor(sk.RBF(0.7), alpha=0.01, optimizer=None).fit(x.numpy(), y.numpy()[:, 0])
    mean, covariance = theirs.predict(xt.numpy(), return_cov=True)
    told = gp.joint_posterior(kernel, Points(x, y), xt, 0.1)
    torch.testing.assert_close(told.mean[:, 0], torch.from_numpy(mean))
    expected = torch.from_numpy(covariance) + 0.01 * torch.eye(4, dtype=torch.float64)
    torch.testing.assert_close(told.scale_tril @ told.scale_tril.mT, expected)
    torch.testing.assert_close(told.stddev, gp.posterior(kernel, Points(x, y), xt, 0.1).stddev)


def test_a_batch_equals_its_tasks_one_by_one():
    kernel = partial(kernels.rbf, lengthscale=0.7)
    x, y, xt = draw(3, 5, 1), draw(3, 5, 1, seed=1), draw(3, 4, 1, seed=2)
    together = gp.posterior(kernel, Points(x, y), xt, torch.tensor(0.1))
    alone = gp.posterior(kernel, Points(x[1], y[1]), xt[1], 0.1)
    torch.testing.assert_close(together.mean[1], alone.mean)
    torch.testing.assert_close(together.stddev[1], alone.stddev)
