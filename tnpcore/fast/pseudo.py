"""Cached context of the pseudo-token TETNP."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from jaxtyping import Float
from torch import Tensor
from torch.distributions import Distribution

from tnpcore.attention import KeysAndValues
from tnpcore.fast.caching import Caching
from tnpcore.task import Points


@dataclass(frozen=True, eq=False)
class PseudoCache:
    """The context, the pseudo-tokens' positions, and each layer's keys and values of them."""

    points: Points
    x: Float[Tensor, "*B M Dx"]
    layers: tuple[KeysAndValues, ...]


def _encode(model: Any, xc: Tensor, yc: Tensor) -> PseudoCache:
    x, context = model.positions(xc), model.embed(*model.cast(yc))
    pseudo, kept = model.pseudo_tokens.expand(*context.shape[:-2], -1, -1), []
    layers = zip(
        model.cross_attention.between(x, xc),
        model.self_attention.between(x, x),
        model.target_attention.blocks,
        strict=True,
    )
    for (cross, to_context), (among, to_pseudo), target in layers:
        pseudo = cross(pseudo, context, bias=to_context)
        pseudo = among(pseudo, pseudo, bias=to_pseudo)
        kept.append(target.keys_and_values(pseudo))
    return PseudoCache(Points.unchecked(xc, yc), x, tuple(kept))


def _extend(model: Any, cache: PseudoCache, x: Tensor, y: Tensor) -> PseudoCache:
    """All points are encoded again: every pseudo-token attends to the whole context."""
    points = cache.points.joined(Points.unchecked(x, y))
    return _encode(model, points.x, points.y)


def _decode(model: Any, cache: PseudoCache, xt: Tensor) -> Distribution:
    tokens = model.target_token.expand(*xt.shape[:-1], -1)
    xt = model.target_positions(cache.points.x, xt)
    layers = zip(model.target_attention.between(xt, cache.x), cache.layers, strict=True)
    for (block, bias), keys_and_values in layers:
        tokens = block.attend(tokens, keys_and_values, None, bias)
    return model.head(tokens)


PSEUDO_TOKENS = Caching(_encode, _extend, _decode)
