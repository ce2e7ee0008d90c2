"""The encoder-decoder Transformer: three rectangles of weights, a worked example, and its positions."""

import math

import pytest
import torch

from tnpcore import LayerRecord, intervene, record
from tnpcore.attention import MultiHeadAttention
from tnpcore.models.neural_process import initialise
from tnpcore.sequences.alignments import joined
from tnpcore.sequences.transformer import Transformer

SOURCE, TARGET = tuple("abcdef"), tuple("xyz")


def made(**arguments):
    model = Transformer(SOURCE, TARGET, 12, **{"d_model": 32, "d_hidden": 48, **arguments})
    initialise(model, torch.Generator().manual_seed(1))
    return model.eval().requires_grad_(False)


def test_the_three_rectangles():
    """Every source symbol attends to all; a target symbol to those before it and itself; and to the whole source."""
    model = made()
    source, target = model.source.encode(["abcd", "ef"]), model.target.encode(["xyz", "x"])
    with record() as records:
        model(source, target)
    weights = joined(records)
    assert list(weights) == ["encoder 0", "encoder 1", "encoder 2", "decoder 0", "cross 0", "decoder 1", "cross 1"]
    seen = source != 0
    lower = torch.ones(4, 4, dtype=torch.bool).tril()
    for name, found in weights.items():
        allowed = lower if name.startswith("decoder") else seen[:, None, None, :].expand(-1, 4, found.shape[-2], -1)
        assert ((found > 0) == allowed).all(), name
        torch.testing.assert_close(found.sum(-1), torch.ones(found.shape[:-1]))


def test_a_worked_example():
    """One layer each with identity projections of one head: two keys, weights by hand."""
    attention = MultiHeadAttention(2, 1, "cross 0")
    for linear in (attention.to_q, attention.to_k, attention.to_v, attention.to_out):
        linear.weight.data, linear.bias.data = torch.eye(2), torch.zeros(2)
    keys = torch.tensor([[[1.0, 0.0], [0.0, 1.0], [5.0, 5.0]]])
    mask = torch.tensor([[[[True, True, False]]]])
    with record() as records:
        mixed = attention(torch.tensor([[[math.sqrt(2) * math.log(3), 0.0]]]), keys, keys, mask)
    # Logits ln 3 and 0: weights 3/4 and 1/4; the third key is masked.
    assert records[0].name == "cross 0"
    torch.testing.assert_close(records[0].weights[0, 0, 0], torch.tensor([0.75, 0.25, 0.0]))
    torch.testing.assert_close(mixed[0, 0], torch.tensor([0.75, 0.25]))


def test_each_layer_by_hand():
    """Pre-norm: x + f(LN(x)) for each of two steps in the encoder and three in the decoder."""
    model = made(encoder_layers=1, decoder_layers=1)
    source, target = model.source.encode(["abc"]), model.target.encode(["xy"])
    layer, decoder = model.encoder[0], model.decoder[0]

    def normed(x):
        return (x - x.mean(-1, keepdim=True)) / (x.var(-1, unbiased=False, keepdim=True) + 1e-5).sqrt()

    x = model.source_positions.added(model.embed_source(source))
    x = x + layer.attention(normed(x), normed(x), normed(x))
    encoded = normed(x + layer.feedforward(normed(x)))
    torch.testing.assert_close(model.encode(source), encoded, atol=1e-5, rtol=1e-4)
    fed = torch.tensor([[1, *target[0, :2].tolist()]])
    y = model.target_positions.added(model.embed_target(fed))
    y = y + decoder.attention(normed(y), normed(y), normed(y), torch.ones(3, 3, dtype=torch.bool).tril())
    y = y + decoder.cross(normed(y), encoded, encoded)
    y = normed(y + decoder.feedforward(normed(y)))
    expected = model.head(y).log_softmax(-1)
    torch.testing.assert_close(model(source, target)[..., 2:], expected, atol=1e-5, rtol=1e-4)


def test_post_norm_normalises_after_each_addition():
    model = made(norm="post")
    with record(LayerRecord) as layers:
        model(model.source.encode(["abc"]), model.target.encode(["xy"]))
    assert [entry.name for entry in layers] == ["encoder 0", "encoder 1", "encoder 2"]
    for entry in layers:
        torch.testing.assert_close(entry.out.mean(-1), torch.zeros(entry.out.shape[:-1]), atol=1e-5, rtol=0)
        torch.testing.assert_close(
            entry.out.var(-1, unbiased=False), torch.ones(entry.out.shape[:-1]), atol=1e-3, rtol=0
        )


def test_parts_of_layers_can_be_switched_off():
    model = made()
    pair = model.source.encode(["abc"]), model.target.encode(["xy"])
    plain = model(*pair)
    for off in (("encoder 1", "feedforward"), ("decoder 0", "residual"), ("decoder 1", "norm")):
        with intervene(off=(off,)):
            assert (model(*pair) - plain).abs().max() > 1e-4
    with intervene(mute=(("cross 1", 2),)), record() as records:
        model(*pair)
    assert (records[-1].outputs[:, 2] == 0).all() and (records[-1].outputs[:, 1] != 0).any()


def positioned(kind, **arguments):
    """A model whose relative positions are some: they start at 0 everywhere."""
    model, generator = made(positions=kind, **arguments), torch.Generator().manual_seed(0)
    for side in (model.source_positions, model.target_positions):
        for part in (side.bias, side.distances):
            for learned in part.parameters() if part else ():
                learned.data.normal_(generator=generator)
    return model


@pytest.mark.parametrize("kind", ["sinusoidal", "learned", "rotary", "relative", "shaw"])
def test_positions_tell_two_orders_from_each_other(kind):
    model = positioned(kind)
    target = model.target.encode(["x"])
    one, other = (model(model.source.encode([text]), target) for text in ("abc", "cba"))
    assert (one - other).abs().max() > 1e-4


@pytest.mark.parametrize("kind", ["rotary", "relative", "shaw"])
def test_relative_positions_know_differences_alone(kind):
    """Logits of self-attention between equal symbols depend on their distance alone."""
    model = positioned(kind, encoder_layers=1)
    with record() as records:
        model.encode(model.source.encode(["aaaaaaaa"])[:, :8])
    logits = records[0].logits[0]
    for shift in (1, 3):
        torch.testing.assert_close(logits[:, shift:, shift:], logits[:, :-shift, :-shift], atol=1e-5, rtol=1e-4)
    assert (logits[:, 0, 1] - logits[:, 0, 2]).abs().max() > 1e-4


def test_an_unknown_kind_of_positions_is_refused():
    with pytest.raises(ValueError, match="positions must be one of"):
        made(positions="somewhere")
    with pytest.raises(ValueError, match="norm must be one of"):
        made(norm="sometimes")


def test_the_default_has_about_300_000_parameters():
    model = Transformer(SOURCE, TARGET, 12)
    assert 250_000 < sum(p.numel() for p in model.parameters()) < 350_000
