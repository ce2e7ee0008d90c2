"""Positional encoding: three input encodings of trained models on the stage, and the sinusoidal encoding in panels."""

from __future__ import annotations

from collections.abc import Sequence

from torch import Tensor

from pages.positional import sinusoid_panels
from pages.positional.controls import ENCODINGS, PositionalControls
from pages.shared.models.each_model import for_each_model
from pages.shared.models.predictions import (
    GRID,
    GridPrediction,
    attention_map,
    grid,
    predictions,
    shift_error,
)
from pages.shared.models.shift_error import ShiftError
from pages.shared.scene.marks import HeatMap, Panel, Reading, Scene
from pages.shared.scene.readings import NOT_TO_SCALE, both_changes, row_names, shift_reading, signed
from tnpcore import Points

EVERY = 3  # every third target is a row of the weights' map


def scene(points: Points, controls: PositionalControls) -> Scene:
    """The chosen input encoding on the stage, with its shifted prediction and its weights, and the sinusoids."""
    way, tau, sinusoids = controls.way, controls.tau, controls.sinusoids
    name, title = controls.encoding.model, controls.encoding.title
    here, shifted = encoded_predictions(way, points, (0.0, tau), grid(controls), record=True)
    dashed = (shifted.curve("ghost", f"shifted by {signed(tau)}"),) if tau else ()
    marks = (here.curve(label=title), *dashed)
    stage = Panel("stage", title, marks, area="stage", x=controls.view, points=True, model=name)
    error = shift_error(here, shifted)
    return Scene(
        panels=(stage, _weights(name, here, points), *sinusoid_panels.panels(sinusoids)),
        ledger=(_shift_reading(way, error, tau), *sinusoid_panels.readings(sinusoids)),
        caption=_caption(controls, points, error) + " " + sinusoid_panels.caption(sinusoids),
        equation=sinusoid_panels.equation(sinusoids),
    )


def later(points: Points, controls: PositionalControls) -> Scene:
    """How the same shift changes the predictions under the other input encodings."""
    tau, targets = controls.tau, grid(controls)
    errors, _ = for_each_model(
        lambda way: shift_error(*encoded_predictions(way, points, (0.0, tau), targets)),
        [way for way in ENCODINGS if way != controls.way],
    )
    return Scene((), tuple(_shift_reading(way, error, tau) for way, error in errors.items()))


def encoded_predictions(
    way: str, points: Points, shifts: Sequence[float], xt: Tensor = GRID, record: bool = False
) -> list[GridPrediction]:
    """The prediction for every shift of all inputs, under one of ENCODINGS. "centred" is the same trained TNP-D; the
    middle of the context's range is subtracted from all x before the model runs."""
    return predictions(ENCODINGS[way].model, points, shifts, xt, record=record, centre=way == "centred")


def _weights(name: str, here: GridPrediction, points: Points) -> Panel:
    """The map of the weights that made the prediction: rows are targets, columns context points."""
    weights = attention_map(here, points)
    titles = ("target x (query)", "context x (key)")
    rows, values = row_names(here.x[::EVERY]), weights.values[::EVERY].round(4)
    heat = HeatMap(values, *titles, rows, weights.labels, keys=weights.keys, model=name)
    title = "Attention weights by target and context point"
    note = f'Last layer, averaged over heads. The column "null" is the learned null token. {NOT_TO_SCALE}'
    return Panel("weights", title, (heat,), x_title=titles[1], y_title=titles[0], model=name, note=note)


def _shift_reading(way: str, error: ShiftError, tau: float) -> Reading:
    return shift_reading(way, ENCODINGS[way].title, error, tau, ENCODINGS[way].model)


def _caption(controls: PositionalControls, points: Points, error: ShiftError) -> str:
    text = f"The stage shows {controls.encoding.title}."
    if controls.way == "centred" and not len(points):
        text += " Without points there is nothing to centre on."
    if not controls.tau:
        return text
    return f"{text} With all x shifted by {signed(controls.tau)}, it changes: {both_changes(error)} (rms over x)."
