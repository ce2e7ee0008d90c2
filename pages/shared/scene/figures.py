"""A Scene as Plotly figures, one for each panel: for hovering, export and print. Pure; the board draws what moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape

import numpy as np
import plotly.graph_objects as go

from pages.shared.scene.field import matrix
from pages.shared.scene.figure_parts import hatched, headed, shaded_cells, some_ticks
from pages.shared.scene.marks import (
    Bars,
    Box,
    Curve,
    Dial,
    Dots,
    Field,
    Handle,
    HeatMap,
    Level,
    Line,
    Mark,
    Measured,
    Panel,
    Pixels,
    Place,
    Scene,
    Shading,
    Symbols,
    Threads,
    Withheld,
    middles,
)
from pages.shared.scene.palette import DARK, LIGHT, fade, hue
from pages.shared.scene.table import Table
from pages.shared.scene.tune import Tune

DrawnPoints = Sequence[tuple[float, float]]
# Of points that are of several kinds.
SYMBOLS = {"●": "circle", "▲": "triangle-up", "■": "square", "◆": "diamond", "★": "star"}
MARGIN = 0.05  # of an axis' length, beyond points outside its usual range


@dataclass(frozen=True)
class _Sheet:
    """One figure in the making: the panel, the drawn points, and the colours of the theme."""

    figure: go.Figure
    panel: Panel
    points: DrawnPoints
    colours: Mapping[str, str]

    def colour(self, model: str) -> str:
        return hue(model, self.colours)

    def has(self, kind: type[Mark]) -> bool:
        return any(isinstance(mark, kind) for mark in self.panel.marks)


def figures(scene: Scene, points: DrawnPoints, dark: bool = False) -> list[go.Figure]:
    """One figure for each panel of the scene, in its order; `points` are the drawn context points (x, y)."""
    colours = DARK if dark else LIGHT
    return [_finished(_Sheet(go.Figure(), panel, _placed(panel, points), colours)) for panel in scene.panels]


def _placed(panel: Panel, points: DrawnPoints) -> DrawnPoints:
    """The points where they stand: at what was measured, where y is no matter of the hand."""
    measured = [pair for mark in panel.marks if isinstance(mark, Measured) for pair in zip(mark.x, mark.y, strict=True)]
    return [*measured, *points[len(measured) :]]


def _finished(sheet: _Sheet) -> go.Figure:
    figure, panel = sheet.figure, sheet.panel
    for mark in panel.marks:
        _ADD[type(mark)](sheet, mark)
    if panel.points and sheet.points:
        _add_context(sheet)
    title, room = headed(panel.title, panel.note)
    figure.update_layout(
        title=title,
        font_color=sheet.colours["ink"],
        height=room + (370 if panel.area == "stage" else 290),
        hovermode="closest" if sheet.has(HeatMap) or sheet.has(Field) else "x unified",
        legend={"orientation": "h", "yref": "container", "y": 0.0, "yanchor": "bottom"},
        margin={"l": 60, "r": 20, "t": room, "b": 90},
    )
    heat = next((mark for mark in panel.marks if isinstance(mark, HeatMap)), None)
    x_title, y_title = (heat.column_title, heat.row_title) if heat else (panel.x_title, panel.y_title)
    figure.update_xaxes(title_text=escape(x_title, quote=False))
    figure.update_yaxes(title_text=escape(y_title, quote=False))
    if not any(map(sheet.has, (HeatMap, Bars, Table))):
        figure.update_xaxes(range=list(panel.x))
        figure.update_yaxes(range=_upward(sheet))
        _add_tint(sheet)
    if panel.log_y:
        figure.update_yaxes(type="log", range=np.log10(panel.y).tolist())
    if panel.lattice:
        figure.update_yaxes(tickvals=middles(panel.y, len(panel.lattice.rows)), ticktext=panel.lattice.rows)
    if panel.drawing:
        figure.update_xaxes(visible=False)
        figure.update_yaxes(visible=False)
    if panel.equal:
        figure.update_xaxes(constrain="domain")
        figure.update_yaxes(scaleanchor="x", constrain="domain")
    return figure


def _upward(sheet: _Sheet) -> list[float]:
    """The range of y, widened to hold every drawn point, as the board's is when it fits."""
    low, high = sheet.panel.y
    inside = [y for _, y in sheet.points] if sheet.panel.points else []
    room = MARGIN * (high - low)
    lower, upper = min(inside, default=low), max(inside, default=high)
    return [low if lower >= low else lower - room, high if upper <= high else upper + room]


