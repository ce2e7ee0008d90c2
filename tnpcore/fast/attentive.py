"""Cached context of the attentive neural process."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor
from torch.distributions import Distribution

from tnpcore.attention import KeysAndValues
from tnpcore.fast.caching import Caching, append, extended
from tnpcore.mlp import apply_to_points


@dataclass(frozen=True, eq=False)
class AttentiveCache:
    """Keys and values of the context's own layers, and those for targets."""

    context: tuple[KeysAndValues | None, ...]
    targets: KeysAndValues | None


def _encode(model: Any, xc: Tensor, yc: Tensor) -> AttentiveCache:
    return _extend(model, AttentiveCache((None,) * len(model.path.blocks), None), xc, yc)


def _extend(model: Any, cache: AttentiveCache, x: Tensor, y: Tensor) -> AttentiveCache:
    path, (x, y) = model.path, model.cast(x, y)
    tokens, context = apply_to_points(path.embed, torch.cat([x, y], -1)), []
    for block, earlier in zip(path.blocks, cache.context, strict=True):
        context.append(append(block, tokens, earlier))
        tokens = block.attend(tokens, context[-1])
    keys, values = path.place(x), path.norm(tokens)
    if cache.targets is None:
        keys, values = path.with_null(keys, values)
    new = path.attention.keys(keys), path.attention.values(values)
    return AttentiveCache(tuple(context), new if cache.targets is None else extended(cache.targets, new))


def _decode(model: Any, cache: AttentiveCache, xt: Tensor) -> Distribution:
    (xt,) = model.cast(xt)
    path = model.path
    return model.predict(xt, path.attention.mix(path.attention.queries(path.place(xt)), *cache.targets))


ATTENTIVE = Caching(_encode, _extend, _decode)
