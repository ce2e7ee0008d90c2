"""What the exact posterior makes of the drawn melody: key and mode, at every note chord and beat; and how much later
notes help with each note, the masked model beside the causal one."""

from __future__ import annotations

import numpy as np

from pages.melodies.controls import CAUSAL, KINDS, MASKED
from pages.melodies.lattice import HIDDEN, Melody, as_tensors
from pages.melodies.run import EXACT, prediction
from pages.melodies.view import View
from pages.shared.scene.marks import Bars, HeatMap, Panel
from tnpcore.sequences.melodies import (
    CHORD_NOTES,
    KEYS,
    MODES,
    NAMES,
    PHASES,
    block_probabilities,
    chord_probabilities,
    name,
)
from tnpcore.sequences.melodies.notation import pitch_name

CHORD_NAMES = tuple(" or ".join(dict.fromkeys(pair)) for pair in zip(*([n for n, _ in CHORD_NOTES[m]] for m in MODES)))
BEATS = tuple(str(phase + 1) for phase in range(PHASES))
CHORDS_NOTE = (
    "Exact, given all notes that are seen, later ones too. Every column sums to 1. Chords are named by degrees of the "
    "scale, in capitals if they are major."
)
BEATS_NOTE = "Exact, given all notes that are seen. A bar has {bar} beats; on which one the melody begins is unknown."
GAINS_NOTE = (
    "log p of the note given all others that are seen, minus log p given those directly before it. On average over "
    "melodies the exact gain is not negative; for a single note it may be."
)


def panels(view: View) -> tuple[Panel, ...]:
    """p(key, mode | notes), and at each note p(chord | notes) and p(beat | notes); hidden notes are not read."""
    melody, names = view.melody, numbered(view.melody)
    if not names:
        return ()
    notes, seen = (each[None] for each in as_tensors(melody.notes))
    blocks = block_probabilities(notes, seen)[0]
    states = chord_probabilities(notes, seen)[0].numpy()
    top = int(blocks.argmax())
    keys = HeatMap(blocks.reshape(KEYS, len(MODES)).T.numpy(), "mode", "key", MODES, NAMES, model="bayes", wide=True)
    note = f"Exact, given the notes that are seen: {name(top)} is most probable, with {blocks[top]:.1%}. All sum to 1."
    shown = {"row_title": "", "column_title": "notes in order", "column_labels": names, "model": "bayes", "wide": True}
    shown["active_column"] = view.position if view.position < len(names) else None
    shown["keys"] = melody.keys
    chords = HeatMap(states.sum(-1).T, **{**shown, "row_title": "chord", "row_labels": CHORD_NAMES})
    beats = HeatMap(states.sum(-2).T, **{**shown, "row_title": "beat", "row_labels": BEATS})
    return (
        Panel("keys", "Probability of every key and mode", (keys,), model="bayes", note=note),
        Panel("chords", "Probability of the chord at every note", (chords,), model="bayes", note=CHORDS_NOTE),
        Panel(
            "beats",
            "Probability of the beat at every note",
            (beats,),
            model="bayes",
            note=BEATS_NOTE.format(bar=PHASES),
        ),
    )


def numbered(melody: Melody) -> tuple[str, ...]:
    """The names of all notes, hidden ones among them, numbered from 1."""
    names = (HIDDEN if note is None else pitch_name(note) for note in melody.notes)
    return tuple(f"{number} {name}" for number, name in enumerate(names, 1))


def gain_bars(view: View) -> tuple[Panel, ...]:
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
    return (Panel("gains", "Gain from later notes at each note, in nats", bars, model=MASKED, note=GAINS_NOTE),)


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
