"""A Scene in the units that its points came in. Pure.

Axes that are titled x or y, or have a mark of `quantities` behind their title, show the data and change, and so do
marked numbers in texts; every other axis and number stays: those are what the models work with. Moments along x become
milliseconds since 1970, by which figures count.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import TypeVar

import numpy as np

from pages.shared.drawing.moments import length_unit, milliseconds
from pages.shared.drawing.units import Pairs, Units
from pages.shared.scene.marks import Curve, Dots, Field, Handle, HeatMap, Level, Line, Mark, Panel, Scene, Threads
from pages.shared.scene.quantities import ALONG_X, ALONG_Y, AT_X, AT_Y, in_units

Part = TypeVar("Part")


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
    """The same scene and points with the data axes and marked numbers in original numbers; without units only the
    marks go."""
    if units is not None:
        scene = replace(scene, panels=tuple(_panel(panel, units) for panel in scene.panels))
    return worded(scene, units), _drawn(points, units) if units else points


def is_place_along_x(title: str) -> bool:
    """Whether an axis of this title shows x itself, and no length along it.

    Args:
        title: as in a scene, with the mark of `quantities` that it may have.
    """
    return title == "x" or title.endswith(AT_X)


def worded(part: Part, units: Units | None) -> Part:
    """With every text in it as people read it."""
    if isinstance(part, str):
        return in_units(part, units)
    if isinstance(part, tuple):
        return part if part and isinstance(part[0], int | float) else tuple(worded(each, units) for each in part)
    if is_dataclass(part):
        return replace(part, **{field.name: worded(getattr(part, field.name), units) for field in fields(part)})
    return part


def _panel(panel: Panel, units: Units) -> Panel:
    x, y = (_axis(title, units) for title in (panel.x_title, panel.y_title))
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


def _drawn(points: Pairs, units: Units) -> Pairs:
    x, y = _axis("x", units), _axis("y", units)
    return tuple((x.at(across), y.at(upward)) for across, upward in points)


def _axis(title: str, units: Units) -> _Axis:
    """The line that belongs to an axis of this title."""
    name = title if title in ("x", "y") else {AT_X: "x", ALONG_X: "x", AT_Y: "y", ALONG_Y: "y"}.get(title[-1:], "")
    if not name:
        return _Axis(title)
    if name == "x" and units.x_since:
        return _moments(title, units)
    offset, factor = (getattr(units, f"{name}_{part}") for part in ("offset", "factor"))
    return _Axis(
        getattr(units, f"{name}_label") if title == name else title,
        0.0 if title.endswith((ALONG_X, ALONG_Y)) else offset,
        factor,
    )


def _moments(title: str, units: Units) -> _Axis:
    """The line of an axis of moments, or of lengths of time."""
    if is_place_along_x(title):
        start, one = milliseconds(units.x_since)
        label = units.x_label if title == "x" else title
        return _Axis(label, start + one * units.x_offset, one * units.x_factor)
    unit, per = length_unit(units.x_since, units.x_factor)
    return _Axis(f"{title} in {unit}", 0.0, per * units.x_factor)


def _curve(mark: Curve, x: _Axis, y: _Axis) -> Curve:
    return replace(mark, x=x.at(mark.x), mean=y.at(mark.mean), sd=y.factor * mark.sd)


def _plain(mark: Line | Dots | Threads, x: _Axis, y: _Axis) -> Line | Dots | Threads:
    return replace(mark, x=x.at(mark.x), y=y.at(mark.y))


def _handle(mark: Handle, x: _Axis, _y: _Axis) -> Handle:
    return replace(mark, x=x.at(mark.x))


def _level(mark: Level, _x: _Axis, y: _Axis) -> Level:
    return replace(mark, y=y.at(mark.y), ends=tuple(map(y.at, mark.ends)), step=y.factor * mark.step)


def _heat(mark: HeatMap, x: _Axis, _y: _Axis) -> HeatMap:
    return mark if mark.columns_at is None else replace(mark, columns_at=x.at(np.asarray(mark.columns_at)))


def _field(mark: Field, x: _Axis, y: _Axis) -> Field:
    return replace(mark, x=x.interval(mark.x), y=y.interval(mark.y))


_ON: dict[type[Mark], Callable] = {
    Curve: _curve,
    Line: _plain,
    Dots: _plain,
    Threads: _plain,
    Handle: _handle,
    Level: _level,
    HeatMap: _heat,
    Field: _field,
}
