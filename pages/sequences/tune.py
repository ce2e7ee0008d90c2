"""The notes on the stage as a tune: those that are drawn, then those that the model writes."""

from __future__ import annotations

import numpy as np

from pages.sequences.lattice import ROWS
from pages.sequences.panels import View
from pages.shared.scene.tune import Tune, Voice
from tnpcore.sequences.copying import PITCHES
from tnpcore.sequences.melodies.notation import frequency, pitch

HERTZ = {name: frequency(pitch(name)) for name in PITCHES}
REST = 1  # steps between what is read and what is written


def tune(view: View) -> Tune:
    """Drawn notes in the order in which they are read, a rest, and the written notes; these only where the step of the
    story shows their rings."""
    melody, run = view.melody, view.run
    levels = np.array([ROWS[note] for note in melody.notes])
    drawn = Voice("Drawn notes", np.arange(len(levels)), _hertz(melody.notes), melody.x, levels, melody.notes)
    words = tuple(note if right else f"{note}, wrong" for note, right in zip(run.written, run.right, strict=True))
    times = len(levels) + REST + np.arange(len(words))
    model = view.controls.model
    written = Voice("Written notes", times, _hertz(run.written), *view.written_at, words, model, part="targets")
    return Tune((drawn, written))


def _hertz(notes: tuple[str, ...]) -> np.ndarray:
    return np.array([HERTZ[note] for note in notes])
