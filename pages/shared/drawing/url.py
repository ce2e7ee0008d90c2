"""The drawn state as a link, and back: `v=1&p=x,y;x,y&c=tau:1.5;targets:0.5,;cells7:3x0&u=1950,10;14,0.5&ux=Year&uy=°`.

Plain bounded numbers and two short names, nothing else. A number is written with the fewest digits that give back the
very same number; a list has at least one comma; a cell is row x column. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlencode, urlsplit, urlunsplit

from pages.shared.drawing.units import Units
from pages.shared.lesson.controls import drawn_points, is_number
from pages.shared.live.protocol import checked_controls

VERSION = "1"
MAX_LENGTH = 16 * 1024
OURS = ("v", "p", "c", "u", "ux", "uy")
MAX_KEPT, MAX_KEPT_TEXT = 16, 160
MAX_CELL = 999
# int() and float() would take spaces, underscores and the digits of other scripts too.
_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?", re.ASCII)
_CELL = re.compile(r"(\d{1,3})x(\d{1,3})", re.ASCII)
_NAME = re.compile(r"[A-Za-z]\w{0,31}", re.ASCII)


@dataclass(frozen=True)
class Linked:
    """What a link brings: points, controls of the board, and what the numbers stand for (None: just numbers)."""

    points: tuple[tuple[float, float], ...] = ()
    controls: Mapping[str, object] = field(default_factory=dict)
    units: Units | None = None


def encode(
    points: Sequence[tuple[float, float]], controls: Mapping[str, object], units: Units | None = None
) -> dict[str, str]:
    """Query parameters for the points, for their units, and for those controls that are a number, a flat list of
    numbers or a list of cells; `decode` gives back equal values. Raises ValueError when that is too long for a link."""
    parameters = {"v": VERSION, "p": ";".join(f"{_shortest(x)},{_shortest(y)}" for x, y in points)}
    written = ((name, _written(value)) for name, value in controls.items() if _NAME.fullmatch(name))
    text = ";".join(f"{name}:{value}" for name, value in written if value)
    if text:
        parameters["c"] = text
    if units is not None:
        numbers = (units.x_offset, units.x_factor, units.y_offset, units.y_factor)
        a, b, c, d = map(_shortest, numbers)
        parameters |= {"u": f"{a},{b};{c},{d}", "ux": units.x_label, "uy": units.y_label}
    _check_length(parameters)
    return parameters


def address(page: str, parameters: Mapping[str, str]) -> str:
    """A whole link: the page's own address without its query, then the parameters, commas and colons left readable."""
    parts = urlsplit(page)
    return urlunsplit((parts.scheme, parts.netloc, parts.path or "/", urlencode(parameters, safe=",;:"), ""))


def kept(parameters: Mapping[str, str], ours: Sequence[str] = OURS) -> dict[str, str]:
    """The parameters that belong to others (a beat, a page's choices): at most 16, short ones only."""
    others = {name: value for name, value in parameters.items() if name not in ours}
    short = {n: v for n, v in others.items() if _NAME.fullmatch(n) and len(v) <= MAX_KEPT_TEXT}
    return dict(list(short.items())[:MAX_KEPT])


def decode(parameters: Mapping[str, str]) -> Linked:
    """What a link brings; raises ValueError, saying what is wrong with it."""
    if parameters.get("v") != VERSION:
        raise ValueError(f"a link must say v={VERSION}, got {str(parameters.get('v'))[:20]!r}")
    points, controls = parameters.get("p", ""), parameters.get("c", "")
    _check_length(parameters)
    pairs = [_numbers(pair) for pair in points.split(";") if pair]
    return Linked(drawn_points(pairs), checked_controls(_controls(controls)), _units(parameters))


def _check_length(parameters: Mapping[str, str]) -> None:
    length = sum(len(parameters.get(name, "")) for name in OURS)
    if length > MAX_LENGTH:
        raise ValueError(f"a link must have at most {MAX_LENGTH} characters of points and controls, got {length}")


def _controls(text: str) -> dict[str, object]:
    values = {}
    for name, _, value in (entry.partition(":") for entry in text.split(";") if entry):
        if not _NAME.fullmatch(name):
            raise ValueError(f"a link must name its controls in letters and digits, got {name[:40]!r}")
        if name in values:
            raise ValueError(f"a link must name each control once, got {name} twice")
        values[name] = _read(value)
    return values


def _units(parameters: Mapping[str, str]) -> Units | None:
    if "u" not in parameters:
        return None
    pairs = [_numbers(pair) for pair in parameters["u"].split(";")]
    if [len(pair) for pair in pairs] != [2, 2]:
        raise ValueError(f"a link must give offset,factor of x and of y as units, got {parameters['u'][:40]!r}")
    return Units(parameters.get("ux", ""), *pairs[0], parameters.get("uy", ""), *pairs[1])


def _written(value: object) -> str:
    """A control's value as text; "" for what a link does not carry."""
    if is_number(value):
        return _shortest(value)
    if not isinstance(value, list | tuple):
        return ""
    if all(map(is_number, value)):
        return ",".join(map(_shortest, value)) + ("," if len(value) < 2 else "")
    if all(map(_is_cell, value)):
        return ",".join(f"{row}x{column}" for row, column in value)
    return ""


def _read(text: str) -> object:
    """The inverse of `_written`: a number, a list of numbers, or a list of cells [row, column]."""
    if "x" in text:
        return [_cell(part) for part in text.split(",")]
    if text == ",":
        return []
    if text.endswith(","):
        return _numbers(text[:-1])
    numbers = _numbers(text)
    return numbers[0] if len(numbers) == 1 else numbers


def _is_cell(value: object) -> bool:
    pair = isinstance(value, list | tuple) and len(value) == 2
    return pair and all(type(v) is int and 0 <= v <= MAX_CELL for v in value)


def _cell(text: str) -> list[int]:
    match = _CELL.fullmatch(text)
    if not match:
        raise ValueError(f"a link must write a cell as row x column, each at most {MAX_CELL}, got {text[:40]!r}")
    return [int(part) for part in match.groups()]


def _numbers(text: str) -> list[float]:
    return [_number(part) for part in text.split(",")]


def _number(text: str) -> float:
    if len(text) > 32 or not _NUMBER.fullmatch(text) or not is_number(value := float(text)):
        raise ValueError(f"a link must hold plain numbers, got {text[:40]!r}")
    return value


def _shortest(value: float) -> str:
    """The fewest digits that read back as the very same number, in a form that needs no escaping in a link."""
    text = repr(float(value)).replace("e+", "e")
    return "0" if text == "-0.0" else text.removesuffix(".0")
