import dataclasses
import math
from functools import partial

import pytest
import torch

from tnpcore import Points
from tnpcore.data import gp, kernels
from tnpcore.data.drawing import split
from tnpcore.data.priors import prior
from tnpcore.evaluation import fixed_tasks
from tnpcore.evaluation.measures import limits

pytestmark = pytest.mark.slow


def draw(*shape, seed=0):
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)


@pytest.fixture(scope="module")
def predictor():
    return gp.BayesPredictor(prior("smooth"))


@pytest.mark.parametrize(("name", "dim_x"), [("smooth", 1), ("nonstationary", 1), ("gp2d", 2)])
def test_equals_a_plain_sum_over_the_grid(name, dim_x):
    best = gp.BayesPredictor(prior(name), (4, 3, 2))
    context, xt = Points(draw(6, dim_x), draw(6, 1, seed=1)), draw(5, dim_x, seed=2)
    log_weights, means, seconds = [], [], []
    for i, lengthscale in enumerate(best.lengthscales):
        for j, (scale2, noise2) in enumerate(zip(best.scale2, best.noise2, strict=True)):
            kernel = partial(prior(name).kernel, lengthscale=lengthscale, scale=scale2.sqrt())
            covariance = kernel(context.x, context.x) + noise2 * torch.eye(6, dtype=torch.float64)
            evidence = torch.distributions.MultivariateNormal(torch.zeros(6, dtype=torch.float64), covariance)
            log_weights.append(best.log_prior[i, j] + evidence.log_prob(context.y[:, 0]))
            exact = gp.posterior(kernel, context, xt, noise2.sqrt())
            means.append(exact.mean)
            seconds.append(exact.variance + exact.mean.square())
    weights = torch.stack(log_weights).softmax(0)[:, None, None]
    mean = (weights * torch.stack(means)).sum(0)
    variance = (weights * torch.stack(seconds)).sum(0) - mean.square()
    found = best.predict(context, xt)
    torch.testing.assert_close(found.mean, mean, atol=1e-8, rtol=0)
    torch.testing.assert_close(found.stddev, variance.sqrt(), atol=1e-8, rtol=0)


@pytest.mark.parametrize("count", [0, 3, 40])
def test_a_kernel_of_few_features_gives_what_its_full_matrix_gives(count):
    periodic = prior("periodic")
    task = periodic.sample(2, count, 5, torch.Generator().manual_seed(0))
    fast, full = (gp.BayesPredictor(p, (24, 4, 3)) for p in (periodic, dataclasses.replace(periodic, features=None)))
    found, expected = (best.predict(task.context, task.target.x) for best in (fast, full))
    torch.testing.assert_close(found.mean, expected.mean, atol=1e-6, rtol=0)
    torch.testing.assert_close(found.stddev, expected.stddev, atol=1e-6, rtol=0)
    torch.testing.assert_close(fast.log_joint(task), full.log_joint(task), atol=1e-5, rtol=0)


def test_the_features_of_the_periodic_kernel_are_its_fourier_series():
    x, period = draw(6, 1), torch.tensor(0.7, dtype=torch.float64)
    features = kernels.periodic_features(x, period, 1.0)
    assert features.shape == (6, 21)
    torch.testing.assert_close(features @ features.T, kernels.periodic(x, x, 0.7, 1.0), atol=1e-9, rtol=0)


def test_the_mixture_has_the_gaussians_moments(predictor):
    found = predictor.predict(Points(draw(4, 1), draw(4, 1, seed=1)), draw(5, 1, seed=2))
    torch.testing.assert_close(found.mixture.mean, found.gaussian.mean)
    torch.testing.assert_close(found.mixture.stddev, found.gaussian.stddev, atol=1e-6, rtol=0)


