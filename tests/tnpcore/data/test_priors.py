import dataclasses
import math
from itertools import product

import pytest
import torch

from tnpcore import Points
from tnpcore.data import kernels
from tnpcore.data.drawing import Sizes
from tnpcore.data.gp import BayesPredictor, posterior
from tnpcore.data.pool import TaskPool, source
from tnpcore.data.priors import PRIORS, PUBLISHED, GPPrior, is_symmetric, prior, sizes
from tnpcore.data.sawtooth import SawtoothPrior
from tnpcore.data.stored import StoredTasks
from tnpcore.evaluation.measures import limits


@pytest.fixture(scope="module")
def smooth():
    return prior("smooth")


@pytest.fixture(scope="module")
def periodic():
    return prior("periodic")


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


def test_pictures_have_a_value_at_every_place_of_a_square():
    task = prior("gp2d").sample(64, 3, 100, torch.Generator().manual_seed(0))
    assert task.context.x.shape == (64, 3, 2) and task.target.y.shape == (64, 100, 1)
    low, high = task.target.x.amin((0, 1)), task.target.x.amax((0, 1))
    assert ((low > -2) & (low < -1.9) & (high < 2) & (high > 1.9)).all()
    # Neighbours along either axis alone are as alike as the kernel says.
    x = torch.tensor([[0.0, 0.0], [0.3, 0.0], [0.0, 0.3], [1.5, 1.5]], dtype=torch.float64)
    covariance = prior("gp2d").kernel(x, x, 1.0, 1.0)
    assert covariance[0, 1] == covariance[0, 2] == pytest.approx(math.exp(-0.045))
    assert covariance[0, 3] == pytest.approx(math.exp(-2.25))


def test_the_same_seed_draws_the_same_tasks(smooth):
    first, second, other = (smooth.sample(3, 4, 5, torch.Generator().manual_seed(s)) for s in (1, 1, 2))
    assert torch.equal(first.target.y, second.target.y) and not torch.equal(first.target.y, other.target.y)


def test_unknown_priors_are_refused_with_the_known_ones():
    with pytest.raises(ValueError, match=r"smooth.*'rough'"):
        prior("rough")


def test_pool_batches_have_the_priors_moments(pool):
    task = pool.batch(2048, 0, 1)
    second_moment = (task.known.mean.square() + task.known.variance).mean().item()
    assert second_moment == pytest.approx(1.0833 + 0.0058, abs=0.03)


def test_pool_batches_of_pictures_mirror_each_axis_alone():
    plane = TaskPool(prior("gp2d"), 512, 40, torch.Generator().manual_seed(0))
    task = plane.batch(256, 8, 4)
    assert task.context.x.shape == (256, 8, 2) and task.context.y.shape == (256, 8, 1)
    drawn = {tuple(x.tolist()) for x in plane.x.flatten(0, 1)}
    first = task.context.x[:, 0]
    mirrored = {signs: first * torch.tensor(signs) for signs in product((1.0, -1.0), repeat=2)}
    counts = [sum(tuple(x.tolist()) in drawn for x in points) for points in mirrored.values()]
    assert sum(counts) == 256 and min(counts) > 40
    lengthscale, scale, noise = (task.parameters[name] for name in ("lengthscale", "scale", "noise"))
    exact = posterior(lambda a, b: kernels.rbf(a, b, lengthscale, scale), task.context, task.target.x, noise)
    torch.testing.assert_close(task.known.mean, exact.mean.float(), atol=1e-3, rtol=0)


def test_a_plane_is_symmetric_where_each_axis_is():
    def tilted(x1, x2, lengthscale, scale):
        return kernels.rbf(x1, x2, lengthscale, scale) * (3 + x1[..., 1:]) * (3 + x2[..., 1:]).mT

    assert is_symmetric(prior("gp2d"))
    assert not is_symmetric(dataclasses.replace(prior("gp2d"), kernel=tilted))


def test_pool_targets_are_the_posterior_and_disjoint_from_the_context(pool):
    task = pool.batch(64, 20, 10)
    assert task.context.x.shape == (64, 20, 1) and task.known.mean.shape == (64, 10, 1)
    assert not (task.context.x[:, :, None, 0] == task.target.x[:, None, :, 0]).any()
    assert (task.known.stddev > 0.05).all() and (task.known.stddev < 1.6).all()


