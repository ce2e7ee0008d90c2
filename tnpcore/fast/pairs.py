"""Scores of many pairs, a few queries at a time."""

from __future__ import annotations

from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor
from torch.nn import functional as F

from tnpcore.attention import Bias, Term

# Pairs that are scored at a time: the activations between the layers of the MLP then stay in the processor's cache.
# One pass over a million pairs would fetch every number between two layers from memory.
PAIRS_AT_ONCE = 8192


def mlp_bias(bias: Any, difference: Float[Tensor, "*B Nq Nk Dx"]) -> tuple[Bias, ...]:
    """As `tnpcore.models.displacement.MLPBias.forward`.

    The null token is among the pairs from the start, so that its column can be filled in without a copy of the others.
    """
    pairs = F.pad(difference, (0, 0, 1, 0))
    pieces = pairs.split(max(1, PAIRS_AT_ONCE // max(1, pairs[..., :1, :, 0].numel())), -3)
    scores = torch.cat([bias.scores(piece) for piece in pieces], -2).unflatten(-3, bias.null.shape)
    scores[..., 0] = bias.null[..., None]
    return tuple((Term(layer, scores.new_ones(1, 1, 1)),) for layer in scores.unbind(-4))
