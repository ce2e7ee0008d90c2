"""SetConv: every point adds an RBF, a grid samples the sums, a CNN makes the prediction of them. With and without
density channel and division."""

from __future__ import annotations

import torch

from pages.setconv import activations as unet
from pages.setconv.channels import MODELS, MOST_RBFS, Encoding, channel_panels, learned_lengthscale
from pages.setconv.controls import BAND, SetConvControls
from pages.setconv.kept import kept_in_small, kept_marks
from pages.setconv.stages import cell_reading, needs_activations, stage_marks, stage_reading
from pages.setconv.weights import interpolation_panel, rbf_panel
from pages.shared.models.catalogue import NAMES, model
from pages.shared.models.each_model import for_each_model
from pages.shared.models.predictions import THIN, GridPrediction, predictions, shift_error
from pages.shared.scene.marks import Handle, Panel, Reading, Scene, shown
from pages.shared.scene.quantities import Prose, along_x, along_y, at_x, at_y, words
from pages.shared.scene.readings import moved_back, shift_reading
from tnpcore import Points


def scene(points: Points, controls: SetConvControls) -> Scene:
    """One stage between points and band, the channels under it, and the weights on the way in and out."""
    name, query = controls.model, controls.at
    encoding = controls.encoding(points)
    here, shifted = predictions(name, points, (0.0, controls.tau), controls.targets)
    lengthscales, _ = for_each_model(learned_lengthscale, MODELS)
    channels = encoding.channels_at(query)
    weights = (*interpolation_panel(name, encoding, query), *rbf_panel(name, encoding))
    return Scene(
        panels=(_stage(encoding, here, shifted, controls), *channel_panels(name, encoding), *weights),
        readings=(
            shift_reading(name, NAMES[name], shift_error(here, shifted), controls.tau, name),
            *_channel_readings(channels, query),
            _width_reading(here, query),
            stage_reading(controls),
            cell_reading(controls, model(name).grid.points_per_unit),
            *(_lengthscale_reading(*item) for item in lengthscales.items()),
            *_grid_readings(name, points),
        ),
        caption=_caption(here, encoding, channels, query),
        equation=_equation(channels, query),
    )


def aside(points: Points, controls: SetConvControls) -> Scene:
    """The activations of the U-Net, and the bands of all models."""
    name, targets, view = controls.model, controls.targets, controls.view
    found, _ = for_each_model(lambda each: predictions(each, points, xt=targets)[0], MODELS)
    active, layer = unet.record(name, points), controls.layer
    inside = (
        *unet.layers_panel(active, view, layer),
        *unet.channels_panel(active, view, layer),
        unet.products_panel(active, layer, controls.at),
    )
    bands = tuple(_band(each, controls) for each in found.values())
    others = (each for each in found.values() if each.model != name)
    return Scene((*inside, *bands), tuple(_width_reading(other, controls.at) for other in others))


def later(points: Points, controls: SetConvControls) -> Scene:
    """How much the same shift changes the predictions of the other models."""
    tau, targets = controls.tau, controls.targets
    changes, _ = for_each_model(
        lambda other: shift_error(*predictions(other, points, (0.0, tau), targets)), _others(controls.model)
    )
    return Scene((), tuple(shift_reading(other, NAMES[other], by, tau, other) for other, by in changes.items()))


def _others(name: str) -> tuple[str, ...]:
    """The models that are not on the stage."""
    return tuple(other for other in MODELS if other != name)


def _stage(encoding: Encoding, here: GridPrediction, shifted: GridPrediction, controls: SetConvControls) -> Panel:
    name, tau = here.model, controls.tau
    if controls.stage == BAND:
        marks = [here.curve(label=NAMES[name])]
        if tau:
            marks.append(shifted.curve("shifted-prediction", moved_back(tau)))
    else:
        active = unet.record(name, encoding.points) if needs_activations(controls.stage) else None
        marks = [*stage_marks(controls, encoding, here, active)]
    marks += [*kept_marks(name, encoding, controls), Handle(controls.at, "query", "query x")]
    panel = {"area": "stage", "x": controls.view, "y_title": "y", "points": True, "model": name}
    return Panel("stage", NAMES[name], tuple(marks), **panel)


def _band(found: GridPrediction, controls: SetConvControls) -> Panel:
    """The same points in one of the models, as a small picture; dashed what it predicts from the kept set."""
    name, title = found.model, NAMES[found.model]
    marks = (found.every(THIN).curve(label=title), *kept_in_small(name, controls))
    return Panel(f"band-{name}", title, marks, area="multiple", x=controls.view, points=True, model=name)


def _channel_readings(channels: tuple[float, float, float], query: float) -> tuple[Reading, ...]:
    names = {"density": "Density", "signal": "Signal (raw sum / density)", "raw": "Raw sum"}
    return tuple(
        Reading(id, words(f"{label} at x = ", at_x(query)), value, shown(value, 3))
        for (id, label), value in zip(names.items(), channels)
    )


def _width_reading(here: GridPrediction, query: float) -> Reading:
    name, width = here.model, 4 * here.at(query)[1]
    label = words(f"{NAMES[name]}: width of the ±2 sd band at x = ", at_x(query))
    return Reading(f"width-{name}", label, width, along_y(width), "", name)


def _lengthscale_reading(name: str, value: float) -> Reading:
    return Reading(f"learned-{name}", f"{NAMES[name]}: learned lengthscale", value, along_x(value, 3), "", name)


def _grid_readings(name: str, points: Points) -> tuple[Reading, Reading]:
    """The trained model's own grid."""
    grid = model(name).grid
    cells = len(grid.offsets(points.x, torch.float64))
    anchor = grid.anchor(points.x).item()
    return (
        Reading("cells", f"Grid cells of the model, {grid.points_per_unit} per unit of x", cells, str(cells)),
        Reading("anchor", "Anchor of the grid: middle of the data's range", anchor, words("x = ", at_x(anchor))),
    )


def _equation(channels: tuple[float, float, float], query: float) -> Prose:
    density, signal, raw = channels
    numbers = f"{shown(raw, 3)} / ({shown(density, 3)} + ε) = {shown(signal, 3)}"
    return words("at x = ", at_x(query), f":  signal = Σ yᵢ kᵢ / (Σ kᵢ + ε) = {numbers}")


def _caption(here: GridPrediction, encoding: Encoding, channels: tuple[float, float, float], query: float) -> Prose:
    mean, sd = here.at(query)
    text = words(
        f"{NAMES[here.model]} predicts ",
        at_y(mean),
        " at x = ",
        at_x(query),
        ", and its ±2 sd band is ",
        along_y(4 * sd),
        f" wide; the drawn density there is {channels[0]:.2f}.",
    )
    many = len(encoding.points) > MOST_RBFS
    return text + (f" Only the RBFs of the first {MOST_RBFS} points are drawn." if many else "")
