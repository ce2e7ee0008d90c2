"""Melodies that the model on show writes by sampling: several at once, and how likely their new notes are."""

from __future__ import annotations

import numpy as np

from pages.melodies.controls import CAUSAL, MASKED, SAMPLES
from pages.melodies.panels import NAMES
from pages.melodies.view import View
from pages.melodies.writing import NEW, Writing, writing
from pages.shared.scene.marks import Line, Panel, shown
from pages.shared.scene.table import Table, TableCell, TableRow
from tnpcore.sequences.melodies import PITCHES

SHOWN = 4  # samples with a curve and a row of their own
TITLES = {CAUSAL: "Notes that continue the melody", MASKED: "Hidden notes filled in"}
NOTE = (
    "Mean log p of the new notes given the others, in nats a note: by the model that wrote them, and exact. The "
    "difference of the means estimates KL(model || exact); its standard error is {error}."
)


def panels(view: View) -> tuple[Panel, ...]:
    """The first samples as curves, and how likely they are; none without room, or without a hidden note."""
    found = writing(view.melody, view.controls)
    return (_curves(found, view), _table(found, view)) if found else ()


def shown_samples(view: View) -> tuple[int, ...]:
    """The numbers, from 0, of the chosen sample and those after it."""
    return tuple((view.controls.draw - 1 + number) % SAMPLES for number in range(SHOWN))


def _curves(found: Writing, view: View) -> Panel:
    """The drawn notes and some samples as curves in pitch; a sample with the drawn notes about its own."""
    kind, melody, first = view.controls.model, view.melody, found.positions[0]
    given = {i: note for i, note in enumerate(melody.notes) if note is not None}
    lines = []
    for nth, number in enumerate(shown_samples(view)):
        new = dict(zip(found.positions, found.notes[number].tolist(), strict=True))
        notes = {i: note for i, note in (given | new).items() if first - 1 <= i <= found.positions[-1] + 1}
        text = f"sample {number + 1}" if not nth else "other samples" if nth == 1 else ""
        lines.append(_line(notes, kind, text, nth > 0))
    if given:
        lines.append(_line(given, "signal", "drawn", False))
    return Panel(
        "samples",
        f"{TITLES[kind]}: {SHOWN} samples",
        tuple(lines),
        x=(0.5, max(found.positions[-1] + 1, len(melody.notes)) + 0.5),
        y=(-0.5, PITCHES - 0.5),
        x_title="note",
        y_title=f"semitones above {NAMES[0]}",
        tint=(first + 0.5, found.positions[-1] + 1.5),
        model=kind,
        note="Tinted: from the first new note to the last one. The slider chooses the sample with a solid line.",
    )


def _line(notes: dict[int, int], hue: str, text: str, dashed: bool) -> Line:
    """Pitches by position, which are counted from 1 as people do."""
    order = sorted(notes)
    x, y = np.array(order, dtype=float) + 1, np.array([notes[i] for i in order], dtype=float)
    return Line(x, y, hue, text, dashed=dashed)


def _table(found: Writing, view: View) -> Panel:
    """How likely the new notes are: by the model that wrote them, and exactly."""
    kind, count = view.controls.model, len(found.positions)
    own, exact = found.log_model / count, found.log_exact / count
    rows = [_row(written(found.notes[i]), kind, own[i], exact[i]) for i in shown_samples(view)]
    rows.append(_row(f"mean of {SAMPLES}", kind, own.mean(), exact.mean()))
    error = (own - exact).std(ddof=1) / SAMPLES**0.5
    table = Table("new notes", ("model", "exact"), tuple(rows))
    note = NOTE.format(error=f"{error:.3f}")
    return Panel("likelihood", f"{TITLES[kind]}: how likely", (table,), model=kind, note=note)


def written(notes: np.ndarray) -> str:
    """The names of notes, of many only the first."""
    return " ".join(NAMES[int(note)] for note in notes[:NEW]) + " …" * (len(notes) > NEW)


def _row(text: str, hue: str, *values: float) -> TableRow:
    return TableRow(text, hue, tuple(TableCell(shown(float(value))) for value in values))
