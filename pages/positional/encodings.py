"""The ways in which a Transformer neural process receives x: eight models, trained by one recipe, that differ in
nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

import tnpcore
from pages.shared.lesson.values import is_number
from pages.shared.models.catalogue import NAMES, model
from pages.shared.models.once import once
from pages.shared.models.predictions import GRID, GridPrediction, forward, predictions, shift_error, shift_inputs
from pages.shared.models.shift_error import ShiftError
from tnpcore import Points

DRAWN, REVERSED = "drawn", "reversed"


@dataclass(frozen=True)
class InputEncoding:
    """The form in which a trained model receives x: `text` for a title, `short` for a button, `mark` for a bar."""

    model: str
    text: str
    short: str
    mark: str

    @property
    def title(self) -> str:
        """Model and form in words."""
        return f"{NAMES[self.model].replace(',', ' ').split()[0]} with {self.text}"


NONE, RAW, CENTRED, INDEX = "none", "raw", "centred", "index"
SINUSOIDAL, ROTARY, BINNED, DISPLACEMENT = "sinusoidal", "rotary", "binned", "displacement"
ENCODINGS = {
    NONE: InputEncoding("tnpd-nox", "no x", "no x", "none"),
    RAW: InputEncoding("tnpd-short", "raw x", "raw x", "raw x"),
    CENTRED: InputEncoding("tnpd-centred", "centred x", "centred x", "centred"),
    INDEX: InputEncoding("tnpd-index", "x and an index", "x and index", "index"),
    SINUSOIDAL: InputEncoding("tnpd-sinusoidal", "sinusoids of x", "sinusoids", "sinus"),
    ROTARY: InputEncoding("tnpd-rotary", "rotary x", "rotary", "rotary"),
    BINNED: InputEncoding("tetnp-binned", "binned x − x′", "binned x − x′", "bins"),
    DISPLACEMENT: InputEncoding("tetnp-short", "x − x′", "x − x′", "x − x′"),
}


def encoded_predictions(
    way: str, points: Points, shifts: Sequence[float], xt: Tensor = GRID, record: bool = False
) -> list[GridPrediction]:
    """The prediction for every shift of all inputs, by the model of one of ENCODINGS, shown back at the original x."""
    return predictions(ENCODINGS[way].model, points, shifts, xt, record=record)


def in_order(points: Points, order: str) -> Points:
    """The same points, with the list as it was drawn or reversed."""
    return Points(points.x.flip(0), points.y.flip(0)) if order == REVERSED else points


@dataclass(frozen=True, eq=False)
class Changes:
    """One model's predictions of the points as drawn, with all inputs shifted (shown back at the original x), and with
    the list of points reversed."""

    here: GridPrediction
    shifted: GridPrediction
    turned: GridPrediction

    @property
    def under_shift(self) -> ShiftError:
        """How far the shifted prediction lies from the one as drawn."""
        return shift_error(self.here, self.shifted)

    @property
    def under_order(self) -> ShiftError:
        """How far the prediction of the reversed list lies from the one as drawn."""
        return shift_error(self.here, self.turned)


def changes(way: str, points: Points, tau: float, xt: Tensor = GRID) -> Changes:
    """The three predictions by the model of one of ENCODINGS, in one pass."""
    turned, (batch, targets) = in_order(points, REVERSED), shift_inputs(points, (0.0, tau), xt)
    contexts = Points(torch.cat([batch.x, turned.x[None]]), torch.cat([batch.y, turned.y[None]]))
    name = ENCODINGS[way].model
    found = forward(model(name), contexts, torch.cat([targets, xt[None]]))
    x = xt[:, 0].numpy()
    return Changes(*(GridPrediction(name, x, mean, sd) for mean, sd in zip(found.mean, found.sd)))


def error_under_shift(way: str, points: Points, tau: float, xt: Tensor = GRID) -> ShiftError:
    """How far the prediction lies from the old one after all inputs were shifted by tau."""
    return shift_error(*encoded_predictions(way, points, (0.0, tau), xt))


def error_under_order(way: str, points: Points, xt: Tensor = GRID) -> ShiftError:
    """How far the prediction lies from the old one after the list of points was reversed."""
    (here,), (there,) = (encoded_predictions(way, in_order(points, o), (0.0,), xt) for o in (DRAWN, REVERSED))
    return shift_error(here, there)


@once
def excess(way: str) -> tuple[float, float]:
    """The excess over the Bayes predictor in nats per target, and its standard error, from the model's card.

    Raises:
        ValueError: the card is not there, or nothing was measured.
    """
    results = tnpcore.card(ENCODINGS[way].model).results
    found = results.get("excess"), results.get("excess_se")
    if not all(map(is_number, found)):
        raise ValueError(f"the excess of {ENCODINGS[way].model} must be on its card, it is not")
    return found
