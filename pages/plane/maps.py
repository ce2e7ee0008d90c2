"""Maps that models predict from stations: mean and sd in every cell, what a probe depends on, channels on the grid."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import cast

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor

from pages.plane.controls import AT_ZERO, EDGE, MOST, NEW, ON_PICTURES, PICTURES, PRIOR, TETNP, UNET, PlaneControls
from pages.shared.drawing.table_points import Ready
from pages.shared.lesson.values import EACH_POINT
from pages.shared.models.catalogue import model
from pages.shared.models.grid_at_zero import anchored_at_zero
from pages.shared.models.once import once
from pages.shared.models.overtaken import go_on
from pages.shared.models.predictions import bayes_predictor
from pages.shared.models.shift_error import ShiftError
from tnpcore import Points, predict, record
from tnpcore.data.digits import PER_UNIT, DigitPrior
from tnpcore.data.priors import prior
from tnpcore.models import NeuralProcess
from tnpcore.models.convcnp import ConvCNP
from tnpcore.networks.residual import ResidualCNN
from tnpcore.shift_error import shift_errors

DIGITS = cast(DigitPrior, prior(PICTURES))
Place = tuple[float, float]
Station = tuple[float, float, float]  # x1, x2, value
STILL = (0.0, 0.0)


@dataclass(frozen=True)
class Cells:
    """Those of a map: so many along each axis, whose outermost middles are `end` away from 0."""

    side: int
    end: float

    @property
    def ends(self) -> Place:
        """The first and the last middle along an axis."""
        return -self.end, self.end

    @property
    def axis(self) -> Float[Tensor, " side"]:
        """The middles along an axis."""
        return torch.linspace(-self.end, self.end, self.side, dtype=torch.float64)

    @property
    def places(self) -> Float[Tensor, "cells 2"]:
        """All middles: x1 runs first, so that a row of a map has one x2."""
        return torch.cartesian_prod(self.axis, self.axis).flip(-1)


MAP = Cells(28, EDGE)
PICTURE = Cells(DIGITS.field, (DIGITS.field - 1) / 2 / PER_UNIT)  # its pixels


def cells(name: str) -> Cells:
    """Those that the named model predicts."""
    return PICTURE if name in ON_PICTURES else MAP


@dataclass(frozen=True, eq=False)
class Map:
    """Mean and sd in every cell [side, side], the lowest x2 first; of a shifted map, back at the original cells."""

    mean: np.ndarray
    sd: np.ndarray


def process(name: str) -> NeuralProcess:
    """The model that the lesson calls by this name."""
    return anchored_at_zero(UNET) if name == AT_ZERO else model(name)


def stations(points: Points, controls: PlaneControls) -> tuple[Station, ...]:
    """The drawn places with their values; those that have none yet measure NEW."""
    missing = max(0, len(points) - len(controls.measured))
    values = (*controls.measured, *(NEW,) * missing)
    places = zip(points.x[:, 0].tolist(), points.y[:, 0].tolist(), strict=True)
    return tuple((x1, x2, value) for (x1, x2), value in zip(places, values, strict=False))


def values_of(points: Points, controls: PlaneControls) -> tuple[float, ...]:
    """What is measured at each drawn place."""
    return tuple(value for *_, value in stations(points, controls))


def read_by(name: str, places: Float[Tensor, "*n 2"]) -> Float[Tensor, "*n 2"]:
    """Places as the named model reads them: those of a picture are row and column, and rows run downwards."""
    return torch.stack([-places[..., 1], places[..., 0]], -1) if name in ON_PICTURES else places


def context(given: tuple[Station, ...], shift: Place = STILL, name: str = TETNP) -> Points:
    """Stations as a context set of two inputs [N, 2], in float64, shifted by a vector, as the named model reads it."""
    table = torch.tensor(given, dtype=torch.float64).reshape(-1, 3)
    return Points(read_by(name, table[:, :2] + torch.tensor(shift, dtype=torch.float64)), table[:, 2:])


@once(keep=64)
def predicted(name: str, given: tuple[Station, ...], shift: Place = STILL) -> Map:
    """The named model's map, with stations and cells shifted by the same vector."""
    go_on()
    targets = cells(name)
    places = read_by(name, targets.places + torch.tensor(shift, dtype=torch.float64))
    mean, sd = predict(process(name), context(given, shift, name), places).numpy()
    return Map(mean.reshape(targets.side, -1), sd.reshape(targets.side, -1))


