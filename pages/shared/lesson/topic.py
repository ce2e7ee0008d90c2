"""A topic: the state of something long, which grows while people look on. Pure data."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass

from pages.shared.lesson.controls import Controls
from pages.shared.scene.marks import Scene

TOPIC = "topic"  # what a step names among its parts


@dataclass(frozen=True)
class Topic:
    """Long work whose state a lesson shows as it grows.

    Args:
        name: in messages.
        wanted: what of it these controls show, None for nothing; who wants the same shares one run.
        work: the states, each of them whole, from the first to the last; everything but the time of day that it takes
            is here, and nothing of it in a scene.
        scene: the panels of a state; None while there is no state yet. They replace those of the same id.
        kept: seconds for which a finished run serves everyone who comes later.
    """

    name: str
    wanted: Callable[[Controls], Hashable | None]
    work: Callable[[Hashable], Iterator[object]]
    scene: Callable[[object | None, Controls], Scene]
    kept: float = 60.0
