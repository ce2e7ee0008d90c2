"""What was measured of all models on held-out melodies, from their cards: excess by length, and by shifts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from pages.melodies.averages import BASELINES, measured
from pages.melodies.lab_models import PREDICTS, colour, label, results, shipped
from pages.shared.scene.marks import Line, Panel
from pages.shared.scene.table import Table, TableCell, TableRow
from tnpcore.sequences.melodies.evaluation import LENGTHS
from tnpcore.sequences.melodies.learning import LONGEST, SHORTEST

BEST_NGRAM = BASELINES[-1]
IN_LOGARITHMS = "log10 of the excess (nats)"
FIRST, LAST = SHORTEST, LENGTHS["beyond"][1]
PARTS = {part: f"{low} to {high}" for part, (low, high) in LENGTHS.items()}


def panels(kind: str) -> tuple[Panel, ...]:
    """Table and curves of the models of a kind; nothing depends on what is drawn."""
    return (table(kind), by_length(kind), in_time(kind), in_pitch(kind)) if shipped(kind) else ()


def table(kind: str) -> Panel:
    """The mean excess of n-grams and models, at the lengths of training and beyond."""
    predicts = PREDICTS[kind]
    rows = {name: ("ngrams", name, measured()[name][predicts]) for name in BASELINES}
    rows |= {name: (colour(name), label(name), results(name)) for name in shipped(kind)}
    most = max(found[part]["excess"] for _, _, found in rows.values() for part in PARTS)
    lines = tuple(
        TableRow(
            text,
            hue,
            tuple(TableCell(f"{found[part]['excess']:.4f}", "", found[part]["excess"] / most) for part in PARTS),
        )
        for hue, text, found in rows.values()
    )
    error = max(found[part]["se"] for _, _, found in rows.values() for part in PARTS)
    limit = measured()["limit"][predicts]
    count = results(shipped(kind)[0])["trained"]["count"]
    note = (
        f"Nats a note, means over {count:,} held-out melodies; no standard error exceeds {error:.4f}. Trained on "
        f"{SHORTEST} to {LONGEST} notes. The entropy of the exact prediction, below which no loss gets, is "
        f"{limit['trained']:.2f} and {limit['beyond']:.2f} nats."
    )
    title = f"Excess over the Bayes predictor, {predicts}"
    return Panel("excess-table", title, (Table("notes", tuple(PARTS.values()), lines),), note=note)


def by_length(kind: str) -> Panel:
    """The excess at every length, the best n-gram beside the models."""
    every = {name: results(name)["by_length"] for name in shipped(kind)}
    note = (
        f"Tinted: lengths of training. The {BEST_NGRAM} is a table of frequencies of triples. −2 is 0.01 nats a note."
    )
    return _curves("lengths", f"Excess by length, {PREDICTS[kind]}", every, _ngram(kind), x_title="notes", note=note)


def in_time(kind: str) -> Panel:
    """The excess when the same melodies begin later."""
    every = {name: _with_none(name, "time_shifts") for name in shipped(kind)}
    note = "The exact prediction does not depend on when a melody begins: what grows is the model's own error."
    return _curves("time-shifts", f"Excess by shift in time, {PREDICTS[kind]}", every, x_title="steps later", note=note)


def in_pitch(kind: str) -> Panel:
    """The excess when the melodies are transposed."""
    every = {name: _with_none(name, "pitch_shifts") for name in shipped(kind)}
    note = (
        "Beside the exact prediction for the transposed melody, since the window of pitches is finite; melodies that "
        "would leave it are left out."
    )
    return _curves(
        "pitch-shifts", f"Excess by shift in pitch, {PREDICTS[kind]}", every, x_title="semitones up", note=note
    )


def _with_none(name: str, kind: str) -> Mapping[str, Any]:
    """The excess by shift, that without a shift among them."""
    return {"0": results(name)["trained"], **results(name)[kind]}


def _ngram(kind: str) -> tuple[Line, ...]:
    return (_line(measured()[BEST_NGRAM][PREDICTS[kind]]["by_length"], "ngrams", BEST_NGRAM, False),)


def _curves(
    id: str, title: str, every: Mapping[str, Mapping[str, Any]], others: tuple[Line, ...] = (), **shown: str
) -> Panel:
    lines = tuple(
        _line(found, colour(name), label(name), bool(number % 2)) for number, (name, found) in enumerate(every.items())
    )
    lines += others
    levels = np.concatenate([line.y for line in lines])
    ends = float(lines[0].x.min()), float(lines[0].x.max())
    in_training = (float(SHORTEST), float(LONGEST)) if ends == (FIRST, LAST) else None
    return Panel(
        id,
        title,
        lines,
        x=(ends[0] - 0.5, ends[1] + 0.5),
        y=(float(np.floor(2 * levels.min()) / 2), float(np.ceil(2 * levels.max()) / 2)),
        y_title=IN_LOGARITHMS,
        tint=in_training,
        **shown,
    )


def _line(found: Mapping[str, Any], hue: str, text: str, dashed: bool) -> Line:
    """Of the excess by the numbers that are the keys, in their order."""
    order = sorted(found, key=int)
    x, y = np.array(order, dtype=float), np.log10([found[key]["excess"] for key in order])
    return Line(x, y, hue, text, model=hue, dashed=dashed)
