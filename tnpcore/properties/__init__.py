"""What holds of a model: `check` measures the properties that a neural process may have, on a few context sets."""

from __future__ import annotations

import math

import numpy as np
import torch
from torch import Tensor

from tnpcore.arrays import Numbers, as_points
from tnpcore.boundary import check_model
from tnpcore.models.neural_process import NeuralProcess, evaluating
from tnpcore.properties.known import PROPERTIES, TOLERANCE, Property
from tnpcore.properties.report import Report, Row
from tnpcore.quantities import real
from tnpcore.task import Points, check_points

__all__ = ["PROPERTIES", "TOLERANCE", "Report", "Row", "check", "small_contexts"]

SIZES = (2, 5, 12)
VIEW = (-3.0, 3.0)  # of the targets; the context points lie in the middle two thirds
TARGETS = 31


def check(
    model: NeuralProcess,
    context: Points | None = None,
    xt: Numbers | None = None,
    tolerance: float = TOLERANCE,
    generator: torch.Generator | None = None,
) -> Report:
    """A report of what holds of the model: order, other targets, shifts, empty context and more, each measured.

    A property that follows from how a model is built holds on all points; one that holds here may fail on others.
    All inputs are float64, and the model is in evaluation mode meanwhile.

    Args:
        model: any; of a module of your own, `wrap(module)`.
        context: one task to measure on. None: three context sets of 2, 5 and 12 points, x from U(-2, 2), y on a sine of
            a random phase.
        xt: target inputs [Nt, Dx], or [Nt], a tensor, an array or a list. None: 31 between -3 and 3 in every input
            dimension.
        tolerance: how much a prediction may change, in predictive standard deviations; above 0. The default leaves room
            for float32 arithmetic; after `model.double()` it may be 1e-9.
        generator: of the context sets; None: seed 0.

    Raises:
        ValueError: for something other than a NeuralProcess, a batch of tasks, a tolerance that is not positive, or
            shapes that do not fit the model.

    >>> from tnpcore import build, check
    >>> print(check(build("cnp")).rows["order"].meaning)
    The order of the context points changes no prediction.
    """
    check_model(model)
    real(tolerance, "tolerance", above=True)
    if context is not None:
        check_points(context, "the context")
        if context.x.ndim != 2:
            raise ValueError(f"check takes one task, x [Nc, Dx], got a batch {tuple(context.x.shape)}")
    given = small_contexts(model.dim_x, model.dim_y, generator) if context is None else [context]
    device = next((p.device for p in model.parameters()), torch.device("cpu"))
    xt = torch.linspace(*VIEW, TARGETS)[:, None].expand(-1, model.dim_x) if xt is None else as_points(xt, "xt")
    contexts, xt = [one.to(device, torch.float64) for one in given], xt.to(device, torch.float64)
    for one in contexts:
        model.check(one.x, one.y, xt)
    with evaluating(model), np.errstate(all="ignore"):
        rows = {name: _row(known, model, contexts, xt, tolerance) for name, known in PROPERTIES.items()}
    sizes = ", ".join(str(len(one)) for one in contexts)
    return Report(rows, f"Context sets of {sizes} points, {len(xt)} targets; tolerance {tolerance:g} sd.")


def small_contexts(dim_x: int, dim_y: int, generator: torch.Generator | None = None) -> list[Points]:
    """Context sets of 2, 5 and 12 points: x from U(-2, 2), y = sin(2 (sum of x) + phase) with random phases.

    Args:
        dim_x, dim_y: Dx and Dy.
        generator: of the numbers; None: seed 0.
    """
    generator = generator or torch.Generator().manual_seed(0)
    sets = []
    for size in SIZES:
        x = 4 * torch.rand(size, dim_x, generator=generator, dtype=torch.float64) - 2
        phases = 2 * math.pi * torch.rand(dim_y, generator=generator, dtype=torch.float64)
        sets.append(Points(x, (2 * x.sum(-1, keepdim=True) + phases).sin()))
    return sets


def _row(known: Property, model: NeuralProcess, contexts: list[Points], xt: Tensor, tolerance: float) -> Row:
    try:
        error = float(np.max([known.measure(model, context, xt) for context in contexts]))
    except Exception as raised:  # whatever the model raises is the finding
        line = next(iter(str(raised).strip().splitlines()), "")
        return Row(math.nan, known.unit, None, f"raised {type(raised).__name__}: {line}")
    holds = error < (tolerance if known.most is None else known.most)
    return Row(error, known.unit, holds, known.holds if holds else known.fails)
