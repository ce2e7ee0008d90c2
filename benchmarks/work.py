"""What models compute while they are timed, and how much memory that takes."""

from __future__ import annotations

from typing import Protocol

import torch
from torch import Tensor, nn
from torch.profiler import ProfilerActivity, profile

from benchmarks.duel import Work
from tnpcore import Points, Task, pretrained
from tnpcore.models import NeuralProcess


class Side(Protocol):
    """A model with a task before it."""

    model: nn.Module

    def forward(self) -> object:
        """Mean and spread at the targets, without gradients."""

    def loss(self) -> Tensor:
        """What its training makes small."""


class Ours:
    """A model of tnpcore, untrained: the weights do not matter for the time. `arguments` are the architecture's, where
    they are not those of the shipped model."""

    def __init__(self, name: str, task: Task, **arguments: int):
        self.model: NeuralProcess = pretrained.build(name, **arguments)
        self.task = task
        self.generator = torch.Generator().manual_seed(0)

    @torch.no_grad()
    def forward(self) -> tuple[Tensor, Tensor]:
        prediction = self.model(self.task.context.x, self.task.context.y, self.task.target.x)
        return prediction.mean, prediction.stddev

    def loss(self) -> Tensor:
        return self.model.loss(self.task, self.generator)


def training_step(side: Side) -> Work:
    """Loss, backward pass and one step of Adam."""
    optimizer = torch.optim.Adam(side.model.parameters(), lr=1e-4)

    def step() -> None:
        optimizer.zero_grad(set_to_none=True)
        side.loss().backward()
        optimizer.step()

    return step


def draw(batch: int, num_context: int, num_target: int, dim_x: int = 1) -> Task:
    """Points in [-2, 2], as the models are trained on; which y they have does not matter for the time."""
    generator = torch.Generator().manual_seed(0)

    def points(count: int) -> Points:
        x = 4 * torch.rand(batch, count, dim_x, generator=generator) - 2
        return Points(x, torch.randn(batch, count, 1, generator=generator))

    return Task(points(num_context), points(num_target))


def parameters(model: nn.Module) -> int:
    return sum(parameter.numel() for parameter in model.parameters())


def peak(work: Work) -> float:
    """MiB that tensors hold at the most while the work is done, over what they held before: the running sum of all
    that PyTorch's allocator gives out and takes back, as its profiler reports it."""
    with profile(activities=[ProfilerActivity.CPU], profile_memory=True) as profiled:
        work()
    events = [event for event in profiled.profiler.kineto_results.events() if event.name() == "[memory]"]
    held = highest = 0
    for event in sorted(events, key=lambda event: event.start_ns()):
        held += event.nbytes()
        highest = max(highest, held)
    return round(highest / 2**20, 2)
