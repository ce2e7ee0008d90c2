"""Several tables in one text or on one sheet: one below the other, or side by side beyond an empty column."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pages.shared.drawing.table.content import Skipped
from pages.shared.drawing.table.grid import Grid, Row
from pages.shared.drawing.table.missing import is_missing
from pages.shared.drawing.table.names import years
from pages.shared.drawing.table.question import SHOWN, OpenQuestion, Option
from pages.shared.drawing.table.separator import is_value, sample, typed_columns

WHOLE = 0  # all of it is one table
_MOST_OFFERED = 20
_LONGEST = 60  # characters of a row in a question
_MOST_FACTS = 10  # lines such as "Station, 7" above names


Cells = tuple[str, ...]
Head = tuple[Cells, ...]


@dataclass(frozen=True)
class Part:
    """Some rows of a grid, or some columns of these: a table of its own; `head` holds its lines of names."""

    rows: tuple[Row, ...]
    head: Head = ()

    def typed(self) -> int:
        """How many columns hold numbers or dates, 2 for two or more."""
        values = [(number, cells) for number, cells in self.rows if cells not in self.head and any(cells)]
        widest = max((len(cells) for _, cells in values), default=0)
        return min(2, len(typed_columns([row for row in sample(values) if len(row[1]) == widest], widest)))


def one_part(grid: Grid, chosen: int | None) -> tuple[Grid, tuple[str, ...]]:
    """The grid of one table, and which of several it is, in a few words.

    Args:
        grid: of a text or a sheet.
        chosen: the number of a table, counted from 1; WHOLE to take all as one; None where that is not known.

    Raises:
        OpenQuestion: there are several, and none is chosen.
        ValueError: there is no table of that number.
    """
    found = parts(grid)
    if len(found) < 2:
        return _without(grid, found[0]), ()
    if chosen == WHOLE:
        return grid, ()
    if chosen is None:
        raise _question(grid, found)
    if not 1 <= chosen <= len(found):
        raise ValueError(f"part must be one of 0 to {len(found)}, got {chosen!r}")
    taken = found[chosen - 1]
    said = f"table {chosen} of {len(found)}, {grid.noun}s {taken.rows[0][0]:,} to {taken.rows[-1][0]:,}"
    return replace(grid, rows=list(taken.rows)), (said,)


def _without(grid: Grid, part: Part) -> Grid:
    """The grid without the facts above its only table."""
    above = [number for number, cells in grid.rows if number < part.rows[0][0] and any(cells)] if part.rows else []
    facts = tuple(Skipped(number, "about the table") for number in above)
    return replace(grid, rows=list(part.rows), skipped=(*grid.skipped, *facts)) if facts else grid


def parts(grid: Grid) -> list[Part]:
    """The tables in a grid; one where there are no signs of several."""
    if grid.names is not None or not grid.rows:
        return [Part(tuple(grid.rows))]
    return [part for block in _one_below_the_other(grid.rows) for part in _side_by_side(block)]


def _one_below_the_other(rows: Sequence[Row]) -> list[Part]:
    """Blocks that begin with names; not short ones at the top with fewer columns of values: facts, as "Height, 62"."""
    starts = _starts(rows)
    if len(starts) < 2:
        return [Part(tuple(rows), starts[0][1] if starts else ())]
    places = [0, *(place for place, _ in starts[1:]), len(rows)]
    blocks = [Part(tuple(rows[a:b]), head) for a, b, (_, head) in zip(places, places[1:], starts)]
    typed = [block.typed() for block in blocks]
    first = typed.index(max(typed))
    return blocks[first:] if sum(len(block.rows) for block in blocks[:first]) <= _MOST_FACTS else blocks


def _starts(rows: Sequence[Row]) -> list[tuple[int, Head]]:
    """Where tables begin, and their names: lines of words just above a line of values, after an empty line or with
    other names than before."""
    found: list[tuple[int, Head]] = []
    run: list[int] = []
    values = -1  # the place of the last line of values
    for i, (_, cells) in enumerate(rows):
        if run and _apart(rows, i):
            run = []
        if any(cells) and _are_words(cells):
            run.append(i)
        elif any(cells):
            head = tuple(rows[k][1] for k in run)
            if any(_names(each, cells) for each in head):
                top = _top(rows, run[0], cells)
                if not found or _apart(rows, top) or _others(head, found[-1][1], rows[values][1], cells):
                    found.append((_above(rows, top), head))
            values, run = i, []
        else:
            run = []
    return found


def _apart(rows: Sequence[Row], place: int) -> bool:
    """Whether a line is the first one, or stands below an empty line or a comment."""
    return place == 0 or rows[place][0] > rows[place - 1][0] + 1 or not any(rows[place - 1][1])


def _are_words(cells: Cells) -> bool:
    """Whether a line holds words, and neither numbers nor dates; with years after the first cell, too."""
    if any(cell and cell[0] in "0123456789+-." and cell[-1].isdigit() for cell in cells):
        return bool(years(cells))
    return not any(cell and (is_missing(cell) or is_value(cell)) for cell in cells)


def _names(words: Cells, values: Cells) -> bool:
    """Whether so many words may name the columns of these values: all of them, or all but the first."""
    count, wanted = sum(map(bool, words)), sum(map(bool, values))
    return count >= max(2, wanted - 1) or count == wanted == 1


def _others(head: Head, before: Head, above: Cells, below: Cells) -> bool:
    """Whether names among the rows of a table begin another: two or more words in columns of values."""
    words = head[-1]
    typed = sum(is_value(a) and is_value(b) for a, b in zip(above, below))
    return not set(head) & set(before) and typed > 1 and all(words) and len(set(words)) == len(words)


def _top(rows: Sequence[Row], place: int, values: Cells) -> int:
    """The place of the first of a few facts just above the names, such as "Station, 7"."""
    for top in range(place, max(0, place - _MOST_FACTS), -1):
        first = rows[top - 1][1][0]
        if _apart(rows, top) or not first or is_value(first) or not is_value(values[0]):
            return top
    return max(0, place - _MOST_FACTS)


def _above(rows: Sequence[Row], place: int) -> int:
    """The place of the title, a line of words above empty ones."""
    for top in range(place, max(0, place - _MOST_FACTS), -1):
        if any(rows[top - 1][1]) and not _are_words(rows[top - 1][1]):
            return top
    return max(0, place - _MOST_FACTS)


def _side_by_side(block: Part) -> list[Part]:
    """Blocks of columns that empty ones part, each with two columns or more and numbers in one."""
    width = max(len(cells) for _, cells in block.rows)
    filled = [False] * width
    for _, cells in block.rows:
        for c, cell in enumerate(cells):
            filled[c] = filled[c] or bool(cell)
    found: list[Part] = []
    start = 0
    for c in [*(c for c in range(1, width) if not filled[c]), width]:
        if any(filled[start:c]):
            part = _columns(block, start, c)
            if sum(filled[start:c]) < 2 or not part.typed():
                return [block]
            found.append(part)
        start = c + 1
    return found if len(found) > 1 else [block]


def _columns(block: Part, start: int, end: int) -> Part:
    head = tuple(cells[start:end] for cells in block.head)
    return Part(tuple((n, cells[start:end]) for n, cells in block.rows if any(cells[start:end])), head)


def _question(grid: Grid, found: list[Part]) -> OpenQuestion:
    options = []
    for place, part in enumerate(found[:_MOST_OFFERED], 1):
        title = _line(part.head[-1] if part.head else part.rows[0][1])
        shown = [_line(cells) for _, cells in part.rows if any(cells)][:SHOWN]
        options.append(Option(place, f"{title}, from {grid.noun} {part.rows[0][0]:,}", tuple(shown)))
    first = [_line(cells) for _, cells in grid.rows if any(cells)][:SHOWN]
    options.append(Option(WHOLE, "all of it as one table", tuple(first)))
    return OpenQuestion(f"there are {len(found):,} tables here: which one is to be read?", "part", tuple(options))


def _line(cells: Cells) -> str:
    return ", ".join(filter(None, cells))[:_LONGEST]
