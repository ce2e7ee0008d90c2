"""Published tasks: their rule for the numbers of points, the limit on them, and what a model reaches."""

import math

import pytest
import torch

from tnpcore import Points, benchmark, build
from tnpcore.benchmarks import BENCHMARKS, mean_and_error
from tnpcore.data import kernels
from tnpcore.data.gp import BayesPredictor, posterior
from tnpcore.data.periodic import PeriodicPrior
from tnpcore.data.priors import prior
from tnpcore.evaluation import measures
from tnpcore.models import NeuralProcess

NOISE = math.sqrt(0.05)


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))


class Exact(NeuralProcess):
    """The posterior of "eq" as a model: none is better on its tasks."""

    def forward(self, xc, yc, xt):
        return posterior(lambda a, b: kernels.rbf(a, b, 0.25), Points(xc, yc), xt, NOISE)


@pytest.mark.parametrize("name", BENCHMARKS)
def test_tasks_have_the_papers_numbers_of_points(name):
    known = benchmark(name)
    tasks = known.tasks(300, seed=1)
    assert [len(task.target.x) for task in tasks] == [16] * 18 + [12]
    sizes = [(len(task.context), len(task.target)) for task in tasks]
    if name.startswith("tnp"):
        assert all(3 <= nc <= 46 and 3 <= nt <= 49 - nc for nc, nt in sizes) and len(set(sizes)) > 10
    else:
        assert all(0 <= nc <= 30 and nt == 50 for nc, nt in sizes) and len(set(sizes)) > 10


def test_tasks_are_those_of_their_seed_however_many_there_are():
    known = benchmark("eq")
    first, again, other = known.tasks(16, seed=1)[0], known.tasks(40, seed=1)[0], known.tasks(16, seed=2)[0]
    assert torch.equal(first.target.y, again.target.y)
    assert first.target.y.shape != other.target.y.shape or not torch.equal(first.target.y, other.target.y)
    (single,) = known.tasks(1)
    assert single.target.x.shape == (1, 50, 1)
    with pytest.raises(ValueError, match="at least 1, got 0"):
        known.tasks(0)


def test_shifted_tasks_are_the_same_elsewhere():
    here, there = (benchmark("eq").tasks(16, shift=shift)[0] for shift in (0.0, 4.0))
    torch.testing.assert_close(there.context.x, here.context.x + 4)
    assert torch.equal(there.target.y, here.target.y)
    assert there.target.x.min() >= 2 and there.target.x.max() <= 6


def test_the_mean_and_its_error_by_hand():
    """Batches of 16 and 2 whose sums lie 4/3 below and above: the mean of 18 is 1/3."""
    values = torch.cat([torch.full((16,), 0.25), torch.full((2,), 1.0)]).double()
    mean, error = mean_and_error(values)
    assert mean == pytest.approx(1 / 3)
    assert error == pytest.approx(math.sqrt(2 * (4 / 3) ** 2) * math.sqrt(2) / 18)
    assert math.isnan(mean_and_error(values[:16])[1])


def test_equal_batches_have_the_error_of_their_means():
    values = torch.randn(160, generator=torch.Generator().manual_seed(0), dtype=torch.float64)
    expected = values.view(10, 16).mean(-1).std().item() / math.sqrt(10)
    assert mean_and_error(values)[1] == pytest.approx(expected)


def test_the_limit_on_a_known_kernel_is_the_exact_posterior():
    known = benchmark("eq")
    tasks = known.tasks(40, seed=3)
    expected = torch.cat([measures.loglik(Exact(1, 1), task) for task in tasks])
    limit = known.limit(40, seed=3)
    assert limit["gaussian"] == limit["mixture"] == pytest.approx(expected.mean().item(), abs=1e-4)
    assert limit["joint"] > limit["gaussian"] and 0 < limit["joint_se"] < 1


