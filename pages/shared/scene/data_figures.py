"""A scene's figures in the units of its data, with axes of dates where x are moments. Pure."""

from __future__ import annotations

from dataclasses import replace

from pages.shared.drawing.moments import MIDNIGHT
from pages.shared.drawing.units import Pairs, Units
from pages.shared.scene.figures import figures
from pages.shared.scene.marks import Bars, HeatMap, Panel, Scene
from pages.shared.scene.original_units import in_original_units, is_place_along_x
from pages.shared.scene.table import Table


def data_figures(scene: Scene, points: Pairs, units: Units | None, dark: bool = False) -> list:
    """One Plotly figure for each panel of the scene that has something to plot, in its order; scene and
    points are in the numbers that models see."""
    scene = replace(scene, panels=tuple(_titled(panel) for panel in scene.panels if panel.marks or panel.points))
    found = figures(*in_original_units(scene, points, units, counted=True), dark)
    if units and units.x_since:
        for figure, panel in zip(found, scene.panels, strict=True):
            if _has_places(panel):
                clock = {"tickformat": "%H:%M", "hoverformat": "%H:%M:%S"} if units.x_since == MIDNIGHT else {}
                figure.update_xaxes(type="date", **clock)
    return found


def _titled(panel: Panel) -> Panel:
    """Bars stand over names: the x and y that a panel has of itself are no axes of theirs."""
    if not any(isinstance(mark, Bars) for mark in panel.marks):
        return panel
    own = [name for name in ("x_title", "y_title") if getattr(panel, name) == getattr(Panel, name)]
    return replace(panel, **dict.fromkeys(own, ""))


def _has_places(panel: Panel) -> bool:
    """Whether moments stand along x, and no cells or names."""
    cells = any(isinstance(mark, Bars | Table) or _is_plain(mark) for mark in panel.marks)
    return is_place_along_x(panel) and not cells and not panel.drawing


def _is_plain(mark: object) -> bool:
    return isinstance(mark, HeatMap) and mark.columns_at is None
