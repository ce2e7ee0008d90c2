"""One training loop for every model, a generator of steps: the terminal, a page, a test and each of several processes
all run this one."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass

import torch
from torch import nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from tnpcore import distributed
from tnpcore.data.pool import source
from tnpcore.data.priors import Prior
from tnpcore.fast.products import wide_products
from tnpcore.models import NeuralProcess
from tnpcore.muon import Muon
from tnpcore.task import Task


@dataclass(frozen=True)
class TrainingConfig:
    """Recipe of a run. A step takes `groups` batches of `batch_size` tasks, each with one random context size.

    lr drives AdamW, matrix_lr drives Muon, which takes every linear layer of at least 16 x 16 (Jordan 2024;
    convolutions and learned tokens stay with AdamW). Both rise over `warmup` steps and fall to zero on a cosine. `ema`
    is the decay of the averaged weights, which are the ones that are kept. `shift` moves every task by its own
    U(-shift, shift). Each of several processes takes such a step on tasks of its own, and their gradients are averaged:
    two processes of batch_size 16 learn from 32 tasks a step.
    """

    steps: int
    batch_size: int = 32
    groups: int = 1
    num_target: int = 32
    lr: float = 1e-3
    matrix_lr: float = 0.02
    weight_decay: float = 0.01
    warmup: int = 200
    clip: float = 1.0
    ema: float = 0.999
    pool_size: int = 65536
    shift: float = 0.0
    seed: int = 0


@dataclass(frozen=True)
class Step:
    """Where a run stands: steps done, the loss in nats per target value, process seconds spent since it began; over
    all processes, the loss is the mean, the seconds the sum."""

    step: int
    loss: float
    seconds: float


class Run:
    """A model in training with everything needed to go on later: optimisers, averaged weights, random state.

    In several processes every one holds a run, made alike, and calls the same methods; their weights stay equal.
    """

    def __init__(self, model: NeuralProcess, prior: Prior, config: TrainingConfig):
        self.model, self.config = model, config
        self.device = next(model.parameters()).device
        self.loss = distributed.shared(model)
        self.averaged = AveragedModel(model, multi_avg_fn=get_ema_multi_avg_fn(config.ema))
        self.optimizers = _optimizers(model, config)
        self.generator = torch.Generator().manual_seed(config.seed)
        distributed.part(self.generator)
        self.pool = source(prior, config.pool_size, prior.max_context + config.num_target + 50, self.generator)
        self.step, self.seconds = 0, 0.0

    def advance(self) -> Step:
        """One optimiser step."""
        begin = time.process_time()
        loss = 0.0
        for _ in range(self.config.groups):
            loss += self.learn(self.batch())
        self.update()
        loss, seconds = distributed.total(loss / distributed.count(), time.process_time() - begin)
        self.seconds += seconds
        return Step(self.step, loss, self.seconds)

    def learn(self, task: Task) -> float:
        """Add a batch's share to the gradients, and tell its share of the loss."""
        with wide_products():
            part = self.loss(task, self.generator) / self.config.groups
            part.backward()
        return part.item()

    def update(self) -> None:
        """Move weights and averaged weights by what was learnt since the last time."""
        rate = schedule(self.step, self.config)
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), self.config.clip)
        for optimizer in self.optimizers:
            for group in optimizer.param_groups:
                group["lr"] = rate * group["initial_lr"]
            optimizer.step()
            optimizer.zero_grad()
        self.averaged.update_parameters(self.model)
        self.step += 1

    def batch(self) -> Task:
        """Tasks of one random context size."""
        size = int(torch.randint(0, self.pool.prior.max_context + 1, (), generator=self.generator))
        task = self.pool.batch(self.config.batch_size, size, self.config.num_target)
        if self.config.shift:
            share = 2 * torch.rand(self.config.batch_size, 1, 1, generator=self.generator) - 1
            task = task.shifted(self.config.shift * share)
        return task.to(self.device)

    @property
    def result(self) -> NeuralProcess:
        """The model with the averaged weights."""
        return self.averaged.module

    def state(self) -> dict:
        """Everything that `restore` needs, as tensors and plain values. That of process 0 serves any number."""
        return {
            "model": self.model.state_dict(),
            "averaged": self.averaged.state_dict(),
            "optimizers": [o.state_dict() for o in self.optimizers],
            "generator": self.generator.get_state(),
            "step": self.step,
            "seconds": self.seconds,
        }

    def restore(self, state: dict) -> None:
        self.model.load_state_dict(state["model"])
        self.averaged.load_state_dict(state["averaged"])
        for optimizer, saved in zip(self.optimizers, state["optimizers"], strict=True):
            optimizer.load_state_dict(saved)
        self.generator.set_state(state["generator"].cpu())
        distributed.part(self.generator)
        self.step, self.seconds = state["step"], state["seconds"]


def train(model: NeuralProcess, prior: Prior, config: TrainingConfig) -> Iterator[Step]:
    """Train the model in place, yielding after every step; after the last one it holds the averaged weights."""
    run = Run(model, prior, config)
    while run.step < config.steps:
        step = run.advance()
        if step.step == config.steps:
            model.load_state_dict(run.result.state_dict())
        yield step


def schedule(step: int, config: TrainingConfig) -> float:
    """The share of the learning rate at a step: a linear rise times a cosine fall to zero."""
    rise = min(1.0, (step + 1) / config.warmup)
    return rise * 0.5 * (1 + math.cos(math.pi * min(1.0, step / config.steps)))


def _optimizers(model: NeuralProcess, config: TrainingConfig) -> list[torch.optim.Optimizer]:
    linear = {id(module.weight) for module in model.modules() if isinstance(module, nn.Linear)}
    matrices = [p for p in model.parameters() if id(p) in linear and min(p.shape) >= 16]
    chosen = {id(p) for p in matrices}
    others = [p for p in model.parameters() if id(p) not in chosen]
    optimizers = [torch.optim.AdamW(others, lr=config.lr, weight_decay=config.weight_decay, fused=True)]
    if matrices:
        optimizers.append(Muon(matrices, lr=config.matrix_lr, weight_decay=config.weight_decay))
    for optimizer in optimizers:
        for group in optimizer.param_groups:
            group["initial_lr"] = group["lr"]
    return optimizers
