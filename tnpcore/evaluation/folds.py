"""Points held out in turn: each is predicted once, from the others of all folds but its own."""

from __future__ import annotations

import math
from collections.abc import Callable

import torch
from jaxtyping import Float
from torch import Tensor
from torch.distributions import Distribution

from tnpcore.quantities import real
from tnpcore.scaling import standardise
from tnpcore.task import Points, Task

FOLDS = 5
ROUNDING = 1e-9  # of a width: what a scale leaves moves no point into the next stretch
# The predictive distribution of y at xt, noise included, given a context: a model, a Bayes predictor, a fitted process.
Predictor = Callable[[Points, Float[Tensor, "Nt Dx"]], Distribution]


def folds(points: Points, generator: torch.Generator, count: int = FOLDS) -> list[Task]:
    """Tasks that hold out a random share of the points each, so that every point is a target exactly once.

    Args:
        points: one set x [N, Dx], y [N, Dy] of at least `count` points.
        generator: of the choice.
        count: number of tasks; each holds out N / count points, rounded up or down.

    Returns:
        The tasks; points stay in their order within context and target.

    Raises:
        ValueError: for a batch, fewer than two folds, and fewer points than folds.
    """
    if points.x.ndim != 2 or not 2 <= count <= len(points):
        raise ValueError(f"{count} folds need x [N, Dx] with N >= {max(2, count)}, got {tuple(points.x.shape)}")
    parts = torch.randperm(len(points), generator=generator) % count
    return [Task(_chosen(points, parts != part), _chosen(points, parts == part)) for part in range(count)]


def blocks(points: Points, width: float) -> list[Task]:
    """Tasks that hold out one stretch of x each, so that every point is a target exactly once, predicted across a gap.

    Points at random have neighbours on both sides in the context. Where data come in runs, or the question is about a
    gap or what comes next, that flatters a prediction.

    Args:
        points: one set x [N, 1], y [N, Dy] that spans more than one width.
        width: of a stretch, in units of x; the first begins at the lowest x.

    Returns:
        The tasks from the lowest x on, without those that would have no target; points stay in their order.

    Raises:
        ValueError: for a batch, several input dimensions, a width that is not positive, and one that holds all points.

    >>> [task.target.x[:, 0].tolist() for task in blocks(Points([0.0, 3.0, 1.0, 2.5], [1.0, 2.0, 3.0, 4.0]), 1.0)]
    [[0.0], [1.0], [3.0, 2.5]]
    """
    if points.x.ndim != 2 or points.x.shape[-1] != 1:
        raise ValueError(f"blocks need one set of points, x [N, 1], got {tuple(points.x.shape)}")
    real(width, "width", above=True)
    x = points.x[:, 0].double()
    low, high = (x.min().item(), x.max().item()) if len(points) else (0.0, 0.0)
    number = max(1, math.ceil((high - low) / width - ROUNDING))
    parts = ((x - low) / width + ROUNDING).floor().clamp(max=number - 1)
    found = parts.unique()
    if len(found) < 2:
        raise ValueError(f"blocks need points in two stretches of {width:g} or more, got x from {low:g} to {high:g}")
    return [Task(_chosen(points, parts != part), _chosen(points, parts == part)) for part in found]


def standardised(task: Task) -> Task:
    """The task in the units in which its context alone is standardised.

    Args:
        task: in original units; nothing of its targets enters the units.
    """
    context, scaling = standardise(task.context)
    return Task(context, scaling.points(task.target))


def _chosen(points: Points, which: Tensor) -> Points:
    return Points.unchecked(points.x[which], points.y[which])
