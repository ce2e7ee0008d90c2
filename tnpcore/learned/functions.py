"""A fixed number of functions, each one set of points that never changes: what can be memorised."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import torch
from jaxtyping import Float
from torch import Tensor

from tnpcore.data.drawing import check_draw, split
from tnpcore.data.priors import prior
from tnpcore.quantities import whole
from tnpcore.task import Task

POINTS = 100  # of every function: the largest context, and as many targets
SOURCE = "smooth"


@dataclass(frozen=True)
class FixedFunctions:
    """The first so many functions of the prior `smooth`, with the noise that was drawn with them.

    A task is a function, some of its points as context and others as targets. Nothing else is drawn anew: no noise, no
    scale, no mirror image, and no target is replaced by its distribution.

    Args:
        count: how many there are.

    Raises:
        ValueError: for fewer than one.
    """

    count: int

    def __post_init__(self) -> None:
        whole(self.count, "count")

    @property
    def name(self) -> str:
        """With the number of functions."""
        return f"functions-{self.count}"

    @property
    def max_context(self) -> int:
        """As in the prior."""
        return prior(SOURCE).max_context

    def sample(self, batch: int, num_context: int, num_target: int, generator: torch.Generator) -> Task:
        """Functions with replacement, and of each other points every time: see `Prior.sample`.

        Raises:
            ValueError: for more points than a function has.
        """
        check_draw(batch, num_context, num_target, generator)
        if num_context + num_target > POINTS:
            raise ValueError(f"a fixed function has {POINTS} points, got {num_context} + {num_target}")
        chosen = torch.randint(self.count, (batch,), generator=generator)
        order = torch.rand(batch, POINTS, generator=generator).argsort(1)[:, : num_context + num_target, None]
        x, y = (values[chosen].double().take_along_dim(order, 1) for values in points(self.count))
        return split(x, y, num_context)


@lru_cache(maxsize=1)
def points(count: int) -> tuple[Float[Tensor, "N P 1"], Float[Tensor, "N P 1"]]:
    """x and y of the first functions; those of a smaller number are among those of a larger one."""
    generator, source, size = torch.Generator().manual_seed(0), prior(SOURCE), 16
    drawn = [source.sample(size, POINTS, 0, generator).context for _ in range(-(-count // size))]
    return (
        torch.cat([one.x for one in drawn])[:count].float(),
        torch.cat([one.y for one in drawn])[:count].float(),
    )
