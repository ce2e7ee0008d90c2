"""Pieces as a block diagram: a small picture of every matrix in its box, and the picked one large. Pure."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pages.shared.scene.box import Box
from pages.shared.scene.field import Field, matrix
from pages.shared.scene.heat_map import HeatMap
from pages.shared.scene.marks import Mark, Panel
from pages.whole.parts import Part

WIDTH, HALF, BETWEEN = 10.0, 4.6, 0.8
TALL, ROW = 1.0, 1.75  # of a box, and from one row to the next
WORDS = 0.55  # above a box
AIR = 0.15  # beside the boxes
SIDES = {"left": (0.0, HALF), "right": (HALF + BETWEEN, WIDTH), "": (0.0, WIDTH)}
Ends = tuple[float, float]


def panel(id: str, title: str, parts: Sequence[Part], model: str, picked: int, first: int = 0) -> Panel:
    """The diagram. `picked` is the number of a piece; those of this diagram are counted from `first`."""
    places = {part.name: _place(part) for part in parts}
    marks: list[Mark] = []
    for number, part in enumerate(parts, start=first):
        x, y = places[part.name]
        drawn = part.values is not None and part.values.size
        if drawn:
            marks.append(matrix(_pictured(part, part.values), x, y, model))
        marks.append(
            Box(
                x,
                y,
                part.name,
                part.size,
                "box",
                number,
                number == picked,
                part.lesson,
                tuple(_arrow(places[name], (x, y)) for name in part.reads),
                part.text,
                Field(part.values, (0, 1), (0, 1), "", isolines=True) if drawn else None,  # as numbers, not as colours
                part.rows,
                part.columns,
                part.across,
            )
        )
    height = ROW * (1 + max(part.row for part in parts)) - (ROW - TALL - WORDS - AIR)
    return Panel(id, title, tuple(marks), x=(-AIR, WIDTH + AIR), y=(-height, 0.0), drawing=True, tint=None, model=model)


def _pictured(part: Part, values: np.ndarray) -> np.ndarray:
    """The values, in shares of the largest of their row where rows have scales of their own."""
    most = np.abs(values).max(1, keepdims=True)
    return values / np.where(most > 0, most, 1) if part.by_row else values


def _place(part: Part) -> tuple[Ends, Ends]:
    top = -ROW * part.row - WORDS
    return SIDES[part.half], (top - TALL, top)


def _arrow(source: tuple[Ends, Ends], to: tuple[Ends, Ends]) -> tuple[float, float, float, float]:
    """From the lower edge of one box to above the words of another; between boxes of one row from side to side."""
    (x, (low, high)), (x1, (low1, high1)) = source, to
    if low == low1:
        middle = (low + high) / 2
        return (x[1], middle, x1[0], middle)
    narrow = x if x[1] - x[0] < x1[1] - x1[0] else x1
    across = sum(narrow) / 2
    begins = across if x[0] <= across <= x[1] else sum(x) / 2
    ends = across if x1[0] <= across <= x1[1] else sum(x1) / 2
    return (begins, low, ends, high1 + WORDS)


def inside(part: Part, model: str) -> Panel:
    """The picked piece, large, with what its rows and columns are."""
    if part.values is None or not part.values.size:
        return Panel("inside", part.name, (), "strip", note=part.says)
    few = part.values.size <= MOST_NUMBERS
    heat = HeatMap(
        part.values,
        "",
        part.across,
        part.rows,
        part.columns,
        keys=part.keys,
        model=model,
        show_numbers=few,
        diverging=bool((part.values < 0).any()),
        wide=True,
        by_row=part.by_row,
    )
    return Panel("inside", f"{part.name}, {part.size}", (heat,), "strip", model=model, note=part.says)


MOST_NUMBERS = 24  # cells whose numbers can be read
