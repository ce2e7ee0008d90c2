"""How much a prediction changes where a property would keep it: pure functions of a model, context points and targets.

A change of a mean is measured in standard deviations of the prediction before it, one of a standard deviation as a
share of that; each function returns the largest over all targets, except where it says something else.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor

from tnpcore.models.neural_process import NeuralProcess
from tnpcore.prediction import predict_anywhere
from tnpcore.shift_error import VECTOR, shift_errors
from tnpcore.task import Points

ORDERS = 3
SHIFTS = (0.3, 2.03)  # neither is a whole number of cells of a ConvCNP's grid
ASIDE = 0.07  # units of x between a target and another one beside it
OFFSET, FACTOR = 1.0, 2.0
FAR = 1000.0  # units of x


def repeat_change(model: NeuralProcess, context: Points, xt: Float[Tensor, "Nt Dx"]) -> float:
    """The change when the same prediction is computed again."""
    return _change(_moments(model, context, xt), _moments(model, context, xt))


def order_change(model: NeuralProcess, context: Points, xt: Float[Tensor, "Nt Dx"]) -> float:
    """The change over three random orders of the context."""
    generator = torch.Generator().manual_seed(0)
    size = len(context)
    orders = [torch.arange(size), *(torch.randperm(size, generator=generator) for _ in range(ORDERS))]
    shuffled = Points(*(torch.stack([values[order] for order in orders]) for values in (context.x, context.y)))
    moments = _moments(model, shuffled, xt.expand(len(orders), -1, -1))
    return _change(moments[:, :1], moments[:, 1:])


def other_targets_change(model: NeuralProcess, context: Points, xt: Float[Tensor, "Nt Dx"]) -> float:
    """The change at the same targets when others stand before them, and they in reverse."""
    among = _moments(model, context, torch.cat([xt + ASIDE, xt.flip(0)]))[:, len(xt) :]
    return _change(_moments(model, context, xt), np.flip(among, 1))


def batch_change(model: NeuralProcess, context: Points, xt: Float[Tensor, "Nt Dx"]) -> float:
    """The change when another, narrower data set is in the same batch."""
    mate = Points(context.x / 2, 0.3 - context.y)
    both = Points(torch.stack([context.x, mate.x]), torch.stack([context.y, mate.y]))
    batched = _moments(model, both, xt.expand(2, -1, -1))
    return _change(_moments(model, context, xt), batched[:, 0])


def shift_changes(
    model: NeuralProcess,
    context: Points,
    xt: Float[Tensor, "Nt Dx"],
    shifts: Sequence[float | Sequence[float]] = SHIFTS,
) -> tuple[Float[np.ndarray, " S"], Float[np.ndarray, " S"]]:
    """The shift errors of the mean in sd and of log sd, root mean squares over the targets, for each shift of all x.

    Args:
        model: in evaluation mode.
        context: one task, in float64.
        xt: target inputs [Nt, Dx].
        shifts: in units of x, each a number that is added to every input dimension, or a vector [Dx].
    """
    vectors = [torch.tensor(shift, dtype=xt.dtype, device=xt.device).expand(xt.shape[-1]) for shift in (0.0, *shifts)]
    tau = torch.stack(vectors)[:, None]
    shifted = Points(context.x + tau, context.y.expand(len(tau), -1, -1))
    mean, sd = _moments(model, shifted, xt + tau).reshape(2, len(tau), -1)
    return shift_errors(mean[0], sd[0], mean[1:], sd[1:])


def shift_change(model: NeuralProcess, context: Points, xt: Float[Tensor, "Nt Dx"]) -> float:
    """The largest of the shift errors by 0.3 and by 2.03; with two inputs also by the vector (0.3, -2.03)."""
    vectors = (VECTOR,) if xt.shape[-1] == len(VECTOR) else ()
    return float(np.max(shift_changes(model, context, xt, (*SHIFTS, *vectors))))


def offset_change(model: NeuralProcess, context: Points, xt: Float[Tensor, "Nt Dx"]) -> float:
    """The change beyond the constant 1 that was added to all y, when it is subtracted from the prediction again."""
    mean, sd = _moments(model, Points(context.x, context.y + OFFSET), xt)
    return _change(_moments(model, context, xt), np.stack([mean - OFFSET, sd]))


def factor_change(model: NeuralProcess, context: Points, xt: Float[Tensor, "Nt Dx"]) -> float:
    """The change beyond the factor 2 of all y, when the prediction is divided by it again."""
    return _change(_moments(model, context, xt), _moments(model, Points(context.x, FACTOR * context.y), xt) / FACTOR)


def empty_context_sd(model: NeuralProcess, context: Points, xt: Float[Tensor, "Nt Dx"]) -> float:
    """The mean standard deviation without context points, in units of y; NaN where a prediction is not finite.

    Args:
        model: in evaluation mode.
        context: gives the dimensions; none of its points is used.
        xt: target inputs [Nt, Dx].
    """
    mean, sd = _moments(model, Points(context.x[:0], context.y[:0]), xt)
    return float(sd.mean()) if _proper(mean, sd) else math.nan


def duplicate_change(model: NeuralProcess, context: Points, xt: Float[Tensor, "Nt Dx"]) -> float:
    """The change when the first context point is given twice.

    Raises:
        ValueError: for an empty context.
    """
    if not len(context):
        raise ValueError("a context point can be given twice only where there is one, got an empty context")
    twice = context.joined(Points(context.x[:1], context.y[:1]))
    return _change(_moments(model, context, xt), _moments(model, twice, xt))


def far_narrowing(model: NeuralProcess, context: Points, xt: Float[Tensor, "Nt Dx"]) -> float:
    """The log of the largest sd among the targets over the smallest one 1,000 units of x beyond them, on both sides;
    NaN where a prediction is not finite."""
    beyond = torch.stack([xt.amin(0) - FAR, xt.amax(0) + FAR])
    mean, sd = _moments(model, context, torch.cat([xt, beyond]))
    return float(np.log(sd[:-2].max(0) / sd[-2:].min(0)).max()) if _proper(mean, sd) else math.nan


def _moments(model: NeuralProcess, context: Points, xt: Float[Tensor, "*B Nt Dx"]) -> Float[np.ndarray, "2 *B Nt Dy"]:
    """Mean and standard deviation as one array."""
    return np.stack(predict_anywhere(model, context, xt).numpy())


def _change(before: np.ndarray, after: np.ndarray) -> float:
    """The largest change of mean or standard deviation, in units of the standard deviation before."""
    (mean, sd), (other_mean, other_sd) = before, after
    return float(np.max([np.abs((other_mean - mean) / sd).max(), np.abs(other_sd / sd - 1).max()]))


def _proper(mean: np.ndarray, sd: np.ndarray) -> bool:
    return bool(np.isfinite(mean).all() and np.isfinite(sd).all() and (sd > 0).all())
