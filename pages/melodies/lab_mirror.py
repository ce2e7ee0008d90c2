"""The drawn melody and its mirror image in time: which predictions change."""

from __future__ import annotations

from pages.melodies.controls import CAUSAL, KINDS
from pages.melodies.lab_models import colour, label, shipped
from pages.melodies.lattice import Melody
from pages.melodies.run import EXACT, Prediction, before, excess, prediction, variation
from pages.melodies.view import View
from pages.shared.scene.marks import Panel
from pages.shared.scene.readings import small
from pages.shared.scene.table import Table, TableCell, TableRow

NOTES = {
    "causal": "Total variation: the note after those directly before the query, against the note after the same ones "
    "backwards. A causal mask lets even a model without positions know an order.",
    "masked": "Total variation: the note at the query, hidden, against the one at its mirror image. Without positions "
    "the notes are a set, and nothing but rounding changes; the exact prediction may change.",
}


def panels(view: View) -> tuple[Panel, ...]:
    """For each kind of model: how far its prediction is from that for the mirror image, and its excess as drawn."""
    here = view.melody, view.position
    return tuple(_table(kind, *here) for kind in KINDS if shipped(kind) and len(read(kind, *here).drawn) > 1)


def read(kind: str, melody: Melody, position: int) -> Melody:
    """What a model of a kind reads to predict the note at the query, that note hidden among both sides.

    Args:
        kind: one of `KINDS`.
        melody: as drawn.
        position: of the query.
    """
    if kind == CAUSAL:
        first = before(melody, position)
        return Melody(melody.start + first, melody.notes[first:position])
    return Melody(melody.start, (*melody.notes[:position], None, *melody.notes[position + 1 :]))


def both(name: str, kind: str, melody: Melody, position: int) -> tuple[Prediction, Prediction]:
    """The predictions at the query for the melody and for its mirror image.

    Args:
        name: of a model of the kind, or EXACT.
        kind: one of `KINDS`.
        melody: as drawn.
        position: of the query.
    """
    whole = read(kind, melody, position)
    at = len(whole.notes) if kind == CAUSAL else position
    mirrored = at if kind == CAUSAL else len(whole.notes) - 1 - position
    backwards = Melody(whole.start, whole.notes[::-1])
    return prediction(name, kind == CAUSAL, whole, at), prediction(name, kind == CAUSAL, backwards, mirrored)


def change(name: str, kind: str, melody: Melody, position: int) -> float:
    """The total variation between both predictions.

    Args:
        name, kind, melody, position: see `both`.
    """
    return variation(*both(name, kind, melody, position))


def _table(kind: str, melody: Melody, position: int) -> Panel:
    def row(name: str, text: str, hue: str) -> TableRow:
        changed = change(name, kind, melody, position)
        exact, found = (both(each, kind, melody, position)[0] for each in (EXACT, name))
        apart = max(0.0, excess(exact, found))
        return TableRow(text, hue, (TableCell(small(changed), "", changed), TableCell(small(apart))))

    rows = [row(EXACT, "Bayes predictor", "bayes"), *(row(name, label(name), colour(name)) for name in shipped(kind))]
    table = Table(f"{kind} model", ("change", "excess (nats)"), tuple(rows))
    title = f"The melody backwards: change of the prediction ({kind})"
    return Panel(f"mirror-{kind}", title, (table,), note=NOTES[kind])
