"""Tables with a column for every year: one series per row, or columns as they stand; the person chooses."""

from __future__ import annotations

from dataclasses import replace

from pages.shared.drawing.table.grid import MAX_COLUMNS
from pages.shared.drawing.table.layout import Layout
from pages.shared.drawing.table.names import years
from pages.shared.drawing.table.question import SHOWN, OpenQuestion, Option

YEAR = "year"


def along_years(layout: Layout, wide: bool | None) -> tuple[Layout, bool]:
    """A table of which years name columns, turned so that each row becomes a column over the years.

    Args:
        layout: of the table.
        wide: True to turn it, False to keep the columns as they are, None where that is not known.

    Returns:
        The layout and whether it was turned.

    Raises:
        OpenQuestion: `wide` is None and years name columns.
        ValueError: more than 499 rows would become columns.
    """
    places = years(layout.names)
    if not places or wide is False or not layout.rows:
        return layout, False
    if wide is None:
        raise _question(layout, places)
    if len(layout.rows) >= MAX_COLUMNS:
        raise ValueError(
            f"at most {MAX_COLUMNS - 1} rows may become columns, got {len(layout.rows):,}: keep fewer rows"
        )
    names = (YEAR, *_row_names(layout, places))
    rows = [(layout.header or 1, (layout.names[c], *(cells[c] for _, cells in layout.rows))) for c in places]
    return replace(layout, names=names, units=("",) * len(names), rows=rows), True


def _row_names(layout: Layout, places: tuple[int, ...]) -> list[str]:
    """The first cell of every row, or all that stand beside the years where the first ones repeat."""
    others = [c for c in range(len(layout.names)) if c not in places]
    first = [cells[others[0]] for _, cells in layout.rows]
    if len(set(first)) == len(first):
        return first
    return [" ".join(cells[c] for c in others) for _, cells in layout.rows]


def _question(layout: Layout, places: tuple[int, ...]) -> OpenQuestion:
    shown, rows = places[:SHOWN], layout.rows[:SHOWN]
    names = _row_names(layout, places)
    turned = [
        f"{name}: " + ", ".join(f"{layout.names[c]}: {row[c]}" for c in shown) for name, (_, row) in zip(names, rows)
    ]
    kept = [f"{layout.names[c]}: " + ", ".join(cells[c] for _, cells in rows) for c in shown]
    first, last = layout.names[places[0]], layout.names[places[-1]]
    return OpenQuestion(
        f"columns are named {first} to {last}: is x the year, with a series from every row?",
        "wide",
        (
            Option(True, "x is the year", tuple(turned)),
            Option(False, "keep the columns as they are", tuple(kept)),
        ),
    )
