import math

import pytest
import torch
from torch.distributions import Normal

from tnpcore import Points
from tnpcore.data import limit
from tnpcore.data.drawing import split
from tnpcore.data.priors import prior
from tnpcore.data.sawtooth import SawtoothPrior

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def sawtooth():
    return prior("sawtooth")


@pytest.fixture(scope="module")
def tasks(sawtooth):
    return [sawtooth.sample(1, size, 12, torch.Generator().manual_seed(size)) for size in (2, 5, 12, 40)]


def scores(predictor, tasks):
    """Gaussian, mixture and joint log-likelihoods per target."""
    told = [(predictor.predict(t.context, t.target.x), t) for t in tasks]
    gaussian = torch.cat([p.gaussian.log_prob(t.target.y).mean((-1, -2)) for p, t in told])
    mixture = torch.cat([p.mixture.log_prob(t.target.y).mean((-1, -2)) for p, t in told])
    return gaussian, mixture, torch.cat([predictor.log_joint(t) / 12 for t in tasks])


def test_a_finer_grid_changes_little(sawtooth, tasks):
    usual, fine = scores(limit.predictor(sawtooth), tasks), scores(limit.predictor(sawtooth, 1.6), tasks)
    for a, b in zip(usual, fine, strict=True):
        assert (a - b).abs().max() < 0.02


def test_equals_a_weighted_million_of_draws_from_the_prior(sawtooth):
    """Two points leave much open: the prior's own functions, weighted by how well they fit, tell the same."""
    generator = torch.Generator().manual_seed(0)
    context = Points(torch.tensor([[-0.5], [0.4]]).double(), torch.tensor([[0.3], [-0.6]]).double())
    xt = torch.tensor([[-1.5], [0.0], [0.45]]).double()
    n = 1_000_000
    ranges = (sawtooth.frequency, sawtooth.amplitude, sawtooth.noise, (0.0, 1.0))
    frequency, amplitude, noise, phase = (
        low + (high - low) * torch.rand(n, 1, generator=generator, dtype=torch.float64) for low, high in ranges
    )
    amplitude = amplitude * (2 * torch.randint(0, 2, (n, 1), generator=generator) - 1)

    def function(x):
        return amplitude * (2 * torch.remainder(frequency * x[:, 0] + phase, 1.0) - 1)

    weights = Normal(function(context.x), noise).log_prob(context.y[:, 0]).sum(-1).softmax(0)[:, None]
    mean = (weights * function(xt)).sum(0)
    std = ((weights * (function(xt).square() + noise.square())).sum(0) - mean.square()).sqrt()
    told = limit.predictor(sawtooth).predict(context, xt).gaussian
    torch.testing.assert_close(told.mean[:, 0], mean, atol=0.02, rtol=0)
    torch.testing.assert_close(told.stddev[:, 0], std, atol=0.02, rtol=0)


def test_without_context_it_is_the_prior(sawtooth):
    nothing = Points(torch.zeros(0, 1), torch.zeros(0, 1))
    told = limit.predictor(sawtooth).predict(nothing, torch.tensor([[0.3]])).gaussian
    # E[amplitude^2] E[wave^2] + E[noise^2], each uniform.
    variance = (1 + 1 / 12) / 3 + 0.075**2 + 0.05**2 / 12
    assert told.mean.item() == pytest.approx(0.0, abs=0.01)
    assert told.stddev.item() == pytest.approx(math.sqrt(variance), abs=0.01)


def test_the_joint_density_is_the_product_of_one_after_the_other(sawtooth, tasks):
    best, (x, y) = limit.predictor(sawtooth), (tasks[1].target.x, tasks[1].target.y)
    joint = best.log_joint(split(x[:, :6], y[:, :6], 3))
    steps = [
        best.predict(Points(x[:, :t], y[:, :t]), x[:, t : t + 1]).mixture.log_prob(y[:, t : t + 1]) for t in (3, 4, 5)
    ]
    torch.testing.assert_close(joint, torch.cat(steps, -1).sum((-1, -2)), atol=0.2, rtol=0)


def test_no_gaussian_matches_it(sawtooth, tasks):
    gaussian, mixture, joint = scores(limit.predictor(sawtooth), tasks)
    assert (mixture - gaussian).mean() > 0.05 and joint.mean() > mixture.mean()


def test_an_unknown_prior_has_no_known_limit():
    class Odd:
        name, max_context = "odd", 1
        sample = SawtoothPrior.sample

    with pytest.raises(ValueError, match="'odd'"):
        limit.predictor(Odd())


@pytest.mark.parametrize("count", [1, 2, 12])
def test_leave_one_out_by_downdated_sums_is_the_joint_density_of_one_target(sawtooth, count):
    points = sawtooth.sample(1, count, 0, torch.Generator().manual_seed(5)).context
    best, (x, y) = limit.predictor(sawtooth, 0.25), (points.x[0], points.y[0])  # equal on any grid
    expected = []
    for i in range(count):
        rest = torch.arange(count) != i
        everything = Points(x[None, [*rest.nonzero()[:, 0], i]], y[None, [*rest.nonzero()[:, 0], i]])
        expected.append(best.log_joint(split(everything.x, everything.y, count - 1)))
    found = best.log_leave_one_out(Points(x, y))
    torch.testing.assert_close(found, torch.cat(expected), atol=1e-8, rtol=0)
