"""The stages between the points and the band, one at a time on the lesson's stage: RBFs, sums, grid, CNN, read-out."""

from __future__ import annotations

import numpy as np

from pages.setconv.activations import LAST, NAMES, Activations, stride
from pages.setconv.channels import CHANNELS, Encoding, rbf_lines, samples
from pages.setconv.controls import BAND, CNN, DIVIDED, GRID, POINTS, RBFS, READ_OUT, SUMS, SetConvControls
from pages.setconv.weights import interpolation
from pages.shared.models.predictions import GridPrediction
from pages.shared.scene.marks import Dots, Line, Reading
from pages.shared.scene.quantities import along_x, at_x, words

MOST_CURVES = 8  # so many of a layer are drawn as curves
HEIGHT = 2.5  # of the largest of them, which have no unit


def needs_activations(stage: int) -> bool:
    """Whether the stage shows what the network computes."""
    return stage in (CNN, READ_OUT)


def stage_marks(
    controls: SetConvControls, encoding: Encoding, here: GridPrediction, activations: Activations | None
) -> tuple:
    """What one stage before the band draws."""
    stage = controls.stage
    if stage == RBFS:
        return tuple(rbf_lines(encoding, encoding.points.y))
    if stage in (SUMS, DIVIDED, GRID):
        return _channel_marks(controls.model, encoding, stage)
    if stage == CNN:
        return _activation_lines(activations, encoding, controls.layer)
    return _read_out_marks(controls, encoding, here, activations) if stage == READ_OUT else ()


def _channel_marks(name: str, encoding: Encoding, stage: int) -> tuple:
    """Density and raw sum, or what becomes of them; on the grid their samples too."""
    x = encoding.targets[:, 0].numpy()
    density, signal, raw = encoding.channels(encoding.targets)
    has_density, divided = "density" in CHANNELS[name], "signal" in CHANNELS[name] and stage != SUMS
    lines = [Line(x, density.round(4), "density", "density")] if has_density else []
    lines.append(Line(x, raw.round(4), "signal", "raw sum", dashed=divided))
    if divided:
        lines.append(Line(x, signal.round(4), "signal", "signal = raw sum / density"))
    if stage != GRID:
        return tuple(lines)
    of_density, of_signal, of_raw = samples(encoding)
    dots = [*(of_density if has_density else []), *(of_signal if divided else of_raw)]
    return (*(line for line in lines if not line.dashed), *dots)


def _activation_lines(activations: Activations, encoding: Encoding, layer: int) -> tuple[Line, ...]:
    """The strongest channels of the layer in view, on the layer's own cells."""
    at = activations.positions(layer)
    inside = encoding.is_in_view(at)
    values = activations.layers[layer][:, inside]
    if not values.size:
        return ()
    peaks = np.abs(values).max(1)
    strongest = np.argsort(-peaks, kind="stable")[:MOST_CURVES]
    heights = HEIGHT / max(float(peaks.max()), 1e-9) * values[strongest]
    labels = (f"{len(heights)} channels of layer “{NAMES[layer]}”, scaled", *[""] * len(heights))
    return tuple(Line(at[inside], row.round(4), "wave", label) for row, label in zip(heights, labels))


def _read_out_marks(
    controls: SetConvControls, encoding: Encoding, here: GridPrediction, activations: Activations
) -> tuple:
    """The network's output for the mean in every cell, and the weights with which the query averages it."""
    inside = encoding.is_in_view(activations.cells)
    cells, output = activations.cells[inside], activations.layers[LAST][0, inside]
    weights = interpolation(controls.model, encoding, np.array([controls.at]))[0]
    heights = (weights / weights.max())[inside]
    return (
        Line(cells, output.round(4), "signal", "the CNN's output for the mean"),
        Line(cells, heights.round(4), "density", "weights of the cells, largest = 1"),
        Dots(cells, output.round(4), "grid"),
        Dots(np.array([controls.at]), np.array([here.at(controls.at)[0]]), "target"),
    )


def stage_reading(controls: SetConvControls) -> Reading:
    """The number of the stage on show, and what it is."""
    channels = CHANNELS[controls.model]
    division = (
        "raw sum / (density + ε): the signal, 0 where the density is far below ε, a tiny number"
        if "signal" in channels
        else "this model does not divide by the density"
    )
    layer = f"layer “{NAMES[controls.layer]}”" + (", its first" if controls.layer == 0 else "")
    texts = {
        POINTS: "the context points",
        RBFS: "a bell-shaped curve (RBF) at each point, as high as its y",
        SUMS: "the curves added up: raw sum; with heights of 1: density",
        DIVIDED: division,
        GRID: f"samples on a grid of {controls.ppu:g} cells per unit of x",
        CNN: f"the CNN on that grid: 8 channels of {layer}",
        READ_OUT: words("the CNN's output; every x, here ", at_x(controls.at), ", averages the cells near it"),
        BAND: "the band, mean ± 2 sd",
    }
    if "density" not in channels:
        texts[SUMS] = "the curves added up: raw sum; this model has no density"
    return Reading("stage", "Stage", float(controls.stage), words(f"{controls.stage}, ", texts[controls.stage]))


def cell_reading(controls: SetConvControls, points_per_unit: int) -> Reading:
    """How wide a cell of the chosen layer is."""
    width = stride(controls.layer) / points_per_unit
    digits = len(f"{width:g}".partition(".")[2])
    return Reading("cell", f"Width of a cell in layer “{NAMES[controls.layer]}”", width, along_x(width, digits))
