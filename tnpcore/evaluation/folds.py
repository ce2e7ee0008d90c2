"""Points held out in turn: each is predicted once, from the others of all folds but its own."""

from __future__ import annotations

from collections.abc import Callable

import torch
from jaxtyping import Float
from torch import Tensor
from torch.distributions import Distribution

from tnpcore.scaling import standardise
from tnpcore.task import Points, Task

FOLDS = 5
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


def standardised(task: Task) -> Task:
    """The task in the units in which its context alone is standardised.

    Args:
        task: in original units; nothing of its targets enters the units.
    """
    context, scaling = standardise(task.context)
    return Task(context, scaling.points(task.target))


def _chosen(points: Points, which: Tensor) -> Points:
    return Points.unchecked(points.x[which], points.y[which])