def test_drawn_functions_agree_with_the_posterior_stated_as_their_distribution(smooth):
    """Standardised by the GP that made them, held-out values of exact draws have unit variance."""
    generator = torch.Generator().manual_seed(4)
    lengthscale, scale, noise = smooth.hyperparameters(400, torch.Generator().manual_seed(4))
    task = smooth.sample(400, 10, 5, generator)
    exact = posterior(lambda a, b: smooth.kernel(a, b, lengthscale, scale), task.context, task.target.x, noise)
    z = (task.target.y - exact.mean) / exact.stddev
    assert z.mean().abs() < 0.08 and z.std().item() == pytest.approx(1.0, abs=0.06)


def test_what_a_sawtooth_task_knows_is_its_function_and_the_noise():
    task = prior("sawtooth").sample(400, 5, 8, torch.Generator().manual_seed(4))
    z = (task.target.y - task.known.mean) / task.known.stddev
    assert z.mean().abs() < 0.06 and z.std().item() == pytest.approx(1.0, abs=0.04)
    assert task.known.stddev.min() > 0.05 and task.known.stddev.max() < 0.1


def test_sawtooth_values_lie_on_lines_that_jump():
    quiet = SawtoothPrior("quiet", frequency=(0.5, 1.5), amplitude=(0.5, 1.5), noise=(1e-12, 1e-12))
    task = quiet.sample(200, 30, 0, torch.Generator().manual_seed(0))
    x, order = task.context.x[..., 0].sort(-1)
    y = task.context.y[..., 0].gather(1, order)
    slopes = y.diff(dim=-1) / x.diff(dim=-1)
    slope = slopes.median(-1, keepdim=True).values
    on_line = (slopes - slope).abs() < 1e-6
    # 4 units at 1 cycle each have about 4 jumps among 29 gaps.
    assert on_line.double().mean().item() == pytest.approx(1 - 4 / 29, abs=0.02)
    # Slope = 2 * amplitude * frequency, and against it go all the jumps.
    assert (slope.abs() > 0.5).all() and (slope.abs() < 4.5).all()
    assert ((slopes * slope)[~on_line] < (slope.square().expand_as(slopes))[~on_line]).all()


def test_periodic_functions_repeat(periodic):
    kernel = periodic.kernel(torch.zeros(1, 1), torch.tensor([[1.5], [3.0], [0.75]]), 1.5, 2.0)
    torch.testing.assert_close(kernel, torch.tensor([[4.0, 4.0, 4 * math.exp(-2)]]), atol=1e-5, rtol=0)


@pytest.mark.parametrize("name", ["periodic", "nonstationary", "sawtooth"])
def test_every_prior_gives_training_its_batches(name):
    tasks = source(prior(name), 512, 60, torch.Generator().manual_seed(0))
    task = tasks.batch(8, 20, 10)
    assert task.context.x.shape == (8, 20, 1) and task.target.y.shape == (8, 10, 1)
    assert task.target.y.dtype == torch.float32 and task.target.y.isfinite().all()
    assert task.known.mean.shape == (8, 10, 1) and task.known.scale_tril.dtype == torch.float32


def test_the_period_is_integrated_finely_enough(periodic):
    tasks = [periodic.sample(4, size, 20, torch.Generator().manual_seed(size)) for size in (3, 12, 45)]
    fine, usual = (limits(tasks, BayesPredictor(periodic, r))["gaussian"] for r in ((300, 8, 5), None))
    assert (fine - usual).abs().max() < 2e-3


@pytest.mark.parametrize("name", ["lengthscale", "scale", "noise", "inputs"])
@pytest.mark.parametrize("bounds", [(1.0, 0.5), (math.nan, 1.0), (0.5, math.inf), (0.0, 1.0), (-1.0, 1.0)])
def test_ranges_that_cannot_be_drawn_from_are_refused_by_name(smooth, name, bounds):
    if name == "inputs" and bounds[0] <= 0:  # inputs may be negative
        assert dataclasses.replace(smooth, inputs=bounds).inputs == bounds
        return
    with pytest.raises(ValueError, match=rf"{name} must be a range .* got "):
        dataclasses.replace(smooth, **{name: bounds})


def test_a_sawtooth_without_noise_is_refused():
    with pytest.raises(ValueError, match="noise must be a range"):
        SawtoothPrior("quiet", frequency=(0.5, 1.5), amplitude=(0.5, 1.5), noise=(0.0, 0.0))


def test_small_noise_is_drawn_exactly(smooth):
    """Standardised by the posterior under their own hyper-parameters, a pool's values have unit variance."""
    quiet = dataclasses.replace(smooth, noise=(0.002, 0.002))
    task = TaskPool(quiet, 512, 60, torch.Generator().manual_seed(0)).batch(256, 20, 10)
    assert task.target.y.isfinite().all() and task.known.scale_tril.isfinite().all()
    z = (task.target.y - task.known.mean) / task.known.stddev
    assert z.std().item() == pytest.approx(1.0, abs=0.1)


