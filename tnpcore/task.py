"""Context and target sets: the values that every model, prior and page passes around."""

from __future__ import annotations

from dataclasses import dataclass

from jaxtyping import Float
from torch import Tensor


@dataclass(frozen=True, eq=False)
class Points:
    """A set of N observations, or a batch of such sets. N may be 0; x and y may differ in dtype.

    Raises ValueError, naming both shapes, when x and y are not [*B, N, Dx] and [*B, N, Dy] with the same *B and N,
    where *B is zero or one batch dimension.
    """

    x: Float[Tensor, "*B N Dx"]
    y: Float[Tensor, "*B N Dy"]

    def __post_init__(self):
        shapes = f"x {tuple(self.x.shape)} and y {tuple(self.y.shape)}"
        if self.x.ndim not in (2, 3) or self.x.shape[:-1] != self.y.shape[:-1] or self.x.ndim != self.y.ndim:
            raise ValueError(f"points need x [*B, N, Dx] and y [*B, N, Dy] with equal leading dimensions, got {shapes}")
        if not (self.x.is_floating_point() and self.y.is_floating_point()):
            raise ValueError(f"points need floating-point tensors, got x {self.x.dtype} and y {self.y.dtype}")

    def __len__(self) -> int:
        """The number of points N (of each set, in a batch)."""
        return self.x.shape[-2]

    def shifted(self, tau: float) -> Points:
        """The same observations moved by tau along every input dimension."""
        return Points(self.x + tau, self.y)

    def to(self, *args, **kwargs) -> Points:
        """The same points on another device or in another dtype, as `Tensor.to`."""
        return Points(self.x.to(*args, **kwargs), self.y.to(*args, **kwargs))


@dataclass(frozen=True, eq=False)
class Task:
    """A context set and the target set to be predicted from it.

    `spread`, where it is given, is the standard deviation [*B, Nt, Dy] of the target values about `target.y`: a task
    generator that knows the distribution of its targets states it instead of drawing one value, and a loss may then
    take the expectation.
    """

    context: Points
    target: Points
    spread: Float[Tensor, "*B Nt Dy"] | None = None

    def to(self, *args, **kwargs) -> Task:
        """The same task on another device or in another dtype, as `Tensor.to`."""
        spread = None if self.spread is None else self.spread.to(*args, **kwargs)
        return Task(self.context.to(*args, **kwargs), self.target.to(*args, **kwargs), spread)
