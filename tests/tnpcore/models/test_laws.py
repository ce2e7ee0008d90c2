"""What every trained model promises, in units of its own predictive standard deviation."""

import pytest
import torch

from tnpcore import Points, load, predict
from tnpcore.data.priors import prior

FOUR = ["cnp", "tnpd", "tetnp", "convcnp"]
EQUIVARIANT = ["tetnp", "convcnp", "convcnp-nodensity"]
XT = torch.linspace(-2.5, 2.5, 41)[:, None]


@pytest.fixture(scope="module", params=FOUR)
def model(request):
    return load(request.param)


@pytest.fixture(scope="module", params=EQUIVARIANT)
def equivariant(request):
    return load(request.param)


@pytest.fixture(scope="module")
def contexts():
    """Contexts of several sizes, one task each, in float32."""
    generator = torch.Generator().manual_seed(7)
    tasks = [prior("smooth").sample(1, n, 1, generator) for n in (1, 2, 5, 13, 30, 50)]
    return [Points(t.context.x[0].float(), t.context.y[0].float()) for t in tasks]


def difference(a, b):
    """The largest change of mean or sd, in units of the first one's sd."""
    changes = ((a.mean - b.mean) / a.std).abs().max(), (b.std / a.std - 1).abs().max()
    return max(changes).item()


def test_order_of_the_context_is_irrelevant(model, contexts):
    for context in contexts:
        order = torch.randperm(len(context), generator=torch.Generator().manual_seed(1))
        shuffled = Points(context.x[order], context.y[order])
        assert difference(predict(model, context, XT), predict(model, shuffled, XT)) < 1e-4


def test_other_targets_are_irrelevant(model, contexts):
    for context in contexts:
        everything = predict(model, context, XT)
        few = predict(model, context, torch.cat([XT[10:13], torch.tensor([[2.9]])]))
        assert ((few.mean[:3] - everything.mean[10:13]) / everything.std[10:13]).abs().max() < 1e-4
        assert (few.std[:3] / everything.std[10:13] - 1).abs().max() < 1e-4


def test_permuting_targets_permutes_predictions(model, contexts):
    flipped, straight = predict(model, contexts[3], XT.flip(0)), predict(model, contexts[3], XT)
    assert ((flipped.mean.flip(0) - straight.mean) / straight.std).abs().max() < 1e-4


def test_alone_equals_batched(model, contexts):
    context = contexts[3]
    # A wide batch mate makes a ConvCNP's grid larger.
    mate = Points(context.x * 3, context.y)
    batch = Points(torch.stack([context.x, mate.x]), torch.stack([context.y, mate.y]))
    both, alone = predict(model, batch, XT.expand(2, -1, -1)), predict(model, context, XT)
    assert ((both.mean[0] - alone.mean) / alone.std).abs().max() < 2e-4
    assert (both.std[0] / alone.std - 1).abs().max() < 2e-4


def test_empty_context_gives_a_finite_wide_prior(model):
    nothing = Points(torch.zeros(0, 1), torch.zeros(0, 1))
    alone = predict(model, nothing, XT)
    batched = predict(model, Points(torch.zeros(2, 0, 1), torch.zeros(2, 0, 1)), XT.expand(2, -1, -1))
    assert alone.mean.isfinite().all() and (alone.std > 0.5).all()
    torch.testing.assert_close(batched.mean[1], alone.mean)


def test_no_targets_give_no_predictions(model, contexts):
    assert predict(model, contexts[2], XT[:0]).mean.shape == (0, 1)


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


@pytest.mark.parametrize("tau", [0.3, 2.03])
def test_equivariant_models_do_not_notice_a_shift(equivariant, contexts, tau):
    for context in contexts:
        moved = predict(equivariant, context.shifted(tau), XT + tau)
        assert difference(predict(equivariant, context, XT), moved) < 1e-3


@pytest.mark.parametrize("tau", [0.3, 100.0, 1e6])
def test_equivariant_models_do_not_notice_a_huge_shift_in_float64(equivariant, contexts, tau):
    for context in contexts:
        precise, targets = Points(context.x.double(), context.y.double()), XT.double()
        moved = predict(equivariant, precise.shifted(tau), targets + tau)
        assert difference(predict(equivariant, precise, targets), moved) < 1e-4


@pytest.mark.parametrize("name", ["cnp", "tnpd"])
def test_models_with_raw_x_do_notice_a_shift(name, contexts):
    model = load(name)
    changes = [
        difference(predict(model, context, XT), predict(model, context.shifted(2.03), XT + 2.03))
        for context in contexts
    ]
    assert min(changes) > 0.1


@pytest.mark.parametrize("name", ["tetnp", "convcnp"])
def test_a_point_far_from_the_others_still_matters_near_itself(name, contexts):
    context = contexts[2]
    far = Points(torch.cat([context.x, torch.tensor([[8.0]])]), torch.cat([context.y, torch.tensor([[1.2]])]))
    there = predict(load(name), far, torch.tensor([[8.0], [8.1]]))
    assert (there.mean - 1.2).abs().max() < 0.4 and there.std.max() < 0.4


@pytest.mark.parametrize("name", ["tetnp", "convcnp"])
def test_far_targets_read_the_same_value_wherever_they_are(name, contexts):
    far = predict(load(name), contexts[3], torch.tensor([[30.0], [77.7], [1e4]]))
    torch.testing.assert_close(far.mean, far.mean[:1].expand(3, 1), atol=1e-3, rtol=0)
