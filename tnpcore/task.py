"""Context and target sets: the values that every model, prior and lesson uses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import torch
from jaxtyping import Float, Int
from torch import Tensor

from tnpcore.gaussian import JointGaussian


@dataclass(frozen=True, eq=False)
class Points:
    """A set of N observations, or a batch of such sets. N may be 0; x and y may differ in dtype.

    Args:
        x: inputs [*B, N, Dx], where *B is no or one batch dimension.
        y: outputs [*B, N, Dy].

    Raises:
        ValueError: naming both shapes, when they do not fit each other, or dtypes that are no floating-point numbers.

    >>> import torch
    >>> points = Points(torch.tensor([[0.0], [1.0]]), torch.tensor([[5.0], [6.0]]))
    >>> len(points), points.shifted(2.5).x.tolist()
    (2, [[2.5], [3.5]])
    """

    x: Float[Tensor, "*B N Dx"]
    y: Float[Tensor, "*B N Dy"]

    def __post_init__(self) -> None:
        shapes = f"x {tuple(self.x.shape)} and y {tuple(self.y.shape)}"
        if self.x.ndim not in (2, 3) or self.x.shape[:-1] != self.y.shape[:-1] or self.x.ndim != self.y.ndim:
            raise ValueError(f"points need x [*B, N, Dx] and y [*B, N, Dy] with equal leading dimensions, got {shapes}")
        if not (self.x.is_floating_point() and self.y.is_floating_point()):
            raise ValueError(f"points need floating-point tensors, got x {self.x.dtype} and y {self.y.dtype}")

    def __len__(self) -> int:
        """The number of points N (of each set, in a batch)."""
        return self.x.shape[-2]

    def shifted(self, tau: float | Float[Tensor, "*B 1 1"]) -> Points:
        """The same observations at x + tau.

        Args:
            tau: the shift of every input dimension; a tensor [*B, 1, 1] shifts each set by its own.
        """
        return Points(self.x + tau, self.y)

    def joined(self, more: Points) -> Points:
        """These points, followed by more, in the dtype of these.

        Args:
            more: points with the same *B, Dx and Dy.
        """
        pairs = ((self.x, more.x), (self.y, more.y))
        return Points(*(torch.cat([mine, others.to(mine)], -2) for mine, others in pairs))

    def to(self, *args: Any, **kwargs: Any) -> Points:
        """The same points on another device or in another dtype, as `Tensor.to`."""
        return Points(self.x.to(*args, **kwargs), self.y.to(*args, **kwargs))


@dataclass(frozen=True, eq=False)
class Task:
    """A context set and the target set to be predicted from it.

    Args:
        context: may be empty.
        target: inputs and values to be predicted.
        known: the exact distribution of the target values [*B, Nt, Dy] given the context, where the prior that drew
            them knows it: a loss may then take the expectation instead of the drawn values.
        parameters: by name, the prior's own parameters of each task [B, 1, 1], where what drew them says so.
    """

    context: Points
    target: Points
    known: JointGaussian | None = None
    parameters: Mapping[str, Tensor] = field(default_factory=dict)

    def shifted(self, tau: float | Float[Tensor, "*B 1 1"]) -> Task:
        """The same task with all inputs at x + tau.

        Args:
            tau: the shift of every input dimension; a tensor [*B, 1, 1] shifts each set by its own.
        """
        return replace(self, context=self.context.shifted(tau), target=self.target.shifted(tau))

    def ordered(self, order: Int[Tensor, " Nt"]) -> Task:
        """The same task with its targets in another order.

        Args:
            order: a permutation of the targets' indices [Nt].
        """
        target = Points(self.target.x[..., order, :], self.target.y[..., order, :])
        return replace(self, target=target, known=None if self.known is None else self.known.ordered(order))

    def to(self, *args: Any, **kwargs: Any) -> Task:
        """The same task on another device or in another dtype, as `Tensor.to`."""
        known = None if self.known is None else self.known.to(*args, **kwargs)
        return replace(
            self, context=self.context.to(*args, **kwargs), target=self.target.to(*args, **kwargs), known=known
        )
