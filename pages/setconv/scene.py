"""SetConv: every point drops a bump, a grid reads the sum, a CNN turns it into a band. With and without density."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import torch

from pages.setconv.channels import BUMPS_UP_TO, Picture, chosen, learned, strips
from pages.shared.lesson.controls import choice, number
from pages.shared.models.catalogue import NAMES, model
from pages.shared.models.each_model import for_each_model
from pages.shared.models.predictions import GridPrediction, grid, in_view, predictions, rms_difference, view
from pages.shared.scene.marks import Handle, HeatMap, Line, Panel, Reading, Scene, shown
from pages.shared.scene.readings import row_names, shift_reading
from tnpcore import Points
from tnpcore.models.convcnp import interpolation_weights
from tnpcore.setconv import rbf_weights

BOTH = ("convcnp", "convcnp-nodensity")
SHIFT = (-3.0, 3.0)
ROWS = 60  # so many cells at most are rows of the map of what they receive
EVERY = 6  # every sixth target is a row of the map of what it reads


def scene(points: Points, controls: Mapping) -> Scene:
    """The band of the trained model, the channels under it, and the weights on the way in and out."""
    name = choice(controls, "model", BOTH)
    tau = number(controls, "tau", 0.0, *SHIFT)
    query = in_view(controls, "query")
    picture = chosen(points, controls)
    targets = grid(controls)
    here, moved = predictions(name, points, (0.0, tau), targets)
    lengthscales, _ = for_each_model(learned, BOTH)
    channels = _at(picture, query)
    weights = (*_reading_map(name, picture, query), *_writing_map(name, picture))
    stage = replace(_stage(here, moved, tau, query), x=picture.view)
    return Scene(
        panels=(stage, *strips(name, picture), *weights),
        ledger=(
            shift_reading(name, NAMES[name], rms_difference(here, moved), tau, name),
            *_channel_readings(channels, query),
            _width_reading(here, query),
            *(_learned_reading(*item) for item in lengthscales.items()),
            *_grid_readings(name, points),
        ),
        caption=_caption(here, picture, channels, query),
        equation=_equation(channels, query),
    )


def aside(points: Points, controls: Mapping) -> Scene:
    """The other model's mean on the stage, and how wide its band is."""
    name, query, targets = choice(controls, "model", BOTH), in_view(controls, "query"), grid(controls)
    rivals, _ = for_each_model(lambda other: predictions(other, points, xt=targets)[0], _others(name))
    means = (
        Line(rival.x, rival.mean, rival.model, f"{NAMES[rival.model]}: mean", rival.model, dashed=True)
        for rival in rivals.values()
    )
    stage = Panel("stage", NAMES[name], tuple(means), area="stage", x=view(controls), points=True, model=name)
    return Scene((stage,), tuple(_width_reading(rival, query) for rival in rivals.values()))


def later(points: Points, controls: Mapping) -> Scene:
    """What the same shift does to the other model."""
    others = _others(choice(controls, "model", BOTH))
    tau = number(controls, "tau", 0.0, *SHIFT)
    targets = grid(controls)
    changes, _ = for_each_model(lambda other: rms_difference(*predictions(other, points, (0.0, tau), targets)), others)
    return Scene((), tuple(shift_reading(other, NAMES[other], by, tau, other) for other, by in changes.items()))


def _others(name: str) -> tuple[str, ...]:
    """The other one of the two."""
    return tuple(other for other in BOTH if other != name)


def _stage(here: GridPrediction, moved: GridPrediction, tau: float, query: float) -> Panel:
    name = here.model
    marks = [here.curve(label=NAMES[name])]
    if tau:
        marks.append(moved.curve("ghost", f"moved by {tau:+.2f}, slid back"))
    marks.append(Handle(query, "query", "query x"))
    return Panel("stage", NAMES[name], tuple(marks), area="stage", y_title="y", points=True, model=name)


def _reading_map(name: str, picture: Picture, query: float) -> tuple[Panel, ...]:
    """What each target reads from the grid: the trained model's own weights, rows summing to 1. Nothing where the view
    shows no cell of the grid."""
    network = model(name)
    anchor = network.grid.anchor(picture.points.x)
    cells = network.grid.offsets(picture.points.x, torch.float32)
    targets = picture.targets[::EVERY]
    relative = (targets - anchor).float()
    weights = interpolation_weights(cells, relative, network.from_grid.lengthscale).numpy()
    at = (cells + anchor)[:, 0].numpy()
    inside = _in_view(at, picture)
    if not inside.any():
        return ()
    x = targets[:, 0].numpy()
    heat = HeatMap(
        weights[:, inside].round(3),
        "target x (query)",
        "grid cell x (key)",
        row_names(x),
        columns_at=at[inside],
        active_row=int(np.abs(x - query).argmin()),
        model=name,
    )
    note = f"Trained model, learned lengthscale {learned(name, 'from_grid'):.3f}. Rows sum to 1."
    titles = {"y_title": "target x (query)", "note": note}
    return (Panel("weights", "Read off: targets × grid", (heat,), x=picture.view, model=name, **titles),)


