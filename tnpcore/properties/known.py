"""The properties that `check` measures, with what each means."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from torch import Tensor

from tnpcore.models.neural_process import NeuralProcess
from tnpcore.properties import measurements as measure
from tnpcore.task import Points

TOLERANCE = 1e-3  # of a standard deviation: far more than float32 arithmetic loses, far less than an eye sees
HALF = math.log(2)


@dataclass(frozen=True)
class Property:
    """One property: how it is measured, and what it means that it holds, or does not.

    Args:
        unit: of the number that is measured.
        measure: (model, context, xt) -> that number; NaN where a prediction is not finite.
        most: it holds where the number is below; None: below the tolerance.
        holds, fails: what that means.
    """

    unit: str
    measure: Callable[[NeuralProcess, Points, Tensor], float]
    holds: str
    fails: str
    most: float | None = None


PROPERTIES: Mapping[str, Property] = {
    "repeat": Property(
        "sd",
        measure.repeat_change,
        "Equal inputs give equal predictions.",
        "Equal inputs give different predictions: the forward pass draws random numbers.",
    ),
    "order": Property(
        "sd",
        measure.order_change,
        "The order of the context points changes no prediction.",
        "The prediction depends on the order of the context points.",
    ),
    "other targets": Property(
        "sd",
        measure.other_targets_change,
        "The prediction at a target does not depend on the other targets.",
        "The prediction at a target depends on the other targets, or on their order.",
    ),
    "batch mates": Property(
        "sd",
        measure.batch_change,
        "A task has the same prediction alone and in a batch.",
        "The prediction for a task depends on the other tasks in the batch.",
    ),
    "shift of x": Property(
        "sd, rms",
        measure.shift_change,
        "Shifting all x shifts the prediction with them: the model is translation equivariant.",
        "Shifting all x changes the prediction: it depends on where x = 0 is.",
    ),
    "shift of y": Property(
        "sd",
        measure.offset_change,
        "Adding a constant to all y adds it to the prediction.",
        "Adding a constant to all y changes the prediction otherwise: it depends on where y = 0 is.",
    ),
    "scale of y": Property(
        "sd",
        measure.factor_change,
        "Doubling all y doubles the predictive mean and sd.",
        "Doubling all y changes the prediction otherwise: it depends on the unit of y.",
    ),
    "empty context": Property(
        "mean sd",
        measure.empty_context_sd,
        "Without context points the prediction is finite.",
        "Without context points the prediction is not finite, or an sd is not positive.",
        most=math.inf,
    ),
    "duplicated point": Property(
        "sd",
        measure.duplicate_change,
        "With a context point given twice the prediction is finite; the number is how much it changes.",
        "With a context point given twice the prediction is not finite.",
        most=math.inf,
    ),
    "far x": Property(
        "log sd",
        measure.far_narrowing,
        "1,000 units of x away the sd is at least half of the largest in view; below 0, it is larger than that.",
        "1,000 units of x away the model is too certain: its sd is below half of the largest in view (log 2), or not "
        "finite.",
        most=HALF,
    ),
}
