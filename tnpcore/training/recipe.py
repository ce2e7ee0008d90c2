"""The recipe of a training run: a name for its numbers, which the cards of the shipped weights record."""

from __future__ import annotations

from dataclasses import dataclass

from tnpcore.quantities import real, whole


@dataclass(frozen=True)
class TrainingConfig:
    """The numbers of a training run. A step takes `groups` batches of `batch_size` tasks, each with one context size.

    Args:
        steps: optimiser steps.
        batch_size: tasks of a batch; each of several processes takes its own, and their gradients are averaged, so
            that two processes with batch_size 16 learn from 32 tasks a step.
        groups: batches of a step.
        num_target: targets of every task; None: as many as the prior's own rule says, or 32 where it has none.
        lr: learning rate of AdamW, which takes convolutions, learned tokens and small matrices.
        matrix_lr: learning rate of Muon, which takes every linear layer of at least 16 x 16.
        weight_decay: of both optimisers.
        warmup: steps over which both rates rise, before they fall to zero on a cosine; 1: they begin at once.
        clip: largest norm of the gradient.
        ema: largest decay per step of the averaged weights, which are the ones that are kept; in the first steps it is
            smaller, so that a short run does not keep its beginning.
        pool_size: tasks that are drawn once and used again with random flips, noise and subsets; by 512, so that fewer
            are 512.
        shift: every task is shifted by its own U(-shift, shift) along every axis, in units of x.
        seed: of weights and tasks.

    Raises:
        ValueError: naming the number, for one that is not whole or is outside of its range.

    Reference: Jordan 2024, "Muon: An optimizer for hidden layers in neural networks".
    """

    steps: int
    batch_size: int = 32
    groups: int = 1
    num_target: int | None = None
    lr: float = 1e-3
    matrix_lr: float = 0.02
    weight_decay: float = 0.01
    warmup: int = 200
    clip: float = 1.0
    ema: float = 0.999
    pool_size: int = 65536
    shift: float = 0.0
    seed: int = 0

    def __post_init__(self) -> None:
        for name in ("steps", "batch_size", "groups", "warmup", "pool_size"):
            whole(getattr(self, name), name)
        whole(self.seed, "seed", 0)
        if self.num_target is not None:
            whole(self.num_target, "num_target")
        for name in ("lr", "matrix_lr", "clip"):
            real(getattr(self, name), name, above=True)
        for name in ("weight_decay", "shift"):
            real(getattr(self, name), name)
        real(self.ema, "ema", below=1.0)
