"""Cached context of the efficient-query TNP."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from torch import Tensor
from torch.distributions import Distribution

from tnpcore.attention import KeysAndValues
from tnpcore.fast.caching import Caching, Earlier, append


@dataclass(frozen=True, eq=False)
class TwofoldCache:
    """Keys and values of every layer for the context itself, and those for targets."""

    context: tuple[KeysAndValues, ...]
    targets: tuple[KeysAndValues, ...]


def _encode_twofold(model: Any, xc: Tensor, yc: Tensor) -> TwofoldCache:
    empty = (None,) * len(model.blocks)
    return _append_twofold(model, xc, yc, empty, empty)


def _extend_twofold(model: Any, cache: TwofoldCache, x: Tensor, y: Tensor) -> TwofoldCache:
    return _append_twofold(model, x, y, cache.context, cache.targets)


def _append_twofold(
    model: Any, x: Tensor, y: Tensor, own: Sequence[Earlier | None], offered: Sequence[Earlier | None]
) -> TwofoldCache:
    """The keys and values of new points, after those of the context's own layers and those for targets."""
    tokens, context, targets = model.embed.context(x, y, None), [], []
    for block, reader, known, read in zip(model.blocks, model.readers, own, offered, strict=True):
        context.append(append(block, tokens, known))
        tokens = block.attend(tokens, context[-1])
        targets.append(append(reader, tokens, read))
    return TwofoldCache(tuple(context), tuple(targets))


def _decode_twofold(model: Any, cache: TwofoldCache, xt: Tensor) -> Distribution:
    tokens = model.embed.targets(xt, None)
    for reader, keys_and_values in zip(model.readers, cache.targets, strict=True):
        tokens = reader.attend(tokens, keys_and_values)
    return model.head(tokens)


EFFICIENT_QUERY = Caching(_encode_twofold, _extend_twofold, _decode_twofold)
