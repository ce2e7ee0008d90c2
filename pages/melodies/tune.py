"""The melody on the stage as a tune: the drawn notes in their steps, and the notes that the model writes."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from pages.melodies.lattice import ROWS, middle_of
from pages.melodies.view import View
from pages.melodies.writing import Writing
from pages.shared.scene.tune import Tune, Voice
from tnpcore.sequences.melodies.notation import frequency, pitch_name


def tune(view: View, found: Writing | None) -> tuple[Tune, ...]:
    """Drawn notes sound in their steps, hidden ones are rests; what a model writes follows, or fills the rests.
    Without a note there is no tune."""
    melody = view.melody
    if not melody.notes:
        return ()
    sounding = [(position, note) for position, note in enumerate(melody.notes) if note is not None]
    voices = [_voice("Drawn notes", melody.start, sounding)]
    if found is not None:
        written = zip(found.positions, found.sample(view.controls.draw), strict=True)
        voices.append(_voice("Written notes", melody.start, written, view.controls.model))
    return (Tune(tuple(voices)),)


def _voice(label: str, start: int, placed: Iterable[tuple[int, int]], model: str = "") -> Voice:
    positions, notes = zip(*placed, strict=True)
    x = np.array([middle_of(start + position) for position in positions])
    hertz = np.array([frequency(note) for note in notes])
    levels = np.array([ROWS[note] for note in notes])
    return Voice(label, np.array(positions), hertz, x, levels, tuple(map(pitch_name, notes)), model)