def _add_tint(sheet: _Sheet) -> None:
    """The interval of x that the models were trained on."""
    if sheet.panel.tint is None:
        return
    grey = sheet.colours["bayes"]
    label = {"text": "training range", "font": {"size": 11, "color": grey}, "textposition": "top left"}
    low, high = sheet.panel.tint
    sheet.figure.add_vrect(low, high, fillcolor=fade(grey, 0.1), line_width=0, layer="below", label=label)


def _add_context(sheet: _Sheet) -> None:
    x, y = zip(*sheet.points)
    ring = {"color": sheet.colours["paper"], "width": 1.5}
    withheld = [i for mark in sheet.panel.marks if isinstance(mark, Withheld) for i in mark.points]
    kinds = [kind for mark in sheet.panel.marks if isinstance(mark, Dots) for kind in mark.kinds]
    shapes = [SYMBOLS[kind[0]] for kind in kinds] or ["circle"] * len(x)
    symbols = ["circle-open" if i in withheld else shape for i, shape in enumerate(shapes)]
    named = sheet.panel.point_name or "context point"
    marker = {"color": sheet.colours["ink"], "size": 10, "line": ring, "symbol": symbols}
    sheet.figure.add_scatter(x=np.add(x, sheet.panel.moved), y=y, mode="markers", marker=marker, name=named)


def _add_curve(sheet: _Sheet, curve: Curve) -> None:
    """Bands first, the mean on top. The shifted prediction and the Bayes predictor are outlined, not filled."""
    name, group = curve.label or sheet.panel.title, f"{curve.role} {curve.model}"
    colour, solid = sheet.colour("bayes" if curve.role == "limit" else curve.model), curve.role == "model"
    dash = "solid" if solid else "dash"
    for width, alpha in ((2, 0.16), (1, 0.24)) if solid else ((2, 0.0),):
        sheet.figure.add_scatter(
            x=np.concatenate([curve.x, curve.x[::-1]]),
            y=np.concatenate([curve.mean + width * curve.sd, (curve.mean - width * curve.sd)[::-1]]),
            mode="lines",
            line={"color": colour, "width": 0 if solid else 1, "dash": dash},
            fill="toself" if solid else "none",
            fillcolor=fade(colour, alpha),
            name=f"{name} ±{width} sd",
            legendgroup=group,
            hoverinfo="skip",
        )
    sheet.figure.add_scatter(
        x=curve.x,
        y=curve.mean,
        customdata=2 * curve.sd,
        mode="lines",
        line={"color": colour, "width": 2.5, "dash": dash},
        name=f"{name} mean",
        legendgroup=group,
        hovertemplate="%{y:.3f}, ±2 sd: %{customdata:.3f}",
    )


def _add_line(sheet: _Sheet, line: Line) -> None:
    style = {"color": sheet.colour(line.model or line.role), "width": 2, "dash": "dash" if line.dashed else "solid"}
    name, listed = line.label or line.role, bool(line.label)
    sheet.figure.add_scatter(x=line.x, y=line.y, mode="lines", line=style, name=name, showlegend=listed)


def _add_dots(sheet: _Sheet, dots: Dots) -> None:
    large, symbol = dots.role in ("target", "drawn", "value"), "diamond-open" if dots.role == "value" else "circle-open"
    around = dots.role == "outside"  # rings about points that are drawn over them
    marker = {"symbol": symbol, "size": 10 if large else 4, "color": sheet.colours["ink"]}
    ring = {"symbol": symbol, "size": 18, "color": sheet.colours["bad"], "line": {"width": 2}}
    sheet.figure.add_scatter(
        x=dots.x,
        y=dots.y,
        mode="text" if dots.role in ("name", "region") else "markers+text" if dots.labels else "markers",
        marker=ring if around else marker,
        text=dots.labels or None,
        textposition="top center",
        name="outside ±2 sd when held out" if around else dots.label or dots.role,
        cliponaxis=False,
    )


