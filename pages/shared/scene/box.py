"""A box of a block diagram: what flows through a network there, named and sized."""

from __future__ import annotations

from dataclasses import dataclass

from pages.shared.scene.field import Field

Ends = tuple[float, float]


@dataclass(frozen=True)
class Box:
    """A rectangle from x[0] to x[1] and y[0] to y[1] in a panel with `drawing`; its name stands above it with the
    `size` of what it holds, and a `text` may stand in it. The name opens the page at the address `opens` ("" for
    none). Arrows of `reads` lead from (x, y) to (x, y). A click or Enter writes `value` into the control `edit`; the
    one that is `picked` is framed. The pointer reads the number under it from `holds`, whose first row stands at the
    top; `rows` and `columns` name them, `across` says what a column is.
    """

    x: Ends
    y: Ends
    name: str
    size: str
    edit: str
    value: int
    picked: bool = False
    opens: str = ""
    reads: tuple[tuple[float, float, float, float], ...] = ()
    text: str = ""
    holds: Field | None = None
    rows: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    across: str = ""
