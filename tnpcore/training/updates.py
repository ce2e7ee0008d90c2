"""What one optimiser step is for every model: clip, rate, step, averaged weights."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import torch
from torch import Tensor, nn
from torch.optim.swa_utils import AveragedModel

from tnpcore.training.recipe import Recipe

Tensors: TypeAlias = tuple[Tensor, ...] | list[Tensor]


class Updates:
    """Optimiser steps of a model, and its averaged weights.

    Args:
        model: trained in place.
        optimizers: with their largest rates.
        config: the recipe.
    """

    def __init__(self, model: nn.Module, optimizers: Sequence[torch.optim.Optimizer], config: Recipe):
        self.model, self.optimizers, self.config = model, optimizers, config
        self.averaged = AveragedModel(model, multi_avg_fn=warmed_up(config.ema))
        for optimizer in optimizers:
            for group in optimizer.param_groups:
                group["initial_lr"] = group["lr"]
        self.step = 0

    def take(self) -> None:
        """Take one step with the gradients that were added up, and update the averaged weights.

        Raises:
            FloatingPointError: for a gradient that is not finite; the weights stay what they are.
        """
        rate = schedule(self.step, self.config)
        norm = torch.nn.utils.clip_grad_norm_(self.model.parameters(), self.config.clip)
        if not norm.isfinite():
            raise FloatingPointError(f"step {self.step + 1}: the norm of the gradient is {norm.item()}")
        for optimizer in self.optimizers:
            for group in optimizer.param_groups:
                group["lr"] = rate * group["initial_lr"]
            optimizer.step()
            optimizer.zero_grad()
        self.averaged.update_parameters(self.model)
        self.step += 1

    def state(self) -> dict[str, Any]:
        """Everything that `restore` needs, as tensors and plain values."""
        return {
            "model": self.model.state_dict(),
            "averaged": self.averaged.state_dict(),
            "optimizers": [o.state_dict() for o in self.optimizers],
            "step": self.step,
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Continue where the run that gave this `state` stood.

        Raises:
            ValueError: for the state of a model with other weights.
        """
        try:
            self.model.load_state_dict(state["model"])
            self.averaged.load_state_dict(state["averaged"])
            for optimizer, saved in zip(self.optimizers, state["optimizers"], strict=True):
                optimizer.load_state_dict(saved)
        except (RuntimeError, ValueError, KeyError) as error:
            raise ValueError(f"the checkpoint is that of another model: {str(error).splitlines()[0]}") from error
        self.step = state["step"]


def warmed_up(ema: float) -> Callable[[Tensors, Tensors, Tensor | int], None]:
    """The moving average of the weights: after t updates its decay is min(ema, (1 + t) / (10 + t)).

    So the average spans about the last tenth of the updates until `ema` is reached, and a short run does not keep its
    beginning: with a constant decay of 0.999 the initial weights would make up 22 % of the average after 1,500 steps.

    Args:
        ema: largest decay per step.

    Returns:
        A `multi_avg_fn` of `torch.optim.swa_utils.AveragedModel`, which counts the updates and keeps the count.
    """

    @torch.no_grad()
    def average(averaged: Tensors, current: Tensors, updates: Tensor | int) -> None:
        done = int(updates)
        torch._foreach_lerp_(list(averaged), list(current), 1 - min(ema, (1 + done) / (10 + done)))

    return average


def schedule(step: int, config: Recipe) -> float:
    """The factor of the learning rate at a step: a linear rise over `config.warmup` times a cosine fall to zero."""
    rise = min(1.0, (step + 1) / config.warmup)
    return rise * 0.5 * (1 + math.cos(math.pi * min(1.0, step / config.planned)))
