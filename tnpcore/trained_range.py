"""What inputs a model was trained on: the range of the tasks that a prior gives."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import torch

from tnpcore.data.priors import Prior
from tnpcore.task import Points

# The outermost of so many values is passed by one task in tens of thousands. A few points of each task come close to
# the extremes of its function, at a small part of the cost of many.
TASKS, BATCH, POINTS = 65536, 4096, 16
HALF_WIDTH = 2.0  # of the training range of x in all shipped priors: [-2, 2]


@dataclass(frozen=True)
class TrainedOn:
    """The range of the tasks that a model was trained on, each part as (lowest, highest).

    Args:
        x: inputs of context and targets.
        y: values of the context, noise included.
        points: numbers of context points.

    Raises:
        ValueError: for an empty range.
    """

    x: tuple[float, float]
    y: tuple[float, float]
    points: tuple[int, int]

    def __post_init__(self) -> None:
        for name, (low, high) in vars(self).items():
            if not low <= high:
                raise ValueError(f"the range of {name} must be (lowest, highest), got ({low}, {high})")

    @classmethod
    def from_json(cls, ranges: Mapping[str, Any]) -> TrainedOn:
        """The ranges in a card, which `dataclasses.asdict` has written.

        Args:
            ranges: two numbers for each of "x", "y" and "points".

        Raises:
            TypeError, ValueError: for anything else.
        """
        if not isinstance(ranges, Mapping):
            raise TypeError(f"the range of the training must be a table, got {ranges!r}")
        return cls(**{name: _pair(name, range_) for name, range_ in ranges.items()})


def with_range(card: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a card, with the range of the training tasks as `TrainedOn` where it is there.

    Args:
        card: by name, as JSON.

    Raises:
        TypeError, ValueError: for a range that is none.
    """
    ranges = card.get("trained_on")
    return {**card, "trained_on": None if ranges is None else TrainedOn.from_json(ranges)}


def trained_on(prior: Prior, shift: float = 0.0) -> TrainedOn:
    """The range of a prior's tasks: the outermost of many drawn values, rounded outwards to one decimal.

    Args:
        prior: what the model is trained on.
        shift: every task is shifted by its own U(-shift, shift), in units of x.

    >>> from tnpcore.data.priors import prior
    >>> found = trained_on(prior("smooth"))
    >>> found.x, found.points
    ((-2.0, 2.0), (0, 50))
    """
    generator = torch.Generator().manual_seed(0)
    contexts = (prior.sample(BATCH, POINTS, 1, generator).context for _ in range(TASKS // BATCH))
    return range_of_sets(contexts, prior.max_context, shift)


def range_of_sets(sets: Iterable[Points], max_context: int, shift: float = 0.0) -> TrainedOn:
    """The range of sets of points, rounded outwards to one decimal.

    Args:
        sets: at least one.
        max_context: the largest number of context points in the training.
        shift: as in `trained_on`.
    """
    ends = [(*_ends(points.x), *_ends(points.y)) for points in sets]
    x_low, x_high, y_low, y_high = zip(*ends, strict=True)
    return TrainedOn(
        _outwards(min(x_low) - shift, max(x_high) + shift), _outwards(min(y_low), max(y_high)), (0, max_context)
    )


def _ends(values: torch.Tensor) -> tuple[float, float]:
    return values.min().item(), values.max().item()


def _outwards(low: float, high: float) -> tuple[float, float]:
    return math.floor(10 * low) / 10, math.ceil(10 * high) / 10


def _pair(name: str, range_: Any) -> Any:
    numbers = isinstance(range_, list | tuple) and len(range_) == 2
    if not numbers or not all(isinstance(end, int | float) and not isinstance(end, bool) for end in range_):
        raise TypeError(f"the range of {name} must be two numbers, got {range_!r}")
    return tuple(range_)
