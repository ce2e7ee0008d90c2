"""Points in the units of the training, and predictions back in their own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor
from torch.distributions import AffineTransform, Distribution, TransformedDistribution

from tnpcore.arrays import Numbers, as_points
from tnpcore.models.joint import marginals
from tnpcore.prediction import Prediction, check_prediction
from tnpcore.setconv import midrange
from tnpcore.task import Points, check_points

HALF_WIDTH = 2.0  # of the training range of x in all shipped priors: [-2, 2]
SMALLEST_FACTOR = 1e-30  # a smaller spread is none, and divides nothing


class RescaledDistribution(TransformedDistribution):
    """offset + factor y, for y from another distribution.

    Args:
        base: the distribution of y [*B, Nt, Dy].
        offset, factor: [*B, 1, Dy], factors positive.
    """

    def __init__(self, base: Distribution, offset: Float[Tensor, "*B 1 Dy"], factor: Float[Tensor, "*B 1 Dy"]):
        super().__init__(base, AffineTransform(offset, factor), validate_args=False)
        self._offset, self._factor = offset, factor

    @property
    def mean(self) -> Float[Tensor, "*B Nt Dy"]:
        return self._offset + self._factor * self.base_dist.mean

    @property
    def variance(self) -> Float[Tensor, "*B Nt Dy"]:
        return self._factor.square() * self.base_dist.variance


@dataclass(frozen=True, eq=False)
class Scaling:
    """What `standardise` did: standardised = (original - offset) / factor, in every dimension on its own.

    Args:
        x_offset, x_factor: [*B, 1, Dx], in float64.
        y_offset, y_factor: [*B, 1, Dy], in float64.
    """

    x_offset: Float[Tensor, "*B 1 Dx"]
    x_factor: Float[Tensor, "*B 1 Dx"]
    y_offset: Float[Tensor, "*B 1 Dy"]
    y_factor: Float[Tensor, "*B 1 Dy"]

    def to_json(self) -> dict[str, list[float]]:
        """The scaling of one set, as four lists of numbers."""
        return {name: value.flatten().tolist() for name, value in vars(self).items()}

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Scaling:
        """What `to_json` wrote.

        Args:
            values: lists of finite numbers, the factors positive.

        Raises:
            TypeError, ValueError: for anything else.
        """
        if not isinstance(values, Mapping):
            raise TypeError(f"a scaling must be a table, got {values!r}")
        found = cls(**{name: torch.tensor(part, dtype=torch.float64)[None] for name, part in values.items()})
        factors = torch.cat([found.x_factor, found.y_factor], -1)
        if not torch.cat(list(vars(found).values()), -1).isfinite().all() or not (factors > 0).all():
            raise ValueError(f"a scaling needs finite offsets and positive factors, got {dict(values)}")
        return found

    def x(self, xt: Numbers) -> Float[Tensor, "*B Nt Dx"]:
        """Inputs in original units, standardised, in float64.

        Args:
            xt: [*B, Nt, Dx], or [Nt].
        """
        return (as_points(xt, "xt", self.x_offset.device) - self.x_offset) / self.x_factor

    def points(self, points: Points) -> Points:
        """Points in original units, standardised, in float64.

        Args:
            points: for example held-out targets.

        Raises:
            ValueError: for what is no Points.
        """
        check_points(points, "what is standardised")
        return Points(self.x(points.x), (points.y - self.y_offset) / self.y_factor)

    def y(self, values: Numbers) -> Float[Tensor, "*S Nt Dy"]:
        """Standardised values in original units, in float64.

        Args:
            values: for example samples [S, *B, Nt, Dy]; [Nt] stands for [Nt, 1].
        """
        return self.y_offset + self.y_factor * as_points(values, "y", self.y_offset.device)

    def back(self, prediction: Prediction) -> Prediction:
        """A prediction of standardised values in original units: mean, standard deviation, joint distribution, samples
        and log density.

        Args:
            prediction: given the standardised context.

        Raises:
            ValueError: for what is no prediction.
        """
        check_prediction(prediction)
        if prediction.joint is not None:
            return replace(prediction, dist=marginals(prediction.joint.rescaled(self.y_offset, self.y_factor)))
        return replace(prediction, dist=RescaledDistribution(prediction.dist, self.y_offset, self.y_factor))


def standardise(points: Points) -> tuple[Points, Scaling]:
    """The same points with x over [-2, 2] and y of mean 0 and standard deviation 1, and the way back.

    Models predict well where they were trained, and that is the range of x of all shipped ones. Every input dimension
    is scaled by a factor of its own: inputs are mostly of different kinds, years and degrees, and one factor for all
    would leave the smaller ones hardly any range. Where distances across dimensions matter, as on a map, scale x by one
    factor instead. Dimensions in which all points agree are moved to 0, and not scaled. In a batch every set is
    standardised on its own.

    Args:
        points: in original units; without points nothing is moved or scaled.

    Returns:
        The points in float64, and the `Scaling` for targets (`x`) and predictions (`back`).

    Raises:
        ValueError: for what is no Points, and for values whose squares are no floating-point numbers any more.

    >>> from tnpcore import load, predict
    >>> points, scaling = standardise(Points([1990, 2000, 2010], [410.0, 440.0, 425.0]))
    >>> points.x.flatten().tolist()
    [-2.0, 0.0, 2.0]
    >>> prediction = scaling.back(predict(load("tetnp"), points, scaling.x([1995])))
    >>> 410 < prediction.mean.item() < 440
    True
    """
    check_points(points, "what is standardised")
    x, y = points.x.double(), points.y.double()
    count = max(1, len(points))
    x_middle, y_middle = midrange(x), midrange(y)
    # The middle stands in where there are no points.
    reach = torch.cat([x, x_middle], -2).amax(-2, keepdim=True) - x_middle
    # Around the middle first, so that equal values have a spread of exactly 0.
    y_mean = y_middle + (y - y_middle).sum(-2, keepdim=True) / count
    spread = ((y - y_mean).square().sum(-2, keepdim=True) / count).sqrt()
    scaling = Scaling(x_middle, _factor(reach / HALF_WIDTH), y_mean, _factor(spread))
    if not torch.cat([part.flatten() for part in vars(scaling).values()]).isfinite().all():
        raise ValueError(f"standardise needs x and y of at most 1e150 in size, got x to {_size(x)} and y to {_size(y)}")
    return scaling.points(points), scaling


def _factor(spread: Float[Tensor, "*B 1 D"]) -> Float[Tensor, "*B 1 D"]:
    return torch.where(spread >= SMALLEST_FACTOR, spread, 1.0)


def _size(values: Tensor) -> str:
    return f"{values.abs().max().item():g}"
