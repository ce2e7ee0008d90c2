"""Does a predictive band fit the points? How many of them lie inside it when they are held out."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import torch
from jaxtyping import Float
from torch import Tensor
from torch.distributions import Distribution

from tnpcore.evaluation.folds import FOLDS, Predictor, folds
from tnpcore.evaluation.measures import inside
from tnpcore.task import Points

HeldOut: TypeAlias = tuple[Points, Distribution]  # targets, and their prediction
WIDTH = 2.0  # of the band to either side, in predictive standard deviations
EXPECTED = math.erf(WIDTH / math.sqrt(2))  # of a Gaussian: .9545
# How often, were the values independent, a band that fits is said not to. Errors of neighbours that are held out
# together go together: at 0.01 the band of the prior's own Bayes predictor fails for 3 % of sets of 10 points drawn
# from it, and for 1 % of sets of 20 to 60.
RARE, RARE_FOR_FEW = 0.01, 0.001
FEW = 20


@dataclass(frozen=True)
class BandFit:
    """How a band of ±2 sd fits a set of points.

    Args:
        inside: the number of held-out values inside it.
        held_out: the number of held-out values.
        least: so many are inside but in rare cases, if the band is right: see `least_inside`.
        repeated: points that equal one before them in x and y.
        contradictory: places x at which values lie further apart than the band is wide.
    """

    inside: int
    held_out: int
    least: int
    repeated: int
    contradictory: int

    @property
    def expected(self) -> float:
        """The number of held-out values inside a band that is right."""
        return EXPECTED * self.held_out

    @property
    def wide(self) -> bool:
        """Whether so many inside would be a great surprise, were the band right: it is wider than the points need."""
        return self.inside > self.most

    @property
    def most(self) -> int:
        """So many are inside but in rare cases (0.1 %), if the band is right."""
        return most_inside(self.held_out)

    @property
    def fits(self) -> bool:
        """Whether the number inside is no surprise: of sets for which the band is right, about 1 % give False."""
        return self.inside >= self.least


def band_fit(points: Points, predict: Predictor, generator: torch.Generator, count: int = FOLDS) -> BandFit:
    """Whether a predictor's band fits these points: from folds of them, each predicted from the others.

    Args:
        points: one set of at least `count` points, in the units of the predictor.
        predict: for example `lambda context, xt: tnpcore.predict(model, context, xt).dist`.
        generator: of the choice of the folds.
        count: number of folds.

    Raises:
        ValueError: for a batch, fewer than two folds, and fewer points than folds.

    >>> from tnpcore import load, predict
    >>> model, x = load("tnpd"), torch.linspace(-2, 2, 40, dtype=torch.float64)[:, None]
    >>> noise = torch.randn(x.shape, generator=torch.Generator().manual_seed(0), dtype=x.dtype)
    >>> fit = band_fit(Points(x, noise), lambda c, xt: predict(model, c, xt).dist, torch.Generator().manual_seed(0))
    >>> fit.held_out, fit.fits
    (40, False)
    """
    return band_of(points, held_out(points, predict, generator, count), predict)


def held_out(points: Points, predict: Predictor, generator: torch.Generator, count: int = FOLDS) -> list[HeldOut]:
    """Each fold of the points as targets, with its prediction from the others. Arguments as of `band_fit`."""
    return [(task.target, predict(task.context, task.target.x)) for task in folds(points, generator, count)]


def band_of(points: Points, parts: Sequence[HeldOut], predict: Predictor) -> BandFit:
    """As `band_fit`, of predictions that are there already, from `held_out`."""
    hits = [inside(predictive, target.y, WIDTH) for target, predictive in parts]
    number = sum(hit.numel() for hit in hits)
    return BandFit(
        inside=sum(int(hit.sum()) for hit in hits),
        held_out=number,
        least=least_inside(number),
        repeated=len(points) - len(torch.cat([points.x, points.y], -1).unique(dim=0)),
        contradictory=contradictory(points, predict),
    )


def contradictory(points: Points, predict: Predictor) -> int:
    """The number of places x at which values lie further apart than the band at x is wide: no such band holds both."""
    places, which, counts = points.x.unique(dim=0, return_inverse=True, return_counts=True)
    several = counts > 1
    if not several.any():
        return 0
    spread = torch.stack([_range(points.y[which == place]) for place in several.nonzero()[:, 0].tolist()])
    width = 2 * WIDTH * predict(points, places[several]).stddev
    return int((spread > width).any(-1).sum())


def least_inside(n: int) -> int:
    """The least of n held-out values inside a band that is right, but in rare cases: a quantile of their binomial
    distribution, at 1 %, and at 0.1 % for fewer than 20."""
    return binomial_quantile(n, EXPECTED, RARE if n >= FEW else RARE_FOR_FEW)


def most_inside(n: int) -> int:
    """The most of n held-out values inside a band that is right, but in rare cases (0.1 %)."""
    return n - binomial_quantile(n, 1 - EXPECTED, RARE_FOR_FEW)


def binomial_quantile(n: int, probability: float, level: float) -> int:
    """The smallest k for which at most k of n independent events happen with a probability of at least `level`.

    Args:
        n: number of events.
        probability: of each, between 0 and 1, both excluded.
        level: between 0 and 1, both excluded.

    >>> binomial_quantile(10, 0.5, 0.01)
    1
    """
    k = torch.arange(n + 1, dtype=torch.float64)
    ways = math.lgamma(n + 1) - torch.lgamma(k + 1) - torch.lgamma(n - k + 1)
    masses = (ways + k * math.log(probability) + (n - k) * math.log1p(-probability)).exp()
    return min(n, int((masses.cumsum(0) < level).sum()))


def _range(values: Float[Tensor, "n Dy"]) -> Float[Tensor, " Dy"]:
    return values.amax(0) - values.amin(0)
