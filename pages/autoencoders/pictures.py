"""Pictures of 8 by 8 pixels beside each other, all on one scale, each with its name below it. Pure."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pages.shared.scene.field import matrix
from pages.shared.scene.marks import Dots, Field, Mark, Panel
from pages.shared.scene.pixels import INK_LETTERS, SIDE

INK = float(len(INK_LETTERS) - 1)  # the largest count of a pixel
BETWEEN = 1.5  # pixels from one picture to the next
NAMED = 4.5  # and below one with a name, which is as high in a small panel as in a large one
Named = tuple[str, np.ndarray]
Ends = tuple[float, float]


def place(column: int, row: int = 0, below: float = NAMED) -> tuple[Ends, Ends]:
    """From where to where the picture in a row and a column lies, along x and along y."""
    left, top = column * (SIDE + BETWEEN), -row * (SIDE + below)
    return (left, left + SIDE), (top - SIDE, top)


def drawn(picture: np.ndarray, x: Ends, y: Ends, model: str, signed: bool = False) -> Field:
    """One picture [64] at its place, in counts of ink; a `signed` one has a scale of its own, both ways from 0."""
    return matrix(picture.reshape(SIDE, SIDE), x, y, model, 0.0 if signed else INK)


def name(text: str, x: Ends, y: Ends) -> Dots:
    """The name below a picture."""
    return Dots(np.array([sum(x) / 2]), np.array([y[0]]), "name", labels=(text,))


def around(columns: int, rows: int = 1, below: float = NAMED) -> dict[str, Ends]:
    """What is in view of so many pictures."""
    (_, right), (bottom, _) = place(columns - 1, rows - 1, below)
    return {"x": (-0.4, right + 0.4), "y": (bottom - below, 0.4)}


def album(id: str, title: str, rows: Sequence[Sequence[Named]], model: str, note: str, signed: int = 0) -> Panel:
    """A panel of pictures by name, row by row; the last `signed` of each row have a sign."""
    below = NAMED if any(text for row in rows for text, _ in row) else BETWEEN
    marks: list[Mark] = []
    for i, row in enumerate(rows):
        for j, (text, picture) in enumerate(row):
            ends = place(j, i, below)
            marks.append(drawn(picture, *ends, model, j >= len(row) - signed))
            marks.append(name(text, *ends))
    view = around(max(map(len, rows)), len(rows), below)
    return Panel(id, title, tuple(marks), drawing=True, equal=True, tint=None, model=model, note=note, **view)
