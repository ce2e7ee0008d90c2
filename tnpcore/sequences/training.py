"""One training loop for all sequence models, as a generator of steps."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any, TypeAlias, cast

import torch
from torch import Tensor

from tnpcore.fast.products import wide_products
from tnpcore.sequences.encoder_decoder import EncoderDecoder
from tnpcore.sequences.language_model import LanguageModel
from tnpcore.sequences.recipe import Recipe
from tnpcore.sequences.tasks import Source
from tnpcore.training import Step
from tnpcore.training.updates import Updates

SequenceModel: TypeAlias = EncoderDecoder[Any] | LanguageModel
Batch: TypeAlias = tuple[Tensor, ...]  # the arguments of the model's loss


class Run:
    """A model in training with everything needed to resume. What is drawn depends on seed and step alone.

    Args:
        model: trained in place.
        task: what batches are drawn from.
        recipe: of the run.
    """

    def __init__(self, model: SequenceModel, task: Source, recipe: Recipe):
        self.model, self.task, self.recipe = model, task, recipe
        adam = torch.optim.AdamW(model.parameters(), lr=recipe.lr, weight_decay=recipe.weight_decay, fused=True)
        self.updates = Updates(model, [adam], recipe)
        self.seconds = 0.0
        self._drawn: tuple[int, list[Batch]] = (-1, [])

    def advance(self) -> Step:
        """One optimiser step."""
        begin = time.process_time()
        with wide_products():
            loss = self.model.loss(*self.batch())
            loss.backward()
        self.updates.take()
        self.seconds += time.process_time() - begin
        return Step(self.step, loss.item(), self.seconds)

    def batch(self) -> Batch:
        """The batch of the coming step."""
        bucket, place = divmod(self.step, self.recipe.bucket)
        if self._drawn[0] != bucket:
            self._drawn = bucket, self.task.batches(self.model, self.recipe, bucket)
        return self._drawn[1][place]

    @property
    def step(self) -> int:
        """Optimiser steps done."""
        return self.updates.step

    @property
    def result(self) -> SequenceModel:
        """The model with the averaged weights."""
        return cast(SequenceModel, self.updates.averaged.module)

    def state(self) -> dict[str, Any]:
        """Everything that `restore` needs, as tensors and plain values."""
        return {**self.updates.state(), "seconds": self.seconds, "seed": self.recipe.seed}

    def restore(self, state: dict[str, Any]) -> None:
        """Continue where the run that gave this `state` stood."""
        self.updates.restore(state)
        self.seconds = state["seconds"]


def train(model: SequenceModel, task: Source, recipe: Recipe) -> Iterator[Step]:
    """Train a model in place, yielding where it stands after every step; in the end it holds the averaged weights.

    Args:
        model: untrained or trained.
        task: what batches are drawn from, for example `tnpcore.sequences.tasks.COPYING`.
        recipe: of the run, for example `Recipe(steps=1000)`.
    """
    run = Run(model, task, recipe)
    while run.step < recipe.steps:
        step = run.advance()
        if step.step == recipe.steps:
            model.load_state_dict(run.result.state_dict())
        yield step
