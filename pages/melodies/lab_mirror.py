"""The drawn melody and its mirror image in time: which models' predictions change."""

from __future__ import annotations

from pages.melodies.comparisons import mirrored
from pages.melodies.controls import CAUSAL, KINDS, MASKED
from pages.melodies.lab_models import colour, label, shipped
from pages.melodies.run import EXACT, before, excess, prediction
from pages.melodies.view import View
from pages.shared.scene.marks import Panel
from pages.shared.scene.readings import small
from pages.shared.scene.table import Table, TableCell, TableRow

NOTES = {
    CAUSAL: "Total variation: the note after those directly before the query, against the note after the same ones "
    "backwards. A causal mask lets even a model without positions know an order.",
    MASKED: "Total variation: the note at the query, hidden, against the one at its mirror image. Without positions "
    "the notes are a set, and nothing but rounding changes; the exact prediction may change.",
}


def panels(view: View) -> tuple[Panel, ...]:
    """For each kind of model: how far its prediction is from that for the mirror image, and its excess as drawn."""
    return tuple(_table(view, kind) for kind in KINDS if shipped(kind) and _read(view, kind) > 1)


def _read(view: View, kind: str) -> int:
    """How many notes a model of a kind reads to predict the one at the query."""
    if kind == CAUSAL:
        return view.position - before(view.melody, view.position)
    return len(view.melody.drawn) - (view.note is not None)


def _table(view: View, kind: str) -> Panel:
    rows = [_row(view, kind, EXACT, "Bayes predictor", "bayes")]
    rows += [_row(view, kind, name, label(name), colour(name)) for name in shipped(kind)]
    table = Table(f"{kind} model", ("change", "excess (nats)"), tuple(rows))
    title = f"Backwards: change of the prediction ({kind})"
    return Panel(f"mirror-{kind}", title, (table,), note=NOTES[kind])


def _row(view: View, kind: str, name: str, text: str, hue: str) -> TableRow:
    changed = mirrored(view, name, kind)
    apart = excess(view.limit_of(kind), prediction(name, kind == CAUSAL, view.melody, view.position))
    return TableRow(text, hue, (TableCell(small(changed), "", changed), TableCell(small(max(0.0, apart)))))
