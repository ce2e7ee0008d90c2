"""Cached keys and values for models with `embed` and `blocks`: TNP-D and its relatives, TETNP, rotary TNP."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

import torch
from jaxtyping import Bool, Float
from torch import Tensor
from torch.distributions import Distribution

from tnpcore import masks
from tnpcore.attention import Bias, KeysAndValues, Rotation
from tnpcore.fast.caching import Caching, Earlier, append

Head: TypeAlias = Callable[[Any, Tensor], Distribution]
Biases: TypeAlias = Callable[[Any, Tensor, Tensor], Sequence[Bias]]
Rotations: TypeAlias = Callable[[Any, Tensor, Tensor | None], Rotation | None]


@dataclass(frozen=True, eq=False)
class TokenCache:
    """A context that was encoded once.

    Args:
        x: its inputs [*B, Nc, Dx].
        anchor: where x is centred [*B, 1, Dx]; None without context.
        layers: keys and values of every layer.
    """

    x: Float[Tensor, "*B Nc Dx"]
    anchor: Float[Tensor, "*B 1 Dx"] | None
    layers: tuple[KeysAndValues, ...]


def head(model: Any, tokens: Float[Tensor, "*B Nt D"]) -> Distribution:
    """The model's own head."""
    return model.head(tokens)


def no_biases(model: Any, xq: Tensor, xk: Tensor) -> Sequence[Bias]:
    """Nothing is added to the logits."""
    return [()] * len(model.blocks)


def no_rotation(model: Any, x: Tensor, anchor: Tensor | None) -> Rotation | None:
    """Queries and keys stay as they are."""
    return None


def token_caching(
    head: Head = head,
    biases: Biases = no_biases,
    rotation: Rotations = no_rotation,
    causal: bool = False,
) -> Caching:
    """Caching for a model with `embed` and `blocks`.

    Args:
        head: (model, the targets' last tokens) -> predictive distribution.
        biases: (model, x of queries, x of keys) -> terms of the logits of every layer.
        rotation: (model, x, anchor) -> what is applied to the queries and keys of points at x.
        causal: each target attends to the targets before it too, and to itself.
    """
    return Caching(
        partial(_encode, biases=biases, rotation=rotation),
        partial(_extend, biases=biases, rotation=rotation),
        partial(_decode, head=head, biases=biases, rotation=rotation, causal=causal),
    )


def _encode(model: Any, xc: Tensor, yc: Tensor, *, biases: Biases, rotation: Rotations) -> TokenCache:
    anchor, empty = model.embed.anchor(xc), (None,) * len(model.blocks)
    return TokenCache(xc, anchor, _append(model, (xc, yc), (xc, anchor), empty, biases, rotation))


def _extend(model: Any, cache: TokenCache, x: Tensor, y: Tensor, *, biases: Biases, rotation: Rotations) -> TokenCache:
    """The cache with these points: they attend to what is in it and to each other, and it does not change."""
    if cache.x.shape[-2] == 0:
        return _encode(model, x, y, biases=biases, rotation=rotation)
    keys = torch.cat([cache.x, x], -2)
    layers = _append(model, (x, y), (keys, cache.anchor), cache.layers, biases, rotation)
    return TokenCache(keys, cache.anchor, layers)


def _append(
    model: Any,
    points: tuple[Tensor, Tensor],
    keys: tuple[Tensor, Tensor | None],
    earlier: Sequence[Earlier | None],
    biases: Biases,
    rotation: Rotations,
) -> tuple[KeysAndValues, ...]:
    """Every layer's keys and values with those of new points (x, y); keys are all inputs with these, and the anchor."""
    (x, y), (xk, anchor), layers = points, keys, []
    tokens, rotate = model.embed.context(x, y, anchor), rotation(model, x, anchor)
    for block, known, bias in zip(model.blocks, earlier, biases(model, x, xk), strict=True):
        layers.append(append(block, tokens, known, rotate))
        if block is not model.blocks[-1]:
            tokens = block.attend(tokens, layers[-1], None, bias, rotate)
    return tuple(layers)


def _decode(
    model: Any, cache: TokenCache, xt: Tensor, *, head: Head, biases: Biases, rotation: Rotations, causal: bool
) -> Distribution:
    tokens, rotate = model.embed.targets(xt, cache.anchor), rotation(model, xt, cache.anchor)
    for block, layer, bias in zip(model.blocks, cache.layers, biases(model, xt, cache.x), strict=True):
        if causal:
            mask = _causal(layer[0].shape[-2] - 1, xt.shape[-2]).to(xt.device)
            tokens = block.attend(tokens, append(block, tokens, layer), mask, bias)
        else:
            tokens = block.attend(tokens, layer, None, bias, rotate)
    return head(model, tokens)


def _causal(nc: int, nt: int) -> Bool[Tensor, "Nt Nk"]:
    """The targets' rows of `masks.causal_targets`."""
    return torch.cat([torch.ones(nt, nc, dtype=torch.bool), masks.causal(nt)], -1)
