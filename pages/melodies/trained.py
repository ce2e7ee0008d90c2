"""How both kinds of models are trained, on one melody: what is given and predicted, where the loss counts. Pure."""

from __future__ import annotations

from dataclasses import dataclass

import torch

from pages.melodies.controls import CAUSAL, MASKED
from pages.melodies.panels import NAMES
from pages.melodies.view import View
from pages.shared.scene.marks import Panel
from pages.shared.scene.symbols import MOST_COLUMNS, SymbolRow, column_ends, in_columns
from tnpcore.sequences.melodies.learning import causal_batch, masked_batch

SEED = 10  # of the notes that are hidden
START, CLS, HIDDEN, NOTHING, COUNTS = "START", "[CLS]", "?", "·", "✓"
ROWS = {CAUSAL: (16.0, 13.6, 11.2), MASKED: (4.8, 2.4, 0.0)}
ABOVE = 2.2  # of a heading, over its first row
HEADINGS = {CAUSAL: "causal model (GPT-style)", MASKED: "masked model (BERT-style)"}
NOTE = (
    "One melody in training. A column is one place: what the model is given there, which note it is to predict there, "
    "and whether the loss (minus the log-probability of that note) counts. The causal model sees what stands to the "
    "left, the masked one all that is given."
)


@dataclass(frozen=True)
class Training:
    """One melody as a model of a kind is trained on it: symbols by place; `counts` says where the loss counts."""

    given: tuple[str, ...]
    predicted: tuple[str, ...]
    counts: tuple[bool, ...]


def training(view: View, kind: str) -> Training:
    """The first of the drawn notes, two at least, as a batch of one, as models of a kind are trained on."""
    known = [note for note in view.melody.notes if note is not None][: MOST_COLUMNS - (kind == MASKED)]
    notes = torch.tensor([known])
    if kind == CAUSAL:
        given, _, targets, counts = causal_batch(notes, soft=False)
        shown, first = [NAMES[note] for note in given[0].tolist()], START
        aims, loss = targets[0].argmax(-1).tolist(), counts[0].tolist()
    else:
        _, seen, targets, counts = masked_batch(notes, False, torch.Generator().manual_seed(SEED))
        shown = [NAMES[note] if there else HIDDEN for note, there in zip(known, seen[0].tolist(), strict=True)]
        first, aims, loss = CLS, [-1, *targets[0].argmax(-1).tolist()], [False, *counts[0].tolist()]
    predicted = tuple(NAMES[note] if count else NOTHING for note, count in zip(aims, loss, strict=True))
    return Training((first, *shown), predicted, tuple(loss))


def panel(view: View) -> tuple[Panel, ...]:
    """Both kinds, one above the other; nothing without two notes."""
    if len([note for note in view.melody.notes if note is not None]) < 2:
        return ()
    rows = []
    for kind, heights in ROWS.items():
        found = training(view, kind)
        loss = tuple(COUNTS if counts else NOTHING for counts in found.counts)
        named = zip(heights, ("given", "target", "loss"), (found.given, found.predicted, loss), strict=True)
        rows += [SymbolRow(y, name, symbols) for y, name, symbols in named]
    headings = [(ROWS[kind][0] + ABOVE, text) for kind, text in HEADINGS.items()]
    picture = in_columns(rows, headings, view.controls.model)
    ends = column_ends(headings[0][0])
    return (
        Panel("trained", "How they are trained", (picture,), **ends, drawing=True, equal=True, tint=None, note=NOTE),
    )
