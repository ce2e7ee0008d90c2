"""Pivot tables: what adds up other rows or columns is left out, and a label that is written once is written again."""

from __future__ import annotations

import re
from dataclasses import replace

from pages.shared.drawing.table.content import Skipped
from pages.shared.drawing.table.grid import Grid, Row
from pages.shared.drawing.table.layout import Layout, picked
from pages.shared.drawing.table.question import short
from pages.shared.drawing.table.separator import is_value
from pages.shared.drawing.table.totals import adds_up, group_of, is_grand_total, is_total

_LABELS = re.compile(
    r"row labels|zeilenbeschriftungen|\u00e9tiquettes de lignes|etichette di riga|etiquetas de fila", re.IGNORECASE
)
_SHOWN = 3


def unpivoted(layout: Layout, grid: Grid) -> Layout:
    """A table without subtotals and columns of totals, its labels in every row.

    Raises:
        ValueError: labels of several levels stand in one column.
    """
    if not layout.rows or len(layout.names) != len(layout.rows[0][1]):
        return layout
    left_out = {each.line for each in layout.skipped}
    found, pivot = _without_subtotals(layout)
    pivot = pivot or any(number in left_out and adds_up(cells) for number, cells in grid.rows)
    if _LABELS.fullmatch(found.names[0]):
        _refuse_levels(found, grid)
    return _without_total_columns(_labelled(found, pivot), pivot)


def _without_subtotals(found: Layout) -> tuple[Layout, bool]:
    """Without rows such as "North Total" below rows of North, and whether there are any."""
    groups = [(number, c, label) for number, cells in found.rows for c, label in _groups(cells)]
    labels = {c: {cells[c] for _, cells in found.rows} for c in {c for _, c, _ in groups}}
    subtotals = {number: label for number, c, label in groups if label in labels[c]}
    rows = [row for row in found.rows if row[0] not in subtotals]
    if not subtotals or not rows:
        return found, False
    skipped = (Skipped(number, f"a total of {label}") for number, label in subtotals.items())
    return replace(found, rows=rows, skipped=(*found.skipped, *skipped)), True


def _groups(cells: tuple[str, ...]) -> list[tuple[int, str]]:
    texts = [(c, cell) for c, cell in enumerate(cells) if cell[:1].isalpha() or cell[-1:].isalpha()]
    return [(c, label) for c, cell in texts if (label := group_of(cell))]


def _refuse_levels(found: Layout, grid: Grid) -> None:
    seen: set[str] = set()
    number, (first, *_) = found.rows[0]
    for number, (label, *_) in found.rows:
        if label in seen or is_value(label) != is_value(first):
            raise ValueError(
                f"{grid.noun} {number}: {found.names[0]} holds several levels of a pivot table, {short(first)} and "
                f"{short(label)}: show it in tabular form, with repeated labels and without subtotals"
            )
        seen.add(label)


def _labelled(found: Layout, pivot: bool) -> Layout:
    """With labels in the empty cells below them, where only then no two rows have the same labels."""
    width = len(found.names)
    columns = list(zip(*(cells for _, cells in found.rows)))
    leading = 0
    while leading < width - 1 and columns[leading][0] and "" in columns[leading]:
        leading += 1
    if not leading or leading == width - 1:
        return found
    filled = []
    for column in columns[:leading]:
        above = ""
        filled.append([above := cell or above for cell in column])
    inner = columns[leading]
    keys = set(zip(*filled, inner))
    if not pivot and not (len(keys) == len(inner) > len(set(inner))):
        return found
    rows: list[Row] = [(n, (*labels, *cells[leading:])) for (n, cells), labels in zip(found.rows, zip(*filled))]
    said = f"empty cells of {', '.join(found.names[:leading])} filled from above"
    return replace(found, rows=rows, joined=(*found.joined, said))


def _without_total_columns(found: Layout, pivot: bool) -> Layout:
    """Without columns of totals: those named as only a pivot table does, others where rows of totals stand, too."""
    names = found.names
    groups = [group_of(name) for name in names]
    firsts = {name.rpartition(" ")[0] for name, group in zip(names, groups) if not group}  # "North" of "North A"
    totals = {
        c
        for c, (name, group) in enumerate(zip(names, groups))
        if is_grand_total(name) or (pivot and is_total(name)) or (group and group in firsts)
    }
    kept = [c for c in range(len(names)) if c not in totals]
    if not totals or len(kept) < 2:
        return found
    left_out = [names[c] for c in sorted(totals)]
    said = f"columns of totals left out: {', '.join(left_out[:_SHOWN])}{' and more' * (len(left_out) > _SHOWN)}"
    return replace(picked(found, kept), joined=(*found.joined, said))