def test_without_context_it_is_the_prior_everywhere(predictor):
    found = predictor.predict(Points(draw(0, 1), draw(0, 1)), draw(3, 1))
    assert found.mean.abs().max() == 0
    # E[scale^2] + E[noise^2] for scale ~ U(.5, 1.5) and noise ~ U(.05, .1).
    variance = 1 + 1 / 12 + 0.075**2 + 0.05**2 / 12
    torch.testing.assert_close(found.stddev, torch.full((3, 1), math.sqrt(variance), dtype=torch.float64))


def test_halving_the_grid_spacing_changes_little(predictor):
    tasks = fixed_tasks(prior("smooth"), 48, seed=5)
    fine = limits(tasks, gp.BayesPredictor(prior("smooth"), (48, 16, 10)))
    coarse = limits(tasks, predictor)
    assert abs((fine["gaussian"] - coarse["gaussian"]).mean()) < 5e-4
    assert fine["mixture"].mean() > fine["gaussian"].mean()


@pytest.mark.parametrize(
    ("name", "counts", "most"), [("nonstationary", (1, 4, 12, 45), 2e-3), ("gp2d", (1, 8, 40, 100), 1e-2)]
)
def test_the_grid_is_fine_enough_for_every_task(name, counts, most):
    """In nats per target: of one task at most so much, on average less than a thousandth."""
    known = prior(name)
    tasks = [known.sample(8, count, 20, torch.Generator().manual_seed(count)) for count in counts]
    finer = gp.BayesPredictor(known, tuple(math.ceil(1.5 * number) for number in known.resolution))
    fine, usual = (limits(tasks, best)["gaussian"] for best in (finer, gp.BayesPredictor(known)))
    assert (fine - usual).abs().max() < most
    assert (fine - usual).abs().mean() < 1e-3


def test_a_batch_equals_its_tasks_one_by_one(predictor):
    x, y, xt = draw(3, 5, 1), draw(3, 5, 1, seed=1), draw(3, 4, 1, seed=2)
    together = predictor.predict(Points(x, y), xt)
    torch.testing.assert_close(together.mean[2], predictor.predict(Points(x[2], y[2]), xt[2]).mean)


def test_the_joint_density_is_the_product_of_one_after_the_other(predictor):
    everything = Points(draw(2, 7, 1), draw(2, 7, 1, seed=1))
    steps = []
    for t in range(3, 7):
        context = Points(everything.x[:, :t], everything.y[:, :t])
        following = predictor.predict(context, everything.x[:, t : t + 1]).mixture
        steps.append(following.log_prob(everything.y[:, t : t + 1]).sum((-1, -2)))
    task = split(everything.x, everything.y, 3)
    torch.testing.assert_close(predictor.log_joint(task), torch.stack(steps).sum(0), atol=1e-8, rtol=0)


def test_the_joint_prediction_has_the_marginals_and_the_joint_density(predictor):
    everything = Points(draw(9, 1), draw(9, 1, seed=1))
    task = split(everything.x, everything.y, 5)
    found, alone = (
        predictor.predict_jointly(task.context, task.target.x),
        predictor.predict(task.context, task.target.x),
    )
    torch.testing.assert_close(found.mean, alone.mean[:, 0])
    torch.testing.assert_close(found.covariance.diagonal().sqrt(), alone.stddev[:, 0])
    parts = torch.distributions.MultivariateNormal(found.means, found.covariances)
    density = (found.log_weights + parts.log_prob(task.target.y[:, 0])).logsumexp(-1)
    torch.testing.assert_close(density, predictor.log_joint(task), atol=1e-8, rtol=0)


def test_the_joint_prediction_without_points_and_of_a_kernel_of_features():
    nothing, xt = Points(torch.zeros(0, 1), torch.zeros(0, 1)), draw(4, 1, seed=3)
    for name in ("smooth", "periodic"):
        best = gp.BayesPredictor(prior(name), (4, 3, 2))
        found = best.predict_jointly(nothing, xt)
        torch.testing.assert_close(found.covariance.diagonal().sqrt(), best.predict(nothing, xt).stddev[:, 0])
