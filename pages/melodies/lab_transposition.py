"""The drawn melody in all transpositions that the window of pitches holds, and its mirror image in time: which
predictions change."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pages.melodies.comparisons import mirrored
from pages.melodies.controls import CAUSAL, KINDS, MASKED
from pages.melodies.lab_models import colour, label, shipped
from pages.melodies.lattice import Melody
from pages.melodies.run import EXACT, before, excess, prediction
from pages.melodies.view import View
from pages.shared.scene.marks import Line, Panel
from pages.shared.scene.readings import small
from pages.shared.scene.table import Table, TableCell, TableRow
from tnpcore.sequences.melodies import PITCHES

EXCESS = "At the query, beside the exact prediction for the transposed melody; 0 semitones is as drawn."
CHANGE = (
    "At the query. Even the exact prediction is not simply transposed: whatever the key and mode, notes in the middle "
    "of the window are likelier."
)
MIRROR_NOTES = {
    CAUSAL: "Total variation: the note after those directly before the query, against the note after the same ones "
    "backwards. A causal mask lets even a model without positions know an order.",
    MASKED: "Total variation: the note at the query, hidden, against the one at its mirror image. Without positions "
    "the notes are a set, and nothing but rounding changes; the exact prediction may change.",
}


def panels(view: View) -> tuple[Panel, ...]:
    """By semitones: excess at the query, and how far its prediction is from the transposed prediction as drawn."""
    melody, position = view.melody, view.position
    shifts = transpositions(melody)
    if len(shifts) < 2:
        return ()
    excess, change = [], []
    for kind, title in KINDS.items():
        exact, found = (predictions(name, kind, melody, position) for name in (EXACT, view.controls.network_of(kind)))
        excess.append(_line(shifts, divergences(exact, found), kind, title))
        change.append(_line(shifts, changes(found, shifts), kind, title))
        change.append(_line(shifts, changes(exact, shifts), "bayes", f"exact, beside {title.lower()}", kind != CAUSAL))
    return (
        _panel("transposed", "Excess of the prediction for the transposed melody", excess, "nats", EXCESS),
        _panel(
            "transposed-change",
            "Prediction when transposed, against the transposed one",
            change,
            "total variation",
            CHANGE,
        ),
    )


def transpositions(melody: Melody) -> tuple[int, ...]:
    """By how many semitones all notes can be shifted and stay in the window of pitches."""
    return tuple(range(-min(melody.drawn), PITCHES - max(melody.drawn))) if melody.drawn else ()


def transposed(melody: Melody, semitones: int) -> Melody:
    """The melody shifted in pitch."""
    return replace(melody, notes=tuple(note if note is None else note + semitones for note in melody.notes))


def predictions(name: str, kind: str, melody: Melody, position: int) -> np.ndarray:
    """p(note at the query) for every transposition of the melody, the lowest first [Shifts, 24]."""
    every = (transposed(melody, by) for by in transpositions(melody))
    return np.stack([prediction(name, kind == CAUSAL, one, position).probabilities for one in every])


def divergences(exact: np.ndarray, found: np.ndarray) -> np.ndarray:
    """KL(exact || found) in nats of each row [Shifts]."""
    return (exact * (np.log(exact) - np.log(found))).sum(-1)


def changes(found: np.ndarray, shifts: tuple[int, ...]) -> np.ndarray:
    """The total variation between the prediction for each transposed melody and that as drawn, transposed [Shifts].

    What is transposed out of the window of pitches counts as probability that the other one lacks.

    Args:
        found: p(note) by transposition [Shifts, 24].
        shifts: semitones of each; 0 is one of them.
    """
    drawn, window = found[shifts.index(0)], found.shape[1]
    padded = np.pad(found, ((0, 0), (window, window)))
    moved = np.stack([np.pad(drawn, (window + by, window - by)) for by in shifts])
    return np.abs(padded - moved).sum(-1) / 2


def _line(shifts: tuple[int, ...], values: np.ndarray, hue: str, label: str, dashed: bool = False) -> Line:
    return Line(np.array(shifts, dtype=float), values, hue, label, model=hue, dashed=dashed)


def _panel(id: str, title: str, lines: list[Line], y_title: str, note: str) -> Panel:
    top = max(1.1 * max(float(line.y.max()) for line in lines), 1e-3)
    return Panel(
        id,
        title,
        tuple(lines),
        x=(lines[0].x[0] - 0.5, lines[0].x[-1] + 0.5),
        y=(0.0, top),
        x_title="semitones up",
        y_title=y_title,
        tint=None,
        note=note,
    )


def mirror_images(view: View) -> tuple[Panel, ...]:
    """For each kind of model: how far its prediction is from that for the mirror image, and its excess as drawn."""
    return tuple(_mirror_table(view, kind) for kind in KINDS if shipped(kind) and _read(view, kind) > 1)


def _read(view: View, kind: str) -> int:
    """How many notes a model of a kind reads to predict the one at the query."""
    if kind == CAUSAL:
        return view.position - before(view.melody, view.position)
    return len(view.melody.drawn) - (view.note is not None)


def _mirror_table(view: View, kind: str) -> Panel:
    rows = [_mirror_row(view, kind, EXACT, "Bayes predictor", "bayes")]
    rows += [_mirror_row(view, kind, name, label(name), colour(name)) for name in shipped(kind)]
    table = Table(f"{kind} model", ("change", "excess (nats)"), tuple(rows))
    title = f"Backwards: change of the prediction ({kind})"
    return Panel(f"mirror-{kind}", title, (table,), note=MIRROR_NOTES[kind])


def _mirror_row(view: View, kind: str, name: str, text: str, hue: str) -> TableRow:
    changed = mirrored(view, name, kind)
    apart = excess(view.limit_of(kind), prediction(name, kind == CAUSAL, view.melody, view.position))
    return TableRow(text, hue, (TableCell(small(changed), "", changed), TableCell(small(max(0.0, apart)))))
