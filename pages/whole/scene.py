"""The whole on one page: the prediction, every piece that it went through, and the encoder-decoder's pieces."""

from __future__ import annotations

import numpy as np

from pages.shared.models.catalogue import NAMES
from pages.shared.models.predictions import grid, predictions, shift_error
from pages.shared.scene.marks import Bars, Dots, Panel, Scene
from pages.shared.scene.readings import moved_back, shift_reading
from pages.whole import translator
from pages.whole.controls import TRANSLATOR, WholeControls
from pages.whole.diagram import inside, panel
from pages.whole.parts import TARGETS, Part, changes, parts
from tnpcore import Points


def scene(points: Points, controls: WholeControls) -> Scene:
    """The stage, the diagram, and the picked piece."""
    found = parts(controls.model, points, controls.tau)
    here, moved = predictions(controls.model, points, (0.0, controls.tau), grid(controls))
    marks = [here.curve("model", NAMES[controls.model])]
    if controls.tau:
        marks.append(moved.curve("shifted-prediction", moved_back(controls.tau)))
    marks.append(Dots(TARGETS[:, 0].numpy(), found[-1].values[:, 0]))
    stage = Panel(
        "stage", NAMES[controls.model], tuple(marks), "stage", x=controls.view, points=True, model=controls.model
    )
    title = f"{NAMES[controls.model]}, from points to mean and sd"
    whole = panel("map", title, found, controls.model, controls.box)
    shift = shift_reading(controls.model, NAMES[controls.model], shift_error(here, moved), controls.tau, controls.model)
    return Scene((stage, whole, inside(picked(found, controls), controls.model)), (shift,), _caption(points, found))


def aside(points: Points, controls: WholeControls) -> Scene:
    """The encoder-decoder, and what a shift changes in each piece."""
    reading = translator.parts(controls.text)
    chart = panel("translator", "A Transformer, from text to date", reading, "tnpd", controls.box, TRANSLATOR)
    return Scene((chart, _changes(points, controls)))


def picked(found: tuple[Part, ...], controls: WholeControls) -> Part:
    """The piece whose box is picked; of a model with fewer of them the last."""
    if controls.box >= TRANSLATOR:
        reading = translator.parts(controls.text)
        return reading[min(controls.box - TRANSLATOR, len(reading) - 1)]
    return found[min(controls.box, len(found) - 1)]


def _changes(points: Points, controls: WholeControls) -> Panel:
    """How far each piece changes when all inputs are shifted."""
    found = changes(parts(controls.model, points), parts(controls.model, points, controls.tau))
    bars = Bars(np.array(list(found.values())), tuple(found), controls.model)
    note = "Root mean square of the change, as a share of the piece's size."
    return Panel("changes", "What the shift changes in each piece", (bars,), model=controls.model, note=note)


def _caption(points: Points, found: tuple[Part, ...]) -> str:
    count = len(points)
    context = f"{count} context point{'' if count == 1 else 's'}"
    return f"From {context} to a mean and an sd at every one of {len(TARGETS)} targets, in {len(found) - 2} pieces."
