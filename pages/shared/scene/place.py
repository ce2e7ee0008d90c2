"""A mark that a hand drags in two dimensions."""

from __future__ import annotations

from dataclasses import dataclass

Ends = tuple[float, float]


@dataclass(frozen=True)
class Place:
    """A ring at (x, y) that the person drags over the plane, within `ends` along each axis, in steps of `step` (0: any
    place). The board writes its two numbers into the controls `edit`, less those of `origin`: a ring that stands beside
    another says how far away it is. The first of a plane is taken `anywhere` on it, unless a press there adds a point;
    any other by its ring. `label` stands beside it; `held` says in words what it holds, for a screen reader.
    """

    x: float
    y: float
    edit: tuple[str, str]
    ends: tuple[Ends, Ends]
    held: str
    label: str = ""
    step: float = 0.0
    origin: tuple[float, float] = (0.0, 0.0)
    anywhere: bool = True
