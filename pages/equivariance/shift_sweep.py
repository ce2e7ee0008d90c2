"""The change E(tau) of every model for many shifts at once, and of a ConvCNP whose grid is anchored at zero."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import permutations

import numpy as np
from jaxtyping import Float
from torch import Tensor

from pages.equivariance.controls import FOUR_MODELS, LEARNED, SPAN, UNLABELLED
from pages.equivariance.variants import GRID_AT_ZERO, TITLES, TRAINED_ON_SHIFTS, anchored_at_zero, process
from pages.shared.models.catalogue import SHOWN, model
from pages.shared.models.own_model import OWN_NAMES
from pages.shared.models.predictions import forward, shift_inputs
from pages.shared.models.shift_error import ShiftError
from pages.shared.scene.marks import Dots, Handle, Line, Panel
from pages.shared.scene.quantities import ALONG_X
from tnpcore import Points
from tnpcore.models import NeuralProcess
from tnpcore.shift_error import shift_errors

DECADES = (-7.4, 1.4)
MORE = " You can drag τ here too."
FLOOR = 1e-7  # where a change of exactly 0 is drawn
# On a logarithmic axis a curve falls fastest near 0; a flat one needs few shifts.
_RIGHT = np.array([0.01, 0.03, 0.1, 0.3, 0.75, 1.5, 2.25, 3.0, 4.5, 6.0])
MANY = np.concatenate([-_RIGHT[::-1], [0.0], _RIGHT])
# No shift here is a whole number of cells of a grid of 2, 4, 8, 16 or 32 per unit: by those, and by 0, even a grid that
# is anchored at zero changes nothing.
FEW = np.array([-5.97, -2.53, 0.3, 2.53, 5.97])
SHIFTS = {**dict.fromkeys(("tnpd", "cnp", TRAINED_ON_SHIFTS, *OWN_NAMES), MANY), "tetnp": FEW, "convcnp": FEW}
COMPARED = {
    FOUR_MODELS: SHOWN,
    LEARNED: ("tnpd", TRAINED_ON_SHIFTS, "tetnp"),
    UNLABELLED: (TRAINED_ON_SHIFTS, GRID_AT_ZERO, "tnpd", "tetnp"),
}
HIDDEN = tuple(permutations(COMPARED[UNLABELLED]))  # behind the letters, in every order: a learner's name has one
LETTERS = "ABCD"
# Numbers of shifts: where no other curve is near, for the sawtooth falls at whole cells.
LETTERS_AT = {TRAINED_ON_SHIFTS: 6, GRID_AT_ZERO: 2, "tnpd": 12, "tetnp": 9}
LETTER_ROLES = ("signal", "density", "bayes", "second")
CELLS = 3  # the sawtooth is shown over so many cells of the grid: joined over more, a line would show a false period
PER_CELL = 6
EXACT_GRID = 1e-5  # one trained network on two grids: only rounding is forgiven
ACROSS = {"x_title": "shift τ of all inputs", "x_quantity": ALONG_X}
Y_TITLE = "log10 E, in sd"


def decades(change: float | np.ndarray) -> np.ndarray:
    """log10 of changes, with 0 drawn at the floor."""
    return np.log10(np.maximum(change, FLOOR))


def change_by_shift(
    process: NeuralProcess, context: Points, shifts: Sequence[float], xt: Float[Tensor, "Nt 1"], centre: bool = False
) -> tuple[Float[np.ndarray, " S"], Float[np.ndarray, " S"]]:
    """The shift error of the mean and of the spread for every shift, as one batch."""
    found = forward(process, *shift_inputs(context, (0.0, *shifts), xt, centre))
    return shift_errors(found.mean[0], found.sd[0], found.mean[1:], found.sd[1:])


def sweep_dots(tau: float, changes: Iterable[float]) -> tuple[Dots, ...]:
    """Where models are at this shift; none where the shift lies beyond the frame."""
    values = np.array(list(changes))
    return (Dots(np.full(len(values), tau), decades(values), "grid"),) if SPAN[0] <= tau <= SPAN[1] else ()


def near_shifts() -> Float[np.ndarray, " S"]:
    """Shifts over a few cells of the ConvCNP's grid, at whole cells and between them."""
    return np.arange(CELLS * PER_CELL + 1) / (PER_CELL * model("convcnp").grid.points_per_unit)


def span(curves: str) -> tuple[float, float]:
    """The shifts over which these curves are drawn: of those without names one is that of a grid."""
    return (0.0, float(near_shifts()[-1])) if curves == UNLABELLED else SPAN


