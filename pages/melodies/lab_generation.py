"""Melodies that the models sample: the drawn one continued, or its hidden notes filled in; how likely they are."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import torch

from pages.melodies.controls import CAUSAL, MASKED
from pages.melodies.lattice import LONGEST, Note, as_tensors
from pages.melodies.run import EXACT, before, predictor
from pages.melodies.view import View
from pages.shared.scene.marks import Line, Panel, shown
from pages.shared.scene.table import Table, TableCell, TableRow
from tnpcore.sequences.melodies import PITCHES, Predictor, Sampled, continued, filled
from tnpcore.sequences.melodies.notation import pitch_name

STEPS = 8  # new notes of a continuation, where the longest melody has the room
SHOWN, COUNT = 4, 64  # samples with a row of their own, and those of the means
KEPT = 64  # sets of samples
TITLES = {CAUSAL: "Continued by the causal model", MASKED: "Hidden notes filled in by the masked model"}
NOTE = (
    "Mean log p of the new notes given the others, in nats a note. The model's mean minus the exact one estimates "
    "KL(model || exact); the last row was sampled from the exact distribution."
)


@dataclass(frozen=True, eq=False)
class Samples:
    """Melodies that a model or the prior sampled.

    Args:
        notes: of every melody, the given ones among them [COUNT, T].
        new: which positions were sampled.
        first: the position in the drawn melody of the first note.
        log_model, log_exact: log p(new | given notes) of what sampled them, and exact, in nats a new note [COUNT].
    """

    notes: np.ndarray
    new: tuple[int, ...]
    first: int
    log_model: np.ndarray
    log_exact: np.ndarray


def panels(view: View) -> tuple[Panel, ...]:
    """What the model on show generates: the first samples as curves, and how likely they are; none without room."""
    own, exact = (samples(name, view) for name in (view.controls.network, EXACT))
    return (_curves(own, view), _table(own, exact, view.controls.model)) if own.new else ()


def samples(name: str, view: View) -> Samples:
    """The notes after the last hidden one, continued; or, where a masked model is on show, hidden notes filled in.

    Args:
        name: of a model of the kind on show, or EXACT.
        view: the melody, and the number of the sample, which is the seed. Without a hidden note that at the query is.
    """
    notes, kind = view.melody.notes, view.controls.model
    if kind == MASKED:
        hidden = view.melody.hidden or view.note is None
        return _sampled(name, kind, notes if hidden else view.melody.hiding(view.position).notes, view.controls.draw, 0)
    first = before(view.melody, len(notes))
    return _sampled(name, kind, notes[first:], view.controls.draw, first)


@lru_cache(KEPT)
def _sampled(name: str, kind: str, notes: tuple[Note, ...], seed: int, first: int) -> Samples:
    generate = _continued if kind == CAUSAL else _filled
    found, new = generate(predictor(name), notes, torch.Generator().manual_seed(seed), first)
    each = max(len(new), 1)
    return Samples(found.notes.numpy(), new, first, found.log_model.numpy() / each, found.log_exact.numpy() / each)


Generated = tuple[Sampled, tuple[int, ...]]


def _continued(model: Predictor, notes: tuple[Note, ...], generator: torch.Generator, first: int) -> Generated:
    steps = min(STEPS, LONGEST - first - len(notes))
    new = tuple(range(len(notes), len(notes) + steps))
    return continued(model, as_tensors(notes)[0], steps, COUNT, generator), new


def _filled(model: Predictor, notes: tuple[Note, ...], generator: torch.Generator, _first: int) -> Generated:
    new = tuple(i for i, note in enumerate(notes) if note is None)
    return filled(model, *as_tensors(notes), COUNT, generator), new


def _curves(found: Samples, view: View) -> Panel:
    """The drawn notes and the first samples as curves in pitch."""
    kind, melody = view.controls.model, view.melody
    places = found.first + 1 + np.arange(found.notes.shape[1], dtype=float)
    given = np.array([i for i, note in enumerate(melody.notes) if note is not None], dtype=int)
    lines = [
        Line(places, row.astype(float), kind, f"sample {number + 1}", model=kind, dashed=bool(number % 2))
        for number, row in enumerate(found.notes[:SHOWN])
    ]
    if len(given):
        lines.append(Line(given + 1.0, np.array(melody.drawn, dtype=float), "signal", "drawn"))
    last = max(places[-1], float(len(melody.notes)))
    return Panel(
        "samples",
        f"{TITLES[kind]}: {SHOWN} samples",
        tuple(lines),
        x=(0.5, last + 0.5),
        y=(-0.5, PITCHES - 0.5),
        x_title="note",
        y_title=f"semitones above {pitch_name(0)}",
        tint=(found.first + found.new[0] + 0.5, found.first + found.new[-1] + 1.5),
        model=kind,
        note="Tinted: from the first new note to the last one.",
    )


def _table(found: Samples, exact: Samples, kind: str) -> Panel:
    """How likely the new notes are: by what sampled them, and exactly."""
    rows = [
        _row(_names(row[list(found.new)]), kind, own, limit)
        for row, own, limit in zip(found.notes[:SHOWN], found.log_model, found.log_exact)
    ]
    rows.append(_row(f"mean of {COUNT}", kind, found.log_model.mean(), found.log_exact.mean()))
    rows.append(_row(f"exact: mean of {COUNT}", "bayes", exact.log_model.mean(), exact.log_exact.mean()))
    table = Table("new notes", ("model", "exact"), tuple(rows))
    return Panel("likelihood", f"{TITLES[kind]}: how likely", (table,), model=kind, note=NOTE)


def _row(text: str, hue: str, *values: float) -> TableRow:
    return TableRow(text, hue, tuple(TableCell(shown(float(value))) for value in values))


def _names(pitches: np.ndarray) -> str:
    names = [pitch_name(int(pitch)) for pitch in pitches[:STEPS]]
    return " ".join(names) + " …" * (len(pitches) > STEPS)
