"""Numbers in the text of a scene that have the unit of x or of y. Pure.

A scene is computed in the numbers that models see, and may be shown in the original units of real data. So such a
number is followed by a mark, an invisible character that says what it is: a place on an axis, or a length along one.
It has eight decimals, so that it is as exact in other units, and its mark stands there once more for each decimal that
is to be shown, and another time; a mark alone is that of a number that is written already. Whoever shows the text
writes the number in the units of the data and takes the marks away: `in_units` here, in the browser `Units.words`. A
mark at the end of an axis title says the same of the whole axis.
"""

from __future__ import annotations

import math
import re

from pages.shared.drawing.moments import length_unit, moment
from pages.shared.drawing.units import Units
from pages.shared.scene.marks import shown

AT_X, ALONG_X, AT_Y, ALONG_Y = MARKS = ("\u2061", "\u2062", "\u2063", "\u2064")
_MARKED = re.compile(rf"([+\u2212-]?)(\d[\d,]*(?:\.(\d+))?(?:e[+-]?\d+)?)([{''.join(MARKS)}])(\4*)")
_EXACT = 8  # decimals
_LARGE, _MOST_DIGITS = 1e9, 6


def at_x(value: float, digits: int = 2) -> str:
    """A place on the x axis, in few letters however far away."""
    return _exactly(value, digits, AT_X) if abs(value) < 1000 else f"{value:.3g}{AT_X}"


def along_x(value: float, digits: int = 2, signed: bool = False) -> str:
    """A length along x: a distance, a lengthscale, or (with its sign) a shift."""
    if abs(value) >= 1000:
        return ("\u2212" if value < 0 else "+" * signed) + f"{abs(value):,.0f}{ALONG_X}"
    return ("" if value < 0 else "+" * signed) + _exactly(value, digits, ALONG_X)


def at_y(value: float, digits: int = 2) -> str:
    """A value of y, for example a mean."""
    return _exactly(value, digits, AT_Y)


def along_y(value: float, digits: int = 2) -> str:
    """A difference of values of y, a standard deviation, the width of a band."""
    return _exactly(value, digits, ALONG_Y)


def marked(number: str, mark: str) -> str:
    """A number that is written already, with its mark."""
    return number + mark


def in_units(text: str, units: Units | None) -> str:
    """The text with every marked number in the units of the data, and without marks."""
    if text.isascii() or not any(mark in text for mark in MARKS):
        return text
    text = _MARKED.sub(lambda match: _original(match, units) if units else _plain(match), text)
    return re.sub(f"[{''.join(MARKS)}]", "", text)


def _original(match: re.Match, units: Units) -> str:
    sign, number, _, mark, _ = match.groups()
    axis = "x" if mark in (AT_X, ALONG_X) else "y"
    offset = getattr(units, f"{axis}_offset") if mark in (AT_X, AT_Y) else 0.0
    factor = getattr(units, f"{axis}_factor")
    value = float(number.replace(",", "")) * (-1 if sign in ("\u2212", "-") else 1)
    decimals = _decimals(match)
    if axis == "x" and units.x_since:
        written = _timely(value, decimals, units, at=mark == AT_X)
    else:
        written = _written(offset + factor * value, decimals - math.log10(factor))
    return f"+{written}" if sign == "+" else written


def _plain(match: re.Match) -> str:
    sign, number, _, _, more = match.groups()
    if not more:
        return sign + number
    text = shown(float(number), len(more) - 1)
    return text if sign in ("\u2212", "-") and not float(text) else sign + text


def _decimals(match: re.Match) -> int:
    """Of a marked number in what the models see, that count in other units: two where it was whole."""
    _, _, decimals, _, more = match.groups()
    return len(more or decimals or "00") - bool(more) or 2


def _timely(value: float, decimals: int, units: Units, at: bool) -> str:
    """A moment, or a length of time, of which so many decimals were known in what the models see."""
    if at:
        return moment(units.x_offset + units.x_factor * value, units.x_since, units.x_factor * 10**-decimals)
    unit, per = length_unit(units.x_since, units.x_factor)
    number = _written(per * units.x_factor * value, decimals - math.log10(per * units.x_factor))
    one = unit == "days" and number.removeprefix("\u2212") == "1"
    return f"{number} {'day' if one else unit}"


def _written(value: float, resolution: float) -> str:
    """As fine as the number was: `resolution` is how many decimals that are; a 2 in the last digit counts as a 1."""
    digits = math.ceil(resolution - 0.3)
    if digits > _MOST_DIGITS or abs(value) >= _LARGE:
        return f"{value:.3g}".replace("e+0", "e").replace("e-0", "e-").replace("e+", "e").replace("-", "\u2212")
    return shown(value, max(0, digits))


def _exactly(value: float, digits: int, mark: str) -> str:
    return shown(value, _EXACT) + mark * (digits + 2)
