"""What all priors draw with: ranges, uniform numbers, numbers of points, and the split into context and targets."""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Integral
from typing import Any, NoReturn

import torch
from jaxtyping import Float
from torch import Tensor

from tnpcore.arrays import check_generator
from tnpcore.quantities import whole
from tnpcore.task import Points, Task

Range = tuple[float, float]


def check_ranges(least: float, **ranges: Range) -> None:
    """Raise ValueError, naming the range, unless each runs upwards from a finite number above `least` to another."""
    for name, bounds in ranges.items():
        try:
            low, high = map(float, bounds)
        except (TypeError, ValueError):
            low, high = float("nan"), float("nan")
        if not least < low <= high < float("inf"):
            above = "" if least == -float("inf") else f" above {least:g}"
            raise ValueError(f"{name} must be a range (low, high) of numbers{above} with low <= high, got {bounds}")


def check_draw(batch: Any, num_context: Any, num_target: Any, generator: Any) -> None:
    """Raise ValueError unless `Prior.sample` can draw so many tasks and points: whole numbers, which may be 0."""
    for name, number in (("batch", batch), ("num_context", num_context), ("num_target", num_target)):
        whole(number, name, least=0)
    check_generator(generator)


def refuse_indefinite(count: int, of: int) -> NoReturn:
    """Raise the ValueError for covariances that are none.

    Args:
        count: how many are not positive definite.
        of: how many there are.
    """
    raise ValueError(
        f"the kernel must give positive definite covariances, got {count} of {of} that are none with the noise on "
        "their diagonals"
    )


def factor(
    covariance: Float[Tensor, "B N M"], noise: float | Float[Tensor, "B 1 1"], x: Float[Tensor, "B N Dx"]
) -> Float[Tensor, "B N N"]:
    """The Cholesky factor of the covariance of values at x with noise.

    Args:
        covariance: of a function's values, as its kernel gives it.
        noise: its variance.
        x: inputs.

    Raises:
        ValueError: for a covariance of another shape, and for one that is not positive definite.
    """
    required = (*x.shape[:-1], x.shape[-2])
    if covariance.shape != required:
        raise ValueError(f"the kernel must give covariances [B, N, N] = {required}, got {tuple(covariance.shape)}")
    found, failed = torch.linalg.cholesky_ex(covariance + noise * torch.eye(x.shape[-2], dtype=x.dtype))
    if failed.any():
        refuse_indefinite(int((failed > 0).sum()), len(failed))
    return found


def uniform(bounds: Range, shape: tuple[int, ...], generator: torch.Generator) -> Float[Tensor, "..."]:
    """Random numbers of that shape, uniform between the bounds, in float64."""
    low, high = bounds
    return low + (high - low) * torch.rand(shape, generator=generator, dtype=torch.float64)


def split(x: Float[Tensor, "*B N Dx"], y: Float[Tensor, "*B N Dy"], num_context: int) -> Task:
    """The task whose context is the first num_context points, and whose targets are the rest."""
    return Task(
        Points(x[..., :num_context, :], y[..., :num_context, :]),
        Points(x[..., num_context:, :], y[..., num_context:, :]),
    )


@dataclass(frozen=True)
class Sizes:
    """How many points a task has: Nc uniform over `context`, then Nt uniform over `target`, up to `total` together.

    Args:
        context, target: least and most points.
        total: most points of both; None: no such bound.

    Raises:
        ValueError: for negative or reversed bounds, and for a total that leaves no room for targets.

    >>> Sizes((3, 46), (3, 46), total=49).draw(torch.Generator().manual_seed(0))
    (35, 6)
    """

    context: tuple[int, int]
    target: tuple[int, int]
    total: int | None = None

    def __post_init__(self) -> None:
        for name, bounds in (("context", self.context), ("target", self.target)):
            whole_pair = isinstance(bounds, tuple | list) and len(bounds) == 2
            if not (whole_pair and all(isinstance(n, Integral) for n in bounds) and 0 <= bounds[0] <= bounds[1]):
                raise ValueError(f"{name} must be (least, most) points with 0 <= least <= most, got {bounds}")
        if self.total is not None and self.total < self.context[1] + self.target[0]:
            raise ValueError(
                f"a total of {self.total} leaves {self.context[1]} context points no room for {self.target[0]} targets"
            )

    @property
    def most(self) -> int:
        """The largest number of points of a task."""
        together = self.context[1] + self.target[1]
        return together if self.total is None else min(together, self.total)

    def draw(self, generator: torch.Generator) -> tuple[int, int]:
        """Random Nc and Nt."""
        num_context = _between(*self.context, generator)
        least, most = self.target
        room = most if self.total is None else min(most, self.total - num_context)
        return num_context, _between(least, room, generator)


def _between(low: int, high: int, generator: torch.Generator) -> int:
    # Where there is nothing to choose nothing is drawn, so that recipes of one number of targets stay repeatable.
    return low if low == high else int(torch.randint(low, high + 1, (), generator=generator))
