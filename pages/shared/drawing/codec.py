"""A `DrawingState` as JSON, for the browser and the session, and as the parameters of a link; and back. Pure.

JSON:  {"v": 1, "points": [[x, y], ...], "controls": {name: value}, "units": null or the fields of `Units`}
Link:  v=1&p=x,y;x,y&c=tau:1.5;targets:0.5,;cells7:3x0;text:'May 3
       v=1&o=1950,14.5;1960,15&u=1950,10;14,0.5&ux=Year&uy=°     points in the units of the data, in place of p
       v=1&o=0,3;7,5&u=3.5,1.75;4,1&ux=date&uy=flow&ut=2024-01-01     x counts days since then; hours for ut=midnight
       v=1&o=1,2;3,4&u=2,1;3,1&ux=x&uy=y&ue=0.5;     the first point has a standard error, the second none
       v=1&o=8.6,47.4&u=8,1.5;47,1&ux=longitude&uy=latitude&uz=500,200,height     what is measured on a plane
       v=1&d=nile     a data set of this app, in place of its points and their units; d=two-clusters an example

Both carry plain bounded numbers and short names, nothing else. In a link a number is written with the fewest digits
that give back the very same number. Points in the units of the data are rounded to a ten-thousandth of what the models
see as 1: to what was given, mostly, and short enough for a QR code. A list has at least one comma, a cell is row x
column, and text follows an apostrophe, with %3B for a semicolon and %25 for a percent sign.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import replace

from pages.shared.drawing.datasets import BY_FILE, load
from pages.shared.drawing.presets import IN_LINKS, DrawnPoints
from pages.shared.drawing.state import DrawingState, checked, checked_controls
from pages.shared.drawing.units import FINEST, Units
from pages.shared.lesson.values import MAX_X, MAX_Y, drawn_points, is_number

VERSION = 1
MAX_LENGTH = 16 * 1024
PARAMETERS = ("v", "p", "o", "d", "c", "u", "ux", "uy", "ut", "ue", "uz")
MAX_CELL = 999
MORE = 4  # decimals that a link may add, to hold what was given
FINEST_MOMENT = 4  # decimals of a day, less than ten seconds: no date loses its time of day
NAME = re.compile(r"[A-Za-z]\w{0,31}", re.ASCII)
# int() and float() would take spaces, underscores and the digits of other scripts too.
_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?", re.ASCII)
_CELL = re.compile(r"(\d{1,3})x(\d{1,3})", re.ASCII)


# ---- JSON ------------------------------------------------------------------------------------------


def to_json(drawing: DrawingState) -> dict:
    """The drawing as plain JSON values; `from_json` gives back an equal one."""
    units = drawing.units.wire() if drawing.units else None
    points = [list(pair) for pair in drawing.points]
    return {"v": VERSION, "points": points, "controls": dict(drawing.controls), "units": units}


def from_json(data: Mapping) -> DrawingState:
    """The drawing that the browser hands over; controls and units may be missing.

    Raises:
        ValueError: it is no drawing, or one that is too large.
    """
    if data.get("v", VERSION) != VERSION:
        raise ValueError(f"a drawing must say v = {VERSION}, got {str(data.get('v'))[:20]}")
    controls = data.get("controls") or {}
    return checked(data.get("points"), dict(controls) if isinstance(controls, Mapping) else controls, data.get("units"))


# ---- a link ----------------------------------------------------------------------------------------


def to_link(drawing: DrawingState) -> dict[str, str]:
    """Query parameters for the drawing; `from_link` gives back equal values, points with units to 0.0001.

    A control that is no number, no text, no flat list of numbers and no list of cells is left out.

    Raises:
        ValueError: that is too long for a link.
    """
    parameters = {"v": str(VERSION), **(_by_name(drawing) or _points(drawing))}
    written = ((name, _written(value)) for name, value in drawing.controls.items() if NAME.fullmatch(name))
    text = ";".join(f"{name}:{value}" for name, value in written if value)
    if text:
        parameters["c"] = text
    _check_length(parameters)
    return parameters


def _by_name(drawing: DrawingState) -> dict[str, str] | None:
    """A whole data set or an example of this app as its name; None for any other drawing."""
    if drawing.units:
        known = (name for name, data in BY_FILE.items() if load(data) == (drawing.points, drawing.units))
    else:
        known = (name for name, points in IN_LINKS.items() if points == drawing.points)
    name = next(known, None)
    return {"d": name} if name else None


def _named(name: str) -> tuple[DrawnPoints, Units | None]:
    """The points of that name, and the units that they have. Raises ValueError where there are none."""
    if name in IN_LINKS:
        return IN_LINKS[name], None
    if name in BY_FILE:
        return load(BY_FILE[name])
    there = f"a data set of {', '.join(BY_FILE)}, or an example of {', '.join(IN_LINKS)}"
    raise ValueError(f"a link must name {there}, got {name[:40]!r}")


def _points(drawing: DrawingState) -> dict[str, str]:
    """The points, and the units that they have."""
    units = drawing.units
    rounded = in_units(drawing.points, units) if units else None
    name, pairs = ("p", drawing.points) if rounded is None else ("o", rounded)
    written = {name: ";".join(f"{_shortest(x)},{_shortest(y)}" for x, y in pairs)}
    if units is None:
        return written
    a, b, c, d = map(_shortest, (units.x_offset, units.x_factor, units.y_offset, units.y_factor))
    written |= {"u": f"{a},{b};{c},{d}", "ux": units.x_label, "uy": units.y_label}
    written |= {"ut": units.x_since} if units.x_since else {}
    values = f"{_shortest(units.z_offset)},{_shortest(units.z_factor)},{units.z_label}"
    written |= {"uz": values} if units.z_label else {}
    errors = units.errors_of(drawing.points)
    return written | ({"ue": ";".join(f"{e:.4g}" if e else "" for e in errors)} if any(errors) else {})


def from_link(parameters: Mapping[str, str]) -> DrawingState:
    """The drawing that a link's parameters describe.

    Raises:
        ValueError: they describe none; says what is wrong.
    """
    if parameters.get("v") != str(VERSION):
        raise ValueError(f"a link must say v={VERSION}, got {str(parameters.get('v'))[:20]!r}")
    controls = parameters.get("c", "")
    _check_length(parameters)
    if "d" in parameters:
        known, own_units = _named(parameters["d"])
        return DrawingState(known, checked_controls(_controls(controls)), own_units)
    units = _units(parameters)
    points = drawn_points([_numbers(pair) for pair in parameters.get("p", "").split(";") if pair])
    if "o" in parameters:
        if units is None:
            raise ValueError("a link with points in the units of the data must say these, u, got none")
        points = drawn_points(units.seen(_pairs(parameters["o"])))
    if units and "ue" in parameters:
        units = units.measured(points, _errors(parameters["ue"], len(points)))
    return DrawingState(points, checked_controls(_controls(controls)), units)


def _errors(text: str, count: int) -> list[float | None]:
    found = [_number(part) if part else None for part in text.split(";")]
    if len(found) != count:
        raise ValueError(f"a link must give an error, or none, for each of {count} points, got {len(found)}")
    return found


def _pairs(text: str) -> list[tuple[float, float]]:
    """Points in the units of the data; `drawn_points` checks what the models would see of them."""
    pairs = [_numbers(pair) for pair in text.split(";") if pair]
    if any(len(pair) != 2 for pair in pairs):
        raise ValueError(f"a link must give points as x,y, got {text[:40]!r}")
    return pairs


def _check_length(parameters: Mapping[str, str]) -> None:
    length = sum(len(parameters.get(name, "")) for name in PARAMETERS)
    if length > MAX_LENGTH:
        raise ValueError(f"a link must have at most {MAX_LENGTH} characters of points and controls, got {length}")


def _controls(text: str) -> dict[str, object]:
    values = {}
    for name, _, value in (entry.partition(":") for entry in text.split(";") if entry):
        if not NAME.fullmatch(name):
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
    units = Units(parameters.get("ux", ""), *pairs[0], parameters.get("uy", ""), *pairs[1], parameters.get("ut", ""))
    if "uz" not in parameters:
        return units
    offset, factor, label = [*parameters["uz"].split(",", 2), "", ""][:3]
    return replace(units, z_label=label, z_offset=_number(offset), z_factor=_number(factor))


def in_units(points: DrawnPoints, units: Units) -> list[tuple[float, float]] | None:
    """The points in their units, with the digits that were given, else rounded to a ten-thousandth of what the models
    see as 1; None where the units lie so far from 0 that this loses more, and at the ends of what a board takes."""
    original = units.original(points)
    across = _decimals([x for x, _ in original], units.x_factor, FINEST_MOMENT if units.x_since else None)
    up = _decimals([y for _, y in original], units.y_factor)
    rounded = [(round(x, across), round(y, up)) for x, y in original]
    seen = units.seen(rounded)
    near = all(math.dist(found, given) < 10**-FINEST for found, given in zip(seen, points, strict=True))
    return rounded if near and all(abs(x) <= MAX_X and abs(y) <= MAX_Y for x, y in seen) else None


def _decimals(values: list[float], factor: float, least: int | None = None) -> int:
    """So many that hold all values exactly, where few are enough; else as fine as a ten-thousandth of `factor`."""
    usual = FINEST - math.floor(math.log10(factor))
    usual = usual if least is None else max(usual, least)
    exact = (d for d in range(usual, usual + MORE) if all(abs(round(v, d) - v) <= 1e-9 * factor for v in values))
    return next(exact, usual)


def _written(value: object) -> str:
    """A control's value as text; "" for what a link does not carry."""
    if is_number(value):
        return _shortest(value)
    if isinstance(value, str):
        return "'" + value.replace("%", "%25").replace(";", "%3B")
    if not isinstance(value, list | tuple):
        return ""
    if all(map(is_number, value)):
        return ",".join(map(_shortest, value)) + ("," if len(value) < 2 else "")
    if all(map(_is_cell, value)):
        return ",".join(f"{row}x{column}" for row, column in value)
    return ""


def _read(text: str) -> object:
    """The inverse of `_written`: a number, a text, a list of numbers, or a list of cells [row, column]."""
    if text.startswith("'"):
        return text[1:].replace("%3B", ";").replace("%25", "%")
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
