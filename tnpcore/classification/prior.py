"""Random tasks of classification in the plane: the prior that the classifiers learn, and one outside of it."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import torch
from jaxtyping import Float, Int
from torch import Tensor

from tnpcore.quantities import whole

MOST_WAYS, MOST_SHOTS = 5, 16


@dataclass(frozen=True, eq=False)
class Labelled:
    """A batch of tasks with one number of points in each class.

    Args:
        x: context points [B, Nc, 2].
        labels: of the context points, from 0, the same in all tasks [Nc].
        xt: targets [B, Nt, 2].
        targets: labels of the targets [B, Nt].
        num_classes: how many classes there are, with points or without.
    """

    x: Float[Tensor, "B Nc 2"]
    labels: Int[Tensor, " Nc"]
    xt: Float[Tensor, "B Nt 2"]
    targets: Int[Tensor, "B Nt"]
    num_classes: int

    def float(self) -> Labelled:
        """The tasks in single precision."""
        return Labelled(self.x.float(), self.labels, self.xt.float(), self.targets, self.num_classes)


class ClassPrior(ABC):
    """A distribution over tasks. All classes are equally likely, whatever the number of points that a context has."""

    name: ClassVar[str]

    @abstractmethod
    def points(
        self, batch: int, num_classes: int, labels: Int[Tensor, "B N"], generator: torch.Generator
    ) -> Float[Tensor, "B N 2"]:
        """A point of the class that each label names, of as many tasks as there are rows."""

    def sample(self, batch: int, counts: Sequence[int], num_target: int, generator: torch.Generator) -> Labelled:
        """Tasks with as many context points of each class as the counts say.

        Args:
            batch: B.
            counts: of the classes, at least one of them; each 0 or more.
            num_target: Nt; their classes are drawn.
            generator: of the random numbers.

        Raises:
            ValueError: for no classes, for a negative count, and for fewer than one task or target.
        """
        whole(batch, "batch")
        whole(num_target, "num_target")
        if not counts or min(counts) < 0:
            raise ValueError(f"counts must be whole numbers from 0, one for each class, got {list(counts)}")
        labels = torch.arange(len(counts)).repeat_interleave(torch.tensor(counts))
        targets = torch.randint(len(counts), (batch, num_target), generator=generator)
        drawn = self.points(batch, len(counts), torch.cat([labels.expand(batch, -1), targets], 1), generator)
        x, xt = drawn.tensor_split([len(labels)], 1)
        return Labelled(x, labels, xt, targets, len(counts))


@dataclass(frozen=True)
class RoundClasses(ClassPrior):
    """Round classes: x = mean of its class + sd e, with means from N(0, spread^2 I) and e from N(0, I).

    Args:
        spread: of the means, along each axis.
        sds: one is drawn for each task, each as likely as the others.
    """

    name: ClassVar[str] = "classes"
    spread: float = 1.5
    sds: tuple[float, ...] = (0.3, 0.5, 0.8)

    def points(self, batch: int, num_classes: int, labels: Tensor, generator: torch.Generator) -> Tensor:
        """Points about the means of their classes."""
        means = self.spread * _normal((batch, num_classes, 2), generator)
        chosen = torch.randint(len(self.sds), (batch, 1, 1), generator=generator)
        sd = torch.tensor(self.sds, dtype=torch.float64)[chosen]
        return means.take_along_dim(labels[..., None], 1) + sd * _normal((*labels.shape, 2), generator)


@dataclass(frozen=True)
class CurvedClasses(ClassPrior):
    """Classes along arcs, which no round class is like: outside of what the classifiers learn.

    Every class is an arc with its middle at N(0, spread^2 I) and a direction of its own.

    Args:
        spread: of the middles, along each axis.
        radius: of the arcs.
        angle: that an arc spans.
        sd: of the points about their arc.
    """

    name: ClassVar[str] = "curved-classes"
    spread: float = 1.0
    radius: float = 1.5
    angle: float = 1.25 * math.pi
    sd: float = 0.15

    def points(self, batch: int, num_classes: int, labels: Tensor, generator: torch.Generator) -> Tensor:
        """Points about the arcs of their classes."""
        middles = self.spread * _normal((batch, num_classes, 2), generator)
        turn = 2 * math.pi * torch.rand(batch, num_classes, generator=generator, dtype=torch.float64)
        along = torch.rand(labels.shape, generator=generator, dtype=torch.float64) - 0.5
        angle = turn.take_along_dim(labels, 1) + self.angle * along
        arc = self.radius * torch.stack([angle.cos(), angle.sin()], -1)
        return middles.take_along_dim(labels[..., None], 1) + arc + self.sd * _normal((*labels.shape, 2), generator)


PRIORS: Mapping[str, ClassPrior] = {prior.name: prior for prior in (RoundClasses(), CurvedClasses())}


def draw_counts(generator: torch.Generator) -> list[int]:
    """Numbers of points of 2 to 5 classes, as contexts in training have: equal ones, or each from 0 to a largest one.

    Few points are as frequent as many: the largest number is 1, 2, 4, 8 or 16.
    """
    ways, power, equal = (int(torch.randint(n, (1,), generator=generator)) for n in (MOST_WAYS - 1, 5, 2))
    most = 2**power
    if equal:
        return [most] * (ways + 2)
    counts: list[int] = torch.randint(most + 1, (ways + 2,), generator=generator).tolist()
    return counts


def _normal(shape: tuple[int, ...], generator: torch.Generator) -> Tensor:
    return torch.randn(shape, generator=generator, dtype=torch.float64)
