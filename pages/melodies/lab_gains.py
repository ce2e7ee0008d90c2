"""How much later notes help with each note of the drawn melody: the masked model against the causal one."""

from __future__ import annotations

import numpy as np

from pages.melodies.controls import CAUSAL, KINDS, MASKED
from pages.melodies.lab_harmony import numbered
from pages.melodies.run import EXACT, prediction
from pages.melodies.view import View
from pages.shared.scene.marks import Bars, Panel

NOTE = (
    "log p of the note given all others that are seen, minus log p given those directly before it. On average over "
    "melodies the exact gain is not negative; for a single note it may be."
)


def panels(view: View) -> tuple[Panel, ...]:
    """The gain at every drawn note, of the models and exact; none for fewer than two notes."""
    melody = view.melody
    if len(melody.drawn) < 2:
        return ()
    places = [i for i, note in enumerate(melody.notes) if note is not None]
    names = numbered(melody)
    labels, keys = tuple(names[i] for i in places), tuple(melody.keys[i] for i in places)
    own, exact = gains(view, places, {kind: view.controls.network_of(kind) for kind in KINDS}), gains(view, places)
    both = np.concatenate([own, exact])
    span = float(min(0.0, both.min())), float(max(0.0, both.max()))
    bars = (
        Bars(own, labels, MASKED, keys, title="masked model, against the causal one", span=span),
        Bars(exact, labels, EXACT, keys, title="exact", span=span),
    )
    return (Panel("gains", "Gain from later notes at each note, in nats", bars, model=MASKED, note=NOTE),)


def gains(view: View, places: list[int], names: dict[str, str] | None = None) -> np.ndarray:
    """How much likelier each note is from both sides than from before, in nats [Places].

    Args:
        view: the melody.
        places: positions of drawn notes.
        names: of the model of each kind; None: the exact predictions.
    """
    logs = {
        kind: np.log([_of_note(view, names[kind] if names else EXACT, kind == CAUSAL, place) for place in places])
        for kind in KINDS
    }
    return logs[MASKED] - logs[CAUSAL]


def _of_note(view: View, name: str, causal: bool, place: int) -> float:
    return float(prediction(name, causal, view.melody, place).probabilities[view.melody.notes[place]])
