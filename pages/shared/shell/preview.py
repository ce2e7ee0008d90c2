"""What a person sees of a table before it goes on the board: its first rows as they were read, and a sketch. Pure."""

from __future__ import annotations

from datetime import datetime, time
from html import escape

from pages.shared.drawing.table import NO_DAY, Table
from pages.shared.drawing.table.content import Value
from pages.shared.scene.marks import X_VIEW, Y_VIEW

ROWS, COLUMNS, LETTERS = 4, 5, 16
WIDTH, HEIGHT = 240, 120  # of the sketch, in pixels


def preview(table: Table, points: tuple[tuple[float, float], ...]) -> str:
    """The first rows as a table, and where the points would stand on the board, as HTML in which no character of the
    person's is markup.

    Args:
        table: as it was read.
        points: in the numbers that the models see.
    """
    return f'<div class="data-preview">{_rows(table)}{_sketch(points)}</div>'


def _rows(table: Table) -> str:
    columns = table.columns[:COLUMNS]
    more = len(table.columns) - len(columns)
    head = "".join(f"<th>{_cell(column.name)}</th>" for column in columns) + ("<th>…</th>" if more else "")
    count = min(ROWS, len(columns[0].values))
    body = "".join(f"<tr>{''.join(f'<td>{_cell(c.values[i])}</td>' for c in columns)}</tr>" for i in range(count))
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cell(value: Value) -> str:
    text = "–" if value is None else _written(value)
    return escape(text if len(text) <= LETTERS else text[: LETTERS - 1] + "…")


def _written(value: float | datetime | str) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, float):
        return f"{value:.10g}"
    if value.year == NO_DAY[0]:
        return value.strftime("%H:%M:%S")
    return value.date().isoformat() if value.time() == time() else value.isoformat(" ", "seconds")


def _sketch(points: tuple[tuple[float, float], ...]) -> str:
    """The board in small, wide enough for all points."""
    (left, right), (low, high) = (
        (min(view[0], *values), max(view[1], *values)) for view, values in zip((X_VIEW, Y_VIEW), zip(*points))
    )
    across, up = WIDTH / (right - left), HEIGHT / (high - low)
    dots = "".join(f'<circle cx="{(x - left) * across:.1f}" cy="{(high - y) * up:.1f}" r="2"/>' for x, y in points)
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="Sketch of {len(points)} points">{dots}</svg>'
