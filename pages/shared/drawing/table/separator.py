"""What parts the columns: the separator under which the lines have one width and their columns hold numbers or dates.

A column of text does not count against a separator, unless every cell of it could be parted by a stronger one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from pages.shared.drawing.table.composed import is_composed, is_quantity, one_unit
from pages.shared.drawing.table.dates import is_date
from pages.shared.drawing.table.grid import Line, Row
from pages.shared.drawing.table.lines import split
from pages.shared.drawing.table.missing import is_missing
from pages.shared.drawing.table.numerals import is_number
from pages.shared.drawing.table.question import SHOWN, OpenQuestion, Option, short

CANDIDATES = ("\t", ";", "|", ",", "  ", " ")
BLANKS = (" ", "  ")
SHORT_HEADERS = (*BLANKS, "\t")  # of R and pandas, which print names of rows without a name above them
_STRONGER = {"\t": "", ";": "\t", "|": "\t;", ",": "\t;|", "  ": "\t;|,", " ": "\t;|,"}
_HEAD, _TAIL, _MIDDLE = 200, 50, 100  # lines that decide


def is_value(cell: str) -> bool:
    """Whether a cell is a number, a date or a time under some reading, alone or with an error, a range or a mark."""
    return is_number(cell) or is_date(cell) or is_composed(cell)


def is_measured(cell: str) -> bool:
    """Whether a cell is such a value, or a number with a unit: what counts where no column holds values alone."""
    return is_value(cell) or is_quantity(cell)


def _weight(cell: str) -> float:
    return 1.0 if is_value(cell) else 0.5 * is_quantity(cell)


def usual_width(rows: Sequence[Row]) -> int:
    """How many cells most rows have, of those with a value if there are any; empty ones at the end count."""
    every = Counter(len(cells) for _, cells in rows)
    widths = Counter(len(cells) for _, cells in rows if any(map(is_value, cells))) or every
    return max(widths, key=lambda width: (widths[width], every[width]))


def typed_columns(rows: Sequence[Row], width: int, counts: Callable[[str], bool] = is_value) -> tuple[int, ...]:
    """The columns of which at least half the cells count as values, in rows of that width."""
    return tuple(c for c, share in enumerate(_shares(rows, width, counts)) if share >= 0.5)


def _shares(rows: Sequence[Row], width: int, counts: Callable[[str], float]) -> list[float]:
    """The share of values among the cells of every column that hold something, a header left out."""
    fitting = [cells for _, cells in rows if len(cells) == width]
    if fitting and not any(map(counts, fitting[0])):
        fitting = fitting[1:] or fitting
    found = []
    for c in range(width):
        held = [cells[c] for cells in fitting if not is_missing(cells[c])]
        found.append(sum(map(counts, held)) / max(1, len(held)))
    return found


def separator_of(lines: Sequence[Line]) -> str:
    """The separator of the columns, "" for one column.

    Raises:
        OpenQuestion: each line may be two columns or one number.
    """
    some = sample(lines)
    tabs = Counter(line.count("\t") for _, line in some)
    scores = {each: _score(split(some, each), each) for each in CANDIDATES}
    if scores["\t"] and tabs.most_common(1)[0][0]:
        scores |= {" ": 0.0, "  ": 0.0}  # beside tabs a blank is part of a cell
    best = max(CANDIDATES, key=scores.__getitem__)
    alone = _alone(some, best)
    if not scores[best] and not alone:
        return ""
    rows = split(some, best)
    parted = [line.strip() for (_, line), (_, cells) in zip(some, rows) if len(cells) > 1]
    header = len(rows[0][1]) > 1 and not all(map(is_measured, rows[0][1])) and not is_measured(some[0][1].strip())
    if scores[best] > alone or header or (parted and not any(map(is_measured, parted))):
        return best
    _settle(lines, best)
    return ""


def sample(rows: Sequence) -> list:
    """Those at the head and tail and some between."""
    if len(rows) <= _HEAD + _TAIL + _MIDDLE:
        return list(rows)
    middle = rows[_HEAD:-_TAIL]
    return [*rows[:_HEAD], *middle[:: max(1, len(middle) // _MIDDLE)], *rows[-_TAIL:]]


def _score(rows: list[Row], separator: str) -> float:
    """The share of lines of one width times the share of columns with values; 0 where nothing is parted."""
    parted = [row for row in rows if len(row[1]) > 1]
    if not parted:
        return 0.0
    width = usual_width(parted)
    fitting = [row for row in parted if _trimmed(row[1], width)]
    shares = _shares([(n, cells[:width]) for n, cells in fitting], width, _weight)
    if any(_hides(fitting, c, separator) for c in range(width) if shares[c] < 0.5):
        return 0.0
    filled = [c for c in range(width) if any(c < len(cells) and cells[c] for _, cells in fitting)]
    if len(filled) < 2:
        return 0.0
    short = separator in SHORT_HEADERS and len(rows[0][1]) == width - 1  # no name above the names of the rows
    return (len(fitting) + short) / len(rows) * (sum(shares) or 0.01) / len(filled)


def _trimmed(cells: tuple[str, ...], width: int) -> bool:
    return len(cells) == width or (len(cells) > width and not any(cells[width:]))


def _hides(rows: list[Row], column: int, separator: str) -> bool:
    """Whether every cell of a column of text holds a stronger separator, equally often."""
    for other in _STRONGER[separator]:
        counts = {cells[column].count(other) for _, cells in rows[1:] or rows}
        if len(counts) == 1 and counts != {0}:
            return True
    return False


def _alone(lines: list[Line], best: str) -> float:
    """The share of lines that are one value as a whole, or a name above them."""
    cells = [cell for _, (cell,) in split(lines, "")]
    counts = is_measured if one_unit(cells) else is_value
    values = [counts(cell) or is_missing(cell) for cell in cells]
    if not any(map(counts, cells)):
        return 0.0
    name = not values[0] and len(split(lines[:1], best)[0][1]) == 1
    return (sum(values) + name) / len(values)


def _settle(lines: Sequence[Line], best: str) -> None:
    """One column is right unless its lines may as well be columns of numbers."""
    texts = [line.strip() for _, line in lines]
    rows = split(list(lines), best)
    named = len(rows[0][1]) == 1 and not is_value(texts[0])
    if (
        named
        or all(len(cells) == 1 for _, cells in rows)
        or not all(len(cells) == 1 or all(is_number(cell) or is_quantity(cell) for cell in cells) for _, cells in rows)
    ):
        return
    first = next((i for i, (_, cells) in enumerate(rows) if len(cells) > 1), 0)
    name = "comma" if best == "," else "blank"
    readings = [" and ".join(cells) for _, cells in rows[first : first + SHOWN]]
    whole = [short(text)[1:-1] for text in texts[first : first + SHOWN]]
    raise OpenQuestion(
        f"does the {name} in line {lines[first][0]}, {short(texts[first])}, part columns, or is it part of one number?",
        "separator",
        (
            Option(best, "columns", tuple(readings)),
            Option("", "one column of numbers", tuple(whole)),
        ),
    )
