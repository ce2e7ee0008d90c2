"""A prior over melodies: a hidden Markov model with key, mode, chord and metre, so that exact predictions are cheap.

A melody keeps its key and mode: 24 blocks. Within a block 4 chords and 4 phases of the metre make 16 states. The phase
advances by one each step, from a uniform start; chords begin in, and keep, their stationary distribution: absolute time
carries no information. A note is a pitch of two octaves. All parameters stand in the tables below.
"""

from __future__ import annotations

from functools import cache

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from tnpcore.sequences.hidden_markov import HiddenMarkovModel

KEYS, CHORDS, PHASES, PITCHES = 12, 4, 4, 24
MODES = ("major", "minor")
NAMES = ("C", "C♯", "D", "E♭", "E", "F", "F♯", "G", "A♭", "A", "B♭", "B")

# Semitones above the key's own note.
SCALES = {"major": (0, 2, 4, 5, 7, 9, 11), "minor": (0, 2, 3, 5, 7, 8, 10)}
# Chords by their names and notes: tonic, subdominant, dominant, and the third that each mode uses most.
CHORD_NOTES = {
    "major": (("I", (0, 4, 7)), ("IV", (5, 9, 0)), ("V", (7, 11, 2)), ("vi", (9, 0, 4))),
    "minor": (("i", (0, 3, 7)), ("iv", (5, 8, 0)), ("v", (7, 10, 2)), ("VI", (8, 0, 3))),
}
# At a bar line: from each chord (row) to the next.
CHANGES = (
    (0.30, 0.30, 0.25, 0.15),
    (0.25, 0.20, 0.40, 0.15),
    (0.55, 0.10, 0.15, 0.20),
    (0.15, 0.40, 0.25, 0.20),
)
WITHIN_BAR = 0.06  # the chance that a chord changes between bar lines, to any chord as often as it occurs at all
# How likely a note is, before each state's are made to sum to 1: by what it is to the chord and by the phase, on the
# first and third beat more often a note of the chord.
OF_CHORD, OF_SCALE, OUTSIDE = (12.0, 5.0, 8.0, 4.0), 1.0, 0.04
ROOT = 1.6  # the root of the chord, against its other notes
CENTRE, SPREAD = 11.5, 6.0  # of the register, in semitones above the lowest pitch


def chord_chain() -> tuple[Float[Tensor, "4 4"], Float[Tensor, " 4"]]:
    """The changes at a bar line, and the distribution of chords that they keep."""
    changes = torch.tensor(CHANGES, dtype=torch.float64)
    values, vectors = torch.linalg.eig(changes.T)
    stationary = vectors[:, values.real.argmax()].real
    return changes, stationary / stationary.sum()


@cache
def prior() -> HiddenMarkovModel:
    """The whole model: K = 24 blocks (key by key, major before minor), S = 16 states (chord by chord), V = 24.

    >>> prior().emission.shape
    torch.Size([24, 16, 24])
    """
    changes, stationary = chord_chain()
    stay = torch.eye(CHORDS, dtype=torch.float64)
    within = (1 - WITHIN_BAR) * stay + WITHIN_BAR * stationary
    transition = torch.zeros(CHORDS, PHASES, CHORDS, PHASES, dtype=torch.float64)
    for phase in range(PHASES):
        transition[:, phase, :, (phase + 1) % PHASES] = changes if phase == PHASES - 1 else within
    states, blocks = CHORDS * PHASES, KEYS * len(MODES)
    start = (stationary[:, None] / PHASES).expand(-1, PHASES).flatten() / blocks
    emission = torch.stack([notes(key, mode) for key in range(KEYS) for mode in MODES])
    return HiddenMarkovModel(
        start.expand(blocks, states).contiguous(),
        transition.reshape(states, states).expand(blocks, states, states).contiguous(),
        emission.flatten(1, 2),
    )


def notes(key: int, mode: str) -> Float[Tensor, "4 4 24"]:
    """p(pitch | chord, phase) in one key and mode.

    Args:
        key: semitones above C.
        mode: one of `MODES`.
    """
    pitch = torch.arange(PITCHES)
    above = (pitch - key) % 12
    register = torch.exp(-0.5 * ((pitch.double() - CENTRE) / SPREAD).square())
    weight = torch.where(_among(above, SCALES[mode]), OF_SCALE, OUTSIDE).double()
    weight = weight.expand(CHORDS, PHASES, PITCHES).clone()
    for chord, (_, tones) in enumerate(CHORD_NOTES[mode]):
        for phase, strength in enumerate(OF_CHORD):
            weight[chord, phase, _among(above, tones)] = strength
            weight[chord, phase, above == tones[0]] = strength * ROOT
    weight = weight * register
    return weight / weight.sum(-1, keepdim=True)


def _among(above: Int[Tensor, " V"], tones: tuple[int, ...]) -> Bool[Tensor, " V"]:
    return torch.isin(above, torch.tensor(tones))


def name(block: int) -> str:
    """The key and mode of a block, as people write it: "E♭ minor"."""
    return f"{NAMES[block // len(MODES)]} {MODES[block % len(MODES)]}"
