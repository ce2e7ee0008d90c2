"""Parts of figures as plain values: ticks of an axis of cells, the cells of a column of probabilities. Pure."""

from __future__ import annotations

from textwrap import wrap

import numpy as np

from pages.shared.scene.hull import Hull
from pages.shared.scene.marks import Shading, middles
from pages.shared.scene.palette import fade

MOST_TICKS = 15
LETTERS, LINE = 64, 15  # of a line below a title, as many as a phone has room for, and its height in pixels


def some_ticks(labels: list[str]) -> dict:
    """At most some fifteen labels along an axis of cells."""
    step = max(1, -(-len(labels) // MOST_TICKS))
    at = list(range(0, len(labels), step))
    return {"tickvals": at, "ticktext": [labels[i] for i in at]}


def headed(title: str, note: str) -> tuple[dict, int]:
    """The title of a figure with its note below it, in lines that fit, and the pixels that both take."""
    lines = wrap(note, LETTERS, break_on_hyphens=False)
    room = 55 + LINE * max(1, len(lines))
    above = {"text": title, "yref": "container", "y": 1.0, "yanchor": "top", "pad": {"t": 18}}
    return above | {"subtitle": {"text": "<br>".join(lines)}} if lines else above, room


def shaded_cells(shading: Shading, rows: tuple[float, float], colour: str) -> list[dict]:
    """A rectangle for each row, between the lowest and the highest end of all rows."""
    low, high = rows
    half = (high - low) / len(shading.values) / 2
    each = zip(middles(rows, len(shading.values)), shading.values.tolist(), strict=True)
    box = {"type": "rect", "x0": shading.ends[0], "x1": shading.ends[1], "line": {"width": 0}, "layer": "below"}
    return [
        {
            **box,
            "y0": middle - half,
            "y1": middle + half,
            "fillcolor": fade(colour, round(value / shading.full, 3)),
            "name": f"{shading.label}: {value:.3f}",
        }
        for middle, value in each
    ]


def hatched(x: np.ndarray, y: np.ndarray, hull: Hull, colour: str) -> dict:
    """The trace that hatches cells, of which x and y are the middles of columns and rows, outside a hull. A hole in a
    filled line is reached and left by the same way, and goes round the other way."""
    (left, right), (low, high) = map(_edges, (x, y))
    box = [(left, low), (left, high), (right, high), (right, low), (left, low)]
    hole = [*hull.corners, hull.corners[0], box[0]] if len(hull.corners) > 2 else []
    across, upward = zip(*box, *hole)
    lines = {"shape": "/", "size": 9, "solidity": 0.1, "fgcolor": colour, "bgcolor": "rgba(0,0,0,0)", "fgopacity": 0.5}
    return {
        "x": across,
        "y": upward,
        "mode": "lines",
        "line": {"width": 0},
        "fill": "toself",
        "fillpattern": lines,
        "name": hull.outside,
        "hoverinfo": "skip",
    }


def _edges(middles: np.ndarray) -> tuple[float, float]:
    """The outer edges of the first and the last of some cells of one width."""
    half = (middles[-1] - middles[0]) / max(1, len(middles) - 1) / 2
    return middles[0] - half, middles[-1] + half
