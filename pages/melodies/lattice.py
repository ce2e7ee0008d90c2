"""Points on a lattice as a melody: x picks the time step, y the pitch; a step without a note is a hidden one. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import floor

import torch
from jaxtyping import Bool, Int
from torch import Tensor

from pages.shared.drawing.presets import DrawnPoints
from pages.shared.lesson.stage import Lattice
from pages.shared.scene.marks import X_VIEW, Y_VIEW, middles
from tnpcore import Points
from tnpcore.sequences.hidden_markov import draw
from tnpcore.sequences.melodies import PITCHES, prior
from tnpcore.sequences.melodies.notation import LOWEST, pitch, pitch_name

STEPS = 16  # in the view as it opens
STEP = (X_VIEW[1] - X_VIEW[0]) / STEPS  # of x
LONGEST = 24  # notes
ROWS = tuple(middles(Y_VIEW, PITCHES))  # the y of every pitch
HIDDEN = "–"  # in a melody that is written as names

Note = int | None  # a pitch; None is hidden


@dataclass(frozen=True, eq=False)
class Melody:
    """The notes of all steps from the first to the last one.

    Args:
        start: the step of the first note, counted from 0 at the left end of the view as it opens.
        notes: pitches; None where no note is drawn: it is hidden.
        keys: which of the drawn points each note is, -1 where it is hidden.
        left_out: drawn points beyond the longest melody.
        covered: drawn points with another one in the same step that was drawn later.
    """

    start: int = 0
    notes: tuple[Note, ...] = ()
    keys: tuple[int, ...] = ()
    left_out: int = 0
    covered: int = 0

    @property
    def drawn(self) -> tuple[int, ...]:
        """The notes that are there, without the hidden ones."""
        return tuple(note for note in self.notes if note is not None)

    @property
    def hidden(self) -> tuple[int, ...]:
        """The positions of hidden notes, from 0 at the first note."""
        return tuple(i for i, note in enumerate(self.notes) if note is None)

    @property
    def places(self) -> tuple[float, ...]:
        """The x of every note's step."""
        return tuple(middle_of(self.start + i) for i in range(len(self.notes)))

    def position(self, column: int) -> int:
        """The position of the note in a step, from 0; before the melody the first, after it the one that comes next."""
        return min(max(column - self.start, 0), min(len(self.notes), LONGEST - 1))

    def hiding(self, position: int) -> Melody:
        """The same melody with one more note hidden."""
        notes, keys = list(self.notes), list(self.keys)
        notes[position], keys[position] = None, -1
        return Melody(self.start, tuple(notes), tuple(keys), self.left_out, self.covered)


def column_of(x: float) -> int:
    """The step in which x lies, from 0 at the left end of the view as it opens."""
    return floor((x - X_VIEW[0]) / STEP + 1e-9)


def middle_of(column: int) -> float:
    """The x in the middle of a step."""
    return X_VIEW[0] + (column + 0.5) * STEP


def pitch_at(y: float) -> int:
    """The pitch of the row that is nearest to y."""
    low, high = Y_VIEW
    return min(max(floor((y - low) / (high - low) * PITCHES), 0), PITCHES - 1)


def melody(points: Points, later: int = 0) -> Melody:
    """The drawn points as a melody; of two in one step the one counts that was drawn later.

    Args:
        points: x picks the step, y the pitch.
        later: steps by which all notes are shifted in time.
    """
    columns = [column_of(x) for x in points.x[:, 0].tolist()]
    if not columns:
        return Melody(start=max(later, 0))
    first = min(columns)
    at = {column: key for key, column in enumerate(columns)}
    kept = {column: key for column, key in at.items() if column < first + LONGEST}
    keys = [kept.get(column, -1) for column in range(first, max(kept) + 1)]
    y = points.y[:, 0].tolist()
    notes = tuple(pitch_at(y[key]) if key >= 0 else None for key in keys)
    covered = len(columns) - len(at)
    return Melody(first + later, notes, tuple(keys), len(at) - len(kept), covered)


def as_tensors(notes: Iterable[Note]) -> tuple[Int[Tensor, " T"], Bool[Tensor, " T"]]:
    """Pitches, 0 where a note is hidden, and which notes are seen."""
    known = list(notes)
    seen = torch.tensor([note is not None for note in known], dtype=torch.bool)
    return torch.tensor([note or 0 for note in known], dtype=torch.long), seen


def drawn(names: str, start: int = 0) -> DrawnPoints:
    """Points of these notes in the steps from `start` on.

    >>> drawn("C4 – G4")
    ((-2.8125, -2.875), (-2.0625, -1.125))
    """
    each = enumerate(names.split(), start)
    return tuple((middle_of(column), ROWS[pitch(name)]) for column, name in each if name != HIDDEN)


def written(notes: Iterable[Note]) -> str:
    """A melody as names, the inverse of `drawn`."""
    return " ".join(HIDDEN if note is None else pitch_name(note) for note in notes)


def random_melody(count: int, generator: torch.Generator) -> DrawnPoints:
    """Points of a melody from the prior."""
    return drawn(written(draw(prior(), 1, count, generator)[0][0].tolist()))


def of_numbers(pairs: DrawnPoints) -> DrawnPoints:
    """Points of whole time steps and MIDI pitches, the earliest in the first step.

    >>> of_numbers(((3.0, 60.0), (5.0, 67.0))) == drawn("C4 – G4")
    True

    Raises:
        ValueError: a time is not whole, or a pitch is none of the rows.
    """
    for time, number in pairs:
        if time % 1:
            raise ValueError(f"the time of a note must be a whole step, got {time:g}")
        if number - LOWEST not in range(PITCHES):
            low, high = pitch_name(0), pitch_name(PITCHES - 1)
            last = LOWEST + PITCHES - 1
            raise ValueError(f"a pitch must be a MIDI number from {LOWEST} ({low}) to {last} ({high}), got {number:g}")
    first = min((time for time, _ in pairs), default=0)
    return tuple((middle_of(round(time - first)), ROWS[round(number) - LOWEST]) for time, number in pairs)


STAGE = Lattice(
    {
        "Scale up": drawn("C4 D4 E4 F4 G4 A4 B4 C5"),
        "Broken chords": drawn("C4 E4 G4 C5 F4 A4 C5 F5 G4 B4 D5 G5 C4 E4 G4 C5"),
        "In minor": drawn("A4 C5 E5 A5 D5 F5 A5 D5 E5 G5 B4 E5 A4 C5 E5 A4"),
        "With hidden notes": drawn("G4 B4 – G5 C5 E5 – C5 D5 F♯5 A5 – G5 B5 D5 G4"),
        "One note again and again": drawn(" ".join(["G4"] * 12)),
        "One note": drawn("E4", 4),
        "Nothing": (),
    },
    "Random melody",
    {f"{count} notes": count for count in (8, 12, STEPS, LONGEST)},
    random_melody,
    of_numbers,
)
