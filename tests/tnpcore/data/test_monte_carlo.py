"""Importance sampling, beside the exact integral and beside what can be computed by hand."""

import math
import warnings

import pytest
import torch
from torch.distributions import MultivariateNormal, Normal

from tnpcore import Points, Task
from tnpcore.data import limit
from tnpcore.data.gp import posterior
from tnpcore.data.limit import predictor
from tnpcore.data.monte_carlo import FewEffectiveSamples, MonteCarloPredictor, SampledPrior
from tnpcore.data.priors import prior


class PlainGP:
    """The smooth prior as a class of its own, which knows nothing of grids."""

    def sample_parameters(self, n, generator):
        return prior("smooth").hyperparameters(n, generator)

    def log_likelihood(self, parameters, points):
        lengthscale, scale, noise = parameters
        if len(points) == 0:
            return torch.zeros(len(noise))
        covariance = prior("smooth").kernel(points.x, points.x, lengthscale, scale)
        covariance = covariance + noise**2 * torch.eye(len(points), dtype=torch.float64)
        return MultivariateNormal(torch.zeros(len(points)).double(), covariance).log_prob(points.y[:, 0])

    def predict(self, parameters, context, xt):
        lengthscale, scale, noise = parameters
        expanded = Points(context.x.expand(len(noise), -1, -1), context.y.expand(len(noise), -1, -1))
        kernel = prior("smooth").kernel
        return posterior(lambda a, b: kernel(a, b, lengthscale, scale), expanded, xt.expand(len(noise), -1, -1), noise)


class Constant:
    """y = m + noise with m ~ N(0, 1) and noise of variance 1."""

    def sample_parameters(self, n, generator):
        return torch.randn(n, generator=generator, dtype=torch.float64)

    def log_likelihood(self, parameters, points):
        return Normal(parameters[:, None], 1.0).log_prob(points.y[:, 0]).sum(-1)

    def predict(self, parameters, context, xt):
        mean = parameters[:, None, None].expand(-1, *xt.shape)
        return Normal(mean, torch.ones_like(mean))


class TwoValues(Constant):
    def sample_parameters(self, n, generator):
        return torch.tensor([-1.0, 1.0])


def points(*y):
    return Points(torch.zeros(len(y), 1).double(), torch.tensor(y).double()[:, None])


@pytest.fixture(scope="module")
def task():
    return prior("smooth").sample(2, 3, 6, torch.Generator().manual_seed(1))


def test_a_plain_class_reaches_the_exact_prediction_within_its_own_error(task):
    found = predictor(PlainGP()).predict(task.context, task.target.x)
    exact = predictor(prior("smooth")).predict(task.context, task.target.x)
    assert found.effective_sample_size.shape == (2,) and (found.effective_sample_size > 500).all()
    assert (found.mean_error > 0).all() and (found.mean_error < 0.03).all()
    assert ((found.mean - exact.mean).abs() < 4 * found.mean_error).all()
    y = task.target.y
    error, apart = found.log_prob_error(y), found.mixture.log_prob(y) - exact.mixture.log_prob(y)
    assert error.shape == y.shape and (error < 0.05).all() and (apart.abs() < 4 * error).all()


def test_the_stated_errors_are_those_that_are_made(task):
    context, xt, y = Points(task.context.x[0], task.context.y[0]), task.target.x[0], task.target.y[0]
    exact = predictor(prior("smooth")).predict(context, xt)
    means, densities, gaussians = [], [], []
    for seed in range(40):
        best = MonteCarloPredictor(PlainGP(), 600, torch.Generator().manual_seed(seed))
        found = best.predict(context, xt)
        means.append((found.mean - exact.mean) / found.mean_error)
        gaussians.append((found.gaussian.log_prob(y) - exact.gaussian.log_prob(y)) / found.gaussian_error(y))
        densities.append((found.mixture.log_prob(y) - exact.mixture.log_prob(y)) / found.log_prob_error(y))
    for standardised in (means, densities, gaussians):
        assert torch.stack(standardised).square().mean().item() == pytest.approx(1.0, abs=0.4)


