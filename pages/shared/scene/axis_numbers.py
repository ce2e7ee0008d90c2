"""How numbers of an axis are written, and what they are counted from where they are far from zero. Pure.

The browser does the same in board/state/scale.js.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from pages.shared.scene.marks import shown

FAR = 1e3  # of the models' unit away from zero, where a few digits may be the same in all numbers
LONG = 1e7  # and where they have more digits than anyone compares
_LARGE, _MOST_DIGITS, _EXACT = 1e9, 6, 15
_KEPT, _LAST = 12, 14  # digits of a number in a file; and those that scaling there and back leaves right


def origin(offset: float, factor: float) -> float:
    """The round number that an axis counts from where its numbers are far from zero: the multiple of a power of ten, of
    about `factor`, that is nearest to `offset`. 0 where they are not.

    Args:
        offset: the original number that models see as 0.
        factor: original numbers that models see as 1.
    """
    if abs(offset) < FAR * factor:
        return 0.0
    unit = 10.0 ** math.ceil(math.log10(factor))
    return float(f"{math.floor(offset / unit + 0.5) * unit:.{_EXACT}g}")


def ending(offset: float, factor: float) -> str:
    """What the title of such an axis says after its name; "" where it counts from 0."""
    start = origin(offset, factor)
    return f" ({_added(_brief(start, _EXACT))})" if start else ""


def place(beyond: float, offset: float, factor: float, digits: int) -> str:
    """The number `offset + beyond`, of which so many decimals are known in the models' unit; where numbers are long,
    how far it is from the origin."""
    if abs(offset) < LONG * factor:
        return rounded(offset + beyond, digits - math.log10(factor))
    start = origin(offset, factor)
    return f"{_brief(start, _EXACT)} {_added(rounded(offset - start + beyond, digits - math.log10(factor)))}"


def rounded(value: float, resolution: float) -> str:
    """As fine as the number was: `resolution` is how many decimals that are; a 2 in the last digit counts as a 1. Large
    and tiny numbers have the digits that are as fine, at least three, and a power of ten."""
    digits = math.ceil(resolution - 0.3)
    if digits <= _MOST_DIGITS and abs(value) < _LARGE:
        return shown(value, max(0, digits))
    whole = math.floor(math.log10(abs(value))) + 1 if value else 0
    return _brief(value, min(_EXACT, max(3, digits + whole)))


def for_file(values: Sequence[float | str]) -> list[float | str]:
    """A column of numbers without what scaling there and back has left behind their last digits; texts as they are.
    Where numbers differ by little of their size, more digits are kept."""
    numbers = [value for value in values if not isinstance(value, str) and math.isfinite(value)]
    most = max(map(abs, numbers), default=0.0)
    if not most or max(numbers) - min(numbers) > most / FAR:
        return [value if isinstance(value, str) else float(f"{value:.{_KEPT}g}") for value in values]
    decimals = _LAST - 1 - math.floor(math.log10(most))
    return [value if isinstance(value, str) else round(float(value), decimals) for value in values]


def _brief(value: float, significant: int) -> str:
    text = f"{value:.{significant}g}"
    return text.replace("e+0", "e").replace("e-0", "e-").replace("e+", "e").replace("-", "\u2212")


def _added(text: str) -> str:
    """A number as what is added to another one."""
    return f"\u2212 {text[1:]}" if text.startswith("\u2212") else f"+ {text}"
