"""The tasks that models are trained on: their symbols, how a text is split into them, and pairs to learn from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import torch

from tnpcore.sequences import copying, dates

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


def _dates(count: int, generator: torch.Generator) -> list[Pair]:
    return [(dates.split(example.text), list(example.iso)) for example in dates.sample(count, generator)]


def _writing(count: int, generator: torch.Generator) -> list[Pair]:
    drawn = dates.sample_writing(count, generator)
    return [(dates.split_source(example.source), list(example.target)) for example in drawn]


# Texts of dates, to ISO 8601 or "?"; and the way back, from a language and a date to one of its written forms.
DATES = Task("dates", dates.symbols, dates.split, _dates, dates.LONGEST, len("2031-04-03"))
WRITING = Task("writing", dates.writing_symbols, dates.split_source, _writing, len("en 2031-04-03"), dates.LONGEST)
COPYING = Task("copying", copying.symbols, None, copying.draw, copying.LONGEST + 1, copying.LONGEST)

TASKS = {task.name: task for task in (DATES, WRITING, COPYING)}


def task(name: str) -> Task:
    """The task of that name.

    Raises:
        ValueError: for an unknown name; lists the known ones.
    """
    if name not in TASKS:
        raise ValueError(f"the task must be one of {', '.join(TASKS)}, got {name!r}")
    return TASKS[name]
