"""What every architecture of the family promises, trained or not, in float64: fresh weights keep these laws exactly."""

import dataclasses

import pytest
import torch

from tnpcore import Points, Task, predict, pretrained, record, sample_autoregressively, weights
from tnpcore.data.priors import dimensions, prior
from tnpcore.models import initialise
from tnpcore.models.registry import SPECS
from tnpcore.models.spec import Samples
from tnpcore.training import begin

pytestmark = pytest.mark.slow

NAMES = list(SPECS)
EQUIVARIANT = {name for name in NAMES if SPECS[name].guarantees.shift}
# Marginal predictions of these depend on the other targets.
TARGETS_MATTER = {name for name in NAMES if not SPECS[name].guarantees.other_targets}
JOINT = {name for name in NAMES if SPECS[name].guarantees.coherent_samples}
RANDOM_LIKELIHOOD = {
    name for name in NAMES if SPECS[name].guarantees.samples in (Samples.ONE_Z, Samples.AUTOREGRESSIVE)
}
ONE_DIMENSION = {"tnpd-rotary"}
# Those that are trained on pictures keep every law over a plane, too; a small grid shows it as well as a large one.
SMALL = {"width": 8, "levels": 2, "points_per_unit": 4, "margin": 4.0}
PLANE = ("tnpd", "tetnp", "convcnp", "convcnp-residual")
CASES = [*((name, 1) for name in NAMES), *((name, 2) for name in PLANE)]
NO_ATTENTION = {name for name in NAMES if name.startswith(("conv", "np"))} | {"cnp"}
XT = torch.linspace(-2.5, 2.5, 23, dtype=torch.float64)[:, None]
SECOND = torch.tensor([-2.03])  # of the shift of a plane


def draw(*shape, seed=0):
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)


def fresh(name, **arguments):
    """Untrained, with weights drawn wide enough for every input to matter."""
    small = SMALL if name.startswith("conv") and arguments.get("dim_x") == 2 else {}
    model = pretrained.build(name, **small, **arguments)
    initialise(model, torch.Generator().manual_seed(1))
    for parameter in model.parameters():
        if parameter.ndim >= 2:
            parameter.data *= 1.5
    return model.double().eval()


@pytest.fixture(scope="module", params=CASES, ids=[name if dim == 1 else f"{name}-plane" for name, dim in CASES])
def case(request):
    return request.param


@pytest.fixture(scope="module")
def name(case):
    return case[0]


@pytest.fixture(scope="module")
def model(case):
    name, dim = case
    return fresh(name, **({} if dim == 1 else {"dim_x": dim}))


def inputs(model, x):
    """Inputs [N, 1] with as many dimensions as the model has, the others drawn at random."""
    return torch.cat([x, draw(len(x), model.dim_x - 1, seed=9)], -1)


@pytest.fixture(scope="module")
def xt(model):
    return inputs(model, XT)


@pytest.fixture(scope="module")
def context(model):
    return Points(inputs(model, CONTEXT.x), CONTEXT.y)


@pytest.fixture(scope="module")
def nothing(context):
    return Points(context.x[:0], context.y[:0])


CONTEXT = Points(draw(9, 1), draw(9, 1, seed=1))


def difference(a, b):
    """The largest change of mean or sd, in units of the first one's sd."""
    return max(((a.mean - b.mean) / a.std).abs().max().item(), (b.std / a.std - 1).abs().max().item())


def test_order_of_the_context_is_irrelevant_but_where_points_are_numbered(name, model, context, xt):
    order = torch.randperm(9, generator=torch.Generator().manual_seed(1))
    shuffled = Points(context.x[order], context.y[order])
    change = difference(predict(model, context, xt), predict(model, shuffled, xt))
    assert change < 1e-9 if SPECS[name].guarantees.order else change > 1e-3


def test_the_context_matters(model, context, xt):
    other = Points(context.x, context.y + torch.linspace(0.5, 1.5, 9, dtype=torch.float64)[:, None])
    assert difference(predict(model, context, xt), predict(model, other, xt)) > 1e-5


