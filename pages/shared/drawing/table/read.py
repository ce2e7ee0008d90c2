"""From a text or a grid of cells to a table. Pure; every decision is made for whole columns and said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from pages.shared.drawing.table import dates, kinds
from pages.shared.drawing.table.content import Column, Decisions, Table
from pages.shared.drawing.table.formulas import refuse_formulas
from pages.shared.drawing.table.grid import Grid, checked
from pages.shared.drawing.table.kinds import DATE, NUMBER, TEXT, Choices, Draft
from pages.shared.drawing.table.layout import laid_out
from pages.shared.drawing.table.lines import lines_of, split
from pages.shared.drawing.table.missing import codes
from pages.shared.drawing.table.parts import one_part
from pages.shared.drawing.table.pivot import unpivoted
from pages.shared.drawing.table.problems import missing_question
from pages.shared.drawing.table.separator import separator_of
from pages.shared.drawing.table.shapes import structured
from pages.shared.drawing.table.since import moments_since
from pages.shared.drawing.table.wide import along_years

FEWEST = 2  # columns with values that a curve is of


def read_table(
    text: str,
    *,
    separator: str | None = None,
    decimal: str | None = None,
    thousands: str | None = None,
    date_order: str | None = None,
    missing: Sequence[object] | None = None,
    wide: bool | None = None,
    part: int | None = None,
) -> Table:
    """The table in a text.

    Args:
        text: lines of cells, a Markdown table, JSON, or what Python and R print; at most 10,000,000 characters,
            100,000 rows and 500 columns.
        separator: of columns: one character, "" for one column; None to find it.
        decimal: the decimal mark "." or ","; None to find it.
        thousands: the mark between thousands, "" for none; None to find it.
        date_order: "dmy", "mdy" or "ymd" for dates in digits, "number" where digits such as 20200131 are no dates;
            "serial" for days since 1899-12-30, "unix" for milliseconds since 1970.
        missing: words and numbers that stand for a missing value, beside the usual words; None: numbers that look like
            such a code raise a question.
        wide: whether years that name columns become one column.
        part: which of several tables, counted from 1; 0 to take all as one.

    Returns:
        The table.

    Raises:
        OpenQuestion: the text has two readings; its keyword takes the choice.
        ValueError: the text holds no table; says in which line, what was assumed and what to change.
    """
    known = choices(decimal, thousands, date_order, missing, wide, part)
    return table_of(grid_of(text, separator), known)


def choices(
    decimal: str | None,
    thousands: str | None,
    date_order: str | None,
    missing: Sequence[object] | None,
    wide: bool | None,
    part: int | None = None,
) -> Choices:
    """The keywords of `read_table`, checked.

    Raises:
        ValueError: one is not what `read_table` takes.
    """
    for name, value, allowed in (
        ("decimal", decimal, (None, ".", ",")),
        ("thousands", thousands, (None, "", ".", ",", "'", "\u2019", " ", "\u00a0", "\u202f")),
        ("date_order", date_order, (None, *dates.ORDERS, *dates.COUNTS, dates.PLAIN)),
        ("wide", wide, (None, True, False)),
    ):
        if value not in allowed:
            raise ValueError(f"{name} must be one of {', '.join(map(repr, allowed))}, got {value!r}")
    if decimal and decimal == thousands:
        raise ValueError(f"decimal and thousands must be different marks, got {decimal!r} for both")
    given = (missing,) if isinstance(missing, str) else missing
    return Choices(decimal, thousands, date_order, None if given is None else tuple(given), wide, part)


def grid_of(text: str, separator: str | None) -> Grid:
    """The rows of cells in a text; the separator is found where it is None.

    Raises:
        OpenQuestion: each line may be two columns or one number.
        ValueError: there is nothing to read, or too much.
    """
    lines = lines_of(text)
    if found := structured(text):
        return found
    checked(lines.kept)
    taken = separator if separator is not None else lines.separator
    if taken is None:
        taken = separator_of(lines.kept)
    elif len(taken) > 2 or taken == '"':
        raise ValueError(f"a separator is one character, got {taken!r}")
    rows = checked(split(lines.kept, taken))
    quoted = all(line.lstrip().startswith('"') for _, line in lines.kept)
    return Grid(rows, taken, None, lines.comments, lines.skipped, quoted=quoted)


def table_of(grid: Grid, known: Choices) -> Table:
    """The table in a grid of cells.

    Raises:
        OpenQuestion: there are two readings.
        ValueError: there is no table.
    """
    grid, picked = one_part(grid, known.part)
    refuse_formulas(grid)
    layout, turned = along_years(unpivoted(laid_out(grid), grid), known.wide)
    found = kinds.drafts(layout, grid, known)
    kinds.agree_on_marks(found)
    lines = tuple(line for line, _ in layout.rows)
    decisions = Decisions(
        separator=" " if grid.separator == "  " else grid.separator,
        header=layout.header,
        index=layout.index,
        wide=turned,
        places=grid.places,
        joined=(*picked, *layout.joined, *(draft.note for draft in found if draft.note)),
    )
    columns = []
    for draft in found:
        column, decisions = _column(draft, found, grid, known, lines, decisions)
        columns.append(column)
    if sum(column.kind != TEXT for column in columns) < FEWEST:  # a column of two units is none to pass over
        for draft, column in zip(found, columns):
            if column.kind == TEXT:
                kinds.refuse_odd_unit(draft, layout, grid, any_word=True)
    _settle_missing(found, columns, grid, known)
    gaps = sorted({cell for draft, column in zip(found, columns) if column.kind != TEXT for cell in draft.gaps if cell})
    skipped = tuple(sorted(layout.skipped, key=lambda each: each.line))
    return Table(tuple(columns), skipped, replace(decisions, missing=tuple(gaps)))


def _column(
    draft: Draft, drafts: list[Draft], grid: Grid, known: Choices, lines: tuple[int, ...], decisions: Decisions
) -> tuple[Column, Decisions]:
    """One column and the decisions with those that it brings."""
    first = next((line for line, cell in zip(lines, draft.cells) if cell not in draft.gaps), 0)
    if draft.dates:
        reading = kinds.one_date_reading(draft, drafts, grid.noun, first)
        if not reading.zoned:
            decisions = _twice_said(draft, reading.values, decisions)
        if reading.order:
            decisions = replace(decisions, date_order=reading.order)
        decisions = replace(decisions, utc=decisions.utc or reading.zoned)
        return kinds.finished(draft, DATE, draft.filled(reading.values), lines), decisions
    if not draft.numbers:
        return kinds.finished(draft, TEXT, draft.filled(draft.held), lines), decisions
    if days := kinds.digit_dates(draft, known.date_order, grid.noun, first):
        decisions = _twice_said(draft, days, replace(decisions, date_order=dates.YMD))
        return kinds.finished(draft, DATE, draft.filled(days), lines), decisions
    reading = kinds.one_number_reading(draft, drafts, grid, first)
    values = draft.filled(reading.values)
    if known.missing:
        said = _numbers(known)
        values = tuple(None if value in said else value for value in values)
    if since := moments_since(draft.unit or draft.name, values):
        moments, utc = since
        return kinds.finished(draft, DATE, moments, lines), replace(decisions, utc=decisions.utc or utc)
    if moments := dates.unix(values, draft.name):
        return kinds.finished(draft, DATE, moments, lines), replace(decisions, utc=True)
    if found := kinds.counted_moments(draft, draft is drafts[0], values, known.date_order, grid.noun, first):
        return kinds.finished(draft, DATE, found, lines), decisions
    if reading.shown:
        decisions = replace(decisions, decimal=reading.decimal)
    if reading.bracketed:
        decisions = replace(decisions, bracketed=True)
    if reading.thousands:
        decisions = replace(decisions, thousands=reading.thousands)
    return kinds.finished(draft, NUMBER, values, lines, reading.unit), decisions


def _twice_said(draft: Draft, moments: Sequence[datetime], decisions: Decisions) -> Decisions:
    """The decisions, with the hour that comes twice where there is one."""
    if not (at := dates.doubled_hour(moments)):
        return decisions
    said = f"{draft.name}: {at} comes twice, as where summer time ends: both rows stay, at one time"
    return replace(decisions, joined=(*decisions.joined, said))


def _numbers(known: Choices) -> frozenset[float]:
    found = set()
    for code in known.codes():
        try:
            found.add(float(code))
        except ValueError:
            continue
    return frozenset(found)


def _settle_missing(found: list[Draft], columns: list[Column], grid: Grid, known: Choices) -> None:
    """Words among numbers, and codes unless the person has spoken of them."""
    numbers = []
    for draft, column in zip(found, columns):
        if known.missing is None and column.kind == NUMBER:
            for code in codes(draft.cells, column.values):
                numbers.append((code, f"{column.name}, {grid.noun} {column.lines[draft.cells.index(code)]}"))
    problems = [draft.problem for draft in found if draft.problem]
    missing_question(problems, numbers, known.missing or ())
