"""Specifications of single controls, and the constructors that put them into the fields of a frozen dataclass.

A specification holds everything that is known about one control: its range, its text, who owns it. `Controls` in
`controls.py` reads them to build the parser, the sliders and the defaults.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from pages.shared.lesson import values as checked
from pages.shared.lesson.values import MAX_POINTS, MAX_X, ControlError

VIEW_WIDTH = (0.5, 24.0)  # beyond the larger one the targets would stand too far apart to draw a curve


@dataclass(frozen=True)
class Spec(ABC):
    """What all controls have. `label` and `help` are shown beside the control, `unit` behind its value. With a
    `quantity`, a kind of `scene.quantities`, the value is shown in the units of the data. `parameter` is the URL
    parameter of a widget of the page ("" for what the board owns: those travel together in `c`)."""

    label: str = ""
    unit: str = ""
    quantity: str = ""
    help: str | None = None
    parameter: str = ""

    owner = "board"

    def owns(self, name: str, key: str) -> bool:
        """Whether a plain control of the name `key` belongs to the field `name`."""
        return key == name

    def find(self, mapping: Mapping[str, object], name: str) -> object:
        """The field's value in plain JSON controls; None where it is absent."""
        return mapping.get(name)

    @abstractmethod
    def check(self, name: str, value: object) -> object:
        """The value in the type of its field. Raises ControlError, which says what was required and what came."""

    def plain(self, name: str, value: object) -> dict[str, object]:
        """The inverse of `find`: the value as plain JSON controls by name."""
        return {name: value}


@dataclass(frozen=True)
class Number(Spec):
    """A finite number in [lo, hi]. With `step` the board draws a slider, over `slider` where the hand is to have a
    smaller range than a link; with `whole` the value is an int. Where it is `counted`, the steps are what is shown."""

    lo: float = 0.0
    hi: float = 1.0
    step: float | None = None
    slider: tuple[float, float] | None = None
    whole: bool = False
    counted: bool = False

    def check(self, name: str, value: object) -> float:
        number = checked.number({name: value}, name, 0.0, self.lo, self.hi)
        return int(number) if self.whole else number

    @property
    def ends(self) -> tuple[float, float]:
        """The ends of the slider."""
        return self.slider or (self.lo, self.hi)


@dataclass(frozen=True)
class Choice(Spec):
    """One of `options`, a widget of the page: value -> the text that people read. With `many` it is a list that
    opens instead of a row of buttons."""

    options: Mapping[str, str] = field(default_factory=dict)
    many: bool = False

    owner = "page"

    def check(self, name: str, value: object) -> str:
        return checked.choice({name: value}, name, tuple(self.options))


@dataclass(frozen=True)
class Flag(Spec):
    """True or false, a switch of the page."""

    owner = "page"

    def check(self, name: str, value: object) -> bool:
        return checked.flag({name: value}, name)


@dataclass(frozen=True)
class Numbers(Spec):
    """At most `count` finite numbers, each in [lo, hi]."""

    lo: float = 0.0
    hi: float = 1.0
    count: int = 1

    def check(self, name: str, value: object) -> tuple[float, ...]:
        return checked.numbers({name: value}, name, (), self.lo, self.hi, self.count)

    def plain(self, name: str, value: Sequence[float]) -> dict[str, object]:
        return {name: list(value)}


@dataclass(frozen=True)
class Interval(Numbers):
    """[low, high], from `width[0]` to `width[1]` apart."""

    count: int = 2
    width: tuple[float, float] = VIEW_WIDTH

    def check(self, name: str, value: object) -> tuple[float, ...]:
        ends = super().check(name, value)
        if len(ends) != 2 or not self.width[0] <= ends[1] - ends[0] <= self.width[1]:
            raise ControlError(name, f"[low, high], {self.width[0]:g} to {self.width[1]:g} apart", list(ends))
        return ends


Cells = tuple[tuple[int, tuple[tuple[int, int], ...]], ...]


@dataclass(frozen=True)
class CellSets(Spec):
    """Cells switched in a square matrix that grows with the number of points: one control `<field><n>` for each number
    n of points; `beyond` rows and columns of the square belong to no point. Value: ((n, ((row, column), ...)), ...)."""

    beyond: int = 0

    def owns(self, name: str, key: str) -> bool:
        return re.fullmatch(rf"{name}\d{{1,3}}", key, re.ASCII) is not None

    def find(self, mapping: Mapping[str, object], name: str) -> object:
        mine = {key: value for key, value in mapping.items() if self.owns(name, key) and value is not None}
        return tuple((int(key.removeprefix(name)), value) for key, value in mine.items()) or None

    def check(self, name: str, value: object) -> Cells:
        return tuple((count, self._cells(f"{name}{count}", min(count, MAX_POINTS), cells)) for count, cells in value)

    def _cells(self, name: str, count: int, cells: object) -> tuple[tuple[int, int], ...]:
        return checked.cells({name: cells}, name, count + self.beyond, count + self.beyond)

    def plain(self, name: str, value: Cells) -> dict[str, object]:
        return {f"{name}{count}": [list(cell) for cell in cells] for count, cells in value}


def spec_of(metadata: Mapping) -> Spec | None:
    """The specification that a constructor has put into a field's metadata; None for another field."""
    return metadata.get("control")


def number(
    default: float | Callable[[], float],
    lo: float,
    hi: float,
    *,
    step: float | None = None,
    slider: tuple[float, float] | None = None,
    whole: bool = False,
    counted: bool = False,
    **shown: str,
):
    """A field for a number in [lo, hi] that the board owns; with `step` it is a slider, else a handle or a value that
    a button sets. A default that has to be computed (from trained weights) is a function of no arguments."""
    return _field(default, Number(lo=lo, hi=hi, step=step, slider=slider, whole=whole, counted=counted, **shown))


def choice(
    options: Mapping[str, str] | Sequence[str],
    default: str = "",
    *,
    many: bool = False,
    **shown: str,
):
    """A field for one of the options, by default the first; a mapping gives each the text that people read."""
    texts = dict(options) if isinstance(options, Mapping) else {option: option for option in options}
    return _field(default or next(iter(texts)), Choice(options=texts, many=many, **shown))


def flag(default: bool = False, **shown: str):
    """A field for a switch."""
    return _field(default, Flag(**shown))


def numbers(default: Sequence[float], lo: float, hi: float, *, count: int, **shown: str):
    """A field for at most `count` numbers in [lo, hi] that the board owns (dots that are dragged)."""
    return _field(tuple(default), Numbers(lo=lo, hi=hi, count=count, **shown))


def interval(default: tuple[float, float], width: tuple[float, float] = VIEW_WIDTH, **shown: str):
    """A field for an interval of x that the board owns."""
    return _field(default, Interval(lo=-MAX_X, hi=MAX_X, width=width, **shown))


def handle(default: float = 0.0, **shown: str):
    """A field for a vertical line that is dragged along x, or a position that a link may put anywhere."""
    return number(default, -MAX_X, MAX_X, **shown)


def cell_sets(*, beyond: int, **shown: str):
    """A field for the cells that are switched in a square of the points and `beyond` more tokens."""
    return _field((), CellSets(beyond=beyond, **shown))


def _field(default: object, spec: Spec):
    metadata = {"control": spec}
    return (
        field(default_factory=default, metadata=metadata)
        if callable(default)
        else field(default=default, metadata=metadata)
    )
