"""What is drawn on a lesson's stage, one kind of drawing each: points over x or on a plane, notes on a lattice, a line
of text, or a picture of pixels.

A stage says what there is to begin with and to choose from, what a person's own numbers mean on it, and whether a hand
draws on it at all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import torch

from pages.shared.drawing.presets import FIRST, DrawnPoints
from pages.shared.drawing.table_points import Ready
from pages.shared.lesson.controls import Controls
from tnpcore import Points


@dataclass(frozen=True)
class Curve:
    """Points (x, y) over one axis; data of one's own are scaled where that is needed.

    Args:
        first: the preset that a session begins with which has no link.
    """

    first: str = FIRST


@dataclass(frozen=True)
class Lattice:
    """Notes: x picks a step or gives the order, y picks one of the named rows.

    Args:
        named: drawings by name.
        title: stands above random ones.
        counts: how many notes those have, by what their buttons say.
        draw: makes one of so many notes.
        read: makes a drawing of a person's own numbers (time, pitch); a ValueError for those that it has no place for.
        first: as of `Curve`.
    """

    named: Mapping[str, DrawnPoints]
    title: str
    counts: Mapping[str, int]
    draw: Callable[[int, torch.Generator], DrawnPoints]
    read: Callable[[DrawnPoints], DrawnPoints]
    first: str = FIRST


@dataclass(frozen=True)
class Text:
    """A line of text, typed into a control: no points are drawn, and those of other lessons stay as they are."""

    first: str = FIRST


@dataclass(frozen=True)
class Pixels:
    """Pictures of 8 by 8 pixels, painted into controls (`picture_control`): no points are drawn, as of `Text`."""

    first: str = FIRST


@dataclass(frozen=True)
class Plane:
    """Places (x1, x2) on a plane; what is measured at each is a control (`values.EACH_POINT`). A table of one's own has
    three columns, place and value.

    Args:
        first: as of `Curve`.
        random: what a button draws, by its words.
        values: what is measured at each of these points, under these controls.
    """

    first: str = FIRST
    random: Mapping[str, Callable[[torch.Generator], Ready]] = field(default_factory=dict)
    values: Callable[[Points, Controls], tuple[float, ...]] = lambda points, controls: ()


@dataclass(frozen=True)
class Measurements:
    """Places over one axis, whose y is measured (`marks.Measured`): no data of one's own, which would bring its y."""

    first: str = FIRST


Stage = Curve | Lattice | Text | Pixels | Plane | Measurements
CURVE = Curve()