@once(keep=8)
def limit(given: tuple[Station, ...]) -> Map:
    """The best Gaussian in every cell, of the Bayes predictor of the prior."""
    go_on()
    best = bayes_predictor(PRIOR).predict(context(given), MAP.places).gaussian
    return Map(*(values.double().numpy().reshape(MAP.side, -1) for values in (best.mean, best.stddev)))


def limit_at(given: tuple[Station, ...], probe: Place) -> tuple[float, float]:
    """Mean and sd of the best Gaussian at one place."""
    best = bayes_predictor(PRIOR).predict(context(given), torch.tensor([probe], dtype=torch.float64)).gaussian
    return best.mean.item(), best.stddev.item()


@dataclass(frozen=True, eq=False)
class Probed:
    """A prediction at one place, |d mean / d value| of every station [N], and of every layer of attention the weights
    from there [H, 1 + N], the null token's first; a model on a grid has no such layer."""

    mean: float
    sd: float
    slopes: Float[np.ndarray, " N"]
    attention: tuple[Float[np.ndarray, "H 1+N"], ...]


@once(keep=16)
def probed(name: str, given: tuple[Station, ...], probe: Place) -> Probed:
    """The named model at one place, with a gradient through it, and a record of its attention."""
    go_on()
    points, place = context(given, name=name), read_by(name, torch.tensor([probe], dtype=torch.float64))
    with torch.enable_grad(), record() as layers:
        values = points.y.clone().requires_grad_()
        found = process(name)(points.x, values, place)
        slopes = torch.autograd.grad(found.mean.sum(), values)[0] if given else values.detach()
    weights = tuple(entry.weights[:, -1].detach().double().numpy() for entry in layers)  # the target is the last query
    return Probed(found.mean.item(), found.stddev.item(), slopes[:, 0].abs().double().numpy(), weights)


def channels(name: str, given: tuple[Station, ...]) -> tuple[list[Tensor], Float[np.ndarray, "G2 G1 2"]]:
    """The axes of a ConvCNP's grid, x1 first, and density and signal in its cells, a row for each x2."""
    convcnp, points = cast(ConvCNP, process(name)), context(given, name=name)
    with torch.no_grad():
        axes, found = convcnp.channels(points.x, points.y)
        anchor = convcnp.grid.anchor(points.x)[0]
    first, second = (axis[:, 0].double() + middle for axis, middle in zip(axes, anchor, strict=True))
    if name in ON_PICTURES:
        return [second, -first.flip(0)], found.double().numpy()[::-1]
    return [first, second], found.double().numpy().swapaxes(0, 1)


def reach(name: str) -> float:
    """How far, in units of x, the layers of a ConvCNP with a residual CNN pass something on along each axis."""
    convcnp = cast(ConvCNP, process(name))
    return cast(ResidualCNN, convcnp.net).reach / convcnp.grid.points_per_unit


def change(name: str, given: tuple[Station, ...], shift: Place) -> ShiftError:
    """How far the shifted map lies from the original one, over all cells."""
    here, there = predicted(name, given), predicted(name, given, shift)
    return ShiftError(
        *(float(e) for e in shift_errors(here.mean.ravel(), here.sd.ravel(), there.mean.ravel(), there.sd.ravel()))
    )


def random_stations(count: int, generator: torch.Generator, name: str = TETNP) -> Ready:
    """So many stations of one map that is drawn from what the named model was trained on, their values within what a
    hand can set; of a picture most pixels are paper."""
    drawn = prior(PICTURES if name in ON_PICTURES else PRIOR).sample(1, count, 0, generator).context
    first, second = drawn.x[0].T
    places = torch.stack([second, -first] if name in ON_PICTURES else [first, second], -1)
    points = tuple((x1, x2) for x1, x2 in places.tolist())
    values = drawn.y[0, :, 0].clamp(-MOST, MOST).tolist()
    return Ready(points, None, DIGIT if name in ON_PICTURES else "", {EACH_POINT: values})


DIGIT = "Pixels of a picture of a digit, 1 for ink and 0 for paper: choose a model that was trained on digits."
# What the menu *Data* draws.
RANDOM = {
    **{text: partial(random_stations, count) for text, count in (("10 stations", 10), ("30", 30), ("60", 60))},
    "60 pixels of a digit": partial(random_stations, 60, name=next(iter(ON_PICTURES))),
}
