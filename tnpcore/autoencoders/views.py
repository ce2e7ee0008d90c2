"""What a bottleneck model sees of a digit, and what it predicts: the three pairs of variables that are trained on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor
from torch.distributions import Binomial, Categorical, Distribution, Independent

from tnpcore.data.digit_pictures import CLASSES, INK, SIDE, Digits

HALF = SIDE // 2


@dataclass(frozen=True, eq=False)
class Example:
    """One pair of x and y, or a batch of pairs.

    Args:
        seen: x, counts of ink [*B, In].
        target: y, counts of ink [*B, Out], or labels [*B].
    """

    seen: Float[Tensor, "*B In"]
    target: Tensor


@dataclass(frozen=True)
class View:
    """Which parts of a digit x and y are.

    Args:
        name: in arguments of models.
        inputs: size of x.
        outputs: logits of p(y | z).
        read: the pairs of some digits.
        likelihood: logits [*B, outputs] -> the distribution of y, all of its values together.
    """

    name: str
    inputs: int
    outputs: int
    read: Callable[[Digits], Example]
    likelihood: Callable[[Tensor], Distribution]


def counts(logits: Float[Tensor, "*B Out"]) -> Independent[Binomial]:
    """Independent pixels from logits of black, each the number of black ones among 16."""
    return Independent(Binomial(INK, logits=logits, validate_args=False), 1, validate_args=False)


def classes(logits: Float[Tensor, "*B 10"]) -> Categorical:
    """The label, from logits of the ten digits."""
    return Categorical(logits=logits, validate_args=False)


def left_half(pictures: Float[Tensor, "*B 64"]) -> Float[Tensor, "*B 32"]:
    """The four columns on the left of pictures [*B, 64], row by row."""
    return pictures.unflatten(-1, (SIDE, SIDE))[..., :HALF].flatten(-2)


def right_half(pictures: Float[Tensor, "*B 64"]) -> Float[Tensor, "*B 32"]:
    """The four columns on the right of pictures [*B, 64], row by row."""
    return pictures.unflatten(-1, (SIDE, SIDE))[..., HALF:].flatten(-2)


def joined(left: Float[Tensor, "*B 32"], right: Float[Tensor, "*B 32"]) -> Float[Tensor, "*B 64"]:
    """The whole picture, from its left and right half."""
    halves = [half.unflatten(-1, (SIDE, HALF)) for half in (left, right)]
    return torch.cat(halves, -1).flatten(-2)


PIXELS = SIDE * SIDE
VIEWS: Mapping[str, View] = {
    view.name: view
    for view in (
        View("picture", PIXELS, PIXELS, lambda digits: Example(digits.pictures, digits.pictures), counts),
        View(
            "halves",
            PIXELS // 2,
            PIXELS // 2,
            lambda digits: Example(left_half(digits.pictures), right_half(digits.pictures)),
            counts,
        ),
        View("classes", PIXELS, CLASSES, lambda digits: Example(digits.pictures, digits.labels), classes),
    )
}