def test_noise_that_is_lost_beside_the_scale_is_refused(smooth):
    with pytest.raises(ValueError, match=r"noise must be at least 3e-05 beside a scale of 1\.5, got \(1e-06"):
        TaskPool(dataclasses.replace(smooth, noise=(1e-6, 1e-6)), 512, 60, torch.Generator().manual_seed(0))


def test_sizes_follow_the_rule_of_the_paper():
    rule, generator = prior("tnp-rbf").sizes, torch.Generator().manual_seed(0)
    drawn = [rule.draw(generator) for _ in range(4000)]
    assert min(drawn)[0] == 3 and max(drawn)[0] == 46 and max(nc + nt for nc, nt in drawn) == 49 == rule.most
    assert {nt for nc, nt in drawn if nc == 46} == {3}
    mean_context, mean_target = (sum(part) / len(drawn) for part in zip(*drawn, strict=True))
    # Nc is uniform over 3 .. 46, and given it Nt over 3 .. 49 - Nc.
    assert mean_context == pytest.approx(24.5, abs=0.7) and mean_target == pytest.approx((3 + 49 - 24.5) / 2, abs=0.7)


def test_a_prior_without_a_rule_has_any_context_and_the_recipes_targets(smooth):
    assert sizes(smooth) == Sizes((0, 50), (32, 32)) and sizes(smooth, 8).most == 58
    assert sizes(prior("tnp-rbf")).total == 49 and sizes(prior("tnp-rbf"), 8) == Sizes((3, 46), (8, 8))


@pytest.mark.parametrize("bounds", [((3, 2), (1, 1), None), ((-1, 2), (1, 1), None), ((3, 46), (3, 46), 48)])
def test_sizes_that_cannot_be_drawn_are_refused(bounds):
    with pytest.raises(ValueError, match=r"context|total"):
        Sizes(*bounds)


RANGES = {"lengthscale": (0.2, 1.0), "scale": (0.5, 1.0), "noise": (0.05, 0.1)}


@pytest.mark.parametrize("name", [*PRIORS, *PUBLISHED, "stored"])
@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"batch": -1}, "batch must be a whole number of at least 0, got -1"),
        ({"num_context": -1}, "num_context must be a whole number of at least 0, got -1"),  # it was all but one
        ({"num_target": 2.5}, r"num_target must be a whole number of at least 0, got 2\.5"),
        ({"generator": 0}, r"the generator must be a torch\.Generator, .*, got 0"),
        ({"generator": None}, r"the generator must be a torch\.Generator, .*, got None"),
    ],
)
def test_a_batch_that_cannot_be_drawn_is_refused(name, change, message):
    drawn = StoredTasks("own", (Points([0, 1], [2, 3]),)) if name == "stored" else prior(name)
    given = {"batch": 2, "num_context": 1, "num_target": 1, "generator": torch.Generator()}
    with pytest.raises(ValueError, match=message):
        drawn.sample(**{**given, **change})


@pytest.mark.parametrize("bounds", [0.5, None, "ab", (1, 2, 3), ("a", "b")])
def test_what_is_no_range_is_refused_by_name(bounds):
    with pytest.raises(ValueError, match=r"scale must be a range \(low, high\) of numbers above 0 .* got "):
        GPPrior("own", kernels.rbf, **{**RANGES, "scale": bounds})


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"max_context": 2.5}, r"max_context must be a whole number of at least 1, got 2\.5"),
        ({"kernel": "rbf"}, r"kernel must be a function such as tnpcore\.data\.kernels\.rbf, got 'rbf'"),
        ({"sizes": (3, 4)}, r"sizes must be tnpcore\.data\.drawing\.Sizes\(context, target\), got tuple"),
    ],
)
def test_a_prior_names_what_it_needs(change, message):
    with pytest.raises(ValueError, match=message):
        GPPrior(**{"name": "own", "kernel": kernels.rbf, **RANGES, **change})


@pytest.mark.parametrize(
    ("kernel", "message"),
    [
        (lambda a, b, length, scale: scale * (a - b), r"covariances \[B, N, N\] = \(\d+, 4, 4\), got \(\d+, 4, 1\)"),
        (lambda a, b, length, scale: -kernels.rbf(a, b, length, scale), "positive definite covariances, got"),
    ],
)
def test_a_kernel_that_gives_no_covariance_is_refused(kernel, message):
    own = GPPrior("own", kernel, **RANGES)
    with pytest.raises(ValueError, match=message):
        own.sample(2, 2, 2, torch.Generator())
    with pytest.raises(ValueError, match=message):
        TaskPool(own, 64, 4, torch.Generator())
