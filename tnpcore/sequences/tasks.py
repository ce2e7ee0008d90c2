"""The tasks that models are trained on: their symbols, how a text is split into them, and pairs to learn from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import torch
from torch import Tensor

from tnpcore.sequences import copying, dates
from tnpcore.sequences.encoder_decoder import EncoderDecoder
from tnpcore.sequences.melodies.learning import MELODIES
from tnpcore.sequences.recipe import SequenceRecipe, bucket_seed

Pair = tuple[list[str], list[str]]


@runtime_checkable
class Source(Protocol):
    """What batches are drawn from, to train on."""

    @property
    def name(self) -> str:
        """On cards and in names of models."""

    def arguments(self) -> dict[str, Any]:
        """Those of a model's class that follow from what it is trained on."""

    def batches(self, model: Any, recipe: Any, bucket: int) -> list[tuple[Tensor, ...]]:
        """What the loss of a model is given in the steps of a bucket, in a random order.

        Args:
            model: that is trained.
            recipe: seed and sizes.
            bucket: which of the run's buckets; equal ones have equal batches.
        """


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

    def arguments(self) -> dict[str, Any]:
        """Those of a model's class that follow from the task."""
        source, target = (list(side) for side in self.symbols())
        return {"source": source, "target": target, "longest": self.longest_source, "task": self.name}

    def batches(self, model: EncoderDecoder[Any], recipe: SequenceRecipe, bucket: int) -> list[tuple[Tensor, ...]]:
        """Batches of pairs of similar length, in a random order; equal buckets have equal pairs."""
        generator = torch.Generator().manual_seed(bucket_seed(recipe, bucket))
        pairs = self.draw(recipe.bucket * recipe.batch_size, generator)
        pairs.sort(key=lambda pair: (len(pair[0]), len(pair[1])))
        starts = torch.randperm(recipe.bucket, generator=generator) * recipe.batch_size
        chunks = [pairs[start : start + recipe.batch_size] for start in starts.tolist()]
        return [
            (model.source.encode([source for source, _ in chunk]), model.target.encode([target for _, target in chunk]))
            for chunk in chunks
        ]


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


def trained_on(name: str) -> Source:
    """What the models of that name's task are trained on.

    Raises:
        ValueError: for an unknown name; lists the known ones.
    """
    return MELODIES if name == MELODIES.name else task(name)
