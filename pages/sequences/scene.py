"""Sequence to sequence: what is drawn is read as notes, and what the model writes stands as rings about them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pages.sequences import comparisons, panels
from pages.sequences.controls import NETWORKS, SequenceControls
from pages.sequences.fed import fed
from pages.sequences.lattice import Melody, melody
from pages.sequences.panels import View
from pages.sequences.run import known, run
from pages.sequences.tune import tune
from pages.shared.scene.marks import Dots, Handle, Lattice, Panel, Reading, Scene, Threads
from pages.shared.scene.quantities import along_x, words
from tnpcore import Points
from tnpcore.sequences.copying import LONGEST, PITCHES

ROW_NAMES = tuple(PITCHES)
EMPTY = "Draw notes: each point is one, and they are read from left to right."


def scene(points: Points, controls: SequenceControls) -> Scene:
    """The stage with what was written, output, alignment, all attention in one square, exact match by length."""
    read = melody(points)
    by_length = comparisons.by_length(controls)
    if not read.notes:
        return Scene((_stage(controls, ()), *by_length), (), EMPTY)
    view = seen(read, controls)
    looks = (panels.alignment(view), panels.heads(view)) if view.attention.there else ()
    inside = (panels.output(view), *looks, *panels.square(view))
    stage = _stage(controls, (*_marks(view), tune(view)))
    return Scene(
        (stage, *inside, fed(view.run, controls), panels.forcing(view), _shifted(points, view), *by_length),
        _readings(points, view),
        _caption(view),
    )


def later(points: Points, controls: SequenceControls) -> Scene:
    """What takes many runs: errors by position, times, gradients that reach the first note."""
    read = melody(points)
    if not read.notes:
        return Scene(())
    panels = (comparisons.errors(read, controls), comparisons.times(read), comparisons.gradients(read, controls))
    return Scene((comparisons.reached(seen(read, controls)), *panels))


def seen(read: Melody, controls: SequenceControls) -> View:
    """The chosen model on a melody of at least one note, with the row of the query."""
    found = run(read, controls)
    return View(read, found, controls, min(read.nearest(controls.at), len(found.probabilities) - 1))


def _stage(controls: SequenceControls, marks: tuple) -> Panel:
    handle = Handle(controls.at, "query", "query")
    return Panel(
        "stage",
        f"{NETWORKS[controls.network]}: {controls.task}",
        (*marks, handle),
        area="stage",
        x=controls.view,
        x_title="x (earlier to later)",
        y_title="note",
        points=True,
        tint=None,
        model=controls.model,
        lattice=Lattice(ROW_NAMES),
    )


def _marks(view: View) -> tuple:
    """What was written as rings, and the query's weights as lines from what it writes to what it reads."""
    melody, found = view.melody, []
    low, high = view.controls.view
    places, levels = view.written_at
    inside = (places >= low) & (places <= high)
    right = np.array(view.run.right, dtype=bool)
    if view.attention.there and view.row < len(places):
        weights = np.zeros(max(melody.keys) + 1 + melody.left_out)
        weights[list(melody.keys)] = view.attention.alignment[view.row, 1:-1]
        found.append(Threads(places[view.row], levels[view.row], weights, model=view.controls.model))
    for role, chosen in (("right", right & inside), ("wrong", ~right & inside)):
        labels = tuple("✗" for _ in range(int(chosen.sum()))) if role == "wrong" else ()
        found.append(Dots(places[chosen], levels[chosen], role, labels=labels))
    return tuple(found)


def _shifted(points: Points, view: View) -> Panel:
    """What is written when all points are shifted, beside the points there."""
    later = melody(points, view.controls.tau)
    marks = _marks(seen(later, _moved(view.controls)))
    low, high = view.controls.view
    return Panel(
        "shifted",
        words("All inputs shifted by ", along_x(view.controls.tau, signed=True)),
        tuple(mark for mark in marks if isinstance(mark, Dots)),
        area="multiple",
        x=(low + view.controls.tau, high + view.controls.tau),
        y_title="note",
        points=True,
        moved=view.controls.tau,
        tint=None,
        lattice=Lattice(ROW_NAMES),
    )


def _moved(controls: SequenceControls) -> SequenceControls:
    """The controls with the query where the shifted points are."""
    low, high = controls.view
    return replace(controls, query=controls.at + controls.tau, view=(low + controls.tau, high + controls.tau))


def shift_change(points: Points, controls: SequenceControls) -> float:
    """The mean total variation between the probabilities of what is written, as drawn and with all inputs shifted."""
    here, there = run(melody(points), controls), run(melody(points, controls.tau), _moved(controls))
    most = min(len(here.probabilities), len(there.probabilities))
    apart = np.abs(here.probabilities[:most] - there.probabilities[:most]).sum(-1) / 2
    return float(apart.mean()) + abs(len(here.probabilities) - len(there.probabilities))


def _readings(points: Points, view: View) -> tuple[Reading, ...]:
    found, controls = view.run, view.controls
    right, total = sum(found.right), len(found.wanted)
    tone = "good" if found.exact else "bad"
    readings = [
        Reading("right", "Notes written right", right / total, f"{right} of {total}", tone, controls.model),
        Reading("length", "Notes drawn", float(total), str(total)),
    ]
    if controls.model == "bottleneck":
        width = known("bottleneck").arguments["width"]
        readings.append(Reading("width", "Numbers in the vector", float(width), str(width)))
    if view.attention.there and view.row < len(view.attention.alignment):
        row = view.attention.alignment[view.row]
        top = int(row.argmax())
        text = f"{row[top]:.0%} on {view.inputs[top]}"
        readings.append(Reading("heaviest", "Largest weight at the query", float(row[top]), text))
    change = shift_change(points, controls)
    label = words(
        "Change of what is written, all inputs shifted by ", along_x(controls.tau, signed=True), " (total variation)"
    )
    readings.append(Reading("shifted-change", label, change, f"{change:.3g}", "bad" if change else "good"))
    return tuple(readings)


def _caption(view: View) -> str:
    found = view.run
    wrong = found.first_wrong
    text = f"{NETWORKS[view.controls.network]} writes {len(found.written)} notes"
    text += ", all right." if wrong is None else f"; the first mistake is at position {wrong + 1}."
    if view.melody.left_out:
        text += f" A source holds {LONGEST} notes: the last {view.melody.left_out} points are not read."
    return text
