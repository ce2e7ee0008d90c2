"""Every station predicted from the stations at other places: how far the map can be trusted between stations."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor
from torch.distributions import Normal

from pages.plane.maps import Station, context, process
from pages.shared.models.once import once
from pages.shared.models.overtaken import go_on
from tnpcore import Points, predict
from tnpcore.data.gp import fit
from tnpcore.evaluation.band import WIDTH
from tnpcore.evaluation.measures import log_density

TOGETHER = 16  # places in one batch
ALIKE = 6  # decimals of a place: those that agree in so many are one
Predicted = tuple[Float[Tensor, " N"], Float[Tensor, " N"]]  # mean and sd


@dataclass(frozen=True, eq=False)
class LeftOut:
    """All stations with what those at other places predict of them. Stations at one place are left out together.

    Args:
        places: where each stands [N, 2].
        measured: what each measures [N].
        mean, sd: what the others predict of it [N].
        count: of places.
    """

    places: Float[np.ndarray, "N 2"]
    measured: Float[np.ndarray, " N"]
    mean: Float[np.ndarray, " N"]
    sd: Float[np.ndarray, " N"]
    count: int

    @property
    def rmse(self) -> float:
        """Root mean square error of the mean."""
        return float(np.sqrt(((self.mean - self.measured) ** 2).mean()))

    @property
    def z(self) -> Float[np.ndarray, " N"]:
        """How many predictive sd each measurement lies above the mean."""
        return (self.measured - self.mean) / self.sd

    @property
    def missed(self) -> np.ndarray:
        """Where the measurement lies outside ±2 sd."""
        return np.abs(self.z) > WIDTH

    @property
    def loglik(self) -> Float[Tensor, " N"]:
        """The log density of each measurement, in nats, for values as the models see them."""
        mean, sd, measured = map(torch.from_numpy, (self.mean, self.sd, self.measured))
        return Normal(mean, sd).log_prob(measured)


def at_places(given: tuple[Station, ...]) -> list[list[int]]:
    """The numbers of the stations at each place, in the order of the first of them."""
    found: dict[tuple[float, float], list[int]] = defaultdict(list)
    for number, (x1, x2, _) in enumerate(given):
        found[round(x1, ALIKE), round(x2, ALIKE)].append(number)
    return list(found.values())


@once(keep=16)
def left_out(name: str, given: tuple[Station, ...]) -> LeftOut | None:
    """The named model's predictions of all stations; None where they stand at fewer than two places."""
    groups, points = at_places(given), context(given, name=name)
    if len(groups) < 2:
        return None
    mean, sd = torch.empty(2, len(given), dtype=torch.float64)
    for few, rest in _batches(groups, len(given)):
        go_on()
        places = points.x[[group[0] for group in few]][:, None]
        found = predict(process(name), Points(points.x[rest], points.y[rest]), places)
        for group, one_mean, one_sd in zip(few, found.mean[:, 0, 0], found.std[:, 0, 0], strict=True):
            mean[group], sd[group] = one_mean.double(), one_sd.double()
    table = np.array(given)
    return LeftOut(table[:, :2], table[:, 2], mean.numpy(), sd.numpy(), len(groups))


@once(keep=16)
def by_gaussian_process(given: tuple[Station, ...]) -> Float[Tensor, " N"]:
    """The log density of each station's value, as `LeftOut.loglik`, under the Gaussian process that is fitted to all
    stations, and conditioned on those at other places."""
    go_on()
    points, found = context(given), torch.empty(len(given), dtype=torch.float64)
    process = fit(points)
    for group in at_places(given):
        go_on()
        rest = _without(group, len(given))
        predictive = process.given(Points(points.x[rest], points.y[rest])).predict(points.x[group])
        found[group] = log_density(predictive, points.y[group])[:, 0]
    return found


def _batches(groups: list[list[int]], count: int) -> Iterator[tuple[list[list[int]], Tensor]]:
    """Groups of one size, and for each of them the numbers of all stations that are not in it."""
    for size in sorted({len(group) for group in groups}):
        alike = [group for group in groups if len(group) == size]
        for i in range(0, len(alike), TOGETHER):
            few = alike[i : i + TOGETHER]
            yield few, torch.stack([_without(group, count) for group in few])


def _without(group: list[int], count: int) -> Tensor:
    kept = torch.ones(count, dtype=torch.bool)
    kept[group] = False
    return torch.arange(count)[kept]
