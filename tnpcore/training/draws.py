"""What a run draws, batch by batch."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import torch

from tnpcore.data.pool import source
from tnpcore.data.priors import Prior, sizes
from tnpcore.task import Task
from tnpcore.training import distributed
from tnpcore.training.recipe import TrainingConfig


class Draws(ABC):
    """Batches for one run."""

    @abstractmethod
    def batch(self, step: int) -> tuple[Any, ...]:
        """The arguments of the model's loss, on the model's device, after so many optimiser steps."""

    def describe(self, *batch: Any) -> str:
        """A batch in words, for the message when its loss is no number."""
        return "batches of " + ", ".join(str(tuple(part.shape)) for part in batch)

    def state(self) -> dict[str, Any]:
        """What `restore` needs beyond the number of steps, as tensors and plain values."""
        return {}

    def restore(self, state: dict[str, Any]) -> None:  # noqa: B027 - draws by step alone have none
        """Go on where the draws that gave this state stood."""


class Tasks(Draws):
    """Tasks of one random size each.

    Args:
        prior: what they are drawn from.
        config: the recipe.
        device: of the model.
    """

    def __init__(self, prior: Prior, config: TrainingConfig, device: torch.device):
        self.config, self.device = config, device
        self.generator = torch.Generator().manual_seed(config.seed)
        distributed.separate(self.generator)
        self.sizes = sizes(prior, config.num_target)
        self.pool = source(prior, config.pool_size, self.sizes.most + 50, self.generator)

    def batch(self, step: int) -> tuple[Task, torch.Generator]:
        """Tasks, and the generator of what the loss itself draws."""
        task = self.pool.batch(self.config.batch_size, *self.sizes.draw(self.generator))
        if self.config.shift:
            axes = task.context.x.shape[-1]
            share = 2 * torch.rand(self.config.batch_size, 1, axes, generator=self.generator) - 1
            task = task.shifted(self.config.shift * share)
        return task.to(self.device), self.generator

    def describe(self, *batch: Any) -> str:
        """Sizes of the tasks, and the range of each parameter of the prior."""
        task: Task = batch[0]
        ranges = [f"{name} {t.min().item():.4g} to {t.max().item():.4g}" for name, t in task.parameters.items()]
        return "; ".join([f"tasks of {len(task.context)} context points and {len(task.target)} targets", *ranges])

    def state(self) -> dict[str, Any]:
        """That of the generator; that of process 0 serves any world size."""
        return {"generator": self.generator.get_state()}

    def restore(self, state: dict[str, Any]) -> None:
        """Go on with the generator as it stood, in every process with a stream of its own."""
        self.generator.set_state(state["generator"].cpu())
        distributed.separate(self.generator)
