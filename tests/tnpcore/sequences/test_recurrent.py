"""Recurrent encoder-decoders against their equations, written out."""

import pytest
import torch

from tnpcore import intervene, record
from tnpcore.models.neural_process import initialise
from tnpcore.sequences.recurrent import DECODERS, Recurrent
from tnpcore.sequences.scores import AdditiveScores, DotScores
from tnpcore.sequences.specs import KINDS
from tnpcore.sequences.vocabulary import START

SOURCE, TARGET = tuple("abcdef"), tuple("xyz")


def made(attention, width=8):
    model = Recurrent(SOURCE, TARGET, 12, attention=attention, width=width, d_embed=4)
    initialise(model, torch.Generator().manual_seed(1))
    return model.eval().requires_grad_(False)


def gru_step(gru, x, h, suffix="_l0"):
    """One step of a GRU (Cho et al. 2014), with PyTorch's order of gates: reset, update, new."""
    of_x = (getattr(gru, f"weight_ih{suffix}") @ x + getattr(gru, f"bias_ih{suffix}")).chunk(3)
    of_h = (getattr(gru, f"weight_hh{suffix}") @ h + getattr(gru, f"bias_hh{suffix}")).chunk(3)
    reset, update = (of_x[0] + of_h[0]).sigmoid(), (of_x[1] + of_h[1]).sigmoid()
    new = (of_x[2] + reset * of_h[2]).tanh()
    return (1 - update) * new + update * h


def encoded(model, source):
    """States and last states of both directions, one symbol after another."""
    gru, vectors = model.encoder.gru, model.encoder.embed(source[0])
    directions = []
    for suffix, inputs in (("_l0", vectors), ("_l0_reverse", vectors.flip(0))):
        h, states = torch.zeros(gru.hidden_size), []
        for x in inputs:
            h = gru_step(gru, x, h, suffix)
            states.append(h)
        directions.append(states)
    forward, backward = directions
    both = [torch.cat(pair) for pair in zip(forward, backward[::-1], strict=True)]
    return torch.stack(both), torch.cat([forward[-1], backward[-1]])


def by_hand(model, attention, source, fed):
    """Features from which each symbol is predicted, by the equations of the papers."""
    states, last = encoded(model, source)
    decoder, s, features = model.decoder, (model.bridge.weight @ last + model.bridge.bias).tanh(), []
    for symbol in fed:
        y = model.embed.weight[symbol]
        if attention == "additive":
            scores = decoder.scores
            query = scores.to_q.weight @ s + scores.to_q.bias
            e = torch.stack([scores.to_score.weight[0] @ (query + scores.to_k.weight @ h).tanh() for h in states])
            s = gru_step(decoder.gru, torch.cat([y, e.softmax(0) @ states]), s)
            features.append(s)
            continue
        s = gru_step(decoder.gru, y, s)
        if attention == "none":
            features.append(s)
        else:
            context = (states @ s).softmax(0) @ states
            features.append((decoder.combine.weight @ torch.cat([context, s]) + decoder.combine.bias).tanh())
    return torch.stack(features)


@pytest.mark.parametrize("attention", DECODERS)
def test_the_equations(attention):
    model = made(attention)
    source, target = model.source.encode(["abca"]), model.target.encode(["xz"])
    fed = [START, *target[0, :-1].tolist()]
    expected = model.head(by_hand(model, attention, source, fed)).log_softmax(-1)
    torch.testing.assert_close(model(source, target)[0, :, 2:], expected, atol=1e-5, rtol=1e-4)


def test_additive_scores_of_two_keys():
    scores = AdditiveScores(2, 2).requires_grad_(False)
    for parameter, value in (
        (scores.to_q.weight, [[1.0, 0.0], [0.0, 1.0]]),
        (scores.to_q.bias, [0.0, 0.0]),
        (scores.to_k.weight, [[1.0, 0.0], [0.0, 1.0]]),
        (scores.to_score.weight, [[1.0, -2.0]]),
    ):
        parameter.copy_(torch.tensor(value))
    logits = scores.logits(torch.tensor([[[[0.5, 0.0]]]]), torch.tensor([[[[0.5, 0.0], [-0.5, 1.0]]]]))
    # tanh(1) - 2 tanh(0), and tanh(0) - 2 tanh(1)
    torch.testing.assert_close(logits, torch.tensor([[[[0.761594, -1.523188]]]]))


def test_dot_product_scores_have_no_parameters():
    scores = DotScores()
    assert list(scores.parameters()) == []
    logits = scores.logits(torch.tensor([[[[2.0, 1.0]]]]), torch.tensor([[[[1.0, 0.0], [3.0, -1.0]]]]))
    assert logits.tolist() == [[[[2.0, 5.0]]]]


def test_only_one_vector_reaches_the_decoder_without_attention():
    """Two sources with one last state would give one output: the state alone decides."""
    model = made("none")
    state = model.read(model.source.encode(["abc"]))
    assert state.memory is None and state.hidden.shape == (1, 8)
    other = model.read(model.source.encode(["fedcba"]))
    swapped = type(state)(state.hidden, other.memory, 0)
    symbols = torch.tensor([START])
    assert torch.equal(model.advance(symbols, state)[0], model.advance(symbols, swapped)[0])
    assert not torch.equal(model.advance(symbols, state)[0], model.advance(symbols, other)[0])


@pytest.mark.parametrize("attention", ["additive", "dot"])
def test_temperature_and_muting_reach_recurrent_attention(attention):
    model = made(attention)
    pair = model.source.encode(["abcdef"]), model.target.encode(["xyz"])
    with record() as plain:
        model(*pair)
    with intervene(temperature=1e6), record() as hot:
        model(*pair)
    torch.testing.assert_close(hot[0].weights, torch.full_like(hot[0].weights, 1 / 7), atol=1e-4, rtol=0)
    assert (plain[0].weights - 1 / 7).abs().max() > 1e-3
    with intervene(mute=(("cross 0", 0),)), record() as muted:
        model(*pair)
    assert all((entry.outputs == 0).all() for entry in muted)


@pytest.mark.parametrize(("attention", "width"), [("global", 8), ("dot", 7)])
def test_other_attention_and_odd_widths_are_refused(attention, width):
    with pytest.raises(ValueError, match="attention of none, additive, dot and an even width"):
        made(attention, width)


def test_the_four_kinds_are_about_as_large():
    for kind in KINDS:
        model = kind.model(SOURCE, TARGET, 12, **kind.arguments)
        assert 250_000 < sum(p.numel() for p in model.parameters()) < 330_000, kind.name
