"""Plain JSON values, from a browser or a link, turned into checked numbers. Pure; nothing here knows a lesson.

Every function takes the mapping of all controls and the name of one. A value that is absent gives the default; one
that does not fit raises ControlError, which says what was required and what came.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Mapping, Sequence

import torch

from tnpcore import Points

MAX_POINTS = 256
EACH_POINT = "measured"  # the control whose numbers belong to the drawn points, one each: they go when their point goes
PEN = "pen"  # the control that says what is measured at a new point, in a lesson that has it
MAX_STRING = 64  # characters of a name, or of a line that is typed
MAX_X = 1e7
MAX_Y = 1e4


class ControlError(ValueError):
    """A control has a value that the lesson cannot use; `control` is its name."""

    def __init__(self, control: str, required: str, got: object):
        super().__init__(f"{control} must be {required}, got {_shown(got)}")
        self.control = control


def number(controls: Mapping, name: str, default: float, lo: float, hi: float) -> float:
    """A finite number in [lo, hi]."""
    value = controls.get(name)
    if value is None:
        return default
    if not is_number(value) or not lo <= value <= hi:
        raise ControlError(name, f"a number from {lo:g} to {hi:g}", value)
    return float(value)


def choice(controls: Mapping, name: str, options: Sequence[str]) -> str:
    """One of the options; the first is the default."""
    value = controls.get(name)
    if value is None:
        return options[0]
    if not isinstance(value, str) or value not in options:
        raise ControlError(name, "one of " + ", ".join(options), value)
    return value


def flag(controls: Mapping, name: str, default: bool = False) -> bool:
    """True or false."""
    value = controls.get(name)
    if value is None:
        return default
    if not isinstance(value, bool):
        raise ControlError(name, "true or false", value)
    return value


def text(controls: Mapping, name: str, longest: int) -> str:
    """One line of at most `longest` characters, "" included, without control characters and halves of characters."""
    value = controls.get(name)
    if value is None:
        return ""
    fits = isinstance(value, str) and len(value) <= longest
    if not fits or any(unicodedata.category(character) in ("Cc", "Cs") for character in value):
        raise ControlError(name, f"one line of at most {longest} characters", value)
    return value


def numbers(
    controls: Mapping, name: str, default: Sequence[float], lo: float, hi: float, count: int
) -> tuple[float, ...]:
    """At most `count` finite numbers, each in [lo, hi]."""
    value = controls.get(name)
    if value is None:
        return tuple(default)
    if not isinstance(value, list | tuple) or len(value) > count:
        raise ControlError(name, f"a list of at most {count} numbers", value)
    if not all(is_number(v) and lo <= v <= hi for v in value):
        raise ControlError(name, f"numbers from {lo:g} to {hi:g}", value)
    return tuple(float(v) for v in value)


def cells(controls: Mapping, name: str, rows: int, columns: int) -> tuple[tuple[int, int], ...]:
    """Cells (row, column) of a matrix [rows, columns]; each pair of whole numbers lies inside it."""
    value = controls.get(name)
    if value is None:
        return ()
    required = f"a list of cells [row, column] of a {rows} x {columns} matrix"
    if not isinstance(value, list | tuple) or len(value) > rows * columns:
        raise ControlError(name, required, value)
    for cell in value:
        if not (isinstance(cell, list | tuple) and len(cell) == 2 and all(_is_whole(v) for v in cell)):
            raise ControlError(name, required, cell)
        if not (0 <= cell[0] < rows and 0 <= cell[1] < columns):
            raise ControlError(name, required, cell)
    return tuple((int(r), int(c)) for r, c in value)


def drawn_points(value: object) -> tuple[tuple[float, float], ...]:
    """Drawn points from a list of [x, y]: at most 256, finite, |x| <= 1e7 and |y| <= 1e4; ValueError otherwise."""
    if not isinstance(value, list | tuple) or len(value) > MAX_POINTS:
        count = f"{len(value)} of them" if isinstance(value, list | tuple) else _shown(value)
        raise ValueError(f"points must be a list of at most {MAX_POINTS} pairs [x, y], got {count}")
    return tuple(_point(pair) for pair in value)


def context(points: Sequence[tuple[float, float]]) -> Points:
    """Checked points as a context set: x and y [N, 1] in float64, so that a far shift loses nothing."""
    pairs = torch.tensor(points, dtype=torch.float64).reshape(-1, 2)
    return Points(pairs[:, :1], pairs[:, 1:])


def is_number(value: object) -> bool:
    """True for a finite int or float; a bool is no number."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        return False
    try:
        return math.isfinite(value)
    except OverflowError:  # an int beyond the largest float
        return False


def _point(pair: object) -> tuple[float, float]:
    if not (isinstance(pair, list | tuple) and len(pair) == 2 and all(is_number(v) for v in pair)):
        raise ValueError(f"a point must be two finite numbers [x, y], got {_shown(pair)}")
    if abs(pair[0]) > MAX_X or abs(pair[1]) > MAX_Y:
        raise ValueError(f"a point must have |x| <= {MAX_X:g} and |y| <= {MAX_Y:g}, got {_shown(pair)}")
    return float(pair[0]), float(pair[1])


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _shown(value: object) -> str:
    """A value short enough for a message; never the whole of a large one."""
    if isinstance(value, str):
        text = repr(value[:60])
    elif isinstance(value, list | tuple) and len(value) > 4:
        return f"a list of {len(value)}"
    elif isinstance(value, int) and not isinstance(value, bool) and value.bit_length() > 200:
        return "a very large whole number"
    else:
        text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
