"""Every station predicted from the others: how far the map can be trusted between stations."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float

from pages.plane.controls import TITLES
from pages.plane.maps import Station, context, process
from pages.shared.models.catalogue import plain
from pages.shared.models.once import once
from pages.shared.models.overtaken import go_on
from pages.shared.scene.marks import Dots, Line, Panel, Reading
from pages.shared.scene.quantities import AT_Z, along_z
from tnpcore import Points, predict

MOST_LEFT_OUT = 64  # stations that are predicted: of more, evenly spaced ones
TOGETHER = 16  # in one batch
ENDS = (-3.2, 3.2)
FEWER = "With two stations or more, each is predicted from the others."


@dataclass(frozen=True, eq=False)
class LeftOut:
    """What each left-out station measures [N], and mean and sd that the others give [N]."""

    measured: Float[np.ndarray, " N"]
    mean: Float[np.ndarray, " N"]
    sd: Float[np.ndarray, " N"]

    @property
    def rmse(self) -> float:
        """Root mean square error of the mean."""
        return float(np.sqrt(((self.mean - self.measured) ** 2).mean()))

    @property
    def missed(self) -> np.ndarray:
        """Where the measurement lies outside ±2 sd."""
        return np.abs(self.measured - self.mean) > 2 * self.sd


def step(count: int) -> int:
    """Every how many of so many stations one is left out."""
    return max(1, math.ceil(count / MOST_LEFT_OUT))


@once(keep=16)
def left_out(name: str, given: tuple[Station, ...]) -> LeftOut:
    """The named model's predictions at stations that are left out, one at a time. There are two stations or more."""
    points, chosen = context(given, name=name), torch.arange(0, len(given), step(len(given)))
    others = torch.stack([torch.arange(len(given))[torch.arange(len(given)) != i] for i in chosen])
    mean, sd = [], []
    for few, rest in zip(chosen.split(TOGETHER), others.split(TOGETHER), strict=True):
        go_on()
        found = predict(process(name), Points(points.x[rest], points.y[rest]), points.x[few][:, None])
        mean.append(found.mean[:, 0, 0])
        sd.append(found.std[:, 0, 0])
    parts = (points.y[chosen, 0], torch.cat(mean), torch.cat(sd))
    return LeftOut(*(part.double().numpy() for part in parts))


def panel(name: str, given: tuple[Station, ...]) -> tuple[Panel, tuple[Reading, ...]]:
    """Predicted over measured, with rings where ±2 sd missed; and the numbers."""
    axes = {"x": ENDS, "y": ENDS, "x_title": "measured", "y_title": "predicted", "tint": None, "equal": True}
    title, units = "Leave-one-out", {"x_quantity": AT_Z, "y_quantity": AT_Z}
    if len(given) < 2:
        return Panel("left-out", title, (), note=FEWER, **axes, **units), ()
    found = left_out(name, given)
    inside, count = int((~found.missed).sum()), len(found.mean)
    marks = (
        Line(np.array(ENDS), np.array(ENDS), "residual", "predicted as measured", dashed=True),
        Dots(found.measured, found.mean, "target"),
        Dots(found.measured[found.missed], found.mean[found.missed], "outside"),
    )
    note = f"{TITLES[name]}: each of {count} stations predicted from all others."
    readings = (
        Reading("left-out-rmse", "Leave-one-out: RMSE", found.rmse, along_z(found.rmse), "", plain(name)),
        Reading(
            "left-out-inside",
            "Leave-one-out: measured values within ±2 sd",
            inside / count,
            f"{inside} of {count}",
            "",
            plain(name),
        ),
    )
    return Panel("left-out", title, marks, note=note, model=plain(name), **axes, **units), readings