def test_other_targets_are_irrelevant_but_where_they_are_not(name, model, context, xt):
    few = predict(model, context, torch.cat([inputs(model, draw(2, 1, seed=5)), xt[10:13]]))
    everything = predict(model, context, xt)
    means, stds = (few.mean[2:] - everything.mean[10:13]).abs(), (few.std[2:] - everything.std[10:13]).abs()
    change = max(means.max().item(), stds.max().item())
    assert change > 1e-6 if name in TARGETS_MATTER else change < 1e-9


def test_permuting_targets_permutes_predictions_but_where_order_matters(name, model, context, xt):
    flipped, straight = predict(model, context, xt.flip(0)), predict(model, context, xt)
    change = max((flipped.mean.flip(0) - straight.mean).abs().max(), (flipped.std.flip(0) - straight.std).abs().max())
    assert change > 1e-6 if name in TARGETS_MATTER else change < 1e-9


@pytest.mark.parametrize("points", ["context", "nothing"])
@pytest.mark.parametrize("tau", [0.3, 2.03])
def test_a_shift_is_not_noticed_or_is(name, model, xt, points, tau, request):
    points, tau = request.getfixturevalue(points), torch.cat([torch.tensor([tau]), SECOND[: model.dim_x - 1]])
    change = difference(predict(model, points, xt), predict(model, points.shifted(tau), xt + tau))
    # Without residuals a token's own x reaches no layer beyond its query, and without points every query reads the null
    # token alone: nothing is left of x.
    unnoticed = name in EQUIVARIANT or (name == "tnpd-noresidual" and not len(points))
    assert change < 1e-8 if unnoticed else change > 1e-5


@pytest.mark.parametrize("name", sorted(EQUIVARIANT))
def test_a_huge_shift_of_float64_inputs_reaches_float32_parameters_unharmed(name):
    model = fresh(name).float()
    moved = predict(model, CONTEXT.shifted(1e6), XT + 1e6)
    assert moved.mean.dtype == torch.float32
    assert difference(predict(model, CONTEXT, XT), moved) < 1e-4


def test_alone_equals_batched(model, context, xt):
    mate = Points(context.x * 3, context.y - 0.3)
    batch = Points(torch.stack([context.x, mate.x]), torch.stack([context.y, mate.y]))
    both, alone = predict(model, batch, xt.expand(2, -1, -1)), predict(model, context, xt)
    # A ConvCNP's U-Net sees the edge of its grid a little; its mate's grid is larger.
    torch.testing.assert_close(both.mean[0], alone.mean, atol=1e-5, rtol=0)
    torch.testing.assert_close(both.std[0], alone.std, atol=1e-5, rtol=0)


def test_without_context_the_prediction_is_finite_alone_and_batched(model, nothing, xt):
    alone = predict(model, nothing, xt)
    none = Points(nothing.x.expand(2, -1, -1), nothing.y.expand(2, -1, -1))
    batched = predict(model, none, xt.expand(2, -1, -1))
    assert alone.mean.isfinite().all() and (alone.std > 0).all()
    torch.testing.assert_close(batched.mean[1], alone.mean)
    torch.testing.assert_close(batched.std[1], alone.std)


def test_no_targets_give_no_predictions(model, context, xt):
    assert predict(model, context, xt[:0]).mean.shape == (0, 1)


@pytest.mark.parametrize("size", [3, 0])
def test_no_tasks_give_no_predictions(model, xt, size):
    none = Points(draw(0, size, model.dim_x), draw(0, size, 1))
    for targets in (0, 4):
        found = predict(model, none, draw(0, targets, model.dim_x))
        assert found.mean.shape == found.std.shape == (0, targets, 1)
    assert sample_autoregressively(model, none, xt, 2, torch.Generator()).shape == (2, 0, len(xt), 1)


def test_recording_changes_nothing(name, model, context, xt):
    plain, recorded = predict(model, context, xt), predict(model, context, xt, record=True)
    assert torch.equal(plain.mean, recorded.mean) and torch.equal(plain.std, recorded.std)
    assert bool(recorded.attention) == (name not in NO_ATTENTION)
    layers = [entry.name for entry in recorded.attention]
    assert len(set(layers)) == len(layers)
    for entry in recorded.attention:
        torch.testing.assert_close(entry.weights.sum(-1), torch.ones_like(entry.weights[..., 0]))
    with record() as quiet:
        pass
    assert quiet == []


