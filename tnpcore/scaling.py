"""Points in the units of the training, and predictions back in their own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

import torch
from jaxtyping import Float
from torch import Tensor
from torch.distributions import AffineTransform, Distribution, TransformedDistribution

from tnpcore.arrays import Numbers, as_points
from tnpcore.models.joint import marginals
from tnpcore.prediction import Prediction, check_prediction
from tnpcore.setconv import midrange
from tnpcore.task import Points, check_points
from tnpcore.trained_range import HALF_WIDTH

SMALLEST_FACTOR = 1e-30  # a smaller spread is none, and divides nothing
POLE = 1e-4  # degrees from a pole: nearer, no longitude is left
Axes = Literal["each", "together", "degrees"]  # how inputs are scaled, see `standardise`
EACH, TOGETHER, DEGREES = AXES = get_args(Axes)


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
    """What `standardise` did: standardised = (original - offset) / factor, with both for every dimension.

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


def standardise(points: Points, x: Axes = EACH, furthest: float | None = None) -> tuple[Points, Scaling]:
    """The same points with x over [-2, 2] and y of mean 0 and standard deviation 1, and the way back.

    Models predict well where they were trained, and that is the range of x of all shipped ones. By default every input
    dimension is scaled by a factor of its own: inputs are mostly of different kinds, years and degrees, and one factor
    for all would leave the smaller ones hardly any range. On a map distances across dimensions matter, and `x` says so.
    Dimensions in which all points agree are moved to 0, and not scaled on their own. In a batch every set is
    standardised on its own.

    Args:
        points: in original units; without points nothing is moved or scaled.
        x: "each": a factor for each input dimension. "together": one for all, that of the widest: lengths. "degrees":
            the inputs are longitude and latitude, and a degree of longitude is made as long as it is at the latitude in
            the middle; then one factor.
        furthest: where a value of y would lie further from 0 than so many standard deviations, y is scaled until it
            lies there. The standard deviation is then below 1.

    Returns:
        The points in float64, and the `Scaling` for targets (`x`) and predictions (`back`).

    Raises:
        ValueError: for what is no Points, and for values whose squares are no floating-point numbers any more. Of
            degrees also: for other than two input dimensions, a latitude beyond 90 or a longitude beyond 360, a middle
            on a pole, and longitudes that cross the date line with a jump.

    >>> from tnpcore import load, predict
    >>> points, scaling = standardise(Points([1990, 2000, 2010], [410.0, 440.0, 425.0]))
    >>> points.x.flatten().tolist()
    [-2.0, 0.0, 2.0]
    >>> prediction = scaling.back(predict(load("tetnp"), points, scaling.x([1995])))
    >>> 410 < prediction.mean.item() < 440
    True
    >>> points, scaling = standardise(Points([[8.0, 59.0], [12.0, 61.0]], [3.0, 5.0]), x="degrees")
    >>> points.x.round(decimals=4).tolist()
    [[-2.0, -2.0], [2.0, 2.0]]
    """
    check_points(points, "what is standardised")
    if x not in AXES:
        raise ValueError(f"x must be one of {', '.join(map(repr, AXES))}, got {x!r}")
    if furthest is not None and not furthest > 0:
        raise ValueError(f"furthest must be positive, got {furthest}")
    if x == DEGREES:
        _check_degrees(points.x)
    y, count = points.y.double(), max(1, len(points))
    y_middle = midrange(y)
    # Around the middle first, so that equal values have a spread of exactly 0.
    y_mean = y_middle + (y - y_middle).sum(-2, keepdim=True) / count
    spread = ((y - y_mean).square().sum(-2, keepdim=True) / count).sqrt()
    if furthest is not None:
        spread = spread.maximum(_reach(y, y_mean) / furthest)
    scaling = Scaling(*_x_scaling(points.x.double(), x), y_mean, _factor(spread))
    if not torch.cat([part.flatten() for part in vars(scaling).values()]).isfinite().all():
        sizes = f"x to {_size(points.x)} and y to {_size(y)}"
        raise ValueError(f"standardise needs x and y of at most 1e150 in size, got {sizes}")
    return scaling.points(points), scaling


def _x_scaling(values: Float[Tensor, "*B N Dx"], axes: Axes) -> tuple[Tensor, Tensor]:
    """Offset and factor [*B, 1, Dx] of inputs."""
    middle = midrange(values)
    half = _reach(values, middle)
    if axes == EACH:
        return middle, _factor(half / HALF_WIDTH)
    length = torch.ones_like(middle)  # of a unit of each input, in units of the last one
    if axes == DEGREES:
        length[..., 0] = middle[..., 1].deg2rad().cos()
    return middle, _factor((length * half).amax(-1, keepdim=True) / HALF_WIDTH) / length


def _reach(values: Float[Tensor, "*B N D"], middle: Float[Tensor, "*B 1 D"]) -> Float[Tensor, "*B 1 D"]:
    """How far the values go from a middle, at most. It stands in where there are no points."""
    return (torch.cat([values, middle], -2) - middle).abs().amax(-2, keepdim=True)


def _check_degrees(places: Float[Tensor, "*B N Dx"]) -> None:
    if places.shape[-1] != 2:
        raise ValueError(f"degrees need longitude and latitude, x [N, 2], got {tuple(places.shape)}")
    for name, values, most in (("longitude", places[..., 0], 360), ("latitude", places[..., 1], 90)):
        if values.numel() and not values.abs().max() <= most:
            far = values.flatten()[values.abs().argmax()].item()
            raise ValueError(f"{name}s lie within \u00b1{most} degrees, got {far:g}")
    if not places.numel():
        return
    if midrange(places.double())[..., 1].abs().max() > 90 - POLE:
        raise ValueError("on a pole there is no longitude: take places as lengths")
    for longitudes in places[..., 0].double().reshape(-1, places.shape[-2]):
        around = (longitudes % 360).sort().values
        widest = torch.cat([around[1:], around[:1] + 360]).sub(around).max()
        if longitudes.max() - longitudes.min() > 180 >= 360 - widest:
            ends = f"{longitudes.min():g} and {longitudes.max():g}"
            raise ValueError(f"longitudes jump at the date line, between {ends}: add 360 to the negative ones")


def _factor(spread: Float[Tensor, "*B 1 D"]) -> Float[Tensor, "*B 1 D"]:
    return torch.where(spread >= SMALLEST_FACTOR, spread, 1.0)


def _size(values: Tensor) -> str:
    return f"{values.abs().max().item():g}"
