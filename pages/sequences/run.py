"""One model run on one melody: what it reads, what it writes, how probable every note was, where it attended."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pages.sequences.controls import FREE, NETWORKS, SequenceControls
from pages.sequences.lattice import Melody
from pages.shared.models import decoder_runs
from pages.shared.models.decoder_runs import END_NAME, FREELY, DecoderRun, Intervention, decode
from pages.shared.models.once import once
from tnpcore.sequences import Card, card, load
from tnpcore.sequences.copying import LONGEST, PITCHES, solution

RUNS = 64  # kept at a time
WRITTEN = (*PITCHES, END_NAME)

model = once(lambda name: load(f"copying-{name}"))


@once
def known(name: str) -> Card:
    """The card of a model; raises ValueError where there is none."""
    return card(f"copying-{name}")


@dataclass(frozen=True, eq=False)
class Run(DecoderRun):
    """What a model made of a task and notes, and `wanted`: the notes that it should write."""

    wanted: tuple[str, ...]

    @property
    def right(self) -> tuple[bool, ...]:
        """Which of the written notes are right."""
        return tuple(i < len(self.wanted) and note == self.wanted[i] for i, note in enumerate(self.written))

    @property
    def exact(self) -> bool:
        """Whether the whole output is right, its length included."""
        return self.written == self.wanted

    @property
    def first_wrong(self) -> int | None:
        """The position of the first mistake, from 0; None where all is right."""
        if self.exact:
            return None
        pairs = zip((*self.written, END_NAME), (*self.wanted, END_NAME), strict=False)
        return next(i for i, (written, wanted) in enumerate(pairs) if written != wanted)

    def of_wanted(self) -> np.ndarray:
        """The probability of the right note at every position that the output has [T]."""
        return self.probability_of(self.wanted)


def run(melody: Melody, controls: SequenceControls) -> Run:
    """The chosen model on a melody, with what the controls forbid and force. At least one note is required."""
    note = None if controls.force == FREE else (melody.nearest(controls.at), controls.force)
    done = Intervention(controls.forbidden(len(melody.notes)), note)
    return _run(controls.network, controls.task, melody.notes, done)


def run_of(name: str, task: str, notes: tuple[str, ...]) -> Run:
    """A model on these notes, nothing forbidden or forced."""
    return _run(name, task, notes, FREELY)


@once(keep=RUNS)
def _run(name: str, task: str, notes: tuple[str, ...], done: Intervention) -> Run:
    found = decode(model(name), (task, *notes), WRITTEN, LONGEST + 1, done)
    return Run(**vars(found), wanted=tuple(solution(task, list(notes))))


@once(keep=RUNS)
def teacher_forced(name: str, task: str, notes: tuple[str, ...]) -> np.ndarray:
    """The probability of each right note and the end, given all right notes before it [T]."""
    return decoder_runs.teacher_forced(model(name), (task, *notes), solution(task, list(notes)))


def exact_by_length(name: str, task: str) -> dict[int, float]:
    """The share of melodies that a model writes without any mistake, by their length, from its card."""
    found = known(name).results[task]["by_length"]
    return {int(length): one["exact"] for length, one in found.items()}


def measured_models() -> tuple[str, ...]:
    """Those models whose cards have results."""
    return tuple(name for name in NETWORKS if _measured(name))


def _measured(name: str) -> bool:
    try:
        return bool(known(name).results)
    except ValueError:
        return False
