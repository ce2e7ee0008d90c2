"""What every trained model promises, in units of its own predictive standard deviation."""

import pytest
import torch

from tnpcore import Points, load, names, predict
from tnpcore.data.priors import prior
from tnpcore.models.registry import SPECS

pytestmark = pytest.mark.slow

PLANE = [(name, "gp2d") for name in names("gp2d")]
FOUR = [(name, "smooth") for name in ("cnp", "tnpd", "tetnp", "convcnp")]
EQUIVARIANT = [
    *((name, "smooth") for name in ("tetnp", "convcnp", "convcnp-nodensity")),
    *((name, trained_on) for name, trained_on in PLANE if SPECS[name].guarantees.shift),
]
XT = torch.linspace(-2.5, 2.5, 41)[:, None]
SECOND = torch.tensor([-2.03])  # of the shift of a plane


@pytest.fixture(scope="module", params=[*FOUR, *PLANE], ids="-".join)
def model(request):
    return load(*request.param)


@pytest.fixture(scope="module", params=EQUIVARIANT, ids="-".join)
def equivariant(request):
    return load(*request.param)


def targets(model):
    """The same first inputs for all; in a plane the second ones run the other way, faster."""
    return XT if model.dim_x == 1 else torch.cat([XT, 1.5 - 1.2 * XT.roll(7, 0)], -1)


def contexts(model):
    """Contexts of several sizes, one task each, in float32."""
    generator, tasks = torch.Generator().manual_seed(7), prior("smooth" if model.dim_x == 1 else "gp2d")
    drawn = [tasks.sample(1, n, 1, generator).context for n in (1, 2, 5, 13, 30, tasks.max_context)]
    return [Points(context.x[0].float(), context.y[0].float()) for context in drawn]


def difference(a, b):
    """The largest change of mean or sd, in units of the first one's sd."""
    changes = ((a.mean - b.mean) / a.std).abs().max(), (b.std / a.std - 1).abs().max()
    return max(changes).item()


def test_order_of_the_context_is_irrelevant(model):
    xt = targets(model)
    for context in contexts(model):
        order = torch.randperm(len(context), generator=torch.Generator().manual_seed(1))
        shuffled = Points(context.x[order], context.y[order])
        assert difference(predict(model, context, xt), predict(model, shuffled, xt)) < 1e-4


def test_other_targets_are_irrelevant(model):
    xt = targets(model)
    for context in contexts(model):
        everything = predict(model, context, xt)
        few = predict(model, context, torch.cat([xt[10:13], torch.full((1, model.dim_x), 2.9)]))
        assert ((few.mean[:3] - everything.mean[10:13]) / everything.std[10:13]).abs().max() < 1e-4
        assert (few.std[:3] / everything.std[10:13] - 1).abs().max() < 1e-4


def test_alone_equals_batched(model):
    context, xt = contexts(model)[3], targets(model)
    # A wide batch mate makes a ConvCNP's grid larger.
    mate = Points(context.x * 3, context.y)
    batch = Points(torch.stack([context.x, mate.x]), torch.stack([context.y, mate.y]))
    both, alone = predict(model, batch, xt.expand(2, -1, -1)), predict(model, context, xt)
    # In a plane the grid's margin leaves out the outermost half unit of the U-Net's reach.
    tolerance = 2e-4 if model.dim_x == 1 else 1e-3
    assert ((both.mean[0] - alone.mean) / alone.std).abs().max() < tolerance
    assert (both.std[0] / alone.std - 1).abs().max() < tolerance


def test_empty_context_gives_a_finite_wide_prior(model):
    found = predict(model, Points(torch.zeros(0, model.dim_x), torch.zeros(0, 1)), targets(model))
    assert found.mean.isfinite().all() and (found.std > 0.5).all()


@pytest.mark.parametrize("name", ["tnpd", "tetnp", "convcnp"])
def test_one_more_point_makes_the_model_surer_there(name):
    generator = torch.Generator().manual_seed(3)
    model, lower = load(name), []
    for size in range(0, 32, 2):
        task = prior("smooth").sample(16, size, 1, generator).to(torch.float32)
        more = Points(
            torch.cat([task.context.x, task.target.x], -2),
            torch.cat([task.context.y, task.target.y], -2),
        )
        before, after = (predict(model, c, task.target.x).std for c in (task.context, more))
        lower.append((after.log() - before.log()).flatten())
    assert torch.cat(lower).mean() < -0.1


def shift(model, tau):
    """tau, in a plane the vector of tau and -2.03."""
    return torch.cat([torch.tensor([tau]), SECOND[: model.dim_x - 1]]).double()


@pytest.mark.parametrize("tau", [0.3, 2.03])
def test_equivariant_models_do_not_notice_a_shift(equivariant, tau):
    xt, by = targets(equivariant), shift(equivariant, tau).float()
    for context in contexts(equivariant):
        moved = predict(equivariant, context.shifted(by), xt + by)
        assert difference(predict(equivariant, context, xt), moved) < 1e-3


@pytest.mark.parametrize("tau, tolerance", [(0.3, 1e-5), (100.0, 1e-4), (1e6, 1e-4)])
def test_equivariant_models_do_not_notice_a_huge_shift_in_float64(equivariant, tau, tolerance):
    xt, by = targets(equivariant).double(), shift(equivariant, tau)
    for context in contexts(equivariant):
        precise = Points(context.x.double(), context.y.double())
        moved = predict(equivariant, precise.shifted(by), xt + by)
        assert difference(predict(equivariant, precise, xt), moved) < tolerance


@pytest.mark.parametrize("name, trained_on", [case for case in FOUR + PLANE if case not in EQUIVARIANT])
def test_models_with_raw_x_do_notice_a_shift(name, trained_on):
    model = load(name, trained_on)
    xt, by = targets(model), shift(model, 2.03).float()
    changes = [
        difference(predict(model, context, xt), predict(model, context.shifted(by), xt + by))
        for context in contexts(model)
    ]
    assert min(changes) > 0.1


@pytest.mark.parametrize("name", ["tetnp", "convcnp"])
def test_a_point_far_from_the_others_still_matters_near_itself(name):
    model = load(name)
    context = contexts(model)[2]
    far = Points(torch.cat([context.x, torch.tensor([[8.0]])]), torch.cat([context.y, torch.tensor([[1.2]])]))
    there = predict(model, far, torch.tensor([[8.0], [8.1]]))
    assert (there.mean - 1.2).abs().max() < 0.4 and there.std.max() < 0.4


@pytest.mark.parametrize("trained_on", ["smooth", "gp2d"])
@pytest.mark.parametrize("name", ["tetnp", "convcnp"])
def test_far_targets_read_the_same_value_wherever_they_are(name, trained_on):
    model = load(name, trained_on)
    far = predict(model, contexts(model)[3], torch.tensor([[30.0], [77.7], [1e4]]).expand(-1, model.dim_x))
    torch.testing.assert_close(far.mean, far.mean[:1].expand(3, 1), atol=1e-3, rtol=0)
