"""What a model guarantees, tested on given points: every property is measured, and set beside what is guaranteed.

A guarantee follows from how a model is built; a measurement says what it does here. A model may have a property that it
does not guarantee, on these points; where a guarantee does not hold, its code or its weights are at fault. Coherent
samples are no guarantee in numbers: a model that can draw them may still put its uncertainty into the noise.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

import numpy as np
import torch

from pages.shared.models.predictions import GRID
from pages.shared.models.sample_paths import CERTAIN
from pages.shared.models.shift_error import ShiftError
from pages.shared.scene.marks import TRAINED_ON, X_VIEW
from tnpcore import Points, predict
from tnpcore.models import NeuralProcess
from tnpcore.models.spec import Guarantees
from tnpcore.properties import TOLERANCE, measurements
from tnpcore.properties.measurements import ORDERS, SHIFTS

NUM_SAMPLES = 128
APART = 0.02  # a twelfth of the shortest lengthscale of the prior `smooth`
COHERENT = 0.5
TARGETS = torch.linspace(*X_VIEW, 31, dtype=torch.float64)[:, None]
CHANGES = {
    "order": measurements.order_change,
    "other targets": measurements.other_targets_change,
    "batch": measurements.batch_change,
}


# What is done for each property, and what the number is.
METHODS: Mapping[str, str] = {
    "order": f"{ORDERS} other orders of the same points: largest change of mean or sd.",
    "other targets": "The same targets among others, and in another order: largest change.",
    "shift 0.3": (
        "All inputs shifted by 0.3, the prediction shown back at the original inputs: change of the mean, root mean "
        f"square over {len(GRID)} x. The same change of log sd must be as small."
    ),
    "shift 2.03": "The same for 2.03.",
    "empty": "No context points: the prediction is finite, and the number is its mean sd.",
    "coherent": (
        f"Correlation of {NUM_SAMPLES} samples at two targets {APART} apart, where the model is most uncertain. "
        "Near 1: each sample is one function. Near 0: jagged."
    ),
    "batch": "The same points in a batch with another data set: largest change.",
}


class Guaranteed(Enum):
    """What an architecture guarantees of a property: that it always holds, that it is possible, or nothing. The values
    are the verdicts on a property that holds, and on one that does not."""

    ALWAYS = ("kept", "broken")
    POSSIBLE = ("used", "unused")
    NOTHING = ("holds", "fails")


@dataclass(frozen=True)
class Finding:
    """One property of one model: the number measured, whether the property holds (None: these points cannot decide
    it), and what the architecture guarantees."""

    value: float
    holds: bool | None
    guaranteed: Guaranteed

    @property
    def verdict(self) -> str:
        """One of the words of `Guaranteed`, or "open"."""
        return "open" if self.holds is None else self.guaranteed.value[0 if self.holds else 1]


def measure_guarantees(model: NeuralProcess, context: Points, guarantees: Guarantees) -> dict[str, Finding]:
    """A finding for each of `METHODS`, in that order.

    Raises:
        ValueError: the model cannot take the points.
    """
    expected, measured = guaranteed_properties(guarantees), dict(_measurements(model, context))
    return {name: Finding(*measured[name], expected[name]) for name in METHODS}


def guaranteed_properties(guarantees: Guarantees) -> dict[str, Guaranteed]:
    """What is guaranteed of each property; every model takes an empty context, and keeps the tasks of a batch apart."""

    def always(stated: bool) -> Guaranteed:
        return Guaranteed.ALWAYS if stated else Guaranteed.NOTHING

    return {
        "order": always(guarantees.order),
        "other targets": always(guarantees.other_targets),
        **{f"shift {tau:g}": always(guarantees.shift) for tau in SHIFTS},
        "empty": Guaranteed.ALWAYS,
        "coherent": Guaranteed.POSSIBLE if guarantees.coherent_samples else Guaranteed.NOTHING,
        "batch": Guaranteed.ALWAYS,
    }


def _measurements(model: NeuralProcess, context: Points) -> Iterator[tuple[str, tuple[float, bool | None]]]:
    for name, measure in CHANGES.items():
        change = measure(model, context, TARGETS)
        yield name, (change, change < TOLERANCE)
    for tau, error in zip(SHIFTS, shift_changes(model, context), strict=True):
        yield f"shift {tau:g}", (error.mean, error.largest < TOLERANCE)
    sd = _empty_context_sd(model, context)
    yield "empty", (sd, math.isfinite(sd))
    correlation = sample_correlation(model, context)
    yield "coherent", (correlation, None if math.isnan(correlation) else correlation > COHERENT)


def _empty_context_sd(model: NeuralProcess, context: Points) -> float:
    """The mean sd without points; NaN where there is no prediction, as a model of one's own may refuse."""
    try:
        return measurements.empty_context_sd(model, context, TARGETS)
    except ValueError:
        return math.nan


def shift_changes(model: NeuralProcess, context: Points) -> tuple[ShiftError, ...]:
    """How far the prediction changes over all targets in view when all inputs shift, for each of `SHIFTS`."""
    return tuple(ShiftError(*map(float, error)) for error in zip(*measurements.shift_changes(model, context, GRID)))


def sample_correlation(model: NeuralProcess, context: Points) -> float:
    """The correlation of the model's own samples at two targets 0.02 apart, around the place in the training range
    where it is most uncertain. Smooth functions hardly change over that distance, so that samples of whole functions
    correlate but for the observation noise, and independent values do not. NaN where the model is certain everywhere:
    there is nothing but noise to draw.
    """
    places = TARGETS[(TARGETS[:, 0] >= TRAINED_ON[0]) & (TARGETS[:, 0] <= TRAINED_ON[1])]
    sd = predict(model, context, places).std[:, 0]
    if sd.max() < CERTAIN:
        return math.nan
    pair = places[int(sd.argmax())] + APART * torch.tensor([[-0.5], [0.5]], dtype=torch.float64)
    with torch.inference_mode():
        samples = model.sample(context, pair, NUM_SAMPLES, torch.Generator().manual_seed(0))
    return float(np.corrcoef(samples[..., 0].double().numpy().T)[0, 1])
