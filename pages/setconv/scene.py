"""SetConv: every point adds an RBF, a grid samples the sums, a CNN makes the prediction of them. With and without the
density channel."""

from __future__ import annotations

import numpy as np
import torch

from pages.setconv.channels import BOTH, MOST_RBFS, Encoding, channel_panels, learned_lengthscale
from pages.setconv.controls import SetConvControls
from pages.shared.models.catalogue import NAMES, model
from pages.shared.models.each_model import for_each_model
from pages.shared.models.predictions import GridPrediction, predictions, shift_error
from pages.shared.scene.marks import Handle, HeatMap, Line, Panel, Reading, Scene, shown
from pages.shared.scene.quantities import along_x, along_y, at_x, at_y
from pages.shared.scene.readings import row_names, shift_reading
from tnpcore import Points
from tnpcore.models.convcnp import interpolation_weights
from tnpcore.setconv import rbf_weights

MOST_ROWS = 60  # so many cells at most are rows of the map of RBF values
EVERY = 6  # every sixth target is a row of the map of interpolation weights
CELL_X, TARGET_X, POINT_X = "grid cell x", "target x (query)", "context x (key)"


def scene(points: Points, controls: SetConvControls) -> Scene:
    """The prediction of the trained model, the channels under it, and the weights on the way in and out."""
    name, query = controls.model, controls.at
    encoding = controls.encoding(points)
    here, shifted = predictions(name, points, (0.0, controls.tau), controls.targets)
    lengthscales, _ = for_each_model(learned_lengthscale, BOTH)
    channels = encoding.channels_at(query)
    weights = (*_interpolation_panel(name, encoding, query), *_rbf_panel(name, encoding))
    return Scene(
        panels=(_stage(here, shifted, controls), *channel_panels(name, encoding), *weights),
        ledger=(
            shift_reading(name, NAMES[name], shift_error(here, shifted), controls.tau, name),
            *_channel_readings(channels, query),
            _width_reading(here, query),
            *(_lengthscale_reading(*item) for item in lengthscales.items()),
            *_grid_readings(name, points),
        ),
        caption=_caption(here, encoding, channels, query),
        equation=_equation(channels, query),
    )


def aside(points: Points, controls: SetConvControls) -> Scene:
    """The other model's mean on the stage, and the width of its band."""
    name, targets = controls.model, controls.targets
    others, _ = for_each_model(lambda other: predictions(other, points, xt=targets)[0], _others(name))
    means = (
        Line(other.x, other.mean, other.model, f"{NAMES[other.model]}: mean", other.model, dashed=True)
        for other in others.values()
    )
    stage = Panel("stage", NAMES[name], tuple(means), area="stage", x=controls.view, points=True, model=name)
    return Scene((stage,), tuple(_width_reading(other, controls.at) for other in others.values()))


def later(points: Points, controls: SetConvControls) -> Scene:
    """How much the same shift changes the other model's prediction."""
    tau, targets = controls.tau, controls.targets
    changes, _ = for_each_model(
        lambda other: shift_error(*predictions(other, points, (0.0, tau), targets)), _others(controls.model)
    )
    return Scene((), tuple(shift_reading(other, NAMES[other], by, tau, other) for other, by in changes.items()))


def _others(name: str) -> tuple[str, ...]:
    """The other one of the two models."""
    return tuple(other for other in BOTH if other != name)


def _stage(here: GridPrediction, shifted: GridPrediction, controls: SetConvControls) -> Panel:
    name, tau = here.model, controls.tau
    marks = [here.curve(label=NAMES[name])]
    if tau:
        marks.append(shifted.curve("ghost", f"shifted by {along_x(tau, signed=True)}"))
    marks.append(Handle(controls.at, "query", "query x"))
    panel = {"area": "stage", "x": controls.view, "y_title": "y", "points": True, "model": name}
    return Panel("stage", NAMES[name], tuple(marks), **panel)


