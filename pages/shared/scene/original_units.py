"""A Scene in the units that its points came in. Pure.

Axes that are titled x or y show the data and change; every other axis stays, and so do weights, readings and captions:
those are what the models work with.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from pages.shared.drawing.units import Pairs, Units
from pages.shared.scene.marks import Curve, Dots, Handle, HeatMap, Line, Mark, Panel, Scene, Threads


@dataclass(frozen=True)
class _Axis:
    """One straight line: original = offset + factor * seen."""

    title: str
    offset: float = 0.0
    factor: float = 1.0

    def at(self, seen):
        return self.offset + self.factor * seen

    def interval(self, seen: tuple[float, float]) -> tuple[float, float]:
        return self.at(seen[0]), self.at(seen[1])


def in_original_units(scene: Scene, points: Pairs, units: Units | None) -> tuple[Scene, Pairs]:
    """The same scene and points with the data axes in original numbers; unchanged without units."""
    if units is None:
        return scene, points
    return replace(scene, panels=tuple(_panel(panel, units) for panel in scene.panels)), units.original(points)


def _panel(panel: Panel, units: Units) -> Panel:
    x = _Axis(units.x_label, units.x_offset, units.x_factor) if panel.x_title == "x" else _Axis(panel.x_title)
    y = _Axis(units.y_label, units.y_offset, units.y_factor) if panel.y_title == "y" else _Axis(panel.y_title)
    return replace(
        panel,
        marks=tuple(_ON[type(mark)](mark, x, y) if type(mark) in _ON else mark for mark in panel.marks),
        x=x.interval(panel.x),
        y=y.interval(panel.y),
        x_title=x.title,
        y_title=y.title,
        moved=x.factor * panel.moved,
        tint=x.interval(panel.tint) if panel.tint else None,
    )


def _curve(mark: Curve, x: _Axis, y: _Axis) -> Curve:
    return replace(mark, x=x.at(mark.x), mean=y.at(mark.mean), sd=y.factor * mark.sd)


def _plain(mark: Line | Dots | Threads, x: _Axis, y: _Axis) -> Line | Dots | Threads:
    return replace(mark, x=x.at(mark.x), y=y.at(mark.y))


def _handle(mark: Handle, x: _Axis, _y: _Axis) -> Handle:
    return replace(mark, x=x.at(mark.x))


def _heat(mark: HeatMap, x: _Axis, _y: _Axis) -> HeatMap:
    return mark if mark.columns_at is None else replace(mark, columns_at=x.at(np.asarray(mark.columns_at)))


_ON: dict[type[Mark], Callable] = {
    Curve: _curve,
    Line: _plain,
    Dots: _plain,
    Threads: _plain,
    Handle: _handle,
    HeatMap: _heat,
}