def test_a_cached_context_gives_the_same_prediction(model, context, nothing, xt):
    pair = Points(context.x.expand(2, -1, -1), context.y.expand(2, -1, -1))
    for points, at in ((context, xt), (nothing, xt), (pair, xt.expand(2, -1, -1))):
        whole, kept = model(points.x, points.y, at), model.decode(model.encode(points.x, points.y), at)
        torch.testing.assert_close(kept.mean, whole.mean, atol=1e-9, rtol=0)
        torch.testing.assert_close(kept.stddev, whole.stddev, atol=1e-9, rtol=0)


def test_wrong_shapes_are_named(model):
    dim = model.dim_x
    with pytest.raises(ValueError, match=rf"{type(model).__name__} needs .*\(3, 1\)"):
        model(torch.zeros(4, dim), torch.zeros(3, 1), torch.zeros(5, dim))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("batch", [(), (2,)])
def test_several_dimensions_run(name, batch):
    dim_x = 1 if name in ONE_DIMENSION else 2
    model = fresh(name, dim_y=2, **({} if name in ONE_DIMENSION else {"dim_x": 2}))
    context = Points(draw(*batch, 4, dim_x), draw(*batch, 4, 2, seed=1))
    target = Points(draw(*batch, 5, dim_x, seed=2), draw(*batch, 5, 2, seed=3))
    found, generator = predict(model, context, target.x), torch.Generator().manual_seed(0)
    assert found.mean.shape == found.std.shape == (*batch, 5, 2)
    assert model.loglik(Task(context, target), generator).shape == batch
    assert model.sample(context, target.x, 3, generator).shape == (3, *batch, 5, 2)
    model.loss(Task(context, target), generator).backward()
    assert all(p.grad is None or p.grad.isfinite().all() for p in model.parameters())


@pytest.mark.parametrize("name", NAMES)
def test_saved_and_loaded_it_gives_the_same_predictions(name, tmp_path, monkeypatch):
    monkeypatch.setattr(weights, "shipped", lambda: tmp_path)
    model = fresh(name).float()
    pretrained.save(model, pretrained.Card(name, "smooth", sum(p.numel() for p in model.parameters())), tmp_path)
    assert pretrained.names() == [name]
    assert (tmp_path / f"{name}-smooth.safetensors").stat().st_size < 2e6
    before, after = predict(model, CONTEXT, XT), predict(pretrained.load(name), CONTEXT, XT)
    assert torch.equal(before.mean, after.mean) and torch.equal(before.std, after.std)


def test_training_steps_stay_finite_and_move_every_weight(case):
    name, dim = case
    tasks = prior("smooth" if dim == 1 else "gp2d")
    model = pretrained.build(name, **dimensions(tasks), **(SMALL if name.startswith("conv") and dim == 2 else {}))
    initialise(model, torch.Generator().manual_seed(0))
    before = {key: value.clone() for key, value in model.named_parameters()}
    config = dataclasses.replace(SPECS[name].recipe(), steps=2, batch_size=4, num_target=8, warmup=1, pool_size=512)
    run = begin(model, tasks, config)
    assert all(torch.tensor(run.advance().loss).isfinite() for _ in range(2))
    assert all(p.isfinite().all() for p in model.parameters())
    still = [key for key, value in model.named_parameters() if torch.equal(value, before[key])]
    assert still == []


def test_the_same_seed_gives_the_same_likelihood_and_samples(name, model, context, xt):
    task = Task(context, Points(xt, XT.sin()))
    seeds = [torch.Generator().manual_seed(s) for s in (3, 3, 4)]
    first, again, other = (model.loglik(task, g).item() for g in seeds)
    assert first == again and (first != other) == (name in RANDOM_LIKELIHOOD)
    draws = [model.sample(context, xt, 2, torch.Generator().manual_seed(s)) for s in (3, 3, 4)]
    assert torch.equal(draws[0], draws[1]) and not torch.equal(draws[0], draws[2])


def test_only_joint_models_say_more_than_their_marginals(name, model, context, xt):
    task = Task(context, Points(xt, XT.sin()))
    marginal = model(context.x, context.y, xt).log_prob(task.target.y).mean()
    joint = model.loglik(task, torch.Generator().manual_seed(0))
    assert ((joint - marginal).abs() > 1e-6) == (name in JOINT)
