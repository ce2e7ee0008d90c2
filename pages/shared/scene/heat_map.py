"""A heat map: weights by query and key, and whatever else has a number for every row and column."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pages.shared.scene.quantities import Prose


@dataclass(frozen=True)
class HeatMap:
    """Weights [R, C] in [0, 1]: rows are queries, columns are keys. `mask` [R, C] (True = may attend) hatches the
    False cells. `edit` names the control that collects clicked cells as [row, column] pairs, rows counted from
    `first_row`, columns after the first `fixed`, which cannot be switched. `columns_at` [C] are positions on the x
    axis when the columns are to be aligned with the plots (a SetConv grid). `keys` [C] says which drawn point each
    column stands for (-1: none), so that column, connecting line and point light up together. `marked` [R, C]
    outlines what a shift has changed, `active_row` and `active_column` where the query is. `wide` cells fill the
    width, a `square` map stays one at any height. `starts` [R] are the columns at which a cell begins, for rows whose
    cells are several columns wide: drawn apart. `row_letters` reserves room for row labels of as many letters: where
    labels change with what a person clicks, the cells stay where they are. With `by_row` each row has a colour scale of
    its own: rows are of other things, and of other sizes. `gap` is a column that is none: left empty, it parts two maps
    of the same rows."""

    values: np.ndarray
    row_title: Prose
    column_title: Prose
    row_labels: tuple[Prose, ...] = ()
    column_labels: tuple[Prose, ...] = ()
    mask: np.ndarray | None = None
    edit: str = ""
    fixed: int = 0
    first_row: int = 0
    columns_at: np.ndarray | None = None
    show_numbers: bool = False
    active_row: int | None = None
    active_column: int | None = None
    wide: bool = False
    diverging: bool = False
    keys: tuple[int, ...] = ()
    model: str = ""
    marked: np.ndarray | None = None
    square: bool = False
    starts: tuple[tuple[int, ...], ...] = ()
    row_letters: int = 0
    by_row: bool = False
    gap: int | None = None
