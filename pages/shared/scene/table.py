"""A table as a mark of a scene: what is compared by what. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from pages.shared.scene.quantities import Prose


@dataclass(frozen=True)
class TableCell:
    """One entry of a table; `tone` is "", "good" or "bad", `share` in [0, 1] is the length of a bar behind the text."""

    text: Prose
    tone: str = ""
    share: float = 0.0


@dataclass(frozen=True)
class TableRow:
    """One line of a table, in the colour of `model`."""

    label: Prose
    model: str
    cells: tuple[TableCell, ...]


@dataclass(frozen=True)
class Table:
    """What is compared (rows) by what (columns), `heading` over the labels of the rows."""

    heading: Prose
    columns: tuple[Prose, ...]
    rows: tuple[TableRow, ...]