def _interpolation_panel(name: str, encoding: Encoding, query: float) -> tuple[Panel, ...]:
    """What each target reads from the grid: the trained model's own weights, rows summing to 1. Nothing where the view
    shows no cell of the grid."""
    network = model(name)
    anchor = network.grid.anchor(encoding.points.x)
    cells = network.grid.offsets(encoding.points.x, torch.float32)
    targets = encoding.targets[::EVERY]
    relative = (targets - anchor).float()
    weights = interpolation_weights(cells, relative, network.from_grid.lengthscale).numpy()
    at = (cells + anchor)[:, 0].numpy()
    inside = encoding.is_in_view(at)
    if not inside.any():
        return ()
    x = targets[:, 0].numpy()
    heat = HeatMap(
        weights[:, inside].round(3),
        TARGET_X,
        f"{CELL_X} (key)",
        row_names(x),
        columns_at=at[inside],
        active_row=int(np.abs(x - query).argmin()),
        model=name,
    )
    note = f"Of the trained model, with learned lengthscale {along_x(learned_lengthscale(name, 'from_grid'), 3)}. "
    titles = {"y_title": TARGET_X, "note": f"{note}Rows sum to 1."}
    title = "Interpolation weights by target and grid cell"
    return (Panel("weights", title, (heat,), x=encoding.view, model=name, **titles),)


def _rbf_panel(name: str, encoding: Encoding) -> tuple[Panel, ...]:
    """What each grid cell receives from each point: the RBFs with the trained model's lengthscale. Not every cell
    within the view; nothing without points or where the view shows no cell."""
    network, points = model(name), encoding.points
    anchor = network.grid.anchor(points.x)
    cells = network.grid.offsets(points.x, torch.float64) + anchor
    cells = cells[encoding.is_in_view(cells[:, 0].numpy())]
    if not len(cells) or not len(points):
        return ()
    step = max(2, -(-len(cells) // MOST_ROWS))
    cells = cells[::step]
    keys = np.argsort(points.x[:, 0].numpy(), kind="stable")
    values = rbf_weights(points.x[keys], cells, learned_lengthscale(name)).numpy().round(3)
    rows, columns = (tuple(map(at_x, x[:, 0].tolist())) for x in (cells, points.x[keys]))
    titles = (f"{CELL_X} (query)", POINT_X)
    heat = HeatMap(values, *titles, rows, columns, keys=tuple(keys.tolist()), model=name)
    note = f"Of the trained model, with learned lengthscale {along_x(learned_lengthscale(name), 3)}. "
    note += f"{_every(step)} cell; rows do not sum to 1."
    labels = {"x_title": titles[1], "y_title": titles[0]}
    return (Panel("bumps", "RBF values by grid cell and context point", (heat,), model=name, note=note, **labels),)


def _every(step: int) -> str:
    return {2: "Every second", 3: "Every third"}.get(step, f"Every {step}th")


def _channel_readings(channels: tuple[float, float, float], query: float) -> tuple[Reading, ...]:
    names = {"density": "Density", "signal": "Signal (raw sum / density)", "raw": "Raw sum"}
    return tuple(
        Reading(id, f"{label} at x = {at_x(query)}", value, shown(value, 3))
        for (id, label), value in zip(names.items(), channels)
    )


def _width_reading(here: GridPrediction, query: float) -> Reading:
    name, width = here.model, 4 * here.at(query)[1]
    label = f"{NAMES[name]}: width of the ±2 sd band at x = {at_x(query)}"
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
        Reading("anchor", "Anchor of the grid: middle of the data's range", anchor, f"x = {at_x(anchor)}"),
    )


def _equation(channels: tuple[float, float, float], query: float) -> str:
    density, signal, raw = channels
    numbers = f"{shown(raw, 3)} / ({shown(density, 3)} + ε) = {shown(signal, 3)}"
    return f"at x = {at_x(query)}:  signal = Σ yᵢ kᵢ / (Σ kᵢ + ε) = {numbers}"


def _caption(here: GridPrediction, encoding: Encoding, channels: tuple[float, float, float], query: float) -> str:
    mean, sd = here.at(query)
    text = (
        f"{NAMES[here.model]} predicts {at_y(mean)} at x = {at_x(query)}, and its ±2 sd band is "
        f"{along_y(4 * sd)} wide; the drawn density there is {channels[0]:.2f}."
    )
    many = len(encoding.points) > MOST_RBFS
    return text + (f" Only the RBFs of the first {MOST_RBFS} points are drawn." if many else "")
