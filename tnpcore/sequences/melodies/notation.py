"""Pitches as people write them and as they sound: names, frequencies, intervals."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from tnpcore.sequences.melodies.harmony import NAMES, PITCHES

LOWEST = 60  # MIDI number of pitch 0: C4, middle C
CONCERT = 69, 440.0  # MIDI number and frequency in hertz of A4
LETTERS = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}
SIGNS = {"": 0, "♯": 1, "#": 1, "♭": -1, "b": -1}
INTERVALS = (
    "unison",
    "minor second",
    "major second",
    "minor third",
    "major third",
    "perfect fourth",
    "tritone",
    "perfect fifth",
    "minor sixth",
    "major sixth",
    "minor seventh",
    "major seventh",
)
_NAME = re.compile(r"([A-G])([♯#♭b]?)(-?\d)")


def pitch_name(pitch: int) -> str:
    """The name of a pitch with its octave.

    >>> pitch_name(0), pitch_name(15)
    ('C4', 'E♭5')

    Args:
        pitch: from 0 to PITCHES - 1.

    Raises:
        ValueError: for another number.
    """
    return f"{NAMES[_checked(pitch) % 12]}{(LOWEST + pitch) // 12 - 1}"


def pitch(name: str) -> int:
    """The pitch of a name with an octave; sharps and flats are ♯ or # and ♭ or b.

    >>> [pitch(name) for name in ("C4", "Eb5", "D♯5", "Cb5")]
    [0, 15, 15, 11]

    Args:
        name: for example "F♯4".

    Raises:
        ValueError: for what is no such name, or lies outside the window of pitches.
    """
    found = _NAME.fullmatch(name)
    if found is None:
        raise ValueError(f"a pitch must be a letter from A to G, perhaps ♯ or ♭, and an octave, got {name!r}")
    letter, sign, octave = found.groups()
    number = LETTERS[letter] + SIGNS[sign] + 12 * (int(octave) + 1) - LOWEST
    if not 0 <= number < PITCHES:
        raise ValueError(f"a pitch must be from {pitch_name(0)} to {pitch_name(PITCHES - 1)}, got {name}")
    return number


def frequency(pitch: int) -> float:
    """In hertz, equally tempered.

    >>> frequency(9)
    440.0

    Args:
        pitch: from 0 to PITCHES - 1.

    Raises:
        ValueError: for another number.
    """
    midi, hertz = CONCERT
    return hertz * 2 ** ((LOWEST + _checked(pitch) - midi) / 12)


def interval(first: int, second: int) -> str:
    """How far the second pitch is from the first, in words.

    >>> interval(0, 3), interval(7, 0), interval(0, 12), interval(5, 5), interval(0, 16)
    ('minor third up', 'perfect fifth down', 'octave up', 'unison', 'octave and major third up')

    Args:
        first, second: from 0 to PITCHES - 1.

    Raises:
        ValueError: for other numbers.
    """
    semitones = _checked(second) - _checked(first)
    if not semitones:
        return INTERVALS[0]
    octaves, rest = divmod(abs(semitones), 12)
    parts = ["octave"] * bool(octaves) + [INTERVALS[rest]] * bool(rest)
    return f"{' and '.join(parts)} {'up' if semitones > 0 else 'down'}"


def caption(pitches: Sequence[int]) -> str:
    """A melody in words: its first pitch, and the intervals after it.

    >>> caption([0, 4, 7])
    'C4, major third up to E4, minor third up to G4'

    Args:
        pitches: from 0 to PITCHES - 1.

    Raises:
        ValueError: for other numbers.
    """
    steps = [f"{interval(one, other)} to {pitch_name(other)}" for one, other in pairwise(pitches)]
    return ", ".join([pitch_name(pitches[0]), *steps]) if pitches else "no notes"


def _checked(pitch: int) -> int:
    if not 0 <= pitch < PITCHES:
        raise ValueError(f"a pitch must be from 0 to {PITCHES - 1}, got {pitch}")
    return pitch
