"""Functions for the test of the compiler, which runs each as Python and as JavaScript: all constructs that it knows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import cast

import numpy as np

TABLE = {"a": (1, 2.5), "b": (-3, 0.125)}
GRID = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])


@dataclass(frozen=True)
class Shape:
    """A value with a default, properties and a method."""

    width: float
    height: float = 2.0
    names: tuple[str, ...] = field(default_factory=tuple)

    @property
    def area(self) -> float:
        return self.width * self.height

    @cached_property
    def first_area(self) -> list[float]:
        return [self.area]

    def scaled(self, by: float = 2.0, *, only_width: bool = False) -> Shape:
        return replace(self, width=by * self.width, height=self.height if only_width else by * self.height)

    def __len__(self) -> int:
        return len(self.names)


def texts() -> list[str]:
    number, whole = 1234.5, 3
    return [
        f"{number:,.2f} {number:.0f} {2.5:.0f} {0.125:.2f} {-0.004:.2f} {0.00001234:.3g} {1e6:,.0f}",
        f"{0.275:.1%} {whole}",
        f"{'a' * whole!r:>6}|{number:g}|{whole:03d}|{[1, 2]}|{True}|{None}|{number:+.1f}",
        ", ".join(f"{key}={value[0]}" for key, value in TABLE.items() if value[1]),
        "x.y".partition(".")[2] + "abc"[-1] + "abc"[::-1] + "abc".replace("b", "B").removeprefix("a"),
    ]


def operators() -> list:
    first, *rest = [1, 2, 3, 4]
    (a, b), *_, (c, *d) = (5, 6), 7, (8, 9, 10)
    chained = 0 < first <= 1 < rest[0] and not rest[5:]
    found = "none" if () or {} or 0 else "some"
    return [
        first,
        rest,
        a,
        b,
        c,
        d,
        chained,
        found,
        -7 // 2,
        -7 % 3,
        2**-1,
        rest + d,
        rest[-2:],
        rest[::-1],
        3 in rest,
    ]


def loops(limit: int = 5) -> list:
    found = []
    for i, name in enumerate("abc", start=1):
        if name == "b":
            continue
        found.append([i, name])
    while len(found) < limit:
        found.append("more" * bool(limit))
        if len(found) == 4:
            break
    squares = {n: n * n for n in range(4) if n % 2}
    return [found, list(squares.items()), sorted({3, 1, 2}, reverse=True), max(squares, key=lambda n: -n)]


def errors() -> list[str]:
    found = []
    for bad in (True, False):
        try:
            _refuse(bad)
        except ValueError as error:
            found.append(f"refused: {error}")
        else:
            found.append("fine")
    return found


def _refuse(bad: bool) -> None:
    if bad:
        raise ValueError("too bad")


def objects() -> list:
    shape = Shape(3.0, names=("x",))
    wide = shape.scaled(only_width=True)
    return [shape.area, wide.width, wide.height, wide.names, bool(Shape(1.0)), bool(shape), _remembered(2), _last(by=3)]


def properties() -> list:
    shape = Shape(3.0)
    return [shape.first_area is shape.first_area, shape.first_area, shape.scaled().first_area]


@cache
def _remembered(n: int) -> int:
    return n + 1


def _last(*values: int, by: int = 1) -> int:
    return by * (values[-1] if (count := len(values)) else 1) + count


def arrays(rows: Sequence[int] = (1, 0)) -> list:
    order = np.argsort(GRID[0] * -1)
    return [
        (GRID[:, None, 1:] + GRID[..., :2].T[None]).tolist(),
        GRID[list(rows)][:, order].tolist(),
        GRID[(GRID > 1.5) & ~(GRID == 5)].tolist(),
        GRID.mean(0).tolist() + GRID.sum(-1).tolist(),
        float(GRID.max(initial=9.0)),
        int(np.abs(GRID - 4.2).argmin()),
        np.where(GRID > 2, GRID, 0.0).tolist(),
        np.concatenate([GRID, GRID[:1]]).shape[0],
        (GRID @ GRID.T).tolist(),
        np.linspace(-1, 1, 5)[::2].tolist(),
    ]


def unknown():
    yield 1


def cast_away(value):
    return cast("int", value)
