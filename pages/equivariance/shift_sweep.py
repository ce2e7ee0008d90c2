"""The change E(tau) of every model for many shifts at once, and of a ConvCNP whose grid is anchored at zero."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache, partial

import numpy as np
from jaxtyping import Float
from torch import Tensor

from pages.equivariance.controls import SPAN
from pages.shared.models.catalogue import NAMES, model
from pages.shared.models.predictions import shift_inputs
from pages.shared.scene.marks import Dots, Handle, Line, Panel
from pages.shared.scene.quantities import ALONG_X
from tnpcore import Points, predict
from tnpcore.models import ConvCNP, NeuralProcess
from tnpcore.setconv import nearest_cell

DECADES = (-7.4, 1.4)
FLOOR = 1e-7  # where a change of exactly 0 is drawn
# On a logarithmic axis a curve falls fastest near 0; a flat one needs few shifts.
MANY = np.union1d(np.linspace(*SPAN, 25), (-0.1, -0.03, -0.01, 0.01, 0.03, 0.1))
FEW = np.linspace(*SPAN, 5)
SHIFTS = {"tnpd": MANY, "cnp": MANY, "tetnp": FEW, "convcnp": FEW}
EVERY = 2  # of the targets given, the sweep takes every second
CELLS = 3  # the sawtooth is shown over so many cells of the grid
PER_CELL = 4
AXES = {"x_title": f"shift τ of all inputs{ALONG_X}", "y_title": "log10 E(τ), E in sd"}


def decades(change: float | np.ndarray) -> np.ndarray:
    """log10 of changes, with 0 drawn at the floor."""
    return np.log10(np.maximum(change, FLOOR))


def change_by_shift(
    process: NeuralProcess, context: Points, shifts: Sequence[float], xt: Float[Tensor, "Nt 1"], centre: bool = False
) -> Float[np.ndarray, " S"]:
    """E for every shift, as one batch: root mean square over x of (shifted mean - mean) / sd."""
    mean, sd = predict(process, *shift_inputs(context, (0.0, *shifts), xt, centre)).numpy()
    return np.sqrt((((mean[1:] - mean[0]) / sd[0]) ** 2).mean((1, 2)))


def sweep_dots(tau: float, changes: Iterable[float]) -> tuple[Dots, ...]:
    """Where models are at this shift; none where the shift lies beyond the frame."""
    values = np.array(list(changes))
    return (Dots(np.full(len(values), tau), decades(values), "grid"),) if SPAN[0] <= tau <= SPAN[1] else ()


def sweep_panel(tau: float, change: float) -> Panel:
    """The frame of the curves E(tau) with what follows the hand: the current shift, and where the model is."""
    dots = sweep_dots(tau, (change,))
    marks = (*dots, Handle(tau, "tau", "τ")) if dots else ()
    return Panel(
        "sweep",
        "Change E(τ) of each prediction, over the shift τ",
        marks,
        x=SPAN,
        y=DECADES,
        tint=None,
        note="E: change of the mean in sd, root mean square over x. E = 0 is drawn at −7. You can drag τ here too.",
        **AXES,
    )


def sweep_line(name: str, context: Points, xt: Tensor, centre: bool) -> Line:
    """E(tau) of one model."""
    shifts = SHIFTS[name]
    changes = change_by_shift(model(name), context, shifts.tolist(), xt[::EVERY], centre)
    # Two curves lie on the floor: one of them is dashed, so that both are seen.
    return Line(shifts, decades(changes), name, NAMES[name], name, dashed=name == "convcnp")


@cache
def anchored_at_zero() -> ConvCNP:
    """The trained ConvCNP with a grid that follows the context by whole cells only. A shallow copy: the model that all
    sessions share keeps its own grid."""
    process = copy.copy(model("convcnp"))
    grid = process.grid
    process.grid = replace(grid, anchor=partial(nearest_cell, points_per_unit=grid.points_per_unit))
    return process


def grid_change(context: Points, tau: float, xt: Tensor) -> tuple[tuple[Line, Line], float]:
    """E over a few cells with the grid anchored at zero and at the data; and E at tau with the first."""
    per_unit = model("convcnp").grid.points_per_unit
    fine = np.arange(CELLS * PER_CELL + 1) / (PER_CELL * per_unit)
    whole = fine[::PER_CELL]
    *sawtooth, now = change_by_shift(anchored_at_zero(), context, (*fine.tolist(), tau), xt[::EVERY])
    flat = change_by_shift(model("convcnp"), context, whole.tolist(), xt[::EVERY])
    lines = (
        Line(fine, decades(np.array(sawtooth)), "signal", "grid anchored at zero"),
        Line(whole, decades(flat), "convcnp", "grid anchored at the data", "convcnp", dashed=True),
    )
    return lines, float(now)


def grid_panel(lines: tuple[Line, ...]) -> Panel:
    """The sawtooth."""
    per_unit = model("convcnp").grid.points_per_unit
    return Panel(
        "grid",
        "Grid anchored at zero: E(τ)",
        lines,
        area="multiple",
        x=(0.0, CELLS / per_unit),
        y=DECADES,
        tint=None,
        model="convcnp",
        note=f"Cells at multiples of 1/{per_unit}: a shift by whole cells, such as 0.5, 1 or 2, changes nothing; "
        "others do where points are drawn.",
        **AXES,
    )
