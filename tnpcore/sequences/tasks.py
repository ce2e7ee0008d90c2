"""The tasks that models are trained on: their symbols, how a text is split into them, and pairs to learn from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import torch

from tnpcore.sequences import copying

Pair = tuple[list[str], list[str]]


@dataclass(frozen=True)
class Task:
    """Pairs of a source and its target.

    Args:
        name: on cards and in names of models.
        symbols: gives those of the source and of the target.
        split: the source symbols of a text, normalised as the task wants it; None: the longest symbol that fits.
        draw: pairs for training, given how many and a generator.
        longest_source, longest_target: how many symbols there are at most, END not counted.
    """

    name: str
    symbols: Callable[[], tuple[tuple[str, ...], tuple[str, ...]]]
    split: Callable[[str], list[str]] | None
    draw: Callable[[int, torch.Generator], list[Pair]]
    longest_source: int
    longest_target: int


COPYING = Task("copying", copying.symbols, None, copying.draw, copying.LONGEST + 1, copying.LONGEST)

TASKS = {task.name: task for task in (COPYING,)}


def task(name: str) -> Task:
    """The task of that name.

    Raises:
        ValueError: for an unknown name; lists the known ones.
    """
    if name not in TASKS:
        raise ValueError(f"the task must be one of {', '.join(TASKS)}, got {name!r}")
    return TASKS[name]
