"""Cached context of the CNP: a sum that goes on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor
from torch.distributions import Distribution

from tnpcore.fast.caching import Caching
from tnpcore.networks.mlp import sum_over_points


@dataclass(frozen=True, eq=False)
class Sum:
    """The sum of the encoded points, and their number."""

    total: Float[Tensor, "*B 1 D"]
    count: int


def _encode(model: Any, xc: Tensor, yc: Tensor) -> Sum:
    return Sum(sum_over_points(model.encoder, torch.cat(model.cast(xc, yc), -1)), xc.shape[-2])


def _extend(model: Any, cache: Sum, x: Tensor, y: Tensor) -> Sum:
    """Exact."""
    new = _encode(model, x, y)
    return Sum(cache.total + new.total, cache.count + new.count)


def _decode(model: Any, cache: Sum, xt: Tensor) -> Distribution:
    average, (xt,) = cache.total / max(1, cache.count), model.cast(xt)
    return model.predict(xt, average)


SUMS = Caching(_encode, _extend, _decode)
