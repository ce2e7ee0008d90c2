"""What all figures share: a sheet measured in centimetres, boxes, arrows, and colours that print well."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import RLock
from typing import Any

import matplotlib
import numpy as np
from jaxtyping import Float
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch

Values = Float[np.ndarray, " N"]
INK, PALE, RULE = "#1d2530", "#5b6675", "#b9c1cb"
CHANGED, SAME = "#f6c6a3", "#ffffff"
BANDS = "#1450b2", "#2c9463"
# Backgrounds by what a box does: it embeds, normalises, projects, attends, transforms, predicts.
FILL = {
    "embed": "#dbe7f6",
    "norm": "#eceff2",
    "linear": "#dff0e4",
    "attend": "#fbe6c8",
    "network": "#e9e0f5",
    "head": "#f7dde0",
}
WIDTH = 8.0  # cm: one column of a paper
SMALL, TEXT = 6.0, 7.0  # points
CM = 1 / 2.54  # inches

_SETTINGS: Any = {
    "font.family": "sans-serif",
    "font.size": TEXT,
    "text.color": INK,
    "axes.edgecolor": RULE,
    "axes.labelcolor": INK,
    "xtick.color": PALE,
    "ytick.color": PALE,
    "svg.fonttype": "none",  # text stays text: it can be searched and edited
    "svg.hashsalt": "tnpcore",  # equal figures are equal files
    "pdf.fonttype": 42,
}


# The settings are matplotlib's, for the whole process: one figure at a time.
_LOCK = RLock()


@contextmanager
def settings() -> Iterator[None]:
    """These fonts, sizes and colours, while the block runs."""
    with _LOCK, matplotlib.rc_context(_SETTINGS):
        yield


def band(axes: Axes, x: Values, mean: Values, sd: Values, colour: str) -> None:
    """A predictive mean, and the band of two standard deviations on either side of it."""
    axes.fill_between(x, mean - 2 * sd, mean + 2 * sd, color=colour, alpha=0.22, linewidth=0, label="±2 sd")
    axes.plot(x, mean, color=colour, linewidth=1.1, label="mean")


def dots(axes: Axes, x: Values, y: Values) -> None:
    """Context points."""
    axes.plot(x, y, "o", markersize=3, color=INK, markeredgecolor="white", linewidth=0, label="context")


def plain(axes: Axes) -> None:
    """Axes in quiet colours, open above and on the right, with y beside them."""
    axes.tick_params(labelsize=SMALL, length=2, color=RULE)
    axes.set_ylabel("y", fontsize=SMALL, color=PALE, rotation=0)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)


def sheet(height: float, width: float = WIDTH) -> tuple[Figure, Axes]:
    """A figure and one axis that covers it, in centimetres from its lower left corner."""
    figure = Figure(figsize=(width * CM, height * CM), facecolor="white")
    axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    axes.set_xlim(0, width)
    axes.set_ylim(0, height)
    axes.axis("off")
    return figure, axes


@dataclass(frozen=True)
class Box:
    """A rounded box about (x, y), in cm.

    Args:
        x, y: its centre.
        width, height: its size.
    """

    x: float
    y: float
    width: float
    height: float

    @property
    def top(self) -> tuple[float, float]:
        """Where arrows leave it, upwards."""
        return self.x, self.y + self.height / 2

    @property
    def bottom(self) -> tuple[float, float]:
        """Where arrows enter it."""
        return self.x, self.y - self.height / 2

    def draw(self, axes: Axes, text: str, fill: str, note: str = "") -> Box:
        """The box with its text, and a note in small letters below it, inside."""
        axes.add_patch(
            FancyBboxPatch(
                (self.x - self.width / 2, self.y - self.height / 2),
                self.width,
                self.height,
                boxstyle="round,pad=0,rounding_size=0.08",
                facecolor=fill,
                edgecolor=INK,
                linewidth=0.6,
            )
        )
        rise = 0.13 if note else 0.0
        axes.text(self.x, self.y + rise, text, ha="center", va="center", fontsize=TEXT)
        if note:
            axes.text(self.x, self.y - 0.16, note, ha="center", va="center", fontsize=SMALL, color=PALE)
        return self


def arrow(axes: Axes, start: tuple[float, float], end: tuple[float, float], elbow: float | None = None) -> None:
    """A thin arrow.

    Args:
        axes: of a sheet.
        start, end: in cm.
        elbow: x of a vertical piece in between, for an arrow that leaves and arrives horizontally; None: straight.
    """
    if elbow is not None:
        axes.plot([start[0], elbow, elbow], [start[1], start[1], end[1]], color=INK, linewidth=0.6)
        start = elbow, end[1]
    style = {"arrowstyle": "-|>,head_width=0.12,head_length=0.25", "color": INK, "linewidth": 0.6}
    axes.annotate("", xy=end, xytext=start, arrowprops={**style, "shrinkA": 0, "shrinkB": 0})


def size(shape: tuple[int, ...]) -> str:
    """A shape as people write it: 12 × 64."""
    return " × ".join(str(length) for length in shape)
