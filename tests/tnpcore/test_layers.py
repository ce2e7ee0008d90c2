"""What `record(LayerRecord)` holds of a trained model, recomputed in numpy; and parts switched off by `intervene`."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
import torch

from tnpcore import LayerRecord, Points, intervene, load, predict, record
from tnpcore.blocks import WHOLE, LayerDesign, Sizes
from tnpcore.fast import plain_forms
from tnpcore.models.transformer import TransformerEncoder
from tnpcore.trace import PARTS

CONTEXT = Points(
    torch.tensor([[-1.6], [-0.7], [0.5], [1.1], [1.7]], dtype=torch.float64),
    torch.tensor([[-0.9], [0.5], [0.9], [-0.2], [-0.8]], dtype=torch.float64),
)
XT = torch.linspace(-2, 2, 9, dtype=torch.float64)[:, None]
ALL_LAYERS = {part: tuple((layer, part) for layer in range(4)) for part in PARTS}


def numpy_linear(layer, z):
    return z @ layer.weight.double().numpy().T + layer.bias.double().numpy()


def numpy_norm(layer, z):
    centred = z - z.mean(-1, keepdims=True)
    scaled = centred / np.sqrt((centred**2).mean(-1, keepdims=True) + layer.eps)
    return scaled * layer.weight.double().numpy() + layer.bias.double().numpy()


def numpy_feedforward(net, z):
    hidden, activation, out = net
    assert isinstance(activation, torch.nn.GELU)
    return numpy_linear(out, activation(torch.from_numpy(numpy_linear(hidden, z))).numpy())


def steps(model, **off):
    """The layers and their attention, of a run in float64, so that 1e-5 tells a mistake from rounding."""
    with intervene(**off), record(LayerRecord) as layers, record() as attention:
        predict(model.double(), CONTEXT, XT)
    return list(zip(model.blocks, layers, attention, strict=True))


def array(tensor):
    return tensor.reshape(-1, tensor.shape[-1]).numpy()


def test_every_number_of_a_target_is_that_of_numpy():
    """Q, K, V -> scores -> weights -> mix -> concatenation -> W_O -> residual -> norm -> feed-forward -> residual."""
    model = load("tnpd")
    stream = None  # of the context: what the layer before gave, because the last layer is run for the targets alone
    for block, layer, heads in steps(model):
        one = array(layer.tokens)[-1]
        keys = array(layer.tokens if stream is None else stream)[: len(CONTEXT)]
        stream = layer.out
        normed = numpy_norm(block.norm_attention, one)
        np.testing.assert_allclose(array(layer.normed)[-1], normed, atol=1e-5)
        seen = np.concatenate([block.null.double().numpy()[None], numpy_norm(block.norm_attention, keys)])
        k, v = (
            numpy_linear(to, seen).reshape(-1, 4, 16).transpose(1, 0, 2)
            for to in (block.attention.to_k, block.attention.to_v)
        )
        q = numpy_linear(block.attention.to_q, normed).reshape(4, 16)
        scores = np.einsum("hd,hkd->hk", q, k) / np.sqrt(16)
        weights = np.exp(scores - scores.max(-1, keepdims=True))
        weights /= weights.sum(-1, keepdims=True)
        mix = np.einsum("hk,hkd->hd", weights, v)
        for found, expected in ((heads.logits, scores), (heads.weights, weights), (heads.outputs, mix)):
            np.testing.assert_allclose(found.reshape(4, -1, found.shape[-1])[:, -1].numpy(), expected, atol=1e-5)
        mixed = numpy_linear(block.attention.to_out, mix.flatten())  # the heads side by side
        middle = one + mixed
        change = numpy_feedforward(block.feedforward, numpy_norm(block.norm_feedforward, middle))
        expected = {"mixed": mixed, "middle": middle, "change": change, "out": middle + change}
        for name, value in expected.items():
            np.testing.assert_allclose(array(getattr(layer, name))[-1], value, atol=1e-5, err_msg=name)


def test_a_layer_reads_what_the_one_before_it_gave():
    layers = [layer for _, layer, _ in steps(load("tnpd"))]
    for before, after in pairwise(layers[:-1]):
        assert torch.equal(before.out, after.tokens)
    assert torch.equal(layers[-2].out[..., -len(XT) :, :], layers[-1].tokens)
    assert [layer.name for layer in layers] == [f"layer {i}" for i in range(4)]


def test_the_head_reads_the_last_stream():
    model = load("tnpd").double()
    with record(LayerRecord) as layers:
        found = predict(model, CONTEXT, XT)
    torch.testing.assert_close(model.head(layers[-1].out).mean.reshape(-1, 1), found.mean)


def test_blocks_of_different_kinds_nest():
    model = load("tnpd")
    with record() as attention:
        predict(model, CONTEXT, XT)
        with record(LayerRecord) as layers:
            predict(model, CONTEXT, XT)
    assert (len(attention), len(layers)) == (8, 4)


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("norm", ["pre", "post"])
def test_a_part_that_is_switched_off_is_that_of_a_layer_without_it(part, norm):
    """The same weights in a layer that was built without the part."""
    whole = TransformerEncoder(Sizes(16, 2, 3, 32), LayerDesign(norm=norm)).double()
    less = TransformerEncoder(Sizes(16, 2, 3, 32), LayerDesign(norm=norm).without([part])).double()
    less.load_state_dict({key: value for key, value in whole.state_dict().items() if key in less.state_dict()})
    tokens = torch.randn(7, 16, dtype=torch.float64, generator=torch.Generator().manual_seed(0))
    with intervene(off=tuple((layer, part) for layer in range(3))):
        found = whole(tokens, 4)
    torch.testing.assert_close(found, less(tokens, 4))
    assert not torch.allclose(found, whole(tokens, 4))


@pytest.mark.parametrize("part", PARTS)
def test_the_fast_form_switches_the_same_off(part):
    model = load("tnpd").double()
    with intervene(off=((1, part), (3, part))):
        fast = predict(model, CONTEXT, XT).mean
        with plain_forms():
            torch.testing.assert_close(fast, predict(model, CONTEXT, XT).mean)
    assert not torch.allclose(fast, predict(model, CONTEXT, XT).mean)


def test_only_the_named_layer_is_without_the_part():
    model = load("tnpd")
    for number, (_, layer, _) in enumerate(steps(model, off=((2, "feedforward"),))):
        assert (layer.change is None) == (number == 2)
        assert torch.equal(layer.out, layer.middle) == (number == 2)


def test_without_residuals_the_stream_is_what_the_feedforward_network_gives():
    for _, layer, _ in steps(load("tnpd"), off=ALL_LAYERS["residual"]):
        assert torch.equal(layer.out, layer.change) and torch.equal(layer.middle, layer.mixed)


def test_without_norm_queries_are_projected_from_the_tokens_themselves():
    for _, layer, _ in steps(load("tnpd"), off=ALL_LAYERS["norm"]):
        assert torch.equal(layer.normed, layer.tokens) and torch.equal(layer.normed_middle, layer.middle)


def test_parts_in_other_transformers():
    model = load("tetnp")
    with intervene(off=ALL_LAYERS["feedforward"]):
        without = predict(model, CONTEXT, XT).mean
    assert not torch.allclose(without, predict(model, CONTEXT, XT).mean)


def test_an_unknown_part_is_refused():
    known = "must be one of residual, norm, feedforward, got softmax"
    with pytest.raises(ValueError, match=known), intervene(off=((0, "softmax"),)):
        pass


def test_a_design_less_nothing_is_itself():
    assert WHOLE.without([]) is WHOLE
    assert replace(WHOLE, norm="none", residual=False) == WHOLE.without(["norm", "residual"])
