"""A plain PyTorch module is a neural process once it is wrapped; what does not fit is named."""

import pytest
import torch
from torch import nn
from torch.distributions import Categorical as Choice
from torch.distributions import Cauchy, Independent, Laplace, MixtureSameFamily, MultivariateNormal, Normal, StudentT

from tests.tnpcore.models.attentive import AttentiveProcess
from tests.tnpcore.models.test_contracts import draw
from tnpcore import Points, Task, loglik_autoregressively, predict, sample_autoregressively, wrap
from tnpcore.data.priors import prior
from tnpcore.evaluation import measures
from tnpcore.gaussian import JointGaussian
from tnpcore.training import TrainingConfig, train

CONTEXT = Points(draw(6, 1), draw(6, 1, seed=1))
XT = torch.linspace(-2, 2, 5, dtype=torch.float64)[:, None]
TASK = Task(CONTEXT, Points(XT, XT.sin()))


class Returns(nn.Module):
    """Returns what `result(mean)` makes of a mean of the right shape, and keeps its inputs."""

    def __init__(self, result):
        super().__init__()
        self.result = result

    def forward(self, *inputs):
        self.inputs = inputs
        return self.result(torch.cos(inputs[2]) + inputs[1].sum(1, keepdim=True))


def attentive(dim_x=1, dim_y=1):
    torch.manual_seed(0)
    return AttentiveProcess(dim_x, dim_y)


RESULTS = {
    "pair": lambda mean: (mean, torch.full_like(mean, 0.5)),
    "normal": lambda mean: Normal(mean, 0.5),
    "independent": lambda mean: Independent(Normal(mean, 0.5), 2),
    "laplace": lambda mean: Laplace(mean, 0.5),
}


@pytest.mark.parametrize("result", RESULTS.values(), ids=RESULTS)
def test_the_module_sees_one_batch_dimension_and_the_result_has_it_where_the_inputs_do(result):
    module = Returns(result)
    alone = predict(wrap(module), CONTEXT, XT)
    assert [tuple(t.shape) for t in module.inputs] == [(1, 6, 1), (1, 6, 1), (1, 5, 1)]
    batch = Points(CONTEXT.x.expand(3, 6, 1), CONTEXT.y.expand(3, 6, 1))
    together = predict(wrap(module), batch, XT.expand(3, 5, 1))
    assert [tuple(t.shape) for t in module.inputs] == [(3, 6, 1), (3, 6, 1), (3, 5, 1)]
    assert alone.mean.shape == alone.std.shape == (5, 1) and together.std.shape == (3, 5, 1)
    torch.testing.assert_close((together.mean[2], together.std[2]), (alone.mean, alone.std))
    densities = [found.dist.log_prob(TASK.target.y) for found in (alone, together)]
    assert densities[0].shape == (5, 1)
    torch.testing.assert_close(densities[1][2], densities[0])


def test_another_distribution_than_a_gaussian_keeps_its_density_and_its_tails():
    dist = predict(wrap(Returns(RESULTS["laplace"])), CONTEXT, XT).dist
    exact = Laplace(dist.mean, 0.5)
    torch.testing.assert_close(dist.log_prob(XT), exact.log_prob(XT))
    torch.testing.assert_close(dist.cdf(XT), exact.cdf(XT))
    assert dist.sample((4,)).shape == (4, 5, 1) and "Laplace" in repr(dist)


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_inputs_are_in_the_dtype_of_the_parameters(dtype):
    model = wrap(attentive().to(dtype))
    assert predict(model, Points(CONTEXT.x, CONTEXT.y.float()), XT.float()).mean.dtype == dtype


def test_inputs_of_a_module_without_parameters_are_in_the_widest_dtype_of_their_own():
    module = Returns(RESULTS["pair"])
    predict(wrap(module), Points(CONTEXT.x, CONTEXT.y.float()), XT.float())
    assert [t.dtype for t in module.inputs] == [torch.float64] * 3


def test_a_loss_in_expectation_is_for_gaussians_alone():
    known = Task(CONTEXT, TASK.target, JointGaussian(XT.cos(), torch.eye(5, dtype=torch.float64)))
    normal, laplace = (wrap(Returns(RESULTS[name])) for name in ("normal", "laplace"))
    assert normal.loss(known) != normal.loss(TASK)
    assert laplace.loss(known) == laplace.loss(TASK)


@pytest.mark.parametrize("dims", [(1, 1), (3, 2)])
@pytest.mark.parametrize("batch", [(), (2,)])
def test_whatever_needs_a_neural_process_takes_it(dims, batch):
    dim_x, dim_y = dims
    model = wrap(attentive(dim_x, dim_y), dim_x, dim_y)
    context = Points(draw(*batch, 4, dim_x), draw(*batch, 4, dim_y))
    target = Points(draw(*batch, 5, dim_x, seed=2), draw(*batch, 5, dim_y, seed=3))
    generator = torch.Generator().manual_seed(0)
    for refresh in (1, 3):
        drawn = sample_autoregressively(model, context, target.x, 3, generator, refresh)
        assert drawn.shape == (3, *batch, 5, dim_y)
        assert loglik_autoregressively(model, Task(context, target), refresh).shape == batch
    assert model.sample(context, target.x, 3, generator).shape == (3, *batch, 5, dim_y)
    nothing = Points(context.x[..., :0, :], context.y[..., :0, :])
    assert predict(model, nothing, target.x).mean.shape == (*batch, 5, dim_y)


