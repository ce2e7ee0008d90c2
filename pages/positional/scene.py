"""Positional encoding: three ways to tell a model where a point is, and the round wheels behind the oldest one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from torch import Tensor

from pages.positional import sinusoid_dials as wheels
from pages.shared.lesson.controls import choice, number
from pages.shared.models.each_model import for_each_model
from pages.shared.models.predictions import GRID, GridPrediction, grid, predictions, rms_difference, view
from pages.shared.scene.marks import HeatMap, Panel, Reading, Scene, shown
from pages.shared.scene.readings import row_names, shift_reading, small
from tnpcore import Points


@dataclass(frozen=True)
class Way:
    """A way of telling position: the trained model that is asked, and what the page calls it."""

    model: str
    title: str


WAYS = {
    "raw": Way("tnpd", "raw x (TNP-D)"),
    "centred": Way("tnpd", "x centred on the context (TNP-D)"),
    "displacement": Way("tetnp", "displacement xᵢ − xⱼ (TETNP)"),
}
SHIFT = (-3.0, 3.0)
EVERY = 3  # every third target is a row of the weights' map


def scene(points: Points, controls: Mapping) -> Scene:
    """The chosen way on the stage, with its shifted self and its weights; the sinusoid's pictures in the lens."""
    way = choice(controls, "way", tuple(WAYS))
    tau = number(controls, "tau", 0.0, *SHIFT)
    waves = wheels.chosen(controls)
    here, moved = told(way, points, (0.0, tau), grid(controls), record=True)
    ghost = (moved.curve("ghost", f"moved by {tau:+.2f}, slid back"),) if tau else ()
    name, title = WAYS[way].model, WAYS[way].title
    marks = (here.curve(label=title), *ghost)
    stage = Panel("stage", f"Told {title}", marks, area="stage", x=view(controls), points=True, model=name)
    change = rms_difference(here, moved)
    return Scene(
        panels=(stage, _weights(way, here, points), *wheels.pictures(waves)),
        ledger=(_shift_reading(way, change, tau), *wheels.readings(waves)),
        caption=_caption(way, points, tau, change) + " " + wheels.caption(waves),
        equation=wheels.equation(waves),
    )


def later(points: Points, controls: Mapping) -> Scene:
    """What the same shift does under the other ways."""
    chosen = choice(controls, "way", tuple(WAYS))
    tau = number(controls, "tau", 0.0, *SHIFT)
    others = [way for way in WAYS if way != chosen]
    changes, _ = for_each_model(lambda way: rms_difference(*told(way, points, (0.0, tau), grid(controls))), others)
    return Scene((), tuple(_shift_reading(way, change, tau) for way, change in changes.items()))


def told(
    way: str, points: Points, shifts: Sequence[float], xt: Tensor = GRID, record: bool = False
) -> list[GridPrediction]:
    """The answer for every shift of the world, the model being told positions in the chosen way. "centred" is the same
    trained TNP-D; the middle of the context's range is subtracted from all x before it looks."""
    return predictions(WAYS[way].model, points, shifts, xt, record=record, centre=way == "centred")


def _weights(way: str, here: GridPrediction, points: Points) -> Panel:
    """The map of the weights that made the prediction: last layer, averaged over heads."""
    keys = np.concatenate([[-1], np.argsort(points.x[:, 0].numpy(), kind="stable")])
    labels = ("prior", *(shown(x) for x in points.x[keys[1:], 0].tolist()))
    rows = row_names(here.x[::EVERY])
    values = here.attention[-1].mean(0)[::EVERY, keys + 1].round(4)
    name = WAYS[way].model
    heat = HeatMap(values, "target x (query)", "context x (key)", rows, labels, keys=tuple(keys.tolist()), model=name)
    note = 'Last layer, averaged over heads. Column "prior" is the learned null token.'
    titles = {"x_title": "context x (key)", "y_title": "target x (query)"}
    return Panel("weights", "Attention weights", (heat,), **titles, model=name, note=note)


def _shift_reading(way: str, change: float, tau: float) -> Reading:
    return shift_reading(way, f"Told {WAYS[way].title}", change, tau, WAYS[way].model)


def _caption(way: str, points: Points, tau: float, change: float) -> str:
    told_so = f"The model is told {WAYS[way].title}."
    if way == "centred" and not len(points):
        told_so += " Without points there is nothing to centre on."
    if not tau:
        return told_so
    return f"{told_so} Move all x by {tau:+.2f}, and its mean changes by {small(change)} (root mean square)."
