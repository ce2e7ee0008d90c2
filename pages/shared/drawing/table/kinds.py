"""What each column holds: numbers, dates or text. One reading for a whole column, or a question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from pages.shared.drawing.table import composed, dates, degrees, numerals
from pages.shared.drawing.table.content import Column, Value
from pages.shared.drawing.table.errors import MixedUnits, with_errors_apart
from pages.shared.drawing.table.grid import Grid
from pages.shared.drawing.table.layout import Layout
from pages.shared.drawing.table.missing import as_code, is_missing
from pages.shared.drawing.table.names import unique
from pages.shared.drawing.table.problems import Problem, bad_cells
from pages.shared.drawing.table.question import SHOWN, OpenQuestion, Option, short
from pages.shared.drawing.table.separator import is_value, sample

NUMBER, DATE, TEXT = "number", "date", "text"
_MARKS = {numerals.POINT: "decimal point", numerals.COMMA: "decimal comma"}


@dataclass(frozen=True)
class Choices:
    """What the person said: the keywords of `read_table`."""

    decimal: str | None = None
    thousands: str | None = None
    date_order: str | None = None
    missing: tuple[object, ...] | None = None
    wide: bool | None = None
    part: int | None = None

    def codes(self) -> frozenset[str]:
        """What counts as missing: the texts of cells, and numbers in their shortest form."""
        given = self.missing or ()
        return frozenset(map(as_code, given)) | frozenset(str(each).lower() for each in given)


@dataclass
class Draft:
    """A column on its way: cells, the places of those that hold something, and its readings."""

    name: str
    unit: str
    cells: list[str]
    gaps: frozenset[str]  # texts of the cells that hold nothing
    held: list[str] = field(default_factory=list)
    numbers: tuple[numerals.Reading, ...] = ()
    dates: tuple[dates.Reading, ...] = ()
    problem: Problem | None = None
    note: str = ""  # what was done to its cells

    def filled(self, values: Sequence[Value]) -> tuple[Value, ...]:
        """The values at the places of the cells that hold something, None at the others."""
        found = iter(values)
        return tuple(None if cell in self.gaps else next(found) for cell in self.cells)


def drafts(layout: Layout, grid: Grid, choices: Choices) -> list[Draft]:
    """The columns with all their readings.

    Raises:
        ValueError: a column mixes decimal marks or units.
    """
    codes = choices.codes()
    found = []
    for c, name in enumerate(unique(layout.names)):
        try:
            parts = with_errors_apart(name, [row[c] for _, row in layout.rows], codes)
        except MixedUnits as mixed:
            raise ValueError(f"{grid.noun} {layout.rows[mixed.place][0]}: {name} {mixed}") from None
        for part, cells in parts:
            gaps = frozenset(cell for cell in set(cells) if is_missing(cell, codes))
            draft = Draft(part, layout.units[c], cells, gaps, [cell for cell in cells if cell not in gaps])
            found.append(_read(draft, layout, grid, choices) if draft.held else draft)
    return found


def _read(draft: Draft, layout: Layout, grid: Grid, choices: Choices) -> Draft:
    """The column with its readings; as it was where it is text."""
    if found := degrees.readings(draft.held, draft.name, layout.header is not None):
        return replace(draft, numbers=found)
    refuse_odd_unit(draft, layout, grid)
    text = draft
    if found := composed.plain(draft.held):
        values = iter(found.cells)
        cells = [cell if cell in draft.gaps else next(values) for cell in draft.cells]
        note = found.note and f"{draft.name}: {found.note}"
        unit = draft.unit or found.unit
        draft = replace(draft, unit=unit, cells=cells, held=list(found.cells), numbers=found.numbers, note=note)
    some = sample(draft.held)
    if draft.numbers or 4 * sum(map(is_value, some)) < len(some):
        return draft
    draft.numbers = numerals.readings(draft.held, choices.decimal, choices.thousands)
    if not draft.numbers:
        draft.dates = dates.readings(draft.held, choices.date_order)
    if not draft.numbers and not draft.dates:
        lines = [line for line, _ in layout.rows]
        draft.problem = bad_cells(draft, lines, f"{grid.noun} ", choices)
    return draft if draft.numbers or draft.dates or draft.problem else text


def refuse_odd_unit(draft: Draft, layout: Layout, grid: Grid, any_word: bool = False) -> None:
    """Nothing where the numbers of a column are of one unit.

    Raises:
        ValueError: they are of several, known ones or any word that comes again.
    """
    if draft.held and (odd := composed.odd_unit(draft.held, any_word)):
        cell, unit = odd
        line = layout.rows[draft.cells.index(cell)][0]
        must = f"{draft.name} must be in {unit} like most others, got {short(cell)}"
        raise ValueError(f"{grid.noun} {line}: {must}: write all of its values in {unit}")


def certain_marks(columns: Sequence[Draft]) -> frozenset[str]:
    """The decimal marks of columns that have one reading."""
    single = [draft.numbers[0] for draft in columns if len(draft.numbers) == 1]
    return frozenset(each.decimal for each in single if each.shown or each.thousands in (".", ","))


def agree_on_marks(columns: Sequence[Draft]) -> None:
    """A table is written with one decimal mark; 12.30 beside 1,5 may be a time.

    Raises:
        OpenQuestion: two columns have different ones.
    """
    first: dict[str, Draft] = {}
    for draft in columns:
        if certain_marks([draft]):
            first.setdefault(draft.numbers[0].decimal, draft)
    if len(first) < 2:
        return
    raise OpenQuestion(
        " and ".join(f"{draft.name} has a {_MARKS[mark]}" for mark, draft in first.items())
        + ": which is the decimal mark of the table, so that the other column is text?",
        "decimal",
        tuple(
            Option(
                mark,
                _MARKS[mark],
                tuple(f"{text} is {value:.15g}" for text, value in zip(draft.held, draft.numbers[0].values))[:SHOWN],
            )
            for mark, draft in first.items()
        ),
    )


def one_number_reading(draft: Draft, columns: Sequence[Draft], grid: Grid, first: int) -> numerals.Reading:
    """The reading of a column of numbers.

    Args:
        draft: the column.
        columns: all of them; a table is written with one decimal mark.
        grid: its separator says more: semicolons stand where commas are decimal marks.
        first: the line of its first value.

    Raises:
        OpenQuestion: a comma or point before exactly three digits may be either mark, and nothing decides.
    """
    if len(draft.numbers) == 1:
        return draft.numbers[0]
    by_mark = {each.decimal: each for each in draft.numbers}
    marks = certain_marks(columns)
    if len(marks) == 1:
        return by_mark[next(iter(marks))]
    comma = any("," in cell for cell in draft.held)
    if comma and (grid.separator == ";" or any(each.dotted for other in columns for each in other.dates[:1])):
        return by_mark[numerals.COMMA]
    if not comma and grid.separator == ",":
        return by_mark[numerals.POINT]
    cell = next(cell for cell in draft.held if "," in cell or "." in cell)
    at = draft.held.index(cell)
    options = []
    for mark, reading in by_mark.items():
        shown = [f"{text} is {value:.15g}" for text, value in zip(draft.held[at:], reading.values[at:])][:SHOWN]
        role = "decimal mark" if (mark == numerals.COMMA) == comma else "mark between thousands"
        options.append(Option(mark, role, tuple(shown)))
    sign = "comma" if comma else "point"
    raise OpenQuestion(
        f"is the {sign} in {cell}, {draft.name}, {grid.noun} {first}, the decimal mark or the mark between thousands?",
        "decimal",
        tuple(options),
    )


def one_date_reading(draft: Draft, columns: Sequence[Draft], noun: str, first: int) -> dates.Reading:
    """The reading of a column of dates; a table is written in one order.

    Raises:
        OpenQuestion: days and months may be exchanged in every cell.
    """
    if len(draft.dates) == 1:
        return draft.dates[0]
    orders = {other.dates[0].order for other in columns if len(other.dates) == 1}
    for each in draft.dates:
        if orders - {""} == {each.order}:
            return each
    options = tuple(
        Option(each.order, dates.ORDER_NAMES[each.order], tuple(_long(v) for v in each.values[:SHOWN]))
        for each in draft.dates
    )
    raise OpenQuestion(
        f"in which order are day, month and year written in {draft.held[0]}, {draft.name}, {noun} {first}?",
        "date_order",
        options,
    )


def _long(day: datetime) -> str:
    return f"{day.day} {day:%B %Y}"


def digit_dates(draft: Draft, order: str | None, noun: str, first: int) -> tuple | None:
    """The dates of a column such as 20200131, or None where it holds numbers.

    Args:
        draft: the column.
        order: "ymd" or "number" where the person chose.
        noun: what a row is called.
        first: the line of its first value.

    Raises:
        OpenQuestion: so few numbers may be dates or not.
    """
    if order == dates.PLAIN:
        return None
    found, certain = dates.digits(draft.held, draft.name)
    if found is None or certain or order == dates.YMD:
        return found
    raise OpenQuestion(
        f"is {draft.held[0]}, {draft.name}, {noun} {first}, a date or a number?",
        "date_order",
        (
            Option(dates.YMD, "a date", tuple(_long(v) for v in found[:SHOWN])),
            Option(dates.PLAIN, "a number", tuple(draft.held[:SHOWN])),
        ),
    )


def counted_moments(
    draft: Draft, leads: bool, values: Sequence[float | None], order: str | None, noun: str, first: int
) -> tuple[datetime | None, ...] | None:
    """The moments that a column of numbers counts, or None where it holds numbers.

    Args:
        draft: the column.
        leads: whether it is the first of the table.
        values: of the column.
        order: what the person chose: "serial", "unix" or "number".
        noun: what a row is called.
        first: the line of its first value.

    Raises:
        OpenQuestion: the numbers may be moments.
    """
    found = dates.counted(values, draft.name, leads) if order != dates.PLAIN else None
    if found is None or order == found[0]:
        return found and found[1]
    way, moments = found
    label = "days since 1899-12-30, as spreadsheets count" if way == dates.SERIAL else "milliseconds since 1970"
    shown = tuple(value.isoformat(" ") for value in moments if value)[:SHOWN]
    raise OpenQuestion(
        f"is {draft.held[0]}, {draft.name}, {noun} {first}, a moment or a number?",
        "date_order",
        (Option(way, label, shown), Option(dates.PLAIN, "a number", tuple(draft.held[:SHOWN]))),
    )


def finished(draft: Draft, kind: str, values: Sequence[Value], lines: tuple[int, ...], unit: str = "") -> Column:
    """The column of a draft, its kind "number", "date" or "text"."""
    return Column(draft.name, kind, tuple(values), draft.unit or unit, lines)
