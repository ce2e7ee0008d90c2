"""Numbers as people write them: the decimal mark and the mark between thousands are those of the whole column."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

POINT, COMMA = ".", ","
_BLANKS, _APOSTROPHES = " \u00a0\u2009\u202f", "'\u2019"
_OPPOSITE = {POINT: COMMA, COMMA: POINT}
_SIGNS = str.maketrans({"\u2212": "-", "\u2013": "-", "\uff0d": "-"})
_PLAIN = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?", re.ASCII)
_MAYBE_GROUPED = re.compile(r"[+-]?[1-9]\d{0,2}(?:\.\d{3})+|[+-]?\d+", re.ASCII)
_CURRENCIES = "$\u20ac\u00a3\u00a5"
_SYMBOLS = f"%\u2030{_CURRENCIES}"
_BRACKETED = re.compile(r"\(([^()+-]*)\)")  # as accountants write a negative number


def _pattern(mark: str) -> re.Pattern:
    other = COMMA if mark == POINT else POINT
    grouped = rf"[1-9]\d{{0,2}}(?P<t>[{other}{_BLANKS}{_APOSTROPHES}])\d{{3}}(?:(?P=t)\d{{3}})*(?:\{mark}\d*)?"
    after = r"\d*" if mark == POINT else r"\d+"  # 1. is a number, and 1, the first of two
    plain = rf"(?:\d+(?:\{mark}{after})?|\{mark}\d+)(?:[eE][+-]?\d{{1,3}})?"
    return re.compile(rf"[+-]?(?:{grouped}|{plain})", re.ASCII)


_PATTERNS = {mark: _pattern(mark) for mark in (POINT, COMMA)}


@dataclass(frozen=True)
class Reading:
    """A column of numbers under one decimal mark; `shown` and `thousands` say which marks the cells really have, and
    `bracketed` whether some are in brackets, which makes them negative."""

    decimal: str
    thousands: str
    shown: bool
    unit: str
    values: tuple[float, ...]
    bracketed: bool = False


def readings(cells: Sequence[str], decimal: str | None = None, thousands: str | None = None) -> tuple[Reading, ...]:
    """Every way in which all the cells are numbers: none, one, or two that differ.

    Args:
        cells: of one column, the missing ones left out.
        decimal: the decimal mark, where it is known.
        thousands: the mark between thousands, where it is known; "" for none.
    """
    signed = _without_brackets(cells)
    if signed:
        return tuple(replace(each, bracketed=True) for each in readings(signed, decimal, thousands))
    plain, unit = _without_symbols(cells)
    if plain is None:
        return ()
    decimal = decimal or _OPPOSITE.get(thousands)
    marks = (decimal,) if decimal else (POINT, COMMA)
    if decimal in (None, POINT) and thousands is None and (fast := _pointed(plain, unit, decimal)):
        return (fast,)
    found = [reading for mark in marks if (reading := _read(plain, mark, thousands, unit))]
    return tuple(found[:1] if len(found) == 2 and found[0].values == found[1].values else found)


def is_number(cell: str) -> bool:
    """Whether a cell alone could be a number under some marks."""
    if _PLAIN.fullmatch(cell):
        return True
    if not any(c.isdigit() for c in cell[:40]):
        return False
    return bool(readings([cell]))


def accepted(cells: Sequence[str], decimal: str | None, thousands: str | None) -> tuple[str, frozenset[str]]:
    """The decimal mark under which most cells are numbers, and the cells that are none under it."""
    kinds = set(cells)

    def refused(mark: str) -> frozenset[str]:
        return frozenset(cell for cell in kinds if not readings([cell], mark, thousands))

    tries = {mark: refused(mark) for mark in ((decimal,) if decimal else (POINT, COMMA))}
    counts = {mark: sum(cell in bad for cell in cells) for mark, bad in tries.items()}
    best = min(tries, key=counts.__getitem__)
    return best, tries[best]


def _without_brackets(cells: Sequence[str]) -> list[str] | None:
    """Amounts with a minus in place of brackets. None where no cell has brackets, or one has no sign of a currency:
    offices put brackets about numbers that are uncertain, too."""
    if not any(cell.startswith("(") for cell in cells):
        return None
    found = [_BRACKETED.fullmatch(cell) for cell in cells]
    if not any(found) or not all(any(sign in cell for sign in _CURRENCIES) for cell in cells):
        return None
    return [f"-{match[1].strip()}" if match else cell for cell, match in zip(cells, found)]


def _without_symbols(cells: Sequence[str]) -> tuple[list[str] | None, str]:
    """The cells without percent or currency sign, and the sign that all of them have; None where they differ."""
    joined = "".join(cells)
    signed = [cell.translate(_SIGNS) for cell in cells] if not joined.isascii() else list(cells)
    if not any(symbol in joined for symbol in _SYMBOLS):
        return signed, ""
    parts = list(map(_parted, signed))
    units = {unit for _, unit in parts}
    if len(units) != 1 or len(unit := units.pop()) > 1:
        return None, ""
    return [rest for rest, _ in parts], unit


def _parted(cell: str) -> tuple[str, str]:
    """A cell without the symbols at its ends, and these. No pattern: blanks in it would be tried in every place."""
    sign = cell[:1] if cell.startswith(("+", "-")) else ""
    rest = cell[len(sign) :].strip()
    before = rest[:1] if rest.startswith(tuple(_SYMBOLS)) else ""
    rest = rest[len(before) :].strip()
    after = rest[-1:] if rest.endswith(tuple(_SYMBOLS)) else ""
    return sign + rest.removesuffix(after).strip(), before + after


def _pointed(cells: list[str], unit: str, decimal: str | None) -> Reading | None:
    """The common case, fast: plain numbers with a decimal point that cannot stand between thousands."""
    match = _PLAIN.fullmatch
    if not all(map(match, cells)):
        return None
    if decimal is None and all(map(_MAYBE_GROUPED.fullmatch, cells)) and any(POINT in cell for cell in cells):
        return None
    values = tuple(map(float, cells))
    return Reading(POINT, "", any(POINT in cell for cell in cells), unit, values)


def _read(cells: list[str], mark: str, thousands: str | None, unit: str) -> Reading | None:
    match = _PATTERNS[mark].fullmatch
    found = [match(cell) for cell in cells]
    if not all(found):
        return None
    groups = {_class(m["t"]) for m in found if m["t"]}
    if len(groups) > 1 or (groups and thousands is not None and groups != {_class(thousands)}):
        return None
    group = groups.pop() if groups else ""
    drop = str.maketrans(dict.fromkeys(_same(group)) | {mark: "."})
    values = tuple(float(cell.translate(drop)) for cell in cells)
    return Reading(mark, group, any(mark in cell for cell in cells), unit, values)


def _class(mark: str) -> str:
    return " " if mark and mark in _BLANKS else "'" if mark and mark in _APOSTROPHES else mark


def _same(group: str) -> str:
    return {" ": _BLANKS, "'": _APOSTROPHES}.get(group, group)
