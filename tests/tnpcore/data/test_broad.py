"""The prior for data whose kind is not known: what it draws, and that its own densities are those of what it draws."""

import math

import pytest
import torch

from tnpcore import Points
from tnpcore.data.broad import FAMILIES, BroadPrior
from tnpcore.data.limit import find_predictor
from tnpcore.data.monte_carlo import FewEffectiveSamples, MonteCarloPredictor
from tnpcore.data.priors import prior

BROAD = prior("broad")
NEAR = {"atol": 2e-3, "rtol": 2e-3}  # tasks are drawn in single precision


def generator(seed=0):
    return torch.Generator().manual_seed(seed)


@pytest.mark.slow
def test_values_are_standardised_in_expectation():
    x = torch.linspace(-2, 2, 33, dtype=torch.float64)[:, None].expand(4000, -1, -1)
    functions = BROAD.sample_parameters(4000, generator())
    covariance = BROAD.covariance(functions, x, x)
    assert covariance.mean((-2, -1)).abs().max() < 1e-12
    spread = covariance.diagonal(dim1=-2, dim2=-1).mean(-1) + functions.noise[:, 0, 0] ** 2
    assert spread.min() > 0.79**2 and spread.max() < 1.26**2
    assert set(functions.family.tolist()) == set(range(len(FAMILIES)))
    assert 0.4 < (functions.long > 0).double().mean() < 0.6 and 0.25 < (functions.line > 0).double().mean() < 0.42


def test_the_known_distribution_of_the_targets_is_the_posterior_of_the_parameters():
    """From the Cholesky factor that drew them on one side, from the covariances on the other."""
    batch, prior = 6, BroadPrior()
    task = prior.sample(batch, 7, 5, generator(3))
    functions = prior.sample_parameters(batch, generator(3))
    for i in range(batch):
        context = Points(task.context.x[i], task.context.y[i])
        found = prior.predict(functions[i : i + 1], context, task.target.x[i])
        torch.testing.assert_close(found.mean[0], task.known.mean[i], **NEAR)
        torch.testing.assert_close(found.stddev[0], task.known.stddev[i], **NEAR)
        everything = context.joined(Points(task.target.x[i], task.target.y[i]))
        gain = prior.log_likelihood(functions[i : i + 1], everything) - prior.log_likelihood(
            functions[i : i + 1], context
        )
        torch.testing.assert_close(gain[0], task.known.log_prob(task.target.y)[i], **NEAR)


def test_half_of_the_sets_are_on_a_grid_without_a_place_twice():
    task = BROAD.sample(400, 10, 6, generator(1))
    x = task.context.joined(task.target).x[..., 0].sort(-1).values
    steps = x.diff()
    assert steps.min() > 0
    finest = 4 / (2 * 16 - 1)
    on_grid = [
        any(((row + 2) * (n - 1) / 4).frac().sub(0.5).abs().min() > 0.5 - 1e-9 for n in range(16, 33)) for row in x
    ]
    assert 0.4 < sum(on_grid) / len(on_grid) < 0.6 and steps[torch.tensor(on_grid)].min() > finest - 1e-9


@pytest.mark.slow
def test_a_monte_carlo_predictor_knows_the_prior():
    """With no context: y has mean 0 and about variance 1. That of many points it says not to know."""
    predictor = MonteCarloPredictor(BROAD, 2048)
    nothing = Points(torch.zeros(0, 1), torch.zeros(0, 1))
    found = predictor.predict(nothing, torch.linspace(-2, 2, 9)[:, None])
    assert found.mean.abs().max() < 1e-9 and 0.8 < found.stddev.square().mean() < 1.2
    many = BROAD.sample(1, 60, 1, generator(2)).context
    with pytest.warns(FewEffectiveSamples):
        predictor.predict(Points(many.x[0], many.y[0]), torch.zeros(1, 1))
    assert find_predictor(BROAD) is None


@pytest.mark.parametrize("wrong", [{"noise": (0.0, 1.0)}, {"lengthscale": (2.0, 1.0)}, {"inputs": (1.0, -math.inf)}])
def test_ranges_are_checked(wrong):
    with pytest.raises(ValueError, match=next(iter(wrong))):
        BroadPrior(**wrong)
