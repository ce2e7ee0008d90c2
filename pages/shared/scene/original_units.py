"""A Scene in the units that its points came in. Pure.

Axes that are titled x or y (on a plane x₁, x₂ or value), or have a quantity, show the data and change, and so do
quantities in texts; every other axis and number stays: those are what the models work with. Moments along x become
milliseconds since 1970, by which figures count.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import partial
from typing import TypeVar

import numpy as np

from pages.shared.drawing.moments import length_unit, milliseconds, moment
from pages.shared.drawing.units import Pairs, Units
from pages.shared.scene import axis_numbers
from pages.shared.scene.marks import (
    Bars,
    Curve,
    Dots,
    Field,
    Handle,
    HeatMap,
    Level,
    Line,
    Mark,
    Panel,
    Scene,
    Threads,
    shown,
)
from pages.shared.scene.quantities import AT_X, AT_Y, AT_Z, SHIFT_X, Prose, Quantity, Words

Part = TypeVar("Part")
WHOLE = 1e3  # from here on a number in the models' unit is written without decimals
DATA = {"x": AT_X, "y": AT_Y, "x₁": AT_X, "x₂": AT_Y, "value": AT_Z}  # axes that show the data, by title
_PLACES = (AT_X, AT_Y, AT_Z)


@dataclass(frozen=True)
class _Axis:
    """One straight line: original = offset + factor * seen; what is shown of it counts from the origin of `ending`."""

    title: str
    offset: float = 0.0
    factor: float = 1.0
    ending: str = ""  # of the title

    def at(self, seen):
        return self.offset + self.factor * seen

    def interval(self, seen: tuple[float, float]) -> tuple[float, float]:
        return self.at(seen[0]), self.at(seen[1])


def in_original_units(scene: Scene, points: Pairs, units: Units | None, counted: bool = False) -> tuple[Scene, Pairs]:
    """The same scene and points with the data axes and quantities in original numbers; without units, with every text
    as a string, and no picture hatched. `counted`: axes whose numbers are far from zero count from the origin that
    their titles state."""
    if units is None:
        return worded(replace(scene, panels=tuple(map(_by_hand, scene.panels))), None), points
    axis = partial(_axis, units=units, counted=counted)
    scene = replace(scene, panels=tuple(_panel(panel, axis, units.z_label) for panel in scene.panels))
    return worded(scene, units), _drawn(points, axis("x", AT_X), axis("y", AT_Y))


def column(title: str, quantity: str, values: Sequence[float], units: Units | None) -> tuple[str, list]:
    """A title and its numbers in the units of the data; moments as ISO 8601 writes them."""
    if units is None or not quantity:
        return title, list(values)
    axis = _axis(title, quantity, units)
    if quantity == AT_X and units.x_since:
        return axis.title, units.across([units.x_offset + units.x_factor * value for value in values])
    return axis.title, [axis.at(value) for value in values]


def is_place_along_x(panel: Panel) -> bool:
    """Whether the panel shows x itself, and no length along it."""
    return (panel.x_quantity or DATA.get(panel.x_title)) == AT_X


def in_units(text: Prose, units: Units | None) -> str:
    """The text as people read it: every quantity in the units of the data, or in the models' own without them."""
    if isinstance(text, str):
        return text
    return "".join(piece if isinstance(piece, str) else _in_words(piece, units) for piece in text.pieces)


def _in_words(number: Quantity, units: Units | None) -> str:
    value, digits, sign = number.value, number.digits or 2, "+" if number.kind == SHIFT_X and number.value >= 0 else ""
    if units is None:
        whole = abs(value) >= WHOLE
        return sign + (f"{value:,.0f}".replace("-", "\u2212") if whole else shown(value, number.digits))
    axis, at = number.kind[-1], number.kind in _PLACES
    if axis == "x" and units.x_since:
        return sign + _timely(value, digits, units, at)
    offset, factor = (getattr(units, f"{axis}_{part}") for part in ("offset", "factor"))
    return sign + axis_numbers.place(factor * value, at * offset, factor, digits)


def _timely(value: float, digits: int, units: Units, at: bool) -> str:
    """A moment, or a length of time, of which so many decimals were known in what the models see."""
    if at:
        return moment(units.x_offset + units.x_factor * value, units.x_since, units.x_factor * 10**-digits)
    unit, per = length_unit(units.x_since, units.x_factor)
    number = axis_numbers.place(per * units.x_factor * value, 0.0, per * units.x_factor, digits)
    one = unit == "days" and number.removeprefix("\u2212") == "1"
    return f"{number} {'day' if one else unit}"