def test_it_is_trained_in_place_and_measured():
    module = attentive()
    before = module.decoder[0].weight.clone()
    recipe = TrainingConfig(steps=3, batch_size=4, num_target=8, warmup=1, pool_size=64)
    steps = [step.loss for step in train(wrap(module), prior("smooth"), recipe)]
    assert len(steps) == 3 and not torch.equal(module.decoder[0].weight, before)
    tasks = [prior("smooth").sample(2, 4, 6, torch.Generator().manual_seed(0))]
    found = [measure(wrap(module), tasks) for measure in (measures.coverage, measures.rmse)]
    found += [measures.shift_change(wrap(module), tasks, 1.0), *measures.joint_loglik(wrap(module), tasks[0])]
    assert torch.tensor(found).isfinite().all()


REFUSED = {
    "a tensor": (lambda m: m, r"must return a torch distribution .* or a pair \(mean, std\), got Tensor"),
    "three": (lambda m: (m, m, m), "got tuple of Tensor, Tensor, Tensor"),
    "a float": (lambda m: (m, 0.5), "got tuple of Tensor, float"),
    "nothing": (lambda m: None, "got NoneType"),
    "shape of std": (
        lambda m: (m, m[..., 0].exp()),
        r"must be \[B, Nt, Dy\] = \(1, 5, 1\), got \(1, 5, 1\) and \(1, 5\)",
    ),
    "shape": (lambda m: Normal(m[..., 0], 1.0), r"\[B, Nt, Dy\] = \(1, 5, 1\), got Normal over \(1, 5\)"),
    "std of 0": (
        lambda m: (m, 0 * m),
        "deviation must be positive, got 0.0 for 6 context points and 5 targets",
    ),
    "negative std": (lambda m: (m, 0 * m - 2), "must be positive, got -2.0"),
    "infinite std": (lambda m: (m, m / 0), "standard deviation must be finite, got"),
    "mean": (lambda m: (m * torch.nan, m.exp()), "mean must be finite, got nan for 6 context points"),
    "no moments": (lambda m: Cauchy(m, 1.0), "mean must be finite, got nan"),
    "joint": (
        lambda m: MultivariateNormal(m[..., 0], torch.eye(5)),
        r"MultivariateNormal with batch_shape \(1,\) and event_shape \(5,\) is joint over several values",
    ),
}


@pytest.mark.parametrize(("result", "says"), REFUSED.values(), ids=REFUSED)
def test_a_wrong_result_is_named(result, says):
    with pytest.raises(ValueError, match=says):
        predict(wrap(Returns(result)), CONTEXT.to(torch.float32), XT.float())


@pytest.mark.parametrize(
    ("result", "got"),
    [
        (
            lambda mean: StudentT(mean.new_tensor(5.0).double(), mean, 1.0),
            "StudentT with df torch.float64, loc torch.f",
        ),
        (lambda mean: StudentT(5.0, mean, torch.ones_like(mean).double()), "loc torch.float32, scale torch.float64"),
        (lambda mean: Laplace(mean, torch.ones_like(mean).double()), "Laplace with loc torch.float32, scale torch.f"),
    ],
)
def test_a_distribution_of_mixed_dtypes_is_named(result, got):
    """It failed where values were drawn or trained on, with a sentence of PyTorch's about an index."""
    model, context = wrap(Returns(result)), CONTEXT.to(torch.float32)
    for use in (predict, lambda *given: sample_autoregressively(*given, 2, torch.Generator())):
        with pytest.raises(ValueError, match=f"must have parameters of one dtype, got .*{got}"):
            use(model, context, XT.float())


@pytest.mark.parametrize("result", [Normal, lambda *pair: pair])
def test_a_gaussian_of_mixed_dtypes_has_the_wider_one(result):
    found = predict(
        wrap(Returns(lambda mean: result(mean, torch.ones_like(mean).double()))), CONTEXT.to(torch.float32), XT.float()
    )
    assert found.mean.dtype == found.std.dtype == found.dist.sample().dtype == torch.float64


def test_a_mixture_of_gaussians_is_a_prediction():
    def mixture(mean):
        weights = Choice(torch.ones(*mean.shape, 2))
        return MixtureSameFamily(weights, Normal(torch.stack([mean - 1, mean + 1], -1), 0.5))

    model = wrap(Returns(mixture))
    torch.testing.assert_close(predict(model, CONTEXT, XT).std, torch.full((5, 1), 1.25**0.5).double())
    assert sample_autoregressively(model, CONTEXT, XT, 2, torch.Generator()).shape == (2, 5, 1)


def test_what_is_no_module_is_named():
    with pytest.raises(ValueError, match=r"needs a torch.nn.Module, got <class .*AttentiveProcess"):
        wrap(AttentiveProcess)
    with pytest.raises(ValueError, match="dim_x must be a whole number of at least 1, got 0"):
        wrap(attentive(), dim_x=0)


def test_it_is_in_the_modules_mode():
    assert not wrap(attentive().eval()).training and wrap(attentive()).training