def sweep_panels(tau: float, error: ShiftError, curves: str) -> tuple[Panel, Panel]:
    """The frames of the curves E(tau), of the mean and of the spread, with what follows the hand: the current shift,
    and where the model is; among curves without names nothing says where a model is."""
    note = "E: root mean square over the 201 x in view, {}. E = 0 is drawn at −7.{}"
    mean = ("Change E(τ) of each mean, over the shift τ", note.format("of the change of the mean in sd", MORE), Y_TITLE)
    spread = ("Change of each sd, over the shift τ", note.format("of the change of log sd", ""), "log10 E of log sd")
    low, high = span(curves)
    handle = (Handle(tau, "tau", "τ"),) if low <= tau <= high else ()
    dots = [() if curves == UNLABELLED else sweep_dots(tau, (change,)) for change in (error.mean, error.spread)]
    frames = (("sweep", (*dots[0], *handle), mean), ("sweep-sd", dots[1], spread))
    return tuple(_frame(id, marks, (low, high), *words) for id, marks, words in frames)


def _frame(
    id: str, marks: tuple[Dots | Handle, ...], across: tuple[float, float], title: str, note: str, y_title: str
) -> Panel:
    return Panel(id, title, marks, x=across, y=DECADES, tint=None, note=note, y_title=y_title, **ACROSS)


def added_to_sweeps(tau: float, errors: Sequence[ShiftError]) -> tuple[Panel, Panel]:
    """The dots of other models, for both frames."""
    means, spreads = [error.mean for error in errors], [error.spread for error in errors]
    return Panel("sweep", "", sweep_dots(tau, means)), Panel("sweep-sd", "", sweep_dots(tau, spreads))


def sweep_lines(name: str, context: Points, xt: Tensor, centre: bool, curves: str) -> tuple[Line, Line]:
    """E(tau) of one model: of its mean, and of its spread."""
    shifts = near_shifts() if curves == UNLABELLED else SHIFTS[name]
    changes = change_by_shift(process(name), context, shifts.tolist(), xt, centre)
    # Two curves lie on the floor: one of them is dashed, so that both are seen.
    dashed = name in ("convcnp", TRAINED_ON_SHIFTS)
    mean, spread = (Line(shifts, decades(change), name, TITLES[name], name, dashed) for change in changes)
    return mean, spread


def without_names(lines: Sequence[tuple[Line, Line]]) -> list[tuple[Line, Line]]:
    """The same curves with letters in place of names, in colours that no model has."""
    styles = zip(lines, LETTERS, LETTER_ROLES, strict=False)
    return [
        tuple(replace(line, role=role, label=letter, model="", dashed=letter in "BD") for line in pair)
        for pair, letter, role in styles
    ]


def letters_on(lines: Sequence[tuple[Line, Line]], names: Sequence[str]) -> tuple[Dots, Dots]:
    """The letters of the curves of these models, on the curves: of the means, and of the spreads."""
    pairs, places = [[pair[kind] for pair in lines] for kind in range(2)], [LETTERS_AT[name] for name in names]
    return tuple(
        Dots(
            np.array([line.x[at] for line, at in zip(kind, places)]),
            np.array([line.y[at] for line, at in zip(kind, places)]),
            "region",
            labels=tuple(line.label for line in kind),
        )
        for kind in pairs
    )


def grid_change(context: Points, tau: float, xt: Tensor) -> tuple[tuple[Line, Line], ShiftError]:
    """E over a few cells with the grid anchored at zero and at the data, at whole cells and between them; and E at tau
    with the first."""
    per_unit, fine = model("convcnp").grid.points_per_unit, near_shifts()
    means, spreads = change_by_shift(anchored_at_zero(), context, (*fine.tolist(), tau), xt)
    half = np.unique([0.0, *(np.arange(CELLS) + 0.5), CELLS]) / per_unit  # where a wrong grid fails most, and the ends
    flat, _ = change_by_shift(model("convcnp"), context, half.tolist(), xt)
    lines = (
        Line(fine, decades(means[:-1]), "signal", "grid anchored at zero"),
        Line(half, decades(flat), "convcnp", "grid anchored at the data", "convcnp", dashed=True),
    )
    return lines, ShiftError(float(means[-1]), float(spreads[-1]))


def at_this_shift(tau: float, error: ShiftError) -> tuple[Dots | Handle, ...]:
    """What of the sawtooth's picture follows the hand; nothing beyond its frame."""
    if not 0 <= tau <= near_shifts()[-1]:
        return ()
    return (*sweep_dots(tau, (error.mean,)), Handle(tau, "tau", "τ"))


def grid_panel(marks: tuple[Line | Dots | Handle, ...]) -> Panel:
    """The sawtooth."""
    per_unit = model("convcnp").grid.points_per_unit
    return Panel(
        "grid",
        "Grid anchored at zero: change E(τ) of the mean",
        marks,
        area="multiple",
        x=(0.0, CELLS / per_unit),
        y=DECADES,
        tint=None,
        note=f"Cells at multiples of 1/{per_unit}: a shift by whole cells, such as 0.5, 1 or 2, changes nothing; "
        "others do where points are drawn.",
        y_title=Y_TITLE,
        **ACROSS,
    )
