"""What a person sees of a table before it goes on the board: its first rows as they were read, and a sketch. Pure."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Collection, Sequence
from datetime import datetime, time
from html import escape

from pages.shared.drawing.table import NO_DAY, Table
from pages.shared.drawing.table.content import Value
from pages.shared.scene.marks import X_VIEW, Y_VIEW

ROWS, COLUMNS, LETTERS = 4, 5, 19  # a date and a time of day have as many letters
WIDTH, HEIGHT = 240, 120  # of the sketch, in pixels
INK = "#4a7fd4"  # seen on light and on dark paper


def preview(table: Table, points: tuple[tuple[float, float], ...], chosen: Collection[str] = ()) -> str:
    """The first rows as a table, and where the points would stand on the board, as HTML in which no character of the
    person's is markup.

    Args:
        table: as it was read.
        points: in the numbers that the models see.
        chosen: the names of the columns that go on the board, which are shown however many there are.
    """
    return f'<div class="data-preview">{_rows(table, chosen)}{_sketch(points)}</div>'


def _rows(table: Table, chosen: Collection[str]) -> str:
    shown = _shown(table, chosen)
    heads = [f"<th{' class=chosen' * (name in chosen)}>{_cell(name)}</th>" if name else "<th>…</th>" for name in shown]
    columns = [_written(table.column(name).values) if name else [""] * ROWS for name in shown]
    body = "".join(f"<tr>{''.join(f'<td>{_cell(cell)}</td>' for cell in row)}</tr>" for row in zip(*columns))
    return f"<table><thead><tr>{''.join(heads)}</tr></thead><tbody>{body}</tbody></table>"


def _shown(table: Table, chosen: Collection[str]) -> list[str]:
    """The names of the columns on show: the chosen ones first, which a narrow window shows as well; "" stands for those
    that are left out."""
    names = sorted((column.name for column in table.columns), key=lambda name: name not in chosen)
    return names[:COLUMNS] + [""] * (len(names) > COLUMNS)


def _cell(text: str) -> str:
    return escape(text if len(text) <= LETTERS else text[: LETTERS - 1] + "…")


def _written(values: Sequence[Value]) -> list[str]:
    """The first values of a column; its moments all with the fields that one of all its values needs."""
    moments = [value for value in values if isinstance(value, datetime)]
    fine = "seconds" if any(value.second or value.microsecond for value in moments) else "minutes"
    whole = all(value.time() == time() for value in moments)
    return [_one(value, fine, whole) for value in values[:ROWS]]


def _one(value: Value, fine: str, whole: bool) -> str:
    if value is None:
        return "–"
    if isinstance(value, str):
        return value
    if isinstance(value, float):
        return f"{value:.10g}"
    if value.year == NO_DAY[0]:
        return value.time().isoformat(fine)
    return value.date().isoformat() if whole else value.isoformat(" ", fine)


def _sketch(points: tuple[tuple[float, float], ...]) -> str:
    """The board in small, wide enough for all points; as a picture, for an `svg` is not taken over into a page."""
    (left, right), (low, high) = (
        (min(view[0], *values), max(view[1], *values)) for view, values in zip((X_VIEW, Y_VIEW), zip(*points))
    )
    across, up = WIDTH / (right - left), HEIGHT / (high - low)
    dots = "".join(f'<circle cx="{(x - left) * across:.1f}" cy="{(high - y) * up:.1f}" r="2"/>' for x, y in points)
    size = f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" fill="{INK}"'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{dots}</svg>'
    data = b64encode(svg.encode()).decode()
    return f'<img src="data:image/svg+xml;base64,{data}" alt="Sketch of {len(points)} points">'
