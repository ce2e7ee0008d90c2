"""What a model keeps of a context, so that targets can be predicted, and observations appended, without encoding the
context again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import torch
from jaxtyping import Float
from torch import Tensor
from torch.distributions import Distribution

from tnpcore.attention import KeysAndValues, Rotation
from tnpcore.blocks import Block
from tnpcore.task import Points

# Each model's own; opaque to all other code.
Cache: TypeAlias = Any
# Keys and values of fewer tokens than those that they are extended to.
Earlier: TypeAlias = tuple[Float[Tensor, "*B H Nearlier Dk"], Float[Tensor, "*B H Nearlier Dk"]]


@dataclass(frozen=True)
class Caching:
    """How one model keeps a context; see `NeuralProcess.encode`, `extend` and `decode`, which call these functions.

    Args:
        encode: (model, xc, yc) -> cache.
        extend: (model, cache, x, y) -> cache with more observations; the given cache stays as it was.
        decode: (model, cache, xt) -> predictive distribution.
    """

    encode: Callable[..., Cache]
    extend: Callable[..., Cache]
    decode: Callable[..., Distribution]


def keep(model: Any, xc: Float[Tensor, "*B Nc Dx"], yc: Float[Tensor, "*B Nc Dy"]) -> Points:
    """The points themselves."""
    return Points.unchecked(xc, yc)


def join(model: Any, cache: Points, x: Float[Tensor, "*B N Dx"], y: Float[Tensor, "*B N Dy"]) -> Points:
    """The points, followed by the new ones."""
    return cache.joined(Points.unchecked(x, y))


def predict(model: Any, cache: Points, xt: Float[Tensor, "*B Nt Dx"]) -> Distribution:
    """The model's prediction from all points."""
    return model(cache.x, cache.y, xt)


POINTS = Caching(keep, join, predict)


def append(
    block: Block,
    tokens: Float[Tensor, "*B N D"],
    earlier: Earlier | None,
    rotation: Rotation | None = None,
) -> tuple[Tensor, Tensor]:
    """Keys and values of a layer, with those of `tokens` after the earlier ones; None: after the null token's."""
    if earlier is None:
        return block.keys_and_values(tokens, rotation)
    read = block.read(tokens)
    keys, values = block.attention.keys(read), block.attention.values(read)
    return extended(earlier, (keys if rotation is None else rotation(keys), values))


def extended(earlier: Earlier, new: KeysAndValues) -> tuple[Tensor, Tensor]:
    """Keys and values, followed by new ones."""
    keys, values = (torch.cat(pair, -2) for pair in zip(earlier, new, strict=True))
    return keys, values
