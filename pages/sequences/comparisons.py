"""Pictures that compare models, or ways to run one: exact match by length, errors by position, times, gradients."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from pages.sequences import measured
from pages.sequences.controls import FREE, MODELS, NAMES, NETWORKS, TRANSFORMERS, SequenceControls
from pages.sequences.lattice import Melody
from pages.sequences.panels import View
from pages.sequences.run import exact_by_length, measured_models
from pages.shared.models.decoder_runs import END_NAME
from pages.shared.scene.marks import Bars, Line, Panel
from pages.shared.scene.table import Table, TableCell, TableRow
from tnpcore.sequences.copying import LONGEST, TASKS, TRAINED

BY_LENGTH = "Share of 250 random melodies of each length that are written without a mistake."
UNIT = (-0.03, 1.03)  # shares, with room for the line's width


def by_length(controls: SequenceControls) -> tuple[Panel, ...]:
    """Exact match by length, from the cards: of one vector, of all kinds of models, of the Transformer's positions."""
    vector = _lines((("bottleneck", task) for task in TASKS), TASKS)
    kinds = [name for name in measured_models() if name in NAMES]
    encodings = {name: kind for kind, name in TRANSFORMERS.items() if name in measured_models()}
    found = [
        _exact("vector", "One vector: exact match by length", vector),
        _exact(
            "lengths",
            f"Exact match by length ({controls.task})",
            _lines(((name, controls.task) for name in kinds), [NAMES[name] for name in kinds]),
        ),
    ]
    if len(encodings) > 1:
        lines = _lines(((name, controls.task) for name in encodings), encodings.values())
        found.append(_exact("positions", f"The Transformer's positions, by length ({controls.task})", lines))
    return tuple(found)


def _lines(models: Iterable[tuple[str, str]], labels: Iterable[str]) -> tuple[Line, ...]:
    """Exact match of (model, task) by length, every second line dashed."""
    lines = []
    for number, ((name, task), label) in enumerate(zip(models, labels, strict=True)):
        shares = exact_by_length(name, task)
        x, y = (np.array(list(values), dtype=float) for values in (shares, shares.values()))
        lines.append(Line(x, y, name, label, model=name, dashed=bool(number % 2)))
    return tuple(lines)


def _exact(id: str, title: str, lines: tuple[Line, ...]) -> Panel:
    return Panel(
        id,
        title,
        lines,
        x=(0.0, float(LONGEST + 1)),
        y=UNIT,
        x_title="notes (shaded: lengths of training)",
        y_title="exact match",
        tint=(1.0, float(TRAINED)),
        note=BY_LENGTH,
    )


def errors(melody: Melody, controls: SequenceControls) -> Panel:
    """How often each position is wrong: under teacher forcing, free running, and after a forced wrong note."""
    count, name = len(melody.notes), controls.network
    found = measured.errors(name, controls.task, count)
    curves = {"teacher forcing": found.teacher_forcing, "free running": found.free_running}
    if controls.force != FREE:
        at = melody.nearest(controls.at)
        curves[f"after a wrong note {at + 1}"] = measured.errors_after(name, controls.task, count, at)
    places = np.arange(1.0, count + 2)
    roles = ("signal", name, "residual")
    lines = tuple(
        Line(places, values, role, label, model=controls.model * (role == name), dashed=role == name)
        for (label, values), role in zip(curves.items(), roles, strict=False)
    )
    top = max(0.1, 1.1 * max(float(values.max()) for values in curves.values()))
    return Panel(
        "errors",
        f"Errors by position: {NETWORKS[name]}",
        lines,
        x=(0.5, count + 1.5),
        y=(-0.03 * top, top),
        x_title="position of the output (the last is the end)",
        y_title="share wrong",
        tint=None,
        model=controls.model,
        note=f"{measured.MELODIES} random melodies of {count} notes: {controls.task}.",
    )


def times(melody: Melody) -> Panel:
    """One pass over all positions beside one pass for every symbol, in milliseconds on this machine."""
    count = len(melody.notes)
    found = {name: measured.times(name, count) for name in MODELS}
    most = max(time.one_by_one for time in found.values())
    rows = tuple(
        TableRow(
            MODELS[name],
            name,
            tuple(TableCell(f"{ms:.1f} ms", share=ms / most) for ms in (time.one_pass, time.one_by_one)),
        )
        for name, time in found.items()
    )
    table = Table("Model", ("1 pass", f"{count + 1} passes"), rows)
    note = (
        f"Measured here, {count} notes and the end: one pass under teacher forcing, as in training; to write, a pass "
        "for each symbol. Within one pass a GRU still goes from symbol to symbol."
    )
    return Panel("times", "Time of one melody", (table,), note=note)


def gradients(melody: Melody, controls: SequenceControls) -> Panel:
    """How strongly the first note reaches its own output as training begins, by the number of notes."""
    counts = np.array(measured.LENGTHS, dtype=float)
    lines = tuple(
        Line(counts, np.log10(measured.first_gradients(name, controls.task)), name, title, name, bool(number % 2))
        for number, (name, title) in enumerate(NAMES.items())
    )
    levels = np.concatenate([line.y for line in lines])
    return Panel(
        "gradients",
        f"Gradient that reaches the first note, before training ({controls.task})",
        lines,
        x=(0.0, float(LONGEST + 1)),
        y=(float(np.floor(levels.min())), float(np.ceil(levels.max()))),
        x_title="notes",
        y_title="log10 of the norm",
        tint=(1.0, max(1.5, float(len(melody.notes)))),
        note="Of the log-odds of the output that is the first of so many random notes: what a network can learn from. "
        "Tinted: as many as are drawn.",
    )


def reached(view: View) -> Panel:
    """How strongly every symbol of the source reaches the right symbol at the query, in the trained model."""
    position = min(view.row, len(view.melody.notes))
    values = measured.trained_gradients(view.controls.network, view.controls.task, view.melody.notes, position)
    wanted = (*view.run.wanted, END_NAME)[position]
    bars = Bars(values, view.inputs, view.controls.model, view.keys)
    return Panel(
        "reached",
        f"Gradient of output {position + 1}, {wanted}, by symbol read",
        (bars,),
        model=view.controls.model,
        note="Norm of the gradient of its log-odds. Attention weights say where a model looks, not all that it uses.",
    )
