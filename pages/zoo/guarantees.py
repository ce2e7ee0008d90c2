"""What a model guarantees, tested on given points: every property is measured, and set beside what was promised.

A guarantee follows from how a model is built (`tnpcore.models.spec.Guarantees`); a measurement says what it does here.
A model may have a property that it does not guarantee, on these points; where a guarantee does not hold, its code or
its weights are at fault. Coherent samples are no guarantee in numbers: a model that can draw them may still put its
uncertainty into the noise.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor

from pages.shared.models.predictions import shift_inputs
from pages.shared.scene.marks import TRAINED_ON, X_VIEW
from tnpcore import Points, predict
from tnpcore.models import NeuralProcess
from tnpcore.models.spec import Guarantees

TOLERANCE = 1e-3  # of a standard deviation: far more than float32 arithmetic loses, far less than an eye sees
SHIFTS = (0.3, 2.03)  # neither is a whole number of cells of a ConvCNP's grid
ORDERS = 3
NUM_SAMPLES = 128
APART = 0.02  # a twelfth of the shortest lengthscale of the prior `smooth`
COHERENT = 0.5
CERTAIN = 0.3  # three times the largest noise of the priors: below it, draws at two targets show little but noise
ASKED = torch.linspace(*X_VIEW, 31, dtype=torch.float64)[:, None]
OTHERS = ASKED[:-1] + 0.07


@dataclass(frozen=True)
class Property:
    """`label` heads the column, `unit` is that of the number, `tells` says what was done and what the number is."""

    label: str
    unit: str
    tells: str


PROPERTIES: Mapping[str, Property] = {
    "order": Property("Order", "sd", f"{ORDERS} other orders of the same points: largest change of mean or sd."),
    "company": Property("Other targets", "sd", "Other targets asked for too, and in another order: largest change."),
    "shift 0.3": Property("Shift 0.3", "sd", "All x moved by 0.3, the answer slid back: largest change."),
    "shift 2.03": Property("Shift 2.03", "sd", "The same for 2.03."),
    "empty": Property("No points", "sd", "Asked without any points: answers, and the number is their mean sd."),
    "coherent": Property(
        "Samples agree",
        "",
        f"Correlation of {NUM_SAMPLES} draws at two targets {APART} apart, where the model is least certain. "
        "Near 1: each draw is one function. Near 0: jagged.",
    ),
    "batch": Property("Alone = batched", "sd", "Answered together with another data set: largest change."),
}


class Promise(Enum):
    """What an architecture says of a property: that it always holds, that it can hold, or nothing. The values are the
    verdicts on a property that holds, and on one that does not."""

    ALWAYS = ("kept", "broken")
    ABLE = ("used", "unused")
    NOTHING = ("holds", "fails")


@dataclass(frozen=True)
class Finding:
    """One property of one model: the number measured, whether the property holds (None: cannot be told on these
    points), and what the architecture promises."""

    value: float
    holds: bool | None
    promise: Promise

    @property
    def verdict(self) -> str:
        """One of the words of `Promise`, or "open"."""
        return "open" if self.holds is None else self.promise.value[0 if self.holds else 1]


def examined(model: NeuralProcess, context: Points, guarantees: Guarantees) -> dict[str, Finding]:
    """A finding for each of `PROPERTIES`, in that order, on context points [N, 1] in float64; N may be 0.

    Raises ValueError where the model cannot take the points.
    """
    promises, measured = promised(guarantees), dict(_measured(model, context))
    return {name: Finding(*measured[name], promises[name]) for name in PROPERTIES}


def promised(guarantees: Guarantees) -> dict[str, Promise]:
    """What is promised of each property; every model takes an empty context, and answers tasks of a batch apart."""

    def always(stated: bool) -> Promise:
        return Promise.ALWAYS if stated else Promise.NOTHING

    return {
        "order": always(guarantees.order),
        "company": always(guarantees.other_targets),
        **{f"shift {tau:g}": always(guarantees.shift) for tau in SHIFTS},
        "empty": Promise.ALWAYS,
        "coherent": Promise.ABLE if guarantees.coherent_samples else Promise.NOTHING,
        "batch": Promise.ALWAYS,
    }


def promises_broken(findings: Mapping[str, Finding]) -> list[str]:
    """The labels of the properties that were promised and do not hold."""
    return [PROPERTIES[name].label for name, found in findings.items() if found.verdict == "broken"]


def _measured(model: NeuralProcess, context: Points) -> Iterator[tuple[str, tuple[float, bool | None]]]:
    changes = {"order": order, "company": company, "batch": batch}
    for name, measure in changes.items():
        yield name, _small(measure(model, context))
    for tau, change in zip(SHIFTS, shift(model, context), strict=True):
        yield f"shift {tau:g}", _small(change)
    yield "empty", empty(model)
    agreement = coherence(model, context)
    yield "coherent", (agreement, None if math.isnan(agreement) else agreement > COHERENT)


def _small(change: float) -> tuple[float, bool]:
    return change, change < TOLERANCE


# ---- the measurements ------------------------------------------------------------------------------


def order(model: NeuralProcess, context: Points) -> float:
    """The largest change over three random orders of the context."""
    generator = torch.Generator().manual_seed(0)
    orders = [torch.arange(len(context))] + [torch.randperm(len(context), generator=generator) for _ in range(ORDERS)]
    shuffled = Points(*(torch.stack([values[o] for o in orders]) for values in (context.x, context.y)))
    told = _told(model, shuffled, ASKED.expand(len(orders), -1, -1))
    return _change(told[:, :1], told[:, 1:])


def company(model: NeuralProcess, context: Points) -> float:
    """The largest change at the same targets when others are asked for before them, and they in reverse."""
    alone = _told(model, context, ASKED)
    among = _told(model, context, torch.cat([OTHERS, ASKED.flip(0)]))[:, len(OTHERS) :]
    return _change(alone, np.flip(among, 1))


def shift(model: NeuralProcess, context: Points) -> tuple[float, ...]:
    """The largest change when context and targets move together, for each of `SHIFTS`."""
    told = _told(model, *shift_inputs(context, (0.0, *SHIFTS), ASKED))
    return tuple(_change(told[:, 0], told[:, i]) for i in range(1, 1 + len(SHIFTS)))


def empty(model: NeuralProcess) -> tuple[float, bool]:
    """The mean standard deviation without any points; it holds when all is finite."""
    nothing = ASKED[:0]
    mean, sd = _told(model, Points(nothing, nothing), ASKED)
    return float(sd.mean()), bool(np.isfinite(mean).all() and np.isfinite(sd).all() and (sd > 0).all())


def batch(model: NeuralProcess, context: Points) -> float:
    """The largest change when another, narrower data set is answered in the same batch."""
    mate = Points(context.x / 2, 0.3 - context.y)
    both = Points(torch.stack([context.x, mate.x]), torch.stack([context.y, mate.y]))
    together = _told(model, both, ASKED.expand(2, -1, -1))
    return _change(_told(model, context, ASKED), together[:, 0])


def coherence(model: NeuralProcess, context: Points) -> float:
    """The correlation of what the model itself draws at two targets 0.02 apart, around the place in the training range
    where it is least certain. Smooth functions hardly change over that distance, so that draws of whole functions
    correlate but for the observation noise, and draws target by target do not. NaN where the model is certain
    everywhere: there is nothing but noise to draw.
    """
    places = ASKED[(ASKED[:, 0] >= TRAINED_ON[0]) & (ASKED[:, 0] <= TRAINED_ON[1])]
    sd = _told(model, context, places)[1, :, 0]
    if sd.max() < CERTAIN:
        return math.nan
    pair = places[int(sd.argmax())] + APART * torch.tensor([[-0.5], [0.5]], dtype=torch.float64)
    with torch.inference_mode():
        drawn = model.sample(context, pair, NUM_SAMPLES, torch.Generator().manual_seed(0))
    return float(np.corrcoef(drawn[..., 0].double().numpy().T)[0, 1])


def _told(model: NeuralProcess, context: Points, xt: Float[Tensor, "*B Nt 1"]) -> np.ndarray:
    """Mean and standard deviation as one array [2, *B, Nt, 1]."""
    return np.stack(predict(model, context, xt).numpy())


def _change(before: np.ndarray, after: np.ndarray) -> float:
    """The largest change of mean or standard deviation, in units of the standard deviation before."""
    (mean, sd), (other_mean, other_sd) = before, after
    return float(max(np.abs((other_mean - mean) / sd).max(), np.abs(other_sd / sd - 1).max()))
