"""Pairs from outside made ready for the board: decoded, bounded, standardised where that is wanted. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from pages.shared.drawing.units import Pairs, Units, standardising
from pages.shared.lesson.values import MAX_POINTS, MAX_X, MAX_Y
from pages.shared.scene.marks import X_VIEW, Y_VIEW

MAX_BYTES = 1_000_000
MAX_TEXT = 100_000  # characters of a pasted text
IF_NEEDED, ALWAYS, NEVER = STANDARDISE = ("if they do not fit", "yes", "no, as they are")
_MARKS = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}


@dataclass(frozen=True)
class Ready:
    """Points as the board takes them, what their numbers stand for, and one or more sentences about what was done."""

    points: tuple[tuple[float, float], ...]
    units: Units | None
    summary: str


def decoded(data: bytes) -> str:
    """The text of an uploaded file: UTF-8, or UTF-16 with its mark, or the encoding of older spreadsheets.

    Raises:
        ValueError: more than 1,000,000 bytes, a workbook or another binary file, or bytes that are no text.
    """
    if len(data) > MAX_BYTES:
        raise ValueError(f"a file may have at most {MAX_BYTES:,} bytes, got {len(data):,}")
    if data.startswith(b"PK\x03\x04"):
        raise ValueError("a text file is wanted, got a packed one, as workbooks are: save the sheet as CSV")
    for encoding in (_MARKS.get(data[:2], "utf-8-sig"), "cp1252"):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
    raise ValueError("a text file is wanted, got bytes that are no text: save it as CSV with UTF-8 encoding")


def ready(pairs: Pairs, labels: tuple[str, str], standardise: str = IF_NEEDED, missing: int = 0) -> Ready:
    """At most 256 of the pairs, thinned evenly in their order, in the numbers that the models see.

    `standardise` is one of STANDARDISE; pairs fit when all lie in the board's view. `missing` rows were left out
    before, which the summary says.

    Raises:
        ValueError: there is no pair, or one that stays as it is lies beyond what a board takes.
    """
    if not pairs:
        raise ValueError("there is no row with a number for both x and y")
    kept = thinned(pairs, MAX_POINTS)
    done = standardise == ALWAYS or (standardise == IF_NEEDED and not all(map(_in_view, kept)))
    units = standardising(kept, *labels) if done else None
    points = units.seen(kept) if units else _drawable(kept)
    return Ready(points, units, _summary(len(pairs), missing, points))


def thinned(pairs: Pairs, most: int) -> tuple[tuple[float, float], ...]:
    """All pairs, or `most` >= 2 of them at even steps, the first and the last included."""
    if len(pairs) <= most:
        return tuple(pairs)
    return tuple(pairs[round(i * (len(pairs) - 1) / (most - 1))] for i in range(most))


def _in_view(pair: tuple[float, float]) -> bool:
    return X_VIEW[0] <= pair[0] <= X_VIEW[1] and Y_VIEW[0] <= pair[1] <= Y_VIEW[1]


def _drawable(pairs: Pairs) -> tuple[tuple[float, float], ...]:
    for x, y in pairs:
        if abs(x) > MAX_X or abs(y) > MAX_Y:
            got = f"{x:g}, {y:g}"
            raise ValueError(f"the board takes |x| <= {MAX_X:g} and |y| <= {MAX_Y:g}, got {got}: let it standardise")
    return tuple(pairs)


def _summary(found: int, missing: int, points: Pairs) -> str:
    sentences = [f"{_counted(found, 'point')} read."]
    if missing:
        sentences.append(f"{_counted(missing, 'row')} without a number left out.")
    if found > len(points):
        sentences.append(f"Thinned evenly to {len(points)}, the most that the board holds.")
    if outside := sum(not _in_view(pair) for pair in points):
        sentences.append(f"{_counted(outside, 'point')} outside the usual view.")
    return " ".join(sentences)


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
