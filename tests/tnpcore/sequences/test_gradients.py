"""Gradients of a prediction by the symbols of the source, beside finite differences."""

from __future__ import annotations

import pytest
import torch

from tnpcore import intervene
from tnpcore.models.neural_process import initialise
from tnpcore.sequences import Recurrent, Transformer
from tnpcore.sequences.gradients import source_gradients

pytestmark = pytest.mark.slow

SOURCE, TARGET = tuple("abcdef"), tuple("xyz")
STEP = 1e-6


def made(kind):
    if kind == "transformer":
        model = Transformer(SOURCE, TARGET, 8, d_model=16, num_heads=2, d_hidden=8)
    else:
        model = Recurrent(SOURCE, TARGET, 8, attention=kind, width=12, d_embed=8)
    initialise(model, torch.Generator().manual_seed(3))
    return model.eval().requires_grad_(False).double()


def log_odds(model, source, target, position):
    probability = model(source, target)[0, position, target[0, position]].exp()
    return (probability / (1 - probability)).log()


@pytest.mark.parametrize("kind", ["transformer", "none", "additive", "dot"])
def test_they_are_those_of_finite_differences(kind):
    """Every symbol of the source is there once, so its vector is that of its position alone."""
    model = made(kind)
    source, target = model.source.encode(["face"]), model.target.encode(["xyz"])
    vectors, expected = model.source_embedding.weight, []
    for symbol in source[0].tolist():
        slopes = []
        for i in range(vectors.shape[1]):
            ends = []
            for sign in (1, -1):
                vectors[symbol, i] += sign * STEP
                ends.append(log_odds(model, source, target, 1))
                vectors[symbol, i] -= sign * STEP
            slopes.append((ends[0] - ends[1]) / (2 * STEP))
        expected.append(torch.stack(slopes).norm())
    found = source_gradients(model, source, target, 1)
    torch.testing.assert_close(found, torch.stack(expected), rtol=1e-4, atol=1e-8)
    assert (found > 0).all() and not vectors.requires_grad and not model.source_embedding._forward_hooks


def test_they_stay_where_the_model_is_certain():
    """The gradient of log p is p - 1 times that of the log-odds: nothing is left of it as p nears 1."""
    model = made("dot")
    source, target = model.source.encode(["ab"]), model.target.encode(["x"])
    model.head.bias[target[0, 0] - 2] += 25.0
    assert model(source, target)[0, 0, target[0, 0]].exp() > 1 - 1e-9
    assert source_gradients(model, source, target, 0).min() > 1e-4


def test_what_is_forbidden_reaches_no_output():
    """Without recurrence in the encoder, and with one layer, a symbol reaches an output through its own cell alone."""
    model = Transformer(SOURCE, TARGET, 8, d_model=16, num_heads=2, d_hidden=8, encoder_layers=0, decoder_layers=1)
    initialise(model, torch.Generator().manual_seed(3))
    model = model.eval().requires_grad_(False)
    source, target = model.source.encode(["abc"]), model.target.encode(["xy"])
    cross = torch.ones(1, 4, dtype=torch.bool)
    cross[0, 2] = False
    with intervene(cross=cross):
        first, second = (source_gradients(model, source, target, position) for position in (0, 1))
    assert (first == 0).tolist() == [False, False, True, False] and (second > 0).all()


def test_a_position_that_is_not_there_is_named():
    model = made("dot")
    with pytest.raises(ValueError, match="from 0 to 2, got 3"):
        source_gradients(model, model.source.encode(["ab"]), model.target.encode(["xy"]), 3)
