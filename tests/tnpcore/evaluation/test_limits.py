"""Which limit a model is measured against, where limits are kept, and what is measured where none is known."""

import dataclasses
from functools import partial

import pytest
import torch
from torch.distributions import Normal

from tnpcore import card, evaluation, load, pretrained
from tnpcore.data import kernels
from tnpcore.data.drawing import split
from tnpcore.data.fingerprint import described
from tnpcore.data.limit import predictor
from tnpcore.data.monte_carlo import FewEffectiveSamples
from tnpcore.data.priors import prior
from tnpcore.evaluation import limits, measures
from tnpcore.training import TrainingConfig, train


@pytest.fixture
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "tnpcore"


def test_limits_of_ones_own_are_kept_in_the_cache(own_cache, monkeypatch):
    first = evaluation.EvaluationSet(prior("smooth"), 20)
    kept = [file.name for file in own_cache.iterdir()]
    assert kept == [f"limit-smooth-{first.hash}.safetensors"]
    monkeypatch.setattr(limits, "computed_limit", None)
    again = evaluation.EvaluationSet(prior("smooth"), 20)
    torch.testing.assert_close(again.limit, first.limit, atol=1e-5, rtol=1e-5)
    with pytest.raises(TypeError):  # other tasks: computed anew
        evaluation.EvaluationSet(prior("smooth"), 20, seed=5)


def test_another_kernel_under_the_same_name_has_another_limit(own_cache):
    """Inputs, numbers and name are those of `smooth`: only the function differs."""
    smooth = prior("smooth")
    rough = dataclasses.replace(smooth, kernel=kernels.matern32)
    both = [evaluation.fingerprint(one, evaluation.fixed_tasks(one, 32, 3)) for one in (smooth, rough)]
    assert both[0] != both[1]
    best = measures.limits(evaluation.EvaluationSet(rough, 32).tasks, predictor(rough))["gaussian"]
    torch.testing.assert_close(evaluation.EvaluationSet(rough, 32).limit["gaussian"], best, atol=1e-4, rtol=1e-4)


def test_a_fingerprint_follows_what_functions_are_bound_to_and_needs_their_source():
    periods = [partial(kernels.periodic, lengthscale=length) for length in (1.0, 2.0)]
    assert described(periods[0]) == described(partial(kernels.periodic, lengthscale=1.0)) != described(periods[1])
    spaces: dict = {}
    exec("def kernel(x1, x2, lengthscale, scale): return x1", spaces)
    with pytest.raises(ValueError, match="kernel has no source text"):
        described(spaces["kernel"])


@pytest.mark.parametrize("count", [1, 8, 20])
def test_evaluate_measures_as_many_tasks_as_it_is_asked_to(count, own_cache):
    shipped = card("tnpd").results
    model = pretrained.build("cnp", d_model=16)
    results = evaluation.evaluate(model, prior("smooth"), num_tasks=count)
    assert results["tasks"] == count and results["excess"] > 0
    assert {*results, "validation"} - {"loglik_se"} == {*shipped} - {"switched_off"}  # measured by an option of its own
    assert model.training


def test_evaluate_measures_no_fewer_than_one_task():
    with pytest.raises(ValueError, match="at least 1, got 0"):
        evaluation.evaluate(load("cnp"), prior("smooth"), num_tasks=0)


class Waves:
    """A prior of one's own: a plain class without a known Bayes predictor."""

    name, max_context = "waves", 4

    def sample(self, batch, num_context, num_target, generator):
        x = 4 * torch.rand(batch, num_context + num_target, 1, generator=generator, dtype=torch.float64) - 2
        phase = torch.rand(batch, 1, 1, generator=generator, dtype=torch.float64)
        return split(x, torch.sin(6.28 * (x + phase)) + 0.1 * torch.randn(x.shape, generator=generator), num_context)


def test_a_prior_without_a_known_limit_trains_and_is_measured(own_cache):
    model = pretrained.build("cnp", d_model=16)
    assert [step.step for step in train(model, Waves(), TrainingConfig(steps=2, batch_size=4))] == [1, 2]
    results = evaluation.evaluate(model, Waves(), num_tasks=20)
    assert results["limit"] == "unknown" and not {"excess", "roughness"} & {*results} and not own_cache.exists()
    assert results["loglik"] < 0 and results["rmse"] > 0 and 0 <= results["coverage_95"] <= 1
    assert evaluation.ValidationSet(Waves(), 20).measure(model)["loglik_se"] > 0
    with pytest.raises(ValueError, match="no Bayes predictor is known"):
        evaluation.EvaluationSet(Waves(), 20).excess(model)


class Slopes:
    """y = slope x + noise with slope ~ N(0, 1): its Gaussian limit can be computed by hand."""

    name, max_context, noise = "slopes", 4, 6.0

    def sample_parameters(self, n, generator):
        return torch.randn(n, 1, generator=generator, dtype=torch.float64)

    def sample(self, batch, num_context, num_target, generator):
        x = 4 * torch.rand(batch, num_context + num_target, 1, generator=generator, dtype=torch.float64) - 2
        y = self.sample_parameters(batch, generator)[..., None] * x
        return split(x, y + self.noise * torch.randn(x.shape, generator=generator, dtype=x.dtype), num_context)

    def log_likelihood(self, parameters, points):
        return Normal(parameters * points.x[:, 0], self.noise).log_prob(points.y[:, 0]).sum(-1)

    def predict(self, parameters, context, xt):
        return Normal(parameters[..., None] * xt, self.noise)


def _exact(task):
    """The log density of each task's targets, one by one: a Gaussian linear model."""
    x, y, xt = task.context.x, task.context.y, task.target.x
    precision = 1 + x.square().sum(-2, keepdim=True) / Slopes.noise**2
    mean = (x * y).sum(-2, keepdim=True) / Slopes.noise**2 / precision
    found = Normal(mean * xt, (xt.square() / precision + Slopes.noise**2).sqrt())
    return found.log_prob(task.target.y).mean((-1, -2))


@pytest.mark.slow
def test_a_monte_carlo_limit_states_its_error_and_its_effective_sample_size(own_cache):
    model = pretrained.build("cnp", d_model=16)
    exact = torch.cat([_exact(task) for task in evaluation.EvaluationSet(Slopes(), 8).tasks]).mean().item()
    found, more = (evaluation.evaluate(model, Slopes(), num_tasks=8, num_parameters=n) for n in (2048, 12288))
    for results in (found, more):
        assert abs(results["limit_gaussian"] - exact) < 3 * results["limit_error"] + 1e-4
    assert more["limit_error"] < 0.5 * found["limit_error"] < 0.02  # about as 1 / √n
    sizes = found["effective_sample_size"]
    assert 100 < sizes["least"] <= sizes["median"] < 2048
    assert found["joint_effective_sample_size"]["median"] < sizes["median"]


def test_a_stored_limit_of_few_effective_samples_warns_again(own_cache):
    model = pretrained.build("cnp", d_model=16)
    with pytest.warns(FewEffectiveSamples):
        first = evaluation.evaluate(model, Slopes(), num_tasks=4, num_parameters=100)
    assert len([*own_cache.iterdir()]) == 1
    with pytest.warns(FewEffectiveSamples, match="of 100 parameters"):
        again = evaluation.evaluate(model, Slopes(), num_tasks=4, num_parameters=100)
    assert again == first


def test_a_number_of_parameters_needs_a_prior_that_draws_some():
    with pytest.raises(ValueError, match=r"num_parameters needs a prior that draws its parameters.*got 'smooth'"):
        evaluation.evaluate(load("cnp"), prior("smooth"), 4, num_parameters=100)
