"""A picture under the other marks of a plot: a number for every cell of a plane."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import asdict, dataclass

import numpy as np

from pages.shared.scene.hull import Hull

# As many as a screen shows colours between none and all; isolines of a flat part would be jagged with so few.
COLOURS, FINE = np.dtype("u1"), np.dtype("<u2")


@dataclass(frozen=True)
class Field:
    """Values [R, C] over a plane: the first row is the lowest, and the middles of the outermost cells stand at the two
    ends of `x` and of `y`. `label` says what the number is ("": no scale is shown), `quantity` (of
    `scene.quantities`) in which unit it is read. Colours go up from `middle`, with `diverging` both ways from it. The
    darkest colour is that of the value farthest from it, or `most` away where that is farther: pictures that are
    compared have one scale. With `isolines`, lines join equal values at round levels. `measured` holds the value of
    each drawn point, which is painted in the colour that the picture has for it. Over data in their own units the
    picture is hatched outside `hull`, that of the places where something was measured."""

    values: np.ndarray
    x: tuple[float, float]
    y: tuple[float, float]
    label: str
    model: str = ""
    diverging: bool = False
    most: float = 0.0
    middle: float = 0.0
    quantity: str = ""
    isolines: bool = False
    measured: tuple[float, ...] = ()
    hull: Hull | None = None

    @property
    def span(self) -> tuple[float, float]:
        """The values of the palest and of the darkest colour; of the two ends where it is diverging."""
        below, above = max(0.0, self.middle - float(self.values.min())), float(self.values.max()) - self.middle
        above = max(self.most, above) if below or above or self.most else 1.0
        if self.diverging:
            below = above = max(below, above)
        return self.middle - below, self.middle + above

    @property
    def axes(self) -> tuple[np.ndarray, np.ndarray]:
        """The middles of the columns, along x, and of the rows, along y."""
        rows, columns = self.values.shape
        return np.linspace(*self.x, columns), np.linspace(*self.y, rows)

    @property
    def extrapolated(self) -> np.ndarray:
        """Whether each cell [R, C] is hatched."""
        return np.zeros(self.values.shape, bool) if self.hull is None else self.hull.misses(*self.axes)

    def wire(self) -> dict:
        """As it travels: one byte a cell, two with isolines, in place of a number's text, which is eight times as long.

        Raises:
            ValueError: a value is not finite.
        """
        if not np.isfinite(self.values).all():
            raise ValueError(f"a field must hold finite numbers, got an array {self.values.shape} with others")
        low, high = self.span
        kind = FINE if self.isolines else COLOURS
        levels = np.rint((self.values - low) / (high - low) * np.iinfo(kind).max).astype(kind)
        rows, columns = levels.shape
        return {
            "kind": "field",
            "levels": b64encode(levels.tobytes()).decode(),
            "rows": rows,
            "columns": columns,
            "span": [low, high],
            "x": self.x,
            "y": self.y,
            "label": self.label,
            "model": self.model,
            "diverging": self.diverging,
            "quantity": self.quantity,
            "isolines": self.isolines,
            "measured": self.measured,
            **({"hull": asdict(self.hull)} if self.extrapolated.any() else {}),
        }


def matrix(
    values: np.ndarray, x: tuple[float, float], y: tuple[float, float], model: str = "", most: float = 0.0
) -> Field:
    """A matrix [R, C] over a rectangle from x[0] to x[1] and y[0] to y[1], the first row at the top."""
    shown = values[::-1].astype(np.float64)
    for axis, count in enumerate(shown.shape):
        shown = shown.repeat(2, axis) if count == 1 else shown  # a picture has an extent
    rows, columns = shown.shape
    half_x, half_y = (x[1] - x[0]) / columns / 2, (y[1] - y[0]) / rows / 2
    signed = bool((values < 0).any())
    return Field(shown, (x[0] + half_x, x[1] - half_x), (y[0] + half_y, y[1] - half_y), "", model, signed, most)
