"""Cached context of the attentive neural process."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor
from torch.distributions import Distribution

from tnpcore.attention import KeysAndValues
from tnpcore.fast.caching import Caching, Earlier, append, extended


@dataclass(frozen=True, eq=False)
class AttentiveCache:
    """Keys and values of the context's own layers, and those for targets."""

    context: tuple[KeysAndValues, ...]
    targets: KeysAndValues


def _encode(model: Any, xc: Tensor, yc: Tensor) -> AttentiveCache:
    return _append(model, xc, yc, (None,) * len(model.path.blocks), None)


def _extend(model: Any, cache: AttentiveCache, x: Tensor, y: Tensor) -> AttentiveCache:
    return _append(model, x, y, cache.context, cache.targets)


def _append(
    model: Any, x: Tensor, y: Tensor, earlier: Sequence[Earlier | None], offered: Earlier | None
) -> AttentiveCache:
    """The keys and values of new points, after those of the context's own layers and those for targets."""
    path, (x, y) = model.path, model.cast(x, y)
    tokens, context = path.embed(torch.cat([x, y], -1)), []
    for block, known in zip(path.blocks, earlier, strict=True):
        context.append(append(block, tokens, known))
        tokens = block.attend(tokens, context[-1])
    keys, values = path.place(x), path.norm(tokens)
    if offered is None:
        keys, values = path.with_null(keys, values)
    new = path.attention.keys(keys), path.attention.values(values)
    return AttentiveCache(tuple(context), new if offered is None else extended(offered, new))


def _decode(model: Any, cache: AttentiveCache, xt: Tensor) -> Distribution:
    (xt,) = model.cast(xt)
    path = model.path
    return model.predict(xt, path.attention.mix(path.attention.queries(path.place(xt)), *cache.targets))


ATTENTIVE = Caching(_encode, _extend, _decode)
