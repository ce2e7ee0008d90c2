import dataclasses

import pytest
import torch

from tnpcore import Points
from tnpcore.data.equivariant import EquivariantBayesPredictor
from tnpcore.data.gp import BayesPredictor
from tnpcore.data.limit import predictor
from tnpcore.data.priors import prior

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def nonstationary():
    return prior("nonstationary")


@pytest.fixture(scope="module")
def best(nonstationary):
    return EquivariantBayesPredictor(nonstationary)


def excess(best, prior, size, count=64, tau=0.0):
    """Of the equivariant predictor over the Bayes predictor's best Gaussian, for each task."""
    task = prior.sample(count, size, 16, torch.Generator().manual_seed(size))
    limit = predictor(prior).predict(task.context, task.target.x).gaussian.log_prob(task.target.y)
    moved = task.shifted(tau)
    return (limit - best.predict(moved.context, moved.target.x).log_prob(task.target.y)).mean((-1, -2))


@pytest.mark.parametrize("size", [0, 1, 7])
def test_it_is_translation_equivariant(best, nonstationary, size):
    task = nonstationary.sample(4, size, 5, torch.Generator().manual_seed(0))
    here = best.predict(task.context, task.target.x)
    far = best.predict(task.context.shifted(-13.37), task.target.x - 13.37)
    torch.testing.assert_close(far.mean, here.mean, atol=1e-9, rtol=0)
    torch.testing.assert_close(far.stddev, here.stddev, atol=1e-9, rtol=0)


@pytest.mark.parametrize("size", [0, 3, 20])
def test_on_a_stationary_prior_it_is_the_bayes_predictor(nonstationary, size):
    stationary = dataclasses.replace(nonstationary, ratio=1.0, lengthscale=(0.25, 1.0))
    task = stationary.sample(3, size, 5, torch.Generator().manual_seed(1))
    expected = BayesPredictor(stationary, (8, 4, 3)).predict(task.context, task.target.x).gaussian
    found = EquivariantBayesPredictor(stationary, (8, 4, 3), 0.5).predict(task.context, task.target.x)
    torch.testing.assert_close(found.mean, expected.mean, atol=1e-8, rtol=0)
    torch.testing.assert_close(found.stddev, expected.stddev, atol=1e-8, rtol=0)


def test_it_is_a_plain_sum_over_the_places_where_the_inputs_fit(nonstationary):
    """One hyper-parameter, one target: the mixture is written out."""
    known = dataclasses.replace(nonstationary, lengthscale=(0.15, 0.15), scale=(1.0, 1.0), noise=(0.1, 0.1))
    context, xt = Points(torch.tensor([[5.0], [6.0]]), torch.tensor([[0.5], [-0.5]])), torch.tensor([[7.5]])
    found = EquivariantBayesPredictor(known, (1, 1, 1), 0.01).predict(context, xt)
    # Inputs 5 to 7.5 fit into [-2, 2] when they are moved by -7 to -5.5.
    moves = torch.linspace(-7.0, -5.5, 1501, dtype=torch.float64)
    logs, means, variances = [], [], []
    for move in moves:
        x = torch.cat([context.x, xt]).double() + move
        joint = known.kernel(x, x, 0.15, 1.0) + 0.01 * torch.eye(3, dtype=torch.float64)
        normal = torch.distributions.MultivariateNormal(torch.zeros(2, dtype=torch.float64), joint[:2, :2])
        logs.append(normal.log_prob(context.y[:, 0].double()))
        gain = torch.linalg.solve(joint[:2, :2], joint[:2, 2])
        means.append(gain @ context.y[:, 0].double())
        variances.append(joint[2, 2] - gain @ joint[:2, 2])
    weights = torch.stack(logs).softmax(0)
    mean = weights @ torch.stack(means)
    variance = weights @ (torch.stack(variances) + torch.stack(means).square()) - mean.square()
    assert found.mean.item() == pytest.approx(mean.item(), abs=2e-3)
    assert found.stddev.item() == pytest.approx(variance.sqrt().item(), abs=2e-3)


def test_what_equivariance_costs_where_it_is_the_wrong_assumption(best, nonstationary):
    """Clearly more than nothing with few points, hardly anything with many; nothing that a shift would change."""
    few = torch.cat([excess(best, nonstationary, size) for size in (1, 2, 3)])
    assert few.mean() - 3 * few.std() / len(few) ** 0.5 > 0.05
    many = excess(best, nonstationary, 40, 16)
    assert many.mean() < 0.03
    torch.testing.assert_close(excess(best, nonstationary, 2, 8, tau=31.0), excess(best, nonstationary, 2, 8))


def test_inputs_that_fit_nowhere_are_predicted(best):
    far = best.predict(Points(torch.zeros(1, 1), torch.ones(1, 1)), torch.tensor([[50.0], [0.0]]))
    assert far.stddev.isfinite().all() and far.mean[0].abs() < 1e-6 < far.mean[1]
