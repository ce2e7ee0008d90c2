import math

import pytest
import torch
from torch.distributions import Normal

from tnpcore import Points, load
from tnpcore.data.priors import prior
from tnpcore.evaluation.band import EXPECTED, band_fit, binomial_quantile, contradictory
from tnpcore.prediction import predict_anywhere

pytestmark = pytest.mark.slow


def seeded(seed=0):
    return torch.Generator().manual_seed(seed)


def standard(context, xt):
    """N(0, 1) everywhere."""
    return Normal(torch.zeros_like(xt), torch.ones_like(xt))


def model(name):
    trained = load(name)
    return lambda context, xt: predict_anywhere(trained, context, xt).dist


def draws(number, count):
    """So many functions of the prior `smooth` at `count` points each."""
    task = prior("smooth").sample(number, count, 1, seeded(3))
    return [Points(x, y) for x, y in zip(task.context.x, task.context.y, strict=True)]


def white_noise(count, seed):
    x = torch.linspace(-2, 2, count, dtype=torch.float64)[:, None]
    return Points(x, torch.randn(count, 1, generator=seeded(seed), dtype=torch.float64))


@pytest.mark.parametrize(("name", "count"), [("tnpd", 10), ("tetnp", 25)])
def test_functions_of_the_prior_are_rarely_said_not_to_fit(name, count, keyed):
    def said():
        return [band_fit(points, model(name), seeded()).fits for points in draws(200, count)].count(False)

    # A rate of 1 % gives six or more of 200 in 2 % of cases; at 1 % of the binomial, sets of 10 points have 3 %.
    assert keyed(f"{name}: of 200 functions at {count} points, those said not to fit", said, f"{name}-smooth") <= 5


@pytest.mark.parametrize("name", ["tnpd", "tetnp"])
def test_white_noise_does_not_fit_a_model_of_smooth_functions(name):
    # Of a dozen values it might be a function of a short lengthscale, whose band is wide.
    found = [band_fit(white_noise(30, seed), model(name), seeded()) for seed in range(20)]
    assert sum(fit.fits for fit in found) <= 1
    assert sum(fit.inside for fit in found) < 0.75 * sum(fit.expected for fit in found)


def test_white_noise_fits_its_own_distribution():
    found = [band_fit(white_noise(50, seed), standard, seeded()) for seed in range(200)]
    assert sum(not fit.fits for fit in found) <= 5
    assert sum(fit.inside for fit in found) / (200 * 50) == pytest.approx(EXPECTED, abs=0.01)


def test_the_numbers_of_a_known_band():
    y = torch.tensor([0.0, 1.9, -1.9, 2.1, -2.1, 5.0, 0.0, 0.0])[:, None]
    found = band_fit(Points(torch.arange(8.0)[:, None], y), standard, seeded(), 4)
    assert (found.inside, found.held_out) == (5, 8)
    assert found.expected == pytest.approx(8 * 0.9545, abs=1e-3)
    assert (found.repeated, found.contradictory) == (0, 0)


def test_each_point_is_predicted_without_itself():
    def remembers(context, xt):
        """The context's own value where x is in it, else far off."""
        known = (xt == context.x.mT).any(-1, keepdim=True)
        return Normal(torch.where(known, 0.0, 100.0), torch.ones_like(xt))

    points = Points(torch.arange(10.0)[:, None], torch.zeros(10, 1))
    assert band_fit(points, remembers, seeded()).inside == 0


def test_repeated_points_are_counted():
    x, y = [0.0, 0.0, 0.0, 1.0, 1.0, 2.0], [1.0, 1.0, 1.0, 2.0, 2.5, 3.0]
    assert band_fit(Points(x, y), standard, seeded()).repeated == 2


@pytest.mark.parametrize(("apart", "found"), [(3.9, 0), (4.1, 1)])
def test_values_at_one_x_contradict_each_other_where_no_band_holds_both(apart, found):
    points = Points([0.0, 0.0, 0.0, 1.0, 2.0, 2.0], [-2.0, 0.0, apart - 2, 50.0, 0.0, 3.0])
    assert contradictory(points, standard) == found


def test_the_band_of_a_contradiction_is_that_at_its_own_x():
    def widening(context, xt):
        return Normal(torch.zeros_like(xt), 1 + xt)

    points = Points([0.0, 0.0, 1.0, 1.0], [0.0, 6.0, 0.0, 6.0])
    assert contradictory(points, widening) == 1


@pytest.mark.parametrize("n", [1, 5, 20, 300])
@pytest.mark.parametrize("level", [0.001, 0.01, 0.5, 0.99])
def test_the_quantile_of_the_binomial_distribution(n, level):
    def at_most(k):
        return sum(math.comb(n, j) * EXPECTED**j * (1 - EXPECTED) ** (n - j) for j in range(k + 1))

    k = binomial_quantile(n, EXPECTED, level)
    assert at_most(k) >= level * (1 - 1e-9)
    assert k == 0 or at_most(k - 1) < level