def test_the_exact_posterior_has_no_excess_wherever_the_inputs_lie():
    found = benchmark("eq").evaluate(Exact(1, 1), 40, seed=3)
    for measured in (found, found["shifted"]):
        assert abs(measured["excess"]) <= 1e-4 and measured["excess_se"] <= 1e-4
        # It predicts each target alone.
        assert measured["joint_loglik"] == measured["loglik"] and measured["joint_excess"] > 0.1
    assert found["tasks"] == 40 and found["seed"] == 3


def test_excesses_are_taken_task_by_task():
    model = build("cnp")
    found, limit = (getattr(benchmark("tnp-rbf"), name) for name in ("evaluate", "limit"))
    measured, best = found(model, 48), limit(48)
    assert measured["excess"] == pytest.approx(best["gaussian"] - measured["loglik"], abs=2e-4)
    assert measured["joint_excess"] == pytest.approx(best["joint"] - measured["joint_loglik"], abs=2e-4)
    assert measured["loglik_se"] > 0 and "shifted" not in measured and model.training


def test_where_the_limit_is_not_known_the_reason_is_given():
    known = benchmark("tnp-periodic")
    with pytest.raises(ValueError, match=r"the limit on tnp-periodic is not known: .*peaks"):
        known.limit(16)
    measured = known.evaluate(build("cnp"), 32)
    assert math.isfinite(measured["loglik"]) and "excess" not in measured


def test_an_unknown_benchmark_is_refused_with_the_known_ones():
    with pytest.raises(ValueError, match=r"must be one of \['eq', .*'weakly-periodic'\], got 'hard'"):
        benchmark("hard")


@pytest.mark.parametrize("name", ["tnp-rbf", "tnp-matern"])
def test_the_hyperparameters_are_integrated_finely_enough(name):
    known = prior(name)
    tasks = [known.sample(4, size, 10, torch.Generator().manual_seed(size)) for size in (3, 20, 39)]
    fine, usual = (BayesPredictor(known, resolution) for resolution in ((96, 48, 1), None))
    found, expected = ({**measures.limits(tasks, b), "joint": measures.joint_limit(tasks, b)} for b in (usual, fine))
    assert all((found[key] - expected[key]).abs().max() < 1e-3 for key in found)


def test_weakly_periodic_functions_repeat_and_forget():
    known = prior("weakly-periodic")
    found = known.kernel(torch.zeros(1, 1), torch.tensor([[0.125], [0.25], [1.0]]), *known.lengthscale[:1], 1.0)
    expected = [math.exp(-0.5 * 0.25**2 - 2), math.exp(-0.5 * 0.5**2), math.exp(-0.5 * 2**2)]
    torch.testing.assert_close(found, torch.tensor([expected]))


def test_periodic_tasks_are_drawn_from_their_own_kernel():
    """Whitened by the covariance of the paper under their own hyper-parameters, all values have unit variance."""
    task = prior("tnp-periodic").sample(200, 20, 5, torch.Generator().manual_seed(0))
    drawn = task.parameters
    assert all(bounds[0] <= drawn[name].min() and drawn[name].max() <= bounds[1] for name, bounds in RANGES.items())
    points = task.context.joined(task.target)
    sine = torch.sin(math.pi * (points.x - points.x.mT).abs() / drawn["period"])
    function = drawn["scale"] ** 2 * torch.exp(-2 * (sine / drawn["lengthscale"]) ** 2)
    factor = torch.linalg.cholesky(function + 0.02**2 * torch.eye(25, dtype=torch.float64))
    white = torch.linalg.solve_triangular(factor, points.y, upper=False)
    assert white.mean().abs() < 0.05 and white.std().item() == pytest.approx(1.0, abs=0.05)


RANGES = {"period": (0.1, 0.5), "lengthscale": (0.1, 0.6), "scale": (0.1, 1.0), "noise": (0.02, 0.02)}


@pytest.mark.parametrize("name", RANGES)
def test_a_periodic_prior_refuses_ranges_that_cannot_be_drawn_from(name):
    with pytest.raises(ValueError, match=f"{name} must be a range"):
        PeriodicPrior("odd", **{**RANGES, name: (0.0, 1.0)})