def _add_threads(sheet: _Sheet, threads: Threads) -> None:
    colour = fade(sheet.colour(threads.model), 0.6)
    for (x, y), weight in zip(sheet.points, threads.weights):
        style = {"color": colour, "width": 0.5 + 8 * float(weight)}
        ends = {"x": [threads.x, x], "y": [threads.y, y]}
        sheet.figure.add_scatter(**ends, mode="lines", line=style, name=f"weight {weight:.3f}", showlegend=False)


def _add_handle(sheet: _Sheet, handle: Handle) -> None:
    style = {"color": sheet.colours["ink"], "width": 1.5, "dash": "dot"}
    label = {"text": handle.label, "textposition": "end", "textangle": 0, "xanchor": "left", "yanchor": "top"}
    sheet.figure.add_vline(handle.x, line=style, label=label)


def _add_level(sheet: _Sheet, level: Level) -> None:
    style = {"color": sheet.colours["ink"], "width": 1.5, "dash": "dash"}
    sheet.figure.add_hline(level.y, line=style, label={"text": level.label, "textposition": "start"})


def _add_heat(sheet: _Sheet, heat: HeatMap) -> None:
    """Rows are queries, top to bottom; columns are keys. Cells that may not be attended stay empty, and a gap."""
    rows, columns = heat.values.shape
    row_labels = list(heat.row_labels or map(str, range(rows)))
    column_labels = list(heat.column_labels or map(str, range(columns)))
    names = np.array([[(row, column) for column in column_labels] for row in row_labels]).reshape(rows, columns, 2)
    sheet.figure.add_heatmap(
        z=np.where(_empty(heat), np.nan, heat.values),
        x=np.arange(columns) if heat.columns_at is None else heat.columns_at,
        y=np.arange(rows),
        customdata=names,
        hovertemplate="%{customdata[0]} → %{customdata[1]}: %{z:.4f}<extra></extra>",
        texttemplate="%{z:.2f}" if heat.show_numbers else None,
        **_scale(sheet, heat),
    )
    sheet.figure.update_yaxes(autorange="reversed", **some_ticks(row_labels))
    if heat.columns_at is None:
        sheet.figure.update_xaxes(**some_ticks(column_labels))


def _empty(heat: HeatMap) -> np.ndarray:
    """True for the cells [C], with a mask [R, C], that have no colour."""
    return (np.arange(heat.values.shape[1]) == heat.gap) | (False if heat.mask is None else np.logical_not(heat.mask))


def _scale(sheet: _Sheet, heat: HeatMap | Field) -> dict:
    """From the colour of the paper at 0 to the model's, or both ways from 0."""
    if heat.diverging:
        ends = zip((0.0, 0.5, 1.0), (sheet.colours[name] for name in ("negative", "paper", "positive")), strict=True)
        return {"zmid": getattr(heat, "middle", 0.0), "colorscale": [*map(list, ends)]}
    return {"zmin": 0.0, "colorscale": [[0.0, sheet.colours["paper"]], [1.0, sheet.colour(heat.model or "tnpd")]]}


def _add_bars(sheet: _Sheet, bars: Bars) -> None:
    colour = [sheet.colour(model) for model in bars.models] or sheet.colour(bars.model)
    name, ends = bars.title or sheet.panel.title, np.array(bars.spread).reshape(-1, 2)
    spread = {"array": ends[:, 1] - bars.values, "arrayminus": bars.values - ends[:, 0]} if len(ends) else None
    style = {"marker_color": colour, "name": name, "error_y": spread, "base": bars.base}
    sheet.figure.add_bar(x=list(bars.labels), y=bars.values - bars.base, **style)
    # Names of bars are often numbers; on a numeric axis one called "prior" would have no place.
    sheet.figure.update_xaxes(type="category")