def _in_view(x: np.ndarray, picture: Picture) -> np.ndarray:
    return (x >= picture.view[0]) & (x <= picture.view[1])


def _writing_map(name: str, picture: Picture) -> tuple[Panel, ...]:
    """What each grid cell receives from each point: the trained model's bumps. Not every cell within the view; nothing
    without points or where the view shows no cell."""
    network, points = model(name), picture.points
    anchor = network.grid.anchor(points.x)
    cells = network.grid.offsets(points.x, torch.float64) + anchor
    cells = cells[_in_view(cells[:, 0].numpy(), picture)]
    if not len(cells) or not len(points):
        return ()
    step = max(2, -(-len(cells) // ROWS))
    cells = cells[::step]
    keys = np.argsort(points.x[:, 0].numpy(), kind="stable")
    bumps = rbf_weights(points.x[keys], cells, learned(name)).numpy().round(3)
    rows, columns = (tuple(map(shown, x[:, 0].tolist())) for x in (cells, points.x[keys]))
    titles = ("grid cell x (query)", "context x (key)")
    heat = HeatMap(bumps, *titles, rows, columns, keys=tuple(keys.tolist()), model=name)
    note = f"Trained model, learned lengthscale {learned(name):.3f}. {_every(step)} cell; nothing sums to 1."
    labels = {"x_title": "context x (key)", "y_title": "grid cell x (query)"}
    return (Panel("bumps", "Drop: grid × points", (heat,), model=name, note=note, **labels),)


def _every(step: int) -> str:
    return {2: "Every second", 3: "Every third"}.get(step, f"Every {step}th")


def _channel_readings(channels: tuple[float, float, float], query: float) -> tuple[Reading, ...]:
    names = {"density": "Density", "signal": "Signal, divided", "raw": "Signal, raw sum"}
    return tuple(
        Reading(id, f"{label} at x = {shown(query)}", value, shown(value, 3))
        for (id, label), value in zip(names.items(), channels)
    )


def _at(picture: Picture, x: float) -> tuple[float, float, float]:
    """Density, divided signal and raw signal at one x."""
    density, signal, raw = picture.channels(torch.tensor([[x]], dtype=torch.float64))
    return float(density[0]), float(signal[0]), float(raw[0])


def _width_reading(here: GridPrediction, query: float) -> Reading:
    name, width = here.model, 4 * here.at(query)[1]
    return Reading(
        f"width-{name}", f"{NAMES[name]}: ±2 sd band at x = {shown(query)}", width, f"{width:.2f} wide", "", name
    )


def _learned_reading(name: str, value: float) -> Reading:
    return Reading(f"learned-{name}", f"{NAMES[name]}: learned lengthscale", value, f"{value:.3f}", "", name)


def _grid_readings(name: str, points: Points) -> tuple[Reading, Reading]:
    """The trained model's own grid."""
    grid = model(name).grid
    cells = len(grid.offsets(points.x, torch.float64))
    anchor = grid.anchor(points.x).item()
    return (
        Reading("cells", f"Grid cells of the model, {grid.points_per_unit} per unit", cells, str(cells)),
        Reading("anchor", "Grid's anchor: the data's mid-range", anchor, f"x = {shown(anchor)}"),
    )


def _equation(channels: tuple[float, float, float], query: float) -> str:
    density, signal, raw = channels
    numbers = f"{shown(raw, 3)} / ({shown(density, 3)} + ε) = {shown(signal, 3)}"
    return f"at x = {shown(query)}:  signal = Σ yᵢ kᵢ / (Σ kᵢ + ε) = {numbers}"


def _caption(here: GridPrediction, picture: Picture, channels: tuple[float, float, float], query: float) -> str:
    mean, sd = here.at(query)
    told = (
        f"{NAMES[here.model]}: at x = {shown(query)} the mean is {shown(mean)} and the ±2 sd band {4 * sd:.2f} wide; "
        f"the drawn density there is {channels[0]:.2f}."
    )
    many = len(picture.points) > BUMPS_UP_TO
    return told + (f" Only the bumps of the first {BUMPS_UP_TO} points are drawn." if many else "")
