"""A batch from a prior that others wrote: what it gives is looked at before anything is computed with it."""

from __future__ import annotations

from typing import Any

import torch

from tnpcore.data.priors import Prior
from tnpcore.task import Points, Task


def drawn(prior: Prior, batch: int, num_context: int, num_target: int, generator: torch.Generator) -> Task:
    """`prior.sample` of the same arguments.

    Args:
        prior: any.
        batch: the number of tasks B.
        num_context, num_target: the numbers of points Nc and Nt.
        generator: the only source of randomness.

    Raises:
        ValueError: for anything but a Task of B tasks with Nc context points and Nt targets.
    """
    found: Any = prior.sample(batch, num_context, num_target, generator)
    needs = f"sample of the prior {getattr(prior, 'name', prior)!r} must give a Task of two Points"
    if not isinstance(found, Task) or not isinstance(found.context, Points) or not isinstance(found.target, Points):
        raise ValueError(f"{needs}, got {type(found).__name__}")
    for name, points, count in (("context", found.context, num_context), ("target", found.target, num_target)):
        if points.x.shape[:-1] != (batch, count) or points.y.shape[:-1] != (batch, count):
            raise ValueError(
                f"{needs}, its {name} with x [{batch}, {count}, Dx] and y [{batch}, {count}, Dy] for this batch and "
                f"number of points, got x {list(points.x.shape)} and y {list(points.y.shape)}"
            )
    return found