def _add_table(sheet: _Sheet, table: Table) -> None:
    texts = [[row.label for row in table.rows]]
    texts += [[row.cells[i].text for row in table.rows] for i in range(len(table.columns))]
    colours = {"fill_color": sheet.colours["paper"], "font_color": sheet.colours["ink"]}
    sheet.figure.add_table(
        header={"values": [table.heading, *table.columns], "align": "left", **colours},
        cells={"values": texts, "align": "left", **colours},
    )


def _add_symbols(sheet: _Sheet, symbols: Symbols) -> None:
    for pair, weight in zip(symbols.lines, symbols.weights):
        ends = {"x": symbols.x[list(pair)], "y": symbols.y[list(pair)]}
        style = {"color": fade(sheet.colour(symbols.model), 0.6), "width": 0.5 + 8 * float(weight)}
        sheet.figure.add_scatter(**ends, mode="lines", line=style, name=f"weight {weight:.3f}", showlegend=False)
    text = {"mode": "text", "text": symbols.labels, "textfont": {"size": 16}, "showlegend": False}
    sheet.figure.add_scatter(x=symbols.x, y=symbols.y, name="symbols", hoverinfo="text", **text)


def _add_shading(sheet: _Sheet, shading: Shading) -> None:
    for cell in shaded_cells(shading, sheet.panel.y, sheet.colour(shading.model)):
        sheet.figure.add_shape(cell)


def _add_field(sheet: _Sheet, field: Field) -> None:
    (x, y), (low, high) = field.axes, field.span
    scale = {"colorbar": {"title": {"text": field.label, "side": "right"}, "len": 0.8}}
    bar = scale if field.label else {"showscale": False}
    colours = _scale(sheet, field) | {"zmin": low, "zmax": high}
    read = "%{x:.4~g}, %{y:.4~g}: %{z:.4~g}<extra></extra>"
    sheet.figure.add_heatmap(z=field.values, x=x, y=y, hovertemplate=read, **bar, **colours)
    if field.isolines:
        lines = {"contours": {"coloring": "none", "showlabels": True}, "line_color": sheet.colours["ink"]}
        unread = {"hoverinfo": "skip", "showlegend": False}
        sheet.figure.add_contour(z=field.values, x=x, y=y, ncontours=8, **lines, **unread)
    if field.hull and field.extrapolated.any():
        sheet.figure.add_scatter(**hatched(x, y, field.hull, sheet.colours["ink"]))


def _add_pixels(sheet: _Sheet, pixels: Pixels) -> None:
    _add_field(sheet, matrix(pixels.values, pixels.x, pixels.y, "ink"))


def _add_place(sheet: _Sheet, place: Place) -> None:
    ring = {"symbol": "circle-open", "size": 16, "color": sheet.colours["ink"], "line": {"width": 3}}
    name = place.label or place.held
    sheet.figure.add_scatter(x=[place.x], y=[place.y], mode="markers", marker=ring, name=name)


def _add_box(sheet: _Sheet, box: Box) -> None:
    style = {"color": sheet.colours["ink"], "width": 3 if box.picked else 1}
    sheet.figure.add_shape(x0=box.x[0], x1=box.x[1], y0=box.y[0], y1=box.y[1], line=style)
    place = {"x": box.x[0], "y": box.y[1], "xanchor": "left", "yanchor": "bottom", "showarrow": False}
    sheet.figure.add_annotation(text=f"{escape(box.name)} {escape(box.size)}", **place)


def _add_nothing(sheet: _Sheet, mark: Dial | Withheld | Measured | Tune) -> None:
    """What is for the hand or the ear alone, or is drawn with the points."""


_ADD: dict[type[Mark], Callable[[_Sheet, Mark], None]] = {
    Curve: _add_curve,
    Line: _add_line,
    Dots: _add_dots,
    Threads: _add_threads,
    Handle: _add_handle,
    Level: _add_level,
    HeatMap: _add_heat,
    Bars: _add_bars,
    Table: _add_table,
    Symbols: _add_symbols,
    Shading: _add_shading,
    Field: _add_field,
    Place: _add_place,
    Pixels: _add_pixels,
    Box: _add_box,
    Dial: _add_nothing,
    Withheld: _add_nothing,
    Measured: _add_nothing,
    Tune: _add_nothing,
}
