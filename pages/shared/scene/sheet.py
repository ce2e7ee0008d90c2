"""One figure in the making, and the shapes in it that are neither curves nor maps: letters, columns of probability."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import plotly.graph_objects as go

from pages.shared.scene.marks import Mark, Panel, Shading, Symbols, middles
from pages.shared.scene.palette import fade, hue

DrawnPoints = Sequence[tuple[float, float]]


@dataclass(frozen=True)
class Sheet:
    """The panel, the drawn points, and the colours of the theme."""

    figure: go.Figure
    panel: Panel
    points: DrawnPoints
    colours: Mapping[str, str]

    def colour(self, model: str) -> str:
        return hue(model, self.colours)

    def has(self, kind: type[Mark]) -> bool:
        return any(isinstance(mark, kind) for mark in self.panel.marks)


def add_symbols(sheet: Sheet, symbols: Symbols) -> None:
    """Letters, and lines as thick as weights."""
    for pair, weight in zip(symbols.lines, symbols.weights):
        ends = {"x": symbols.x[list(pair)], "y": symbols.y[list(pair)]}
        style = {"color": fade(sheet.colour(symbols.model), 0.6), "width": 0.5 + 8 * float(weight)}
        sheet.figure.add_scatter(**ends, mode="lines", line=style, name=f"weight {weight:.3f}", showlegend=False)
    text = {"mode": "text", "text": symbols.labels, "textfont": {"size": 16}, "showlegend": False}
    sheet.figure.add_scatter(x=symbols.x, y=symbols.y, name="symbols", hoverinfo="text", **text)


def add_shading(sheet: Sheet, shading: Shading) -> None:
    """A rectangle for each row."""
    rows = len(shading.values)
    half = (sheet.panel.y[1] - sheet.panel.y[0]) / rows / 2
    for middle, value in zip(middles(sheet.panel.y, rows), shading.values.tolist(), strict=True):
        colour = fade(sheet.colour(shading.model), round(value / shading.full, 3))
        low, high = shading.ends
        sheet.figure.add_shape(
            type="rect",
            x0=low,
            x1=high,
            y0=middle - half,
            y1=middle + half,
            fillcolor=colour,
            line_width=0,
            layer="below",
            name=f"{shading.label}: {value:.3f}",
        )
