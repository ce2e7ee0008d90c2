"""What a learner guesses in a step of a story before the outcome is shown: chosen, sorted, sketched or dragged. Pure.

Each kind checks the plain JSON value that the board sends and gives what a judge takes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import ClassVar, Protocol

from pages.shared.lesson.values import MAX_POINTS, is_number

MOST = 1e4  # of any guessed number


class Guess(Protocol):
    """A kind of guess."""

    def wire(self) -> dict:
        """Plain JSON values for the board; "kind" says which of its modules draws it."""

    def check(self, value: object) -> object:
        """The guess that the board sends. Raises ValueError."""

    def neutral(self, count: int) -> object:
        """A guess as the board sends it that prefers nothing, on `count` drawn points."""

    @property
    def measured(self) -> bool:
        """Whether a verdict says beside the outcome how close the guess came to it."""


@dataclass(frozen=True)
class Choose:
    """One of several options; a guess is the number of one, from 0."""

    options: Sequence[str]
    measured: ClassVar[bool] = False

    def wire(self) -> dict:
        return {"kind": "choose", "options": list(self.options)}

    def check(self, value: object) -> int:
        return _number_of(value, len(self.options))

    def neutral(self, count: int) -> int:
        return 0


@dataclass(frozen=True)
class Sort:
    """Every item put into one of the bins; a guess is the number of a bin for each item."""

    items: Sequence[str]
    bins: Sequence[str]
    measured: ClassVar[bool] = False

    def wire(self) -> dict:
        return {"kind": "sort", "items": list(self.items), "bins": list(self.bins)}

    def check(self, value: object) -> tuple[int, ...]:
        if not isinstance(value, list) or len(value) != len(self.items):
            raise ValueError(f"a guess must be a list of {len(self.items)} numbers")
        return tuple(_number_of(each, len(self.bins)) for each in value)

    def neutral(self, count: int) -> list[int]:
        return [0] * len(self.items)


@dataclass(frozen=True)
class SketchBand:
    """A band drawn about the mean with one stroke: half its width at each of `at`. `label` says what is drawn."""

    at: Sequence[float]
    label: str = "your sketch of the band"
    measured: ClassVar[bool] = True

    def wire(self) -> dict:
        return {"kind": "sketch", "at": [float(x) for x in self.at], "label": self.label}

    def check(self, value: object) -> tuple[float, ...]:
        return _numbers(value, len(self.at))

    def neutral(self, count: int) -> list[float]:
        return [1.0] * len(self.at)


@dataclass(frozen=True)
class SketchCurve:
    """A curve drawn with one stroke: its y at each of `at`. `label` says what is drawn; `truth` names the curve that
    the verdict draws beside it, where there is one."""

    at: Sequence[float]
    label: str = "your sketch of the curve"
    truth: str = ""
    measured: ClassVar[bool] = True

    def wire(self) -> dict:
        return {"kind": "curve", "at": [float(x) for x in self.at], "label": self.label, "truth": self.truth}

    def check(self, value: object) -> tuple[float, ...]:
        return _numbers(value, len(self.at), least=-MOST)

    def neutral(self, count: int) -> list[float]:
        """Up and down in turn: it follows nothing."""
        return [float((-1) ** i) for i in range(len(self.at))]

    def error(self, drawn: Sequence[float], outcome: Sequence[float]) -> float:
        """The root mean square of drawn - outcome over the places, in the units of y. Raises ValueError unless both
        have one value for each place."""
        if not len(drawn) == len(outcome) == len(self.at):
            raise ValueError(f"a curve must have {len(self.at)} values, got {len(drawn)} and {len(outcome)}")
        return sqrt(sum((d - o) ** 2 for d, o in zip(drawn, outcome)) / len(self.at))


@dataclass(frozen=True)
class DragWeights:
    """A share for each drawn point, dragged as bars; a guess sums to 1. `label` says what the bars are. `first` names
    what has a share beside the points: its bar stands before theirs, and its share is the guess's last."""

    label: str = "your guess of the weights"
    first: str = ""
    measured: ClassVar[bool] = True

    def wire(self) -> dict:
        return {"kind": "weights", "label": self.label, "first": self.first}

    def check(self, value: object) -> tuple[float, ...]:
        count = len(value) if isinstance(value, list) else 0
        shares = _numbers(value, min(count, MAX_POINTS))
        if not shares or abs(sum(shares) - 1.0) > 1e-3:
            raise ValueError("a guess must be shares that sum to 1")
        return shares

    def neutral(self, count: int) -> list[float]:
        shares = max(count + bool(self.first), 1)
        return [1 / shares] * shares


def _number_of(value: object, count: int) -> int:
    if type(value) is not int or not 0 <= value < count:
        raise ValueError(f"a guess must be a number from 0 to {count - 1}")
    return value


def _numbers(value: object, count: int, least: float = 0.0) -> tuple[float, ...]:
    fits = isinstance(value, list) and len(value) == count and all(is_number(v) and least <= v <= MOST for v in value)
    if not fits:
        raise ValueError(f"a guess must be a list of {count} numbers, none below {least:g}")
    return tuple(float(v) for v in value)
