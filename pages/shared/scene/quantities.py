"""Texts with numbers that have the unit of x or of y. Pure.

A scene is computed in the numbers that models see, and may be shown in the original units of real data. So a text keeps
such a number as a value until somebody reads it: `original_units.in_units` writes it, in the browser `Units.words`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import cached_property
from math import isfinite

import orjson

AT_X, ALONG_X, SHIFT_X, AT_Y, ALONG_Y = "at_x", "along_x", "shift_x", "at_y", "along_y"
AT_Z, ALONG_Z = "at_z", "along_z"  # of what is measured at points on a plane


@dataclass(frozen=True)
class Quantity:
    """A number in the models' unit. `kind` says what it is of an axis: a place on it (AT_X, AT_Y), a length along it
    (ALONG_X, ALONG_Y), or a shift, which has a sign (SHIFT_X). So many `digits` are shown after the point, in other
    units as many as are as fine."""

    kind: str
    value: float
    digits: int = 2

    def __post_init__(self):
        if not isfinite(self.value):
            raise ValueError(f"a quantity must be finite, got {self.value}")


@dataclass(frozen=True)
class Words:
    """A text with quantities. It joins others by `+` and `words`, never in an f-string: it has no letters before the
    units are known."""

    pieces: tuple[str | Quantity, ...]

    @cached_property
    def packed(self) -> orjson.Fragment:
        """The text as JSON, made once: names of rows stay the same while a hand moves."""
        return orjson.Fragment(orjson.dumps({"pieces": self.pieces}))

    def __add__(self, more: Prose) -> Prose:
        return words(self, more)

    def __radd__(self, before: Prose) -> Prose:
        return words(before, self)

    def wire(self) -> dict:
        """Plain JSON values."""
        return {"pieces": [piece if isinstance(piece, str) else asdict(piece) for piece in self.pieces]}

    def __str__(self) -> str:
        raise TypeError(f"a text with quantities must be joined by words(...) and written by in_units, got {self!r}")


Prose = str | Words


def words(*parts: Prose) -> Prose:
    """The parts one after the other; without quantities a plain string."""
    pieces = tuple(piece for part in parts for piece in (part.pieces if isinstance(part, Words) else [part]) if piece)
    return Words(pieces) if any(isinstance(part, Words) for part in parts) else "".join(pieces)


def joined(between: str, parts: Iterable[Prose]) -> Prose:
    """The parts with a string between them."""
    return words(*(piece for i, part in enumerate(parts) for piece in (between * (i > 0), part)))


def at_x(value: float, digits: int = 2) -> Words:
    """A place on the x axis."""
    return Words((Quantity(AT_X, float(value), digits),))


def along_x(value: float, digits: int = 2, signed: bool = False) -> Words:
    """A length along x: a distance, a lengthscale, or (with its sign) a shift."""
    return Words((Quantity(SHIFT_X if signed else ALONG_X, float(value), digits),))


def at_y(value: float, digits: int = 2) -> Words:
    """A value of y, for example a mean."""
    return Words((Quantity(AT_Y, float(value), digits),))


def along_y(value: float, digits: int = 2) -> Words:
    """A difference of values of y, a standard deviation, the width of a band."""
    return Words((Quantity(ALONG_Y, float(value), digits),))


def at_z(value: float, digits: int = 2) -> Words:
    """A value that is measured or predicted on a plane."""
    return Words((Quantity(AT_Z, float(value), digits),))


def along_z(value: float, digits: int = 2) -> Words:
    """A difference of such values, or a standard deviation."""
    return Words((Quantity(ALONG_Z, float(value), digits),))


def plus_minus(mean: float, sd: float) -> Prose:
    """A mean and two standard deviations around it."""
    return words(at_y(mean), " ± ", along_y(2 * sd))
