"""Where the table begins and ends: header, units, prose above and below, columns that only count the rows."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from pages.shared.drawing.table.content import Skipped
from pages.shared.drawing.table.dates import is_clock
from pages.shared.drawing.table.grid import MAX_COLUMNS, MAX_ROWS, Grid, Row
from pages.shared.drawing.table.lines import split
from pages.shared.drawing.table.missing import is_missing
from pages.shared.drawing.table.names import (
    are_groups,
    are_names,
    are_statistics,
    are_units,
    bare_unit,
    joined,
    years,
)
from pages.shared.drawing.table.question import short
from pages.shared.drawing.table.separator import (
    BLANKS,
    SHORT_HEADERS,
    is_measured,
    is_value,
    sample,
    typed_columns,
    usual_width,
)
from pages.shared.drawing.table.totals import adds_up

_FORMAT = re.compile(r"\d+[sdn]")  # below the header of a file of the United States Geological Survey
_PARTS = tuple(  # of a date, in columns of their own
    re.compile(words, re.IGNORECASE)
    for words in (
        "year|yr|yyyy|jahr|ann\u00e9e|a\u00f1o|anno",
        "month|mon|mm|mo|monat|mois|mes|mese",
        "day|dd|dy|tag|jour|d\u00eda|giorno",
    )
)
COUNT = "#"  # the name of a column that counts the rows
_PRINTED_SHORT = {"...", "..", "\u2026", "\u22ee"}


@dataclass(frozen=True)
class Layout:
    """Columns of cells with what stands above them.

    Args:
        names: one per column, "" where there is none.
        units: one per column, "" where there is none.
        rows: of the table alone, all of one width.
        skipped: lines that are no rows.
        header: the line of the names.
        index: whether a column that counts or names the rows was left out.
        joined: how columns of several were made one, each in a few words.
    """

    names: tuple[str, ...]
    units: tuple[str, ...]
    rows: list[Row]
    skipped: tuple[Skipped, ...]
    header: int | None
    index: bool = False
    joined: tuple[str, ...] = ()


def laid_out(grid: Grid) -> Layout:
    """The table in a grid, without the lines above and below it.

    Raises:
        ValueError: a line has another number of cells than the rest, or nothing holds a number or date.
    """
    rows = grid.rows
    some = sample(rows)
    width = len(grid.names) if grid.names else usual_width(some)
    if width > MAX_COLUMNS:
        raise ValueError(f"a table may have at most {MAX_COLUMNS} columns, got {width:,}")
    while width > 1 and not any(cells[width - 1] for _, cells in rows if len(cells) >= width):
        width -= 1  # separators at the ends of lines
    rows = [_trimmed(row, width) for row in rows]
    some = [_trimmed(row, width) for row in some]
    counts = is_value
    typed = typed_columns(some, width)
    if not typed:
        counts = is_measured
        typed = typed_columns(some, width, counts)
    if not typed:
        line, cells = rows[0]
        got = short(", ".join(cells))
        raise ValueError(f"{grid.noun} {line}: numbers or dates are required, got {got} ({grid.read_as()})")
    start = 0 if grid.names else _first_row(rows, width, typed, counts)
    top = _top(grid, rows[:start], width, rows[start:])
    body, below = _body(grid, rows[start:], width, typed, counts, top)
    found = replace(top, rows=body, skipped=(*top.skipped, *below))
    return _without_index(_without_empty(_with_moments(_with_days(found))), grid)


def _trimmed(row: Row, width: int) -> Row:
    number, cells = row
    return (number, cells[:width]) if len(cells) > width and not any(cells[width:]) else row


def _first_row(rows: list[Row], width: int, typed: tuple[int, ...], counts: Callable[[str], bool]) -> int:
    """The place of the first row of the table: one that has values where the columns have some."""
    named = False
    for i, (_, cells) in enumerate(rows):
        if len(cells) != width:
            continue
        held = [cells[c] for c in typed if not is_missing(cells[c])]
        values = sum(map(counts, held))
        if not values or (years(cells) and i + 1 < len(rows) and not years(rows[i + 1][1])):
            named = named or sum(map(bool, cells)) > 1
            continue
        if values == len(held) or not (are_names(cells) or are_units(cells) or (not named and _about(cells, held))):
            return i
    return next(i for i, (_, cells) in enumerate(rows) if len(cells) == width)


def _about(cells: tuple[str, ...], held: list[str]) -> bool:
    """Whether a line above the names is about the file, as of a data logger: words at first, numbers among them."""
    return not is_value(cells[0]) and 2 * sum(map(is_value, held)) < len(held)


def _top(grid: Grid, above: list[Row], width: int, below: list[Row]) -> Layout:
    """The header and the units among the lines above the first row; rows come later."""
    if grid.names:
        return Layout(grid.names, ("",) * width, [], grid.skipped, 0)
    skipped = list(grid.skipped)
    left = [row for row in above if _may_head(grid, row[1], width, below)]
    if not left and below and grid.separator is not None:
        left = _commented(grid, width, below)
        skipped = [each for each in skipped if each.line not in {line for line, _ in left}]
    if left and all(map(_FORMAT.fullmatch, left[-1][1])):
        left.pop()
    used: set[int] = set()
    units: tuple[str, ...] = ()
    if len(left) > 2 and are_statistics(left[-1][1]) and are_units(left[-2][1]):
        left.pop()
    if len(left) > 1 and _stands_below(left[-1][1], left[-2][1]):
        line, units = left.pop()
        used.add(line)
    header, names = None, ()
    if left:
        header, names = left.pop()
        used.add(header)
        if not names[0] and header in {line for line, _ in grid.comments}:
            names = (COUNT, *names[1:])
    while left and len(left[-1][1]) == len(names) and are_groups(left[-1][1], names):
        line, upper = left.pop()
        used.add(line)
        names = joined(upper, names)
    for line, cells in above:
        if line in used:
            continue
        if line > (header or 0) and cells and is_value(cells[0]):
            raise _other_width(grid, (line, cells), width)
        skipped.append(Skipped(line, "stands above the table"))
    wrong = above[-1] if header is None and above else None
    if wrong and len(wrong[1]) > 1 and are_names(wrong[1]) and sum(map(bool, wrong[1])) > 1:
        raise _other_width(grid, wrong, width)
    names = names or ("",) * width
    return Layout(names, tuple(map(bare_unit, units)) or ("",) * len(names), [], tuple(skipped), header)


def _may_head(grid: Grid, cells: tuple[str, ...], width: int, below: list[Row]) -> bool:
    """Whether a line could name the columns: of their number, or without the first, as R and pandas print them."""
    shorter = 2 if grid.separator in SHORT_HEADERS else int(grid.quoted or _counted_beside_text(below))
    if width - shorter <= len(cells) <= width and width > 0:
        return (
            any(cells)
            and (sum(map(bool, cells)) > 1 or width <= 2 or are_units(cells))
            and (are_names(cells) or are_units(cells) or bool(years(cells)))
        )
    return False


def _stands_below(units: tuple[str, ...], names: tuple[str, ...]) -> bool:
    """Whether a line holds the units of the names above it; names such as A and B below words of groups are none."""
    alone = sum(bool(unit) and not name for unit, name in zip(units, names))
    return len(units) == len(names) and are_units(units) and alone <= 1


def _counted_beside_text(rows: list[Row]) -> bool:
    """Whether the first column counts the rows from 1 and the second is text: both cannot be one number with a decimal
    comma, so that a header without one name is a header without the name of the first column."""
    counts = all(cells[:1] == (str(i),) for i, (_, cells) in enumerate(rows, 1))
    return counts and not any(map(is_value, sample([cells[1] for _, cells in rows if len(cells) > 1])))


def _commented(grid: Grid, width: int, below: list[Row]) -> list[Row]:
    """Comments just above the first row that have a name for every column; where the mark of the comment stands for the
    first name, that one is empty."""
    first, counted = below[0][0], _counts([cells[0] for _, cells in below if len(cells) == width])
    lines = [line for line in grid.comments if line[0] < first and line[1].strip()][-2:]
    found = []
    for number, text in lines:
        ways = [split([(number, each)], grid.separator)[0][1] for each in (text, text.strip())]
        if counted and grid.separator in BLANKS:
            ways.append(("", *ways[-1]))  # the mark is the name of the first column
        found += [(number, cells) for cells in ways if len(cells) == width and are_names(cells)][:1]
    return found


def _body(
    grid: Grid, rows: list[Row], width: int, typed: tuple[int, ...], counts: Callable[[str], bool], top: Layout
) -> tuple[list[Row], list[Skipped]]:
    """The rows of the table, and those among and below them that are none."""
    kept, skipped = [], []
    totals = {number for number, cells in rows if adds_up(cells)}
    if 3 * len(totals) > len(rows):  # a word of the table's own, in a row of its own
        totals = {rows[-1][0]} & totals if len(rows) > 2 else set()
    for number, cells in rows:
        if number in totals:
            skipped.append(Skipped(number, f"a total: {next(filter(None, cells))}"))
        elif len(cells) == width and any(cells[c][:1].isdigit() for c in typed):
            kept.append((number, cells))
        elif cells and kept and _PRINTED_SHORT.issuperset(cells):
            raise ValueError(f"{grid.noun} {number}: the table was printed in short here: print all of its rows")
        elif cells == top.names or (top.header is not None and cells == top.names[-len(cells) :]):
            skipped.append(Skipped(number, "repeats the header"))
        elif len(cells) == width and (len(typed) == 1 or any(is_missing(cells[c]) or counts(cells[c]) for c in typed)):
            if any(cells):
                kept.append((number, cells))
        elif len(cells) == width or _is_prose(cells, typed):
            skipped.append(Skipped(number, "holds no value"))
        else:
            raise _other_width(grid, (number, cells), width)
    if len(kept) > MAX_ROWS:
        raise ValueError(f"a table may have at most {MAX_ROWS:,} rows, got {len(kept):,}: keep fewer rows")
    return kept, skipped


def _other_width(grid: Grid, row: Row, width: int) -> ValueError:
    number, cells = row
    got = f"got {len(cells)}: {short(', '.join(cells))}"
    wanted = f"{width} column{'s' * (width > 1)} wanted"
    return ValueError(f"{grid.noun} {number}: {wanted}, {got} ({grid.read_as()}): correct the line")


def _is_prose(cells: tuple[str, ...], typed: tuple[int, ...]) -> bool:
    if 0 in typed and cells and not is_missing(cells[0]):
        return not is_value(cells[0]) and any(c.isalpha() for c in cells[0])
    return not any(map(is_value, cells))


def _with_days(found: Layout) -> Layout:
    """Columns that are named year, month and day as one column of dates, in the place of the first of them."""
    names = [name.strip().lstrip("#").strip() for name in found.names]
    places = [[c for c, name in enumerate(names) if part.fullmatch(name)] for part in _PARTS]
    if not found.rows or len(names) != len(found.rows[0][1]) or any(len(each) != 1 for each in places):
        return found
    year, month, day = (each[0] for each in places)
    rows = []
    for number, cells in found.rows:
        parts = cells[year], cells[month], cells[day]
        if all(map(is_missing, parts)):
            text = ""
        elif all(part.isdecimal() for part in parts) and len(parts[0]) == 4:
            text = "-".join(parts)
        else:
            return found
        rows.append((number, (*cells[:year], text, *cells[year + 1 :])))
    first = f"{found.names[year]}, {found.names[month]} and {found.names[day]} as one date"
    changed = (*found.names[:year], "date", *found.names[year + 1 :])
    kept = [c for c in range(len(names)) if c not in (month, day)]
    return replace(picked(replace(found, rows=rows, names=changed), kept), joined=(first,))


def _with_moments(found: Layout) -> Layout:
    """A column of days and one of times beside it as one column of both."""
    if not found.rows:
        return found
    width = len(found.rows[0][1])
    some = sample(found.rows)
    for c in range(width - 1):
        if all(is_clock(cells[c + 1]) for _, cells in some) and all(_is_day(cells[c]) for _, cells in some):
            rows = [(n, (*cells[:c], f"{cells[c]} {cells[c + 1]}", *cells[c + 2 :])) for n, cells in found.rows]
            names, units = found.names, found.units
            if len(names) == width:
                names = (*names[:c], f"{names[c]} {names[c + 1]}".strip(), *names[c + 2 :])
                units = (*units[:c], "", *units[c + 2 :])
            return replace(found, rows=rows, names=names, units=units)
    return found


def _is_day(cell: str) -> bool:
    return ":" not in cell and any(mark in cell for mark in "-/. ") and is_value(f"{cell} 12:00")


def _without_empty(found: Layout) -> Layout:
    """Without columns that hold nothing at all, as separators at the ends of lines make them."""
    width = len(found.rows[0][1]) if found.rows else 0
    if len(found.names) != width:
        return found
    full = [c for c in range(width) if found.names[c] or any(cells[c] for _, cells in found.rows)]
    return found if len(full) == width else picked(found, full)


def _without_index(found: Layout, grid: Grid) -> Layout:
    """Without the first column where it has no name and only counts the rows."""
    width = len(found.rows[0][1]) if found.rows else 0
    lacking = width - len(found.names)
    if lacking > 1 or lacking < 0:
        line, first = found.header, short(", ".join(found.names))
        raise ValueError(
            f"{grid.noun} {line}: {width} names wanted, got {len(found.names)}: {first} ({grid.read_as()})"
        )
    if lacking:
        found = replace(found, names=("", *found.names), units=("", *found.units))
    unnamed = found.header is not None and found.names[0] in ("", "Unnamed: 0", COUNT)
    if width < 2 or not unnamed:
        return found
    first = [cells[0] for _, cells in found.rows]
    if _counts(first) or (lacking and not any(map(is_value, sample(first)))):
        return replace(picked(found, range(1, width)), index=True)
    return found


def _counts(cells: list[str]) -> bool:
    """Whether cells count the rows, from 0 or from 1."""
    return bool(cells) and cells[0] in ("0", "1") and cells == [str(int(cells[0]) + i) for i in range(len(cells))]


def picked(found: Layout, columns) -> Layout:
    """Some columns of a table, in that order."""
    columns = list(columns)
    rows = [(number, tuple(cells[c] for c in columns)) for number, cells in found.rows]
    names, units = (tuple(part[c] for c in columns) for part in (found.names, found.units))
    return replace(found, rows=rows, names=names, units=units)
