"""Parts of figures as plain values: ticks of an axis of cells, the cells of a column of probabilities. Pure."""

from __future__ import annotations

from pages.shared.scene.marks import Shading, middles
from pages.shared.scene.palette import fade

MOST_TICKS = 15


def some_ticks(labels: list[str]) -> dict:
    """At most some fifteen labels along an axis of cells."""
    step = max(1, -(-len(labels) // MOST_TICKS))
    at = list(range(0, len(labels), step))
    return {"tickvals": at, "ticktext": [labels[i] for i in at]}


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
