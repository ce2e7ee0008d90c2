"""How the Transformer knows positions: added to its tokens, or used within its self-attention."""

from __future__ import annotations

from typing import final

import torch
from jaxtyping import Float
from torch import Tensor, nn

from tnpcore.attention import Bias, Rotation
from tnpcore.models.bins import BIN, BinnedBias
from tnpcore.positional import displacement, rotate, sinusoidal
from tnpcore.sequences.distances import DistanceVectors

KINDS = ("sinusoidal", "learned", "rotary", "relative", "shaw", "none")


@final
class Positions(nn.Module):
    """One side's positions 0, 1, 2, ...; what a kind does not use is left out.

    "sinusoidal" and "learned" vectors are added to the tokens; "rotary" rotates queries and keys of the side's
    self-attention; "relative" adds a learned number of the distance to its logits, for every layer and head, and "shaw"
    a learned vector of the distance to its keys and one to its values, for every layer: equal beyond 16 positions.
    Learned vectors of positions end at `count`: later positions share the last one. With "none" the order of tokens
    reaches self-attention through its mask alone.

    Args:
        kind: one of `KINDS`.
        d_model: width D of tokens.
        num_layers, num_heads: of the side.
        count: how many vectors are learned.

    Raises:
        ValueError: for another kind.

    Reference: Vaswani et al. 2017, section 3.5; Su et al. 2021, section 3.2; Raffel et al. 2020, section 2.1;
        Shaw et al. 2018, section 3.2.
    """

    def __init__(self, kind: str, d_model: int, num_layers: int, num_heads: int, count: int):
        super().__init__()
        if kind not in KINDS:
            raise ValueError(f"positions must be one of {', '.join(KINDS)}, got {kind!r}")
        self.kind, self.d_model, self.num_layers = kind, d_model, num_layers
        self.vectors = nn.Embedding(count, d_model) if kind == "learned" else None
        self.bias = BinnedBias(1, num_layers, num_heads, null=False) if kind == "relative" else None
        self.distances = DistanceVectors(num_layers, d_model // num_heads) if kind == "shaw" else None

    def added(self, tokens: Float[Tensor, "B N D"], first: int = 0) -> Float[Tensor, "B N D"]:
        """The tokens with the vectors of their positions first, first + 1, ..."""
        if self.vectors is not None:
            numbers = torch.arange(first, first + tokens.shape[-2], device=tokens.device)
            return tokens + self.vectors(numbers.clamp(max=self.vectors.num_embeddings - 1))
        if self.kind == "sinusoidal":
            return tokens + sinusoidal(column(first, tokens), self.d_model)
        return tokens

    def rotation(self, tokens: Float[Tensor, "B N D"], first: int = 0) -> Rotation | None:
        """R of positions first, first + 1, ..., for queries or keys [B, H, N, Dk]; None unless positions are rotary."""
        if self.kind != "rotary":
            return None
        angles = column(first, tokens)
        return lambda heads: rotate(heads, angles)

    def biases(self, tokens: Float[Tensor, "B N D"], first: int = 0) -> tuple[Bias, ...]:
        """What is added to the logits of every layer, the keys being all positions up to the last token's."""
        if self.distances is not None:
            return self.distances(first, tokens.shape[-2])
        if self.bias is None:
            return ((),) * self.num_layers
        queries, keys = column(first, tokens), column(0, tokens.new_zeros(first + tokens.shape[-2], 1))
        return self.bias(BIN * displacement(queries, keys))


def column(first: int, tokens: Float[Tensor, "*B N D"]) -> Float[Tensor, "N 1"]:
    """The positions first, first + 1, ... of tokens, one below the other."""
    count = tokens.shape[-2]
    return torch.arange(first, first + count, dtype=tokens.dtype, device=tokens.device)[:, None]
