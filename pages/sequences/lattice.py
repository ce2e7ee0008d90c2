"""Points on a lattice as notes: y picks the row, the order of x is the order of the notes. Pure."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch

from pages.shared.drawing.presets import DrawnPoints
from pages.shared.lesson.stage import Lattice
from pages.shared.scene.marks import X_VIEW, Y_VIEW, middles
from tnpcore import Points
from tnpcore.sequences.copying import COPY, LONGEST, PITCHES, TRAINED, pair
from tnpcore.sequences.melodies.notation import LOWEST, pitch

ROWS = dict(zip(PITCHES, middles(Y_VIEW, len(PITCHES)), strict=True))  # the y of every note

EDGE = 0.2  # of x, on either side


@dataclass(frozen=True, eq=False)
class Melody:
    """Notes in their order.

    `x` [n] is where they stand, `keys` [n] which of the drawn points they are; `left_out` points are too many.
    """

    notes: tuple[str, ...]
    x: np.ndarray
    keys: tuple[int, ...]
    left_out: int = 0

    def places(self, count: int, end: float) -> np.ndarray:
        """Where so many notes of an output are drawn: above those of the input, then beyond these, before `end`."""
        extra = max(0, count - len(self.x))
        apart = (self.x[-1] - self.x[0]) / (len(self.x) - 1) if len(self.x) > 1 else 0.5
        apart = max(0.0, min(apart, (end - self.x[-1]) / (extra + 1)))
        return np.concatenate([self.x[:count], self.x[-1] + apart * np.arange(1, extra + 1)])

    def nearest(self, x: float) -> int:
        """The position of the note that is nearest to x."""
        return int(np.abs(self.x - x).argmin())


def melody(points: Points, shift: float = 0.0) -> Melody:
    """The drawn points as notes, the first 32 of them in order of x, all inputs shifted by `shift`."""
    x, y = points.x[:, 0].double().numpy() + shift, points.y[:, 0].double().numpy()
    order = np.argsort(x, kind="stable")
    kept = order[:LONGEST]
    return Melody(tuple(map(note_at, y[kept])), x[kept], tuple(kept.tolist()), len(order) - len(kept))


def note_at(y: float) -> str:
    """The note of the row that is nearest to y."""
    return min(ROWS, key=lambda note: abs(ROWS[note] - y))


def drawn(notes: str) -> DrawnPoints:
    """Points of these notes, evenly spaced over the view, but for its edges: rings around them are to be whole.

    >>> drawn("C4 C5")
    ((-1.4, -2.625), (1.4, 2.625))
    """
    names = notes.split()
    places = middles((X_VIEW[0] + EDGE, X_VIEW[1] - EDGE), len(names))
    return tuple((round(x, 3), ROWS[name]) for x, name in zip(places, names, strict=True))


def random_notes(count: int, generator: torch.Generator) -> DrawnPoints:
    """Points of notes, each as likely as every other."""
    return drawn(" ".join(pair(COPY, count, generator)[1]))


def of_numbers(pairs: DrawnPoints) -> DrawnPoints:
    """Points of MIDI pitches in the order of their times, evenly spaced.

    >>> of_numbers(((2.0, 72.0), (1.0, 60.0))) == drawn("C4 C5")
    True

    Raises:
        ValueError: a pitch is none of the rows.
    """
    named = {LOWEST + pitch(name): name for name in PITCHES}
    for _, number in pairs:
        if number not in named:
            known = ", ".join(f"{midi} ({name})" for midi, name in named.items())
            raise ValueError(f"a pitch must be one of the MIDI numbers {known}, got {number:g}")
    return drawn(" ".join(named[round(number)] for _, number in sorted(pairs, key=lambda pair: pair[0])))


STAGE = Lattice(
    {
        "Scale up": drawn(" ".join(PITCHES)),
        "Up and down": drawn("C4 E4 G4 C5 G4 E4 C4"),
        "One note again and again": drawn(" ".join(["G4"] * 10)),
        "Two notes in turn": drawn(" ".join(["D4", "A4"] * 6)),
        "A run, twice": drawn(" ".join(2 * ["C4 D4 E4 F4 G4"])),
        "One note": drawn("E4"),
        "Nothing": (),
    },
    "Random notes",
    {f"{count} notes": count for count in (TRAINED // 2, TRAINED, TRAINED + 4, LONGEST)},
    random_notes,
    of_numbers,
)