def test_the_joint_density_and_that_left_out_are_the_exact_ones(task):
    found, exact = predictor(PlainGP()), predictor(prior("smooth"))
    few = Task(task.context, Points(task.target.x[:, :2], task.target.y[:, :2]))
    torch.testing.assert_close(found.log_joint(few), exact.log_joint(few), atol=0.06, rtol=0)
    one = Points(task.context.x[0], task.context.y[0])
    torch.testing.assert_close(found.log_leave_one_out(one), exact.log_leave_one_out(one), atol=0.06, rtol=0)


def test_a_conjugate_example_by_hand():
    """After y = 2, m ~ N(1, 1/2): the next value is N(1, 3/2)."""
    best = predictor(Constant())
    found = best.predict(points(2.0), torch.zeros(1, 1))
    assert found.mean.item() == pytest.approx(1.0, abs=4 * found.mean_error.item())
    assert found.stddev.item() == pytest.approx(math.sqrt(1.5), abs=0.05)
    joint = best.log_joint(Task(points(2.0), points(0.5))).item()
    assert joint == pytest.approx(Normal(1.0, math.sqrt(1.5)).log_prob(torch.tensor(0.5)).item(), abs=0.05)
    left_out = best.log_leave_one_out(points(0.5, 2.0))
    assert left_out[0].item() == pytest.approx(joint, abs=1e-12)


def test_two_parameters_by_hand():
    """y = 1 is exp(2) times as probable with m = 1 as with m = -1."""
    with pytest.warns(FewEffectiveSamples):
        found = MonteCarloPredictor(TwoValues(), 2).predict(points(1.0), torch.zeros(1, 1))
    low = 1 / (1 + math.exp(2))
    high = 1 - low
    assert found.mean.item() == pytest.approx(high - low)
    assert found.effective_sample_size.item() == pytest.approx(1 / (low**2 + high**2))
    assert found.mean_error.item() == pytest.approx(math.sqrt(2) * 2 * low * high)


def test_few_effective_samples_warn_once_and_say_what_to_do():
    best = MonteCarloPredictor(Constant(), 200)
    best.predict(points(), torch.zeros(1, 1))
    with pytest.warns(FewEffectiveSamples, match=r"only \d+\.\d of 200 parameters.*larger num_parameters") as caught:
        best.predict(points(3.0, 3.1, 2.9), torch.zeros(1, 1))
    assert len(caught) == 1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        best.predict(points(3.0, 3.1, 2.9), torch.zeros(1, 1))


def test_the_protocols_are_satisfied_by_methods_alone():
    assert isinstance(Constant(), SampledPrior) and isinstance(predictor(Constant()), limit.Predictor)
    assert predictor(Constant(), 1 / 4).num_parameters == 1024
    assert not isinstance(prior("smooth"), SampledPrior)


def test_a_prior_that_can_do_neither_is_refused():
    class Nothing:
        name, max_context = "nothing", 5

        def sample(self, batch, num_context, num_target, generator): ...

    with pytest.raises(ValueError, match="no Bayes predictor is known for the prior 'nothing'"):
        predictor(Nothing())


@pytest.mark.parametrize(
    ("value", "message"),
    [(torch.zeros(4, 1), r"must give \[4\] numbers, got \[4, 1\]"), (torch.full((4,), -math.inf), "not all of them")],
)
def test_likelihoods_that_weigh_nothing_are_refused(value, message):
    class Odd(Constant):
        def log_likelihood(self, parameters, points):
            return value

    with pytest.raises(ValueError, match=message):
        MonteCarloPredictor(Odd(), 4).predict(points(1.0), torch.zeros(1, 1))
    with pytest.raises(ValueError, match="num_parameters must be a whole number of at least 1, got 0"):
        MonteCarloPredictor(Odd(), 0)
