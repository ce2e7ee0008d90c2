"""Context and target sets: the values that every model, prior and lesson uses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

import torch
from jaxtyping import Float, Int
from torch import Tensor

from tnpcore.arrays import Numbers, as_points, check_finite, kind_of
from tnpcore.gaussian import JointGaussian

Shift: TypeAlias = float | Float[Tensor, " Dx"] | Float[Tensor, "*B 1 #Dx"]


@dataclass(frozen=True, eq=False, init=False)
class Points:
    """A set of N observations, or a batch of such sets. N may be 0; x and y may differ in dtype.

    Tensors, NumPy arrays and lists will do; `tnpcore.arrays.as_points` says what becomes of them.

    Args:
        x: inputs [*B, N, Dx], where *B is no or one batch dimension, or [N].
        y: outputs [*B, N, Dy], or [N].

    Raises:
        ValueError: naming both shapes, when they do not fit each other; for what holds no real numbers; and for NaN or
            infinite values, naming the first row (and batch entry) with one.

    >>> points = Points([0.0, 1.0], [5.0, 6.0])
    >>> len(points), points.shifted(2.5).x.tolist()
    (2, [[2.5], [3.5]])
    """

    x: Float[Tensor, "*B N Dx"]
    y: Float[Tensor, "*B N Dy"]

    def __init__(self, x: Numbers, y: Numbers) -> None:
        self._set(as_points(x, "x"), as_points(y, "y"))
        check_finite(self.x, "x")
        check_finite(self.y, "y")

    @classmethod
    def unchecked(cls, x: Float[Tensor, "*B N Dx"], y: Float[Tensor, "*B N Dy"]) -> Points:
        """Points of tensors that were made from points or by a model, whose values are not looked at.

        A look would make the processor wait for a GPU, and could not be traced.

        Args:
            x: inputs [*B, N, Dx].
            y: outputs [*B, N, Dy].

        Raises:
            ValueError: naming both shapes, when they do not fit each other, or dtypes that are no floating-point ones.
        """
        points = cls.__new__(cls)
        points._set(x, y)
        return points

    def _set(self, x: Tensor, y: Tensor) -> None:
        if x.ndim not in (2, 3) or x.shape[:-1] != y.shape[:-1] or x.ndim != y.ndim:
            shapes = f"x {tuple(x.shape)} and y {tuple(y.shape)}"
            raise ValueError(f"points need x [*B, N, Dx] and y [*B, N, Dy] with equal leading dimensions, got {shapes}")
        if not (x.is_floating_point() and y.is_floating_point()):
            raise ValueError(f"points need floating-point tensors, got x {x.dtype} and y {y.dtype}")
        object.__setattr__(self, "x", x)
        object.__setattr__(self, "y", y)

    def __len__(self) -> int:
        """The number of points N (of each set, in a batch)."""
        return self.x.shape[-2]

    def shifted(self, tau: Shift) -> Points:
        """The same observations at x + tau.

        Args:
            tau: the shift of every input dimension, or a vector [Dx] of shifts; a tensor [*B, 1, 1] or [*B, 1, Dx]
                shifts each set by its own.
        """
        return Points.unchecked(self.x + tau, self.y)

    def joined(self, more: Points) -> Points:
        """These points, followed by more, in the dtype of these.

        Args:
            more: points with the same *B, Dx and Dy.

        Raises:
            ValueError: for what is no Points, and naming the shapes, where they do not fit.
        """
        check_points(more, "the points that are joined")
        pairs = ((self.x, more.x), (self.y, more.y))
        if any((*mine.shape[:-2], mine.shape[-1]) != (*o.shape[:-2], o.shape[-1]) for mine, o in pairs):
            mine, others = (f"x {list(p.x.shape)} and y {list(p.y.shape)}" for p in (self, more))
            raise ValueError(f"points that are joined need the same *B, Dx and Dy, got {mine} beside {others}")
        return Points.unchecked(*(torch.cat([mine, others.to(mine)], -2) for mine, others in pairs))

    def to(self, *args: Any, **kwargs: Any) -> Points:
        """The same points on another device or in another dtype, as `Tensor.to`."""
        return Points.unchecked(self.x.to(*args, **kwargs), self.y.to(*args, **kwargs))


@dataclass(frozen=True, eq=False)
class Task:
    """A context set and the target set to be predicted from it.

    Args:
        context: may be empty.
        target: inputs and values to be predicted.
        known: the exact distribution of the target values [*B, Nt, Dy] given the context, where the prior that drew
            them knows it: a loss may then take the expectation instead of the drawn values.
        parameters: by name, the prior's own parameters of each task [B, 1, 1], where what drew them says so.

    Raises:
        ValueError: for a context or target that is no Points.
    """

    context: Points
    target: Points
    known: JointGaussian | None = None
    parameters: Mapping[str, Tensor] = field(default_factory=dict)

    def __post_init__(self) -> None:
        check_points(self.context, "the context of a task")
        check_points(self.target, "the target of a task")

    def shifted(self, tau: Shift) -> Task:
        """The same task with all inputs at x + tau.

        Args:
            tau: as in `Points.shifted`.
        """
        return replace(self, context=self.context.shifted(tau), target=self.target.shifted(tau))

    def ordered(self, order: Int[Tensor, " Nt"]) -> Task:
        """The same task with its targets in another order.

        Args:
            order: a permutation of the targets' indices [Nt].
        """
        target = Points.unchecked(self.target.x[..., order, :], self.target.y[..., order, :])
        return replace(self, target=target, known=None if self.known is None else self.known.ordered(order))

    def to(self, *args: Any, **kwargs: Any) -> Task:
        """The same task on another device or in another dtype, as `Tensor.to`."""
        known = None if self.known is None else self.known.to(*args, **kwargs)
        return replace(
            self, context=self.context.to(*args, **kwargs), target=self.target.to(*args, **kwargs), known=known
        )


def check_points(value: Any, name: str) -> None:
    """Raise ValueError for anything but points."""
    if not isinstance(value, Points):
        raise ValueError(f"{name} must be Points(x, y), got {kind_of(value)}")


def check_one_output(points: Points, purpose: str, one_set: bool = False) -> None:
    """Raise ValueError for points of several output dimensions.

    Args:
        points: x [*B, N, Dx], y [*B, N, Dy].
        purpose: what needs one dimension, for the message.
        one_set: whether a batch is refused, too.
    """
    if points.y.shape[-1] != 1 or (one_set and points.y.ndim != 2):
        required = "[N, 1]" if one_set else "[*B, N, 1]"
        raise ValueError(f"{purpose} needs points of one output dimension, y {required}, got {list(points.y.shape)}")


def check_task(value: Any) -> None:
    """Raise ValueError for anything but a task."""
    if not isinstance(value, Task):
        raise ValueError(f"the task must be Task(context, target), each of them Points(x, y), got {kind_of(value)}")


def together(context: Points, xt: Numbers) -> tuple[Points, Float[Tensor, "*B Nt Dx"]]:
    """A context and target inputs with the same batch dimensions, for a predictor that is no NeuralProcess.

    Args:
        context: x [*B, Nc, Dx]; without a batch dimension it is that of every task.
        xt: [*B, Nt, Dx], a tensor, an array or a list; [Nt, Dx] are the targets of every task, [Nt] stands for [Nt, 1].

    Raises:
        ValueError: for a context that is no Points, and naming the shapes, where xt does not fit it; and for the first
            target that is NaN or infinite.
    """
    check_points(context, "the context")
    xt = as_points(xt, "xt", context.x.device)
    batches = [shape[:-2] for shape in (context.x.shape, xt.shape)]
    if xt.ndim not in (2, 3) or xt.shape[-1] != context.x.shape[-1] or len({*filter(None, batches)}) > 1:
        raise ValueError(
            f"a prediction needs xt [*B, Nt, Dx] beside context x [*B, Nc, Dx], got {list(xt.shape)} beside "
            f"{list(context.x.shape)}"
        )
    check_finite(xt, "xt")
    if batches[0] == batches[1]:
        return context, xt
    batch = batches[0] or batches[1]
    x, y, xt = (values.expand(*batch, *values.shape[-2:]) for values in (context.x, context.y, xt))
    return Points.unchecked(x, y), xt
