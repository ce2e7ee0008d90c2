"""Numbers that are saved as a table of their own, a row for each thing that they are of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pages.shared.scene.quantities import AT_X, AT_Y, AT_Z


@dataclass(frozen=True, eq=False)
class Column:
    """One number of every row. `quantity` (of `scene.quantities`) says which unit it is in; "" for none."""

    title: str
    values: Sequence[float]
    quantity: str = ""


@dataclass(frozen=True)
class Records:
    """Columns of equal length."""

    columns: tuple[Column, ...]

    def __post_init__(self) -> None:
        lengths = {len(column.values) for column in self.columns}
        if len(lengths) > 1:
            raise ValueError(f"columns of records must be of equal length, got {sorted(lengths)}")


def placed(points: Sequence[tuple[float, float]], values: Sequence[float] | None) -> Records:
    """Points x, y; or those of a plane with what is measured at each."""
    x1, x2 = zip(*points, strict=True) if points else ((), ())
    if values is None:
        return Records((Column("x", x1, AT_X), Column("y", x2, AT_Y)))
    return Records((Column("x\u2081", x1, AT_X), Column("x\u2082", x2, AT_Y), Column("value", values, AT_Z)))
