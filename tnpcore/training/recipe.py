"""The recipe of a training run: a name for its numbers, which the cards of the shipped weights record."""

from __future__ import annotations

from dataclasses import dataclass

from tnpcore.quantities import real, whole


@dataclass(frozen=True)
class Recipe:
    """The numbers of a training run of any model.

    Args:
        steps: optimiser steps.
        batch_size: examples of a batch; each of several processes takes its own, and their gradients are averaged, so
            that two processes with batch_size 16 learn from 32 a step.
        groups: batches of a step.
        lr: largest learning rate of AdamW.
        matrix_lr: largest learning rate of Muon, which takes every linear layer of at least 16 x 16; None: AdamW takes
            these too.
        weight_decay: of both optimisers.
        warmup: steps over which both rates rise, before they fall to zero on a cosine; 1: they begin at once.
        clip: largest norm of the gradient.
        ema: largest decay per step of the averaged weights, which are the ones that are kept; in the first steps it is
            smaller, so that a short run does not keep its beginning. 0: the last weights are kept.
        seed: of weights and of what is drawn.

    Raises:
        ValueError: naming the number, for one that is not whole or is outside of its range.

    Reference: Loshchilov and Hutter 2019 (AdamW); Jordan 2024, "Muon: An optimizer for hidden layers in neural
    networks".
    """

    steps: int
    batch_size: int = 32
    groups: int = 1
    lr: float = 1e-3
    matrix_lr: float | None = None
    weight_decay: float = 0.01
    warmup: int = 200
    clip: float = 1.0
    ema: float = 0.999
    seed: int = 0

    def __post_init__(self) -> None:
        for name in ("steps", "batch_size", "groups", "warmup"):
            whole(getattr(self, name), name)
        whole(self.seed, "seed", 0)
        for name in ("lr", "clip"):
            real(getattr(self, name), name, above=True)
        if self.matrix_lr is not None:
            real(self.matrix_lr, "matrix_lr", above=True)
        real(self.weight_decay, "weight_decay")
        real(self.ema, "ema", below=1.0)

    @property
    def planned(self) -> int:
        """The steps over which the learning rate falls to zero."""
        return self.steps


@dataclass(frozen=True)
class TrainingConfig(Recipe):
    """The numbers of a neural process's training run: those of any `Recipe`, and more. A batch has one context size.

    Args:
        num_target: targets of every task; None: as many as the prior's own rule says, or 32 where it has none.
        pool_size: tasks that are drawn once and used again with random flips, noise and subsets; by 512, so that fewer
            are 512.
        shift: every task is shifted by its own U(-shift, shift) along every axis, in units of x.
        kernels: whether Muon takes the kernels of convolutions, too, each as a matrix of a row for every output channel
            and of at least 16 x 16.

    Raises:
        ValueError: see `Recipe`.
    """

    matrix_lr: float | None = 0.02
    num_target: int | None = None
    pool_size: int = 65536
    shift: float = 0.0
    kernels: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        whole(self.pool_size, "pool_size")
        if self.num_target is not None:
            whole(self.num_target, "num_target")
        real(self.shift, "shift")


@dataclass(frozen=True)
class Beginning(TrainingConfig):
    """The first steps of a longer run: with the same seed they lead to what that run was after so many steps.

    Args:
        whole: steps of the longer run.

    Raises:
        ValueError: see `Recipe`; for fewer steps in the whole run than in its beginning.
    """

    whole: int = 1

    def __post_init__(self) -> None:
        super().__post_init__()
        whole(self.whole, "whole", self.steps)

    @property
    def planned(self) -> int:
        """Those of the longer run."""
        return self.whole
