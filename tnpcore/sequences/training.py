"""One training loop for all models from one sequence to another, as a generator of steps."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, cast

import torch
from jaxtyping import Int
from torch import Tensor

from tnpcore.fast.products import wide_products
from tnpcore.sequences.encoder_decoder import EncoderDecoder
from tnpcore.sequences.tasks import Task
from tnpcore.training import Step
from tnpcore.training.updates import Updates

Batch = tuple[Int[Tensor, "B S"], Int[Tensor, "B T"]]


@dataclass(frozen=True)
class Recipe:
    """The numbers of a training run.

    Args:
        steps: optimiser steps.
        batch_size: pairs of a step.
        bucket: batches that are drawn together: their pairs are sorted by length, so that little is padded.
        lr: largest learning rate of AdamW.
        weight_decay: of AdamW.
        warmup: steps over which the rate rises, before it falls to zero on a cosine.
        clip: largest norm of the gradient.
        ema: decay per step of the averaged weights, which are the ones that are kept.
        seed: of weights and pairs.

    Reference: Loshchilov and Hutter 2019 (AdamW); Vaswani et al. 2017, section 5.1 (batches of similar length).
    """

    steps: int
    batch_size: int = 64
    bucket: int = 32
    lr: float = 3e-3
    weight_decay: float = 0.01
    warmup: int = 200
    clip: float = 1.0
    ema: float = 0.998
    seed: int = 0


class Run:
    """A model in training with everything needed to resume. What is drawn depends on seed and step alone.

    Args:
        model: trained in place.
        task: what pairs are drawn from.
        recipe: of the run.
    """

    def __init__(self, model: EncoderDecoder[Any], task: Task, recipe: Recipe):
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
            self._drawn = bucket, batches(self.model, self.task, self.recipe, bucket)
        return self._drawn[1][place]

    @property
    def step(self) -> int:
        """Optimiser steps done."""
        return self.updates.step

    @property
    def result(self) -> EncoderDecoder[Any]:
        """The model with the averaged weights."""
        return cast(EncoderDecoder[Any], self.updates.averaged.module)

    def state(self) -> dict[str, Any]:
        """Everything that `restore` needs, as tensors and plain values."""
        return {**self.updates.state(), "seconds": self.seconds}

    def restore(self, state: dict[str, Any]) -> None:
        """Continue where the run that gave this `state` stood."""
        self.updates.restore(state)
        self.seconds = state["seconds"]


def batches(model: EncoderDecoder[Any], task: Task, recipe: Recipe, bucket: int) -> list[Batch]:
    """Batches of pairs of similar length, in a random order.

    Args:
        model: encodes the pairs.
        task: what they are drawn from.
        recipe: seed and sizes.
        bucket: which of the run's buckets; equal ones have equal pairs.
    """
    generator = torch.Generator().manual_seed(recipe.seed * 1_000_003 + bucket)
    pairs = task.draw(recipe.bucket * recipe.batch_size, generator)
    pairs.sort(key=lambda pair: (len(pair[0]), len(pair[1])))
    starts = torch.randperm(recipe.bucket, generator=generator) * recipe.batch_size
    chunks = [pairs[start : start + recipe.batch_size] for start in starts.tolist()]
    return [
        (model.source.encode([source for source, _ in chunk]), model.target.encode([target for _, target in chunk]))
        for chunk in chunks
    ]


def train(model: EncoderDecoder[Any], task: Task, recipe: Recipe) -> Iterator[Step]:
    """Train a model in place, yielding where it stands after every step; in the end it holds the averaged weights.

    Args:
        model: untrained or trained.
        task: what pairs are drawn from, for example `tnpcore.sequences.tasks.COPYING`.
        recipe: of the run, for example `Recipe(steps=1000)`.
    """
    run = Run(model, task, recipe)
    while run.step < recipe.steps:
        step = run.advance()
        if step.step == recipe.steps:
            model.load_state_dict(run.result.state_dict())
        yield step