def worded(part: Part, units: Units | None) -> Part:
    """With every text in it as people read it."""
    if isinstance(part, str | Words):
        return in_units(part, units)
    if isinstance(part, tuple):
        return part if part and isinstance(part[0], int | float) else tuple(worded(each, units) for each in part)
    if is_dataclass(part):
        return replace(part, **{field.name: worded(getattr(part, field.name), units) for field in fields(part)})
    return part


def _panel(panel: Panel, axis: Callable[..., _Axis], z_label: str) -> Panel:
    x, y = axis(panel.x_title, panel.x_quantity), axis(panel.y_title, panel.y_quantity)
    on = {
        **_ON,
        Field: lambda mark, x, y: _field(mark, x, y, axis(z_label, mark.quantity)),
        Bars: lambda mark, x, y: _bars(mark, axis("", mark.quantity, counted=False)),
    }
    return replace(
        panel,
        marks=tuple(on[type(mark)](mark, x, y) if type(mark) in on else mark for mark in panel.marks),
        x=x.interval(panel.x),
        y=y.interval(panel.y),
        x_title=x.title + x.ending,
        y_title=y.title + y.ending,
        moved=x.factor * panel.moved,
        tint=x.interval(panel.tint) if panel.tint else None,
    )


def _by_hand(panel: Panel) -> Panel:
    """Of points that are no data: a hand may put another one outside their hull at once."""
    return replace(panel, marks=tuple(replace(m, hull=None) if isinstance(m, Field) else m for m in panel.marks))


def _drawn(points: Pairs, x: _Axis, y: _Axis) -> Pairs:
    return tuple((x.at(across), y.at(upward)) for across, upward in points)


def _axis(title: Prose, quantity: str, units: Units, counted: bool = False) -> _Axis:
    """The line that belongs to an axis of this title and quantity; `counted` from its origin."""
    title = in_units(title, units)
    named, quantity = DATA.get(title, ""), quantity or DATA.get(title, "")
    if not quantity:
        return _Axis(title)
    name, at = quantity[-1], quantity in _PLACES
    label, offset, factor = (getattr(units, f"{name}_{part}") for part in ("label", "offset", "factor"))
    label = label if label and named == quantity else title
    if name != "x" or not units.x_since:
        if not (at and counted):
            return _Axis(label, at * offset, factor)
        return _Axis(label, offset - axis_numbers.origin(offset, factor), factor, axis_numbers.ending(offset, factor))
    if at:
        start, one = milliseconds(units.x_since)
        return _Axis(label, start + one * offset, one * factor)
    unit, per = length_unit(units.x_since, factor)
    return _Axis(f"{title} in {unit}", 0.0, per * factor)


def _curve(mark: Curve, x: _Axis, y: _Axis) -> Curve:
    return replace(mark, x=x.at(mark.x), mean=y.at(mark.mean), sd=y.factor * mark.sd)


def _plain(mark: Line | Dots | Threads, x: _Axis, y: _Axis) -> Line | Dots | Threads:
    return replace(mark, x=x.at(mark.x), y=y.at(mark.y))


def _handle(mark: Handle, x: _Axis, _y: _Axis) -> Handle:
    return replace(mark, x=x.at(mark.x))


def _level(mark: Level, _x: _Axis, y: _Axis) -> Level:
    return replace(mark, y=y.at(mark.y), ends=tuple(map(y.at, mark.ends)), step=y.factor * mark.step)


def _heat(mark: HeatMap, x: _Axis, _y: _Axis) -> HeatMap:
    if mark.columns_at is None:
        return mark
    return replace(mark, columns_at=x.at(np.asarray(mark.columns_at)), column_title=mark.column_title + x.ending)


def _field(mark: Field, x: _Axis, y: _Axis, z: _Axis) -> Field:
    hull = mark.hull and replace(mark.hull, corners=tuple((x.at(a), y.at(b)) for a, b in mark.hull.corners))
    mark = replace(mark, x=x.interval(mark.x), y=y.interval(mark.y), hull=hull)
    if not mark.quantity:
        return mark
    measured = tuple(z.at(value) for value in mark.measured)
    scale = {"middle": z.at(mark.middle), "most": z.factor * mark.most}
    label = f"{mark.label}, {z.title}" if z.title and mark.label else mark.label
    return replace(mark, values=z.at(mark.values), measured=measured, label=label + z.ending, **scale)


def _bars(mark: Bars, amount: _Axis) -> Bars:
    span, spread = tuple(map(amount.at, mark.span)), tuple(map(amount.interval, mark.spread))
    return replace(mark, values=amount.at(mark.values), span=span, spread=spread, base=amount.at(mark.base))


_ON: dict[type[Mark], Callable] = {
    Curve: _curve,
    Line: _plain,
    Dots: _plain,
    Threads: _plain,
    Handle: _handle,
    Level: _level,
    HeatMap: _heat,
}
