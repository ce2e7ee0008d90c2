"""What is drawn on a lesson's board, as one bounded value that the session, the browser and a link all hold. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pages.shared.drawing.presets import DrawnPoints
from pages.shared.drawing.units import Units
from pages.shared.lesson.values import MAX_STRING, drawn_points, is_number

MAX_CONTROLS = 40
MAX_NUMBERS = 2048
MAX_DEPTH = 4


@dataclass(frozen=True)
class DrawingState:
    """Everything that a person has drawn on one lesson's board.

    Args:
        points: pairs (x, y) in the numbers that the models see.
        controls: values that the board owns, by name: sliders, handles, moved targets, painted cells. A value is None,
            a bool, a finite number, a short string, or a nested list of finite numbers.
        units: what the numbers of `points` stand for; None when they are just numbers.
    """

    points: DrawnPoints = ()
    controls: Mapping[str, object] = field(default_factory=dict)
    units: Units | None = None


def checked(points: object, controls: object, units: object = None) -> DrawingState:
    """The drawing that plain JSON values from outside describe.

    Args:
        points: a list of at most 256 pairs [x, y]; |x| <= 1e7 and |y| <= 1e4.
        controls: an object as `checked_controls` wants it.
        units: the fields of `Units` by name, or None.

    Returns:
        The same numbers as a `DrawingState`.

    Raises:
        ValueError: one of them is something else, or too large; says what was wanted and what was found.
    """
    return DrawingState(drawn_points(points), checked_controls(controls), _checked_units(units))


def checked_controls(controls: object) -> dict:
    """The controls themselves where they are plain and bounded.

    Returns:
        `controls`: at most 40 entries, names and strings of at most 64 characters, 2048 numbers in lists in all.

    Raises:
        ValueError: they are anything else; names the control.
    """
    if not isinstance(controls, dict) or len(controls) > MAX_CONTROLS:
        raise ValueError(f"controls must be an object of at most {MAX_CONTROLS} entries")
    budget = MAX_NUMBERS
    for name, value in controls.items():
        if not isinstance(name, str) or len(name) > MAX_STRING:
            raise ValueError(f"a control's name must be a string of at most {MAX_STRING} characters")
        count = _plain_numbers(value, MAX_DEPTH)
        if count is None or count > budget:
            required = f"a number, true or false, a short string, or lists of at most {MAX_NUMBERS} numbers in all"
            raise ValueError(f"{name} must be {required}")
        budget -= count
    return controls


def _plain_numbers(value: object, depth: int) -> int | None:
    """How many list entries a control holds; None when something in it is not allowed."""
    if isinstance(value, list):
        if depth == 0:
            return None
        counts = [_plain_numbers(v, depth - 1) if isinstance(v, list) else is_number(v) or None for v in value]
        return None if None in counts else sum(counts)
    fits = value is None or isinstance(value, bool) or is_number(value)
    return 0 if fits or (isinstance(value, str) and len(value) <= MAX_STRING) else None


def _checked_units(units: object) -> Units | None:
    if not units:
        return None
    if not isinstance(units, Mapping) or not all(isinstance(name, str) for name in units):
        raise ValueError("units must be an object with a label, an offset and a factor of x and of y")
    try:
        return Units(**units)
    except TypeError:
        raise ValueError(
            "units must have a label, an offset and a factor of x and of y, at most x_since beside"
        ) from None
