"""The fast forms equal the plain ones: every model as a whole, and every fast function."""

import threading
from itertools import product

import pytest
import torch
from torch.nn import functional as F

from tests.tnpcore.models.test_contracts import fresh
from tnpcore import Points, Task, intervene, load, masks, names, predict
from tnpcore.attention import softmax
from tnpcore.blocks import Block, Sizes
from tnpcore.data.priors import PRIORS
from tnpcore.fast import accelerated, pairs, plain_forms
from tnpcore.fast.softmax import REGISTER
from tnpcore.fast.unet import convolve_upsampled
from tnpcore.models import displacement
from tnpcore.models.tnpa import in_order
from tnpcore.networks.convolution import convolution
from tnpcore.networks.mlp import apply_with_summary, mlp
from tnpcore.networks.unet import upsampled_and_joined
from tnpcore.prediction import Prediction
from tnpcore.setconv import rbf_weights

pytestmark = pytest.mark.slow

SHIPPED = [(name, prior) for prior in PRIORS for name in names(prior)]
SIZES = (0, 1, 9, 50)


def draw(*shape, seed=0):
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)


def both_forms(work, *args):
    with plain_forms():
        plain = work(*args)
    return work(*args), plain


def sd(prediction):
    return prediction.std if isinstance(prediction, Prediction) else prediction.stddev


def assert_same(fast, plain, tolerance):
    torch.testing.assert_close(fast.mean, plain.mean, atol=tolerance, rtol=0)
    torch.testing.assert_close(sd(fast), sd(plain), atol=tolerance, rtol=0)


@pytest.mark.parametrize("name, prior", SHIPPED)
def test_every_shipped_model_predicts_the_same_in_both_forms(name, prior):
    model = load(name, prior)
    xt = torch.linspace(-2.5, 2.5, 23, dtype=torch.float64)[:, None].expand(-1, model.dim_x)
    contexts = [Points(draw(n, model.dim_x), draw(n, 1, seed=1)) for n in SIZES]
    pair = Points(draw(2, 7, model.dim_x), draw(2, 7, 1, seed=1))
    # A model for which x = -0.1 and 0.1 differ magnifies rounding: in either form, compared with float64.
    rounding = 1e-4 if prior == "nonstationary" else 2e-5
    for dtype, tolerance in ((torch.float32, rounding), (torch.float64, 1e-12)):
        model = model.to(dtype)
        for context in contexts:
            assert_same(*both_forms(predict, model, context, xt), tolerance)
        assert_same(*both_forms(predict, model, pair, xt.expand(2, -1, -1)), tolerance)


@pytest.mark.parametrize("name", ["tnpnd", "tnpnd-lowrank", "convgnp", "np", "anp-latent", "tnpa", "tnpa-leaky"])
def test_joint_losses_are_the_same_in_both_forms(name):
    model, context, target = load(name).double(), Points(draw(9, 1), draw(9, 1)), Points(draw(6, 1), draw(6, 1))
    for task in (Task(context, target), Task(Points(draw(0, 1), draw(0, 1)), target)):
        for score in (model.loss, model.loglik):
            fast, plain = both_forms(lambda t, s: s(t, torch.Generator().manual_seed(0)), task, score)
            torch.testing.assert_close(fast, plain, atol=1e-9, rtol=1e-9)


def test_cached_keys_and_values_give_the_plain_prediction():
    """The name stands for a model of each kind of cache."""
    context, xt = Points(draw(9, 1), draw(9, 1, seed=1)), draw(5, 1, seed=2)
    for name in (
        "tnpd-centred",
        "tnp-causal",
        "tetnp",
        "tnpd-rotary",
        "tetnp-binned",
        "eqtnp",
        "lbanp",
        "tetnp-pseudo",
        "anp",
        "cnp",
    ):
        model = fresh(name)
        with plain_forms(), torch.inference_mode():
            plain = model(context.x, context.y, xt)
        assert_same(model.decode(model.encode(context.x, context.y), xt), plain, 1e-10)


def test_the_switch_is_local_to_a_context_and_ends_with_its_block():
    @accelerated(lambda: "fast")
    def form():
        """Which form runs."""
        return "plain"

    seen = []
    with plain_forms():
        thread = threading.Thread(target=lambda: seen.append(form()))
        thread.start()
        thread.join()
        assert form() == "plain"
    assert (form(), seen, form.__doc__) == ("fast", ["fast"], "Which form runs.")
    with pytest.raises(ZeroDivisionError), plain_forms():
        raise ZeroDivisionError
    assert form() == "fast"


def test_a_replaced_mask_is_obeyed_in_both_forms():
    model, context, xt = load("tnpd").double(), Points(draw(7, 1), draw(7, 1, seed=1)), draw(5, 1, seed=2)
    with intervene(mask=torch.ones(12, 12, dtype=torch.bool).tril()):
        fast, plain = both_forms(predict, model, context, xt)
    assert_same(fast, plain, 1e-10)
    assert (fast.mean - predict(model, context, xt).mean).abs().max() > 1e-3


