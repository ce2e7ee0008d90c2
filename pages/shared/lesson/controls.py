"""The controls of one lesson as a frozen dataclass, from which parser, sliders, defaults, links and schema follow.

    @dataclass(frozen=True)
    class AttentionControls(PlotControls):
        head: str = choice(("1", "2", "mean"), label="Head", parameter="attention_head")
        tau: float = number(0.0, -3, 3, step=0.05, label="Shift all inputs by τ")
        query: float = handle()

An object of such a class is always valid: its fields are checked when it is made, by `parse` from plain JSON values or
by Python. It is hashable, so it can be a part of a cache's key. Pure.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from functools import cache
from typing import Self

from pages.shared.lesson.control_fields import Number, Spec, interval, spec_of
from pages.shared.lesson.picture_control import Picture
from pages.shared.lesson.text_control import Text
from pages.shared.lesson.values import ControlError
from pages.shared.scene.marks import X_VIEW


@dataclass(frozen=True)
class Controls:
    """What every lesson's controls can do.

    Raises:
        ControlError: a field has a value that does not fit; the message says what was required and what came.
    """

    def __post_init__(self):
        for name, spec in specs(type(self)).items():
            object.__setattr__(self, name, spec.check(name, getattr(self, name)))

    @classmethod
    def parse(cls, mapping: Mapping[str, object] | Self) -> Self:
        """The controls of this lesson from plain JSON values by name; absent ones take their defaults, and what other
        lessons own is left out. Raises ControlError."""
        if isinstance(mapping, cls):
            return mapping
        found = {name: spec.find(mapping, name) for name, spec in specs(cls).items()}
        return cls(**{name: value for name, value in found.items() if value is not None})

    @classmethod
    def accept(cls, mapping: Mapping[str, object]) -> tuple[Self, tuple[ControlError, ...]]:
        """The controls with those plain values that fit, and an error for each of the others, which take their
        defaults: for a page that shows what it can of what a link or a browser says."""
        values, errors = dict(mapping), []
        while True:
            try:
                return cls.parse(values), tuple(errors)
            except ControlError as error:
                if values.pop(error.control, None) is None:
                    raise
                errors.append(error)

    @classmethod
    def sliders(cls, values: Mapping[str, object] | None = None) -> list[dict[str, object]]:
        """The board's sliders and text fields as plain JSON, each at its value of `values` or at its default."""
        starts = cls.starts()
        return [_input(name, spec, (values or {}).get(name, starts[name])) for name, spec in _inputs(cls)]

    @classmethod
    def starts(cls) -> dict[str, object]:
        """What each slider and text field holds before anyone has touched it."""
        return {name: cls.default(name) for name, _ in _inputs(cls)}

    @classmethod
    def default(cls, name: str) -> object:
        """The default of one control."""
        field = next(field for field in fields(cls) if field.name == name)
        return field.default if field.default is not MISSING else field.default_factory()

    @classmethod
    def defaults(cls) -> dict[str, object]:
        """All controls as plain JSON values, each at its default."""
        return cls().plain()

    @classmethod
    def linked(cls, owned: Mapping[str, object]) -> dict[str, object]:
        """What a link carries of the values that the board owns: those of this lesson, and the inputs that no one has
        touched, because a link has to outlive a change of their defaults."""
        board = [(name, spec) for name, spec in specs(cls).items() if spec.owner == "board"]
        mine = {key: value for key, value in owned.items() if any(spec.owns(name, key) for name, spec in board)}
        return {**cls.starts(), **mine}

    @classmethod
    def chosen(cls, parameters: Mapping[str, str]) -> dict[str, object]:
        """What the parameters of an address choose of the page's widgets, as programs write it or as people read it, by
        the names of the controls; what a widget does not offer is left out."""
        named = {name: spec for name, spec in specs(cls).items() if spec.parameter in parameters}
        found = {name: _offered(spec, parameters[spec.parameter]) for name, spec in named.items()}
        return {name: value for name, value in found.items() if value is not None}

    def plain(self) -> dict[str, object]:
        """All controls as plain JSON values by name; `parse` gives back an equal object."""
        found = {}
        for name, spec in specs(type(self)).items():
            found |= spec.plain(name, getattr(self, name))
        return found


@dataclass(frozen=True)
class PlotControls(Controls):
    """Of a lesson whose stage is a plot: the interval of x in view."""

    view: tuple[float, float] = interval(X_VIEW)

    def in_view(self, x: float) -> float:
        """Where a handle stands: at x, or in the middle of the view while x is out of it."""
        low, high = self.view
        return x if low <= x <= high else (low + high) / 2

    @property
    def at(self) -> float:
        """The x of a lesson's query: where its handle stands in this view."""
        return self.in_view(self.query)


@cache
def specs(controls: type[Controls]) -> dict[str, Spec]:
    """The specification of every control by name, the view last.

    Raises:
        TypeError: a field was not made by a constructor of `control_fields`.
    """
    found = {field.name: spec_of(field.metadata) for field in fields(controls)}
    if missing := [name for name, spec in found.items() if spec is None]:
        raise TypeError(f"{controls.__name__}: {', '.join(missing)} must be made by number(), choice(), flag(), ...")
    shared = {field.name for field in fields(PlotControls)}
    return dict(sorted(found.items(), key=lambda item: item[0] in shared))


def _offered(spec: Spec, text: str) -> object:
    options = getattr(spec, "options", {True: "true", False: "false"})
    return next((value for value, shown in options.items() if text in (value, shown)), None)


def _inputs(controls: type[Controls]) -> list[tuple[str, Number | Text | Picture]]:
    """What the board draws an input for: numbers with a slider, texts and pictures."""
    found = specs(controls).items()
    return [(n, s) for n, s in found if isinstance(s, Text | Picture) or (isinstance(s, Number) and s.step is not None)]


def _input(name: str, spec: Number | Text | Picture, value: object) -> dict[str, object]:
    if isinstance(spec, Text):
        typed = {"longest": spec.longest, "examples": list(spec.examples)}
        return {"name": name, "label": spec.label, **typed, "value": value}
    if isinstance(spec, Picture):
        return {"name": name, "label": spec.label, "presets": dict(spec.presets), "value": value}
    low, high = spec.ends
    ends = {"min": low, "max": high, "step": spec.step}
    more = {name: given for name in ("counted", "quantity") if (given := getattr(spec, name))}
    return {"name": name, "label": spec.label, **ends, "value": value, "unit": spec.unit, **more}
