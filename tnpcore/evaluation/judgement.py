"""Does a prediction fit held-out values? Counts inside its band, and each value's log score beside that of a fitted
Gaussian process."""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float
from torch import Tensor

from tnpcore.evaluation.band import EXPECTED, least_inside, most_inside
from tnpcore.evaluation.measures import mean_and_error

MOST = 0.5  # of a deficit: what a single value costs from here on is said


@dataclass(frozen=True, eq=False)
class Judgement:
    """N held-out values, each predicted twice: by the prediction that is judged, and by a fitted Gaussian process.

    Args:
        inside: whether each lies inside the judged band of ±2 sd.
        loglik: the log density of each under the judged prediction, in nats.
        gp: the same under the Gaussian process.

    Raises:
        ValueError: naming the shapes, unless all three hold one entry for each value, of which there is at least one.

    >>> inside, gp = torch.tensor([True, True, False]), torch.tensor([-1.0, -1.1, -2.0])
    >>> found = Judgement(inside, torch.tensor([-1.0, -1.1, -15.0]), gp)
    >>> found.fits, found.costliest, round(found.deficit, 1), round(found.cost, 1)
    (False, 2, 13.0, 13.0)
    """

    inside: Bool[Tensor, " N"]
    loglik: Float[Tensor, " N"]
    gp: Float[Tensor, " N"]

    def __post_init__(self) -> None:
        shapes = [tuple(part.shape) for part in (self.inside, self.loglik, self.gp)]
        if len(set(shapes)) != 1 or len(shapes[0]) != 1 or not shapes[0][0]:
            raise ValueError(f"a judgement needs inside, loglik and gp of equal shapes [N], N >= 1, got {shapes}")

    def __len__(self) -> int:
        """The number of held-out values N."""
        return len(self.inside)

    @property
    def count_inside(self) -> int:
        """The number of values inside the band."""
        return int(self.inside.sum())

    @property
    def expected_outside(self) -> float:
        """The number of values outside a band that is right."""
        return (1 - EXPECTED) * len(self)

    @property
    def narrow(self) -> bool:
        """Whether so few inside would be a great surprise, were the band right."""
        return self.count_inside < least_inside(len(self))

    @property
    def wide(self) -> bool:
        """Whether so many inside would be a great surprise, were the band right."""
        return self.count_inside > most_inside(len(self))

    @property
    def behind(self) -> bool:
        """Whether the Gaussian process finds the values more likely, by more than the standard error of the mean
        difference: with all values, or without the costliest, which may be what makes that error large."""
        (mean, error), (_, error_of_others) = self.difference, self.difference_of_others
        known = [each for each in (error, error_of_others) if not math.isnan(each)]
        return mean < -min(known, default=0.0)

    @property
    def fits(self) -> bool:
        """Whether the count inside is no surprise, and the Gaussian process is not ahead."""
        return not (self.narrow or self.wide or self.behind)

    @property
    def difference(self) -> tuple[float, float]:
        """The mean log density less that of the Gaussian process, in nats per value, with its standard error, in pairs:
        nan for a single value."""
        return mean_and_error(self._lead)

    @property
    def deficit(self) -> float:
        """The nats that all values together cost more than under the Gaussian process; negative where it is behind."""
        return -self._lead.sum().item()

    @property
    def costliest(self) -> int:
        """The value that costs most beside the Gaussian process."""
        return int(self._lead.argmin())

    @property
    def cost(self) -> float:
        """The nats that this value costs more than under the Gaussian process."""
        return -self._lead.min().item()

    @property
    def by_one(self) -> bool:
        """Whether the prediction is behind, and the costliest value alone is the larger part of it."""
        return self.behind and self.cost > MOST * self.deficit

    @property
    def difference_of_others(self) -> tuple[float, float]:
        """As `difference`, without the costliest value; nan where there is no other."""
        return mean_and_error(self._others(self._lead))

    @property
    def loglik_of_others(self) -> tuple[float, float]:
        """The mean log density without the costliest value, and that of the Gaussian process without the same one."""
        return self._others(self.loglik).mean().item(), self._others(self.gp).mean().item()

    @property
    def _lead(self) -> Float[Tensor, " N"]:
        return self.loglik.double() - self.gp.double()

    def _others(self, values: Float[Tensor, " N"]) -> Float[Tensor, " n"]:
        return values[torch.arange(len(values)) != self.costliest]