@pytest.mark.parametrize("count", [0, 1, REGISTER - 1, REGISTER])
def test_neither_softmax_nor_its_gradient_depends_on_the_form(count):
    logits, wanted = (draw(2, 3, 7, count).requires_grad_() for _ in range(2))
    weights, truth = softmax(logits), wanted.softmax(-1)
    torch.testing.assert_close(weights, truth, atol=1e-15, rtol=0)
    target = draw(2, 3, 7, count, seed=1)
    for result in (weights, truth):
        (result * target).sum().backward()
    torch.testing.assert_close(logits.grad, wanted.grad, atol=1e-15, rtol=0)


def test_a_first_linear_layer_may_be_applied_to_a_summary_once():
    net, each, summaries = mlp(5, 8, 2).double(), draw(2, 7, 3), draw(4, 2, 1, 2)
    appended = torch.cat([each.expand(4, -1, -1, -1), summaries.expand(-1, -1, 7, -1)], -1)
    torch.testing.assert_close(apply_with_summary(net, each, summaries), net(appended))


@pytest.mark.parametrize("sizes", [(16,), (6, 8)])
def test_an_upsampled_signal_is_convolved_without_upsampling(sizes):
    for kernel in (1, 5, 9):
        layer = convolution(len(sizes))(3, 4, kernel, padding=kernel // 2, padding_mode="replicate").double()
        signal, skip = draw(2, 3, *sizes), draw(2, 5, *(2 * size for size in sizes), seed=1)
        plain = layer(F.interpolate(signal, scale_factor=2.0, mode="nearest"))
        found = convolve_upsampled(signal, layer.weight, layer.bias)
        for firsts in product((0, 1), repeat=len(sizes)):
            every_other = tuple(slice(first, None, 2) for first in firsts)
            torch.testing.assert_close(found[:, *firsts], plain[:, :, *every_other])
        torch.testing.assert_close(*both_forms(upsampled_and_joined, layer, signal, skip))


def test_scores_in_pieces_are_scores_in_one_pass(monkeypatch):
    bias, difference = displacement.FourierBias(1, 2, 3).double(), draw(2, 7, 5, 1)
    torch.nn.init.normal_(bias.null)
    with plain_forms():
        at_once = bias(difference)
    monkeypatch.setattr(pairs, "PAIRS_AT_ONCE", 20)
    scores = bias.scores(difference).unflatten(-3, (2, 3))
    for layer, (pieces,) in enumerate(bias(difference)):
        torch.testing.assert_close(pieces.pairs, at_once[layer][0].pairs)
        torch.testing.assert_close(pieces.pairs[..., 1:], scores[:, layer])
        assert torch.equal(pieces.pairs[..., 0], bias.null[layer][:, None].expand(2, 3, 7)) and pieces.heads == 1


def test_self_attention_normalises_once_and_equals_the_block():
    block, tokens = Block(Sizes(8, 2, d_hidden=16), 0).double(), draw(2, 5, 8)
    mask = torch.ones(5, 3, dtype=torch.bool).tril()
    found = block.among(tokens, 3, mask)
    torch.testing.assert_close(found, block(tokens, tokens[..., :3, :], mask), atol=1e-12, rtol=0)


@pytest.mark.parametrize("count", [0, 1, 9])
@pytest.mark.parametrize("name", ["tnpd", "tnpd-postnorm", "tnpa", "tnpnd"])
def test_attending_to_the_context_is_masked_self_attention(name, count):
    model, context, xt = fresh(name), Points(draw(count, 1), draw(count, 1, seed=1)), draw(5, 1, seed=2)
    with intervene(mask=masks.context_only(count, 5)):
        literal = predict(model, context, xt)
    assert_same(predict(model, context, xt), literal, 1e-10)


@pytest.mark.parametrize("name", ["tetnp", "tetnp-fourier", "tnpd-rotary"])
def test_equivariant_layers_run_for_all_tokens_are_those_of_the_model(name):
    """Layer by layer over context and targets, as the papers write it."""
    model, xc, yc, xt = fresh(name), draw(9, 1), draw(9, 1, seed=1), draw(5, 1, seed=2)
    x, tokens = torch.cat([xc, xt]), model.embed.tokens(xc, yc, xt)
    if name == "tnpd-rotary":
        queries, keys = (model.rotation(each, model.embed.anchor(xc)) for each in (x, xc))
        for block in model.blocks:
            tokens = block.attend(tokens, block.keys_and_values(tokens[:9], keys), rotation=queries)
    else:
        for block, bias in zip(model.blocks, model.biases(x, xc), strict=True):
            tokens = block(tokens, tokens[:9], bias=bias)
    assert_same(model(xc, yc, xt), model.head(tokens[9:]), 1e-10)


def test_the_autoregressive_pass_reads_only_the_auxiliary_tokens():
    model, context, target = fresh("tnpa"), Points(draw(7, 1), draw(7, 1, seed=1)), Points(draw(4, 1), draw(4, 1))
    literal = in_order(model, context, target, masks.autoregressive(7, 4))
    assert_same(model.in_order(context.x, context.y, target.x, target.y), literal, 1e-10)


def test_small_weights_are_never_below_the_normal_numbers():
    """Products with small gradients included; and what stands for them is far below what can be noticed."""
    far = rbf_weights(torch.zeros(1, 1), torch.tensor([[1.0], [2.0], [1000.0]]), 0.1)
    assert far.min() > 1e8 * torch.finfo(torch.float32).tiny and far[1:].max() < 1e-20
