"""Notes that a model writes by sampling: a causal one goes on after the last note, a masked one fills in gaps."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch

from pages.melodies.controls import CAUSAL, SAMPLES, MelodyControls
from pages.melodies.lattice import LONGEST, Melody, Note, as_tensors
from pages.melodies.run import before, predictor, step
from pages.shared.models.once import once
from tnpcore.sequences.melodies import continued, filled

NEW = 8  # notes that a causal model writes, as long as a melody has room for them
KEPT = 16  # melodies at a time


@dataclass(frozen=True, eq=False)
class Writing:
    """The new notes of several samples.

    Args:
        positions: of the new notes in the melody, from 0.
        notes: pitches [SAMPLES, New].
        log_model: log p(new notes | those that were read) of the model, in nats [SAMPLES].
        log_exact: the same of the prior.
    """

    positions: tuple[int, ...]
    notes: np.ndarray
    log_model: np.ndarray
    log_exact: np.ndarray

    def sample(self, number: int) -> tuple[int, ...]:
        """The new notes of one sample, counted from 1."""
        return tuple(self.notes[number - 1].tolist())


def writing(melody: Melody, controls: MelodyControls) -> Writing | None:
    """What the chosen model writes, from where the melody stands in time; None where there is no room, or nothing
    hidden."""
    if controls.model == CAUSAL:
        first = before(melody, len(melody.notes))
        room = min(NEW, LONGEST - len(melody.notes))
        if room <= 0:
            return None
        place = step(melody, first), len(melody.notes)
        return _continued(controls.network, melody.notes[first:], place, room)
    return _filled(controls.network, melody.notes, melody.hidden, step(melody)) if melody.hidden else None


@once(keep=KEPT)
def _continued(name: str, notes: tuple[Note, ...], place: tuple[int, int], count: int) -> Writing:
    """`place`: the step of the first note that is read, and the position in the melody of the first new one."""
    given, (start, end) = as_tensors(notes)[0], place
    found = continued(predictor(name), given, count, SAMPLES, torch.Generator().manual_seed(0), start)
    new = found.notes[:, len(given) :].numpy()
    return Writing(tuple(range(end, end + count)), new, found.log_model.numpy(), found.log_exact.numpy())


@once(keep=KEPT)
def _filled(name: str, notes: tuple[Note, ...], hidden: tuple[int, ...], start: int) -> Writing:
    given, seen = as_tensors(notes)
    found = filled(predictor(name), given, seen, SAMPLES, torch.Generator().manual_seed(0), start)
    new = found.notes[:, list(hidden)].numpy()
    return Writing(hidden, new, found.log_model.numpy(), found.log_exact.numpy())
