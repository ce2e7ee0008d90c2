"""One training loop for every model, as a generator of steps: commands, pages, tests and each of several processes run
this one."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast

import torch
from torch import nn

from tnpcore.arrays import kind_of
from tnpcore.boundary import check_model, check_prior
from tnpcore.data.priors import Prior
from tnpcore.fast.products import wide_products
from tnpcore.models import NeuralProcess
from tnpcore.training import distributed
from tnpcore.training.draws import Draws, Tasks
from tnpcore.training.muon import Muon
from tnpcore.training.recipe import Recipe, TrainingConfig
from tnpcore.training.updates import Updates, schedule

__all__ = ["Recipe", "Run", "Step", "TrainingConfig", "begin", "finish", "schedule", "train"]

Model = TypeVar("Model", bound=nn.Module)


@dataclass(frozen=True)
class Step:
    """Where a run stands.

    Args:
        step: optimiser steps done.
        loss: in nats per value that is predicted; the mean over all processes.
        seconds: processor time since the run began; the sum over all processes.
    """

    step: int
    loss: float
    seconds: float


class Run(Generic[Model]):
    """A model in training with everything needed to resume: optimisers, averaged weights, what is drawn.

    In several processes every one holds a run, made alike, and calls the same methods; their weights stay equal.

    Args:
        model: trained in place, on the device of its parameters. Its method `loss` is what falls.
        draws: what `loss` is called with.
        recipe: the numbers of the run.
    """

    def __init__(self, model: Model, draws: Draws, recipe: Recipe):
        self.model, self.draws, self.recipe = model, draws, recipe
        self.loss = distributed.averaged_loss(model)
        self.updates = Updates(model, _optimizers(model, recipe), recipe)
        self.seconds = 0.0

    def advance(self) -> Step:
        """One optimiser step.

        Raises:
            FloatingPointError: when the loss or its gradient is not finite, with the step and the batch that it came
                from; the weights are those of the step before.
        """
        begin = time.process_time()
        loss = 0.0
        for _ in range(self.recipe.groups):
            batch = self.draws.batch(self.step)
            loss += self.learn(*batch)
            if not math.isfinite(loss):
                raise FloatingPointError(f"step {self.step + 1}: the loss is {loss}; {self.draws.describe(*batch)}")
        try:
            self.updates.take()
        except FloatingPointError as error:
            raise FloatingPointError(f"{error}; {self.draws.describe(*batch)}") from None
        loss, seconds = distributed.total(loss / distributed.world_size(), time.process_time() - begin)
        self.seconds += seconds
        return Step(self.step, loss, self.seconds)

    def learn(self, *batch: Any) -> float:
        """Add a batch's share to the gradients, and return its share of the loss."""
        with wide_products():
            share = self.loss(*batch) / self.recipe.groups
            if not share.requires_grad:
                raise ValueError(
                    "the loss must depend on the model's parameters, got one without a gradient: is there "
                    "a detach() or no_grad() in forward?"
                )
            share.backward()
        return share.item()

    @property
    def step(self) -> int:
        """Optimiser steps done."""
        return self.updates.step

    @property
    def result(self) -> Model:
        """The model with the averaged weights."""
        return cast(Model, self.updates.averaged.module)

    def state(self) -> dict[str, Any]:
        """Everything that `restore` needs, as tensors and plain values; that of process 0 serves any world size."""
        return {**self.updates.state(), **self.draws.state(), "seconds": self.seconds, "seed": self.recipe.seed}

    def restore(self, state: dict[str, Any]) -> None:
        """Continue where the run that gave this `state` stood."""
        self.updates.restore(state)
        self.draws.restore(state)
        self.seconds = state["seconds"]


def begin(model: NeuralProcess, prior: Prior, config: TrainingConfig) -> Run[NeuralProcess]:
    """A fresh run of a neural process."""
    return Run(model, Tasks(prior, config, next(model.parameters()).device), config)


def finish(run: Run[Any]) -> Iterator[Step]:
    """Take the steps that are left of a run; after the last one its model holds the averaged weights."""
    while run.step < run.recipe.steps:
        step = run.advance()
        if step.step == run.recipe.steps:
            run.model.load_state_dict(run.result.state_dict())
        yield step


def train(model: NeuralProcess, prior: Prior, config: TrainingConfig) -> Iterator[Step]:
    """Train a model in place, yielding where it stands after every step; in the end it holds the averaged weights.

    Args:
        model: untrained or trained; its parameters stay on their device.
        prior: what the tasks are drawn from, for example `tnpcore.data.priors.prior("smooth")`.
        config: the recipe, for example `TrainingConfig(steps=1000)`.

    Returns:
        An iterator of `Step`, one for each of `config.steps`. Nothing is trained until it is iterated over.

    Raises:
        ValueError: for a model that is no NeuralProcess or has no parameters, for what is no prior or no recipe.

    Reference: Garnelo et al. 2018a, "Conditional Neural Processes", section "Training CNPs".

    >>> from tnpcore import build
    >>> from tnpcore.data.priors import prior
    >>> recipe = TrainingConfig(steps=2, batch_size=4, pool_size=64)
    >>> [step.step for step in train(build("cnp", d_model=16), prior("smooth"), recipe)]
    [1, 2]
    """
    check_model(model)
    check_prior(prior)
    if not isinstance(config, TrainingConfig):
        raise ValueError(f"the recipe must be a TrainingConfig, got {kind_of(config)}")
    if not any(parameter.requires_grad for parameter in model.parameters()):
        raise ValueError(
            "the model must have parameters to train, got one with none that requires a gradient: "
            "model.requires_grad_() makes them trainable, for example of a loaded model"
        )
    return _steps(model, prior, config)


def _steps(model: NeuralProcess, prior: Prior, config: TrainingConfig) -> Iterator[Step]:
    yield from finish(begin(model, prior, config))


def _optimizers(model: nn.Module, recipe: Recipe) -> list[torch.optim.Optimizer]:
    kinds = (nn.Linear, nn.Conv1d, nn.Conv2d) if isinstance(recipe, TrainingConfig) and recipe.kernels else (nn.Linear,)
    weights = (m.weight for m in model.modules() if isinstance(m, kinds) and recipe.matrix_lr is not None)
    matrices = {id(weight) for weight in weights if min(weight.flatten(1).shape) >= 16}
    others, taken = ([p for p in model.parameters() if (id(p) in matrices) == muon] for muon in (False, True))
    adam = torch.optim.AdamW(others, lr=recipe.lr, weight_decay=recipe.weight_decay, fused=True)
    if recipe.matrix_lr is None or not taken:
        return [adam]
    return [adam, Muon(taken, lr=recipe.matrix_lr, weight_decay=recipe.weight_decay)]
