"""One training loop for every model, as a generator of steps: commands, pages, tests and each of several processes run
this one."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, cast

import torch
from torch import nn

from tnpcore.arrays import kind_of
from tnpcore.boundary import check_model, check_prior
from tnpcore.data.pool import source
from tnpcore.data.priors import Prior, sizes
from tnpcore.fast.products import wide_products
from tnpcore.models import NeuralProcess
from tnpcore.task import Task
from tnpcore.training import distributed
from tnpcore.training.muon import Muon
from tnpcore.training.recipe import TrainingConfig
from tnpcore.training.updates import Updates, schedule

__all__ = ["Run", "Step", "TrainingConfig", "schedule", "train"]


@dataclass(frozen=True)
class Step:
    """Where a run stands.

    Args:
        step: optimiser steps done.
        loss: in nats per target value; the mean over all processes.
        seconds: processor time since the run began; the sum over all processes.
    """

    step: int
    loss: float
    seconds: float


class Run:
    """A model in training with everything needed to resume: optimisers, averaged weights, random state.

    In several processes every one holds a run, made alike, and calls the same methods; their weights stay equal.

    Args:
        model: trained in place, on the device of its parameters.
        prior: what the tasks are drawn from.
        config: the recipe.
    """

    def __init__(self, model: NeuralProcess, prior: Prior, config: TrainingConfig):
        self.model, self.config = model, config
        self.device = next(model.parameters()).device
        self.loss = distributed.averaged_loss(model)
        self.updates = Updates(model, _optimizers(model, config), config)
        self.generator = torch.Generator().manual_seed(config.seed)
        distributed.separate(self.generator)
        self.sizes = sizes(prior, config.num_target)
        self.pool = source(prior, config.pool_size, self.sizes.most + 50, self.generator)
        self.seconds = 0.0

    def advance(self) -> Step:
        """One optimiser step.

        Raises:
            FloatingPointError: when the loss or its gradient is not finite, with the step and the tasks that it came
                from; the weights are those of the step before.
        """
        begin = time.process_time()
        loss = 0.0
        for _ in range(self.config.groups):
            task = self.batch()
            loss += self.learn(task)
            if not math.isfinite(loss):
                raise FloatingPointError(f"step {self.step + 1}: the loss is {loss}; {_described(task)}")
        try:
            self.updates.take()
        except FloatingPointError as error:
            raise FloatingPointError(f"{error}; {_described(task)}") from None
        loss, seconds = distributed.total(loss / distributed.world_size(), time.process_time() - begin)
        self.seconds += seconds
        return Step(self.step, loss, self.seconds)

    def learn(self, task: Task) -> float:
        """Add a batch's share to the gradients, and return its share of the loss."""
        with wide_products():
            share = self.loss(task, self.generator) / self.config.groups
            if not share.requires_grad:
                raise ValueError(
                    "the loss must depend on the model's parameters, got one without a gradient: is there "
                    "a detach() or no_grad() in forward?"
                )
            share.backward()
        return share.item()

    def batch(self) -> Task:
        """Tasks of one random size."""
        task = self.pool.batch(self.config.batch_size, *self.sizes.draw(self.generator))
        if self.config.shift:
            axes = task.context.x.shape[-1]
            share = 2 * torch.rand(self.config.batch_size, 1, axes, generator=self.generator) - 1
            task = task.shifted(self.config.shift * share)
        return task.to(self.device)

    @property
    def step(self) -> int:
        """Optimiser steps done."""
        return self.updates.step

    @property
    def result(self) -> NeuralProcess:
        """The model with the averaged weights."""
        return cast(NeuralProcess, self.updates.averaged.module)

    def state(self) -> dict[str, Any]:
        """Everything that `restore` needs, as tensors and plain values; that of process 0 serves any world size."""
        own = {"generator": self.generator.get_state(), "seconds": self.seconds, "seed": self.config.seed}
        return {**self.updates.state(), **own}

    def restore(self, state: dict[str, Any]) -> None:
        """Continue where the run that gave this `state` stood."""
        self.updates.restore(state)
        self.generator.set_state(state["generator"].cpu())
        distributed.separate(self.generator)
        self.seconds = state["seconds"]


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
    run = Run(model, prior, config)
    while run.step < config.steps:
        step = run.advance()
        if step.step == config.steps:
            model.load_state_dict(run.result.state_dict())
        yield step


def _described(task: Task) -> str:
    """Sizes of a batch, and the range of each parameter of the prior, in words."""
    ranges = [f"{name} {t.min().item():.4g} to {t.max().item():.4g}" for name, t in task.parameters.items()]
    return "; ".join([f"tasks of {len(task.context)} context points and {len(task.target)} targets", *ranges])


def _optimizers(model: NeuralProcess, config: TrainingConfig) -> list[torch.optim.Optimizer]:
    linear = {id(module.weight) for module in model.modules() if isinstance(module, nn.Linear)}
    matrices = [p for p in model.parameters() if id(p) in linear and min(p.shape) >= 16]
    taken = {id(p) for p in matrices}
    others = [p for p in model.parameters() if id(p) not in taken]
    adam = torch.optim.AdamW(others, lr=config.lr, weight_decay=config.weight_decay, fused=True)
    optimizers: list[torch.optim.Optimizer] = [adam]
    if matrices:
        optimizers.append(Muon(matrices, lr=config.matrix_lr, weight_decay=config.weight_decay))
    return optimizers
