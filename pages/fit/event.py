"""The probability that at least one of several values, or their mean, lies above a level: from marginals, and from
coherent paths."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float
from torch.distributions import Distribution, Normal

from pages.fit.band import fitted
from pages.fit.controls import MEAN, FitControls
from pages.shared.drawing.presets import DrawnPoints
from pages.shared.lesson.values import context
from pages.shared.models.catalogue import model
from pages.shared.models.once import once
from pages.shared.models.sample_paths import draw_autoregressive_paths
from tnpcore import Points, predict
from tnpcore.models import NeuralProcess

PATHS = 200
GP_PATHS = 4000
APART = 0.05  # by which two probabilities clearly differ


@dataclass(frozen=True)
class Exceeded:
    """The probability of the event.

    Args:
        paths: the share of coherent sample paths on which it happens.
        count: the number of paths.
        product: what follows from the marginals, as if the values were independent.
    """

    paths: float
    count: int
    product: float

    @property
    def error(self) -> float:
        """The standard error of the share, with two paths more on either side: of 200 paths that all cross the level it
        is not 0.

        Reference: Agresti and Coull 1998, Approximate is better than "exact" for interval estimation.
        """
        count = self.count + 4
        share = (self.paths * self.count + 2) / count
        return (share * (1 - share) / count) ** 0.5


def paths_of(points: Points, controls: FitControls) -> Float[np.ndarray, "S N"]:
    """Coherent paths of the chosen model between A and B, drawn autoregressively: once for scene and judge."""
    pairs = tuple(zip(points.x[:, 0].tolist(), points.y[:, 0].tolist(), strict=True))
    places = tuple(controls.places[:, 0].tolist())
    return _paths(model(controls.trained), controls.trained, pairs, places, controls.draw)


@once(keep=16)
def _paths(
    _model: NeuralProcess, name: str, pairs: DrawnPoints, places: tuple[float, ...], draw: int
) -> Float[np.ndarray, "S N"]:
    """Those of a model that was loaded anew are drawn anew."""
    xt = torch.tensor(places, dtype=torch.float64)[:, None]
    return draw_autoregressive_paths(name, context(pairs), xt, PATHS, draw)


def of_model(points: Points, controls: FitControls, paths: Float[np.ndarray, "S N"] | None = None) -> Exceeded:
    """By the chosen model; of its own paths unless they are given."""
    paths = paths_of(points, controls) if paths is None else paths
    return _exceeded(paths, predict(model(controls.trained), points, controls.places).dist, controls)


def of_gp(points: Points, controls: FitControls) -> Exceeded:
    """By the fitted Gaussian process."""
    process, places = fitted(points), controls.places
    generator = torch.Generator().manual_seed(controls.draw)
    noise = torch.randn(GP_PATHS, len(places), generator=generator, dtype=torch.float64)
    joint = process.predict_jointly(places)
    paths = joint.mean[:, 0] + noise @ joint.scale_tril.mT
    return _exceeded(paths.numpy(), process.predict(places), controls)


def _exceeded(paths: Float[np.ndarray, "S N"], marginals: Distribution, controls: FitControls) -> Exceeded:
    level = controls.level
    if controls.of == MEAN:
        mean, variance = marginals.mean.double().mean(), marginals.variance.double().sum() / len(marginals.mean) ** 2
        above = Normal(mean, variance.sqrt()).cdf(2 * mean - level)  # of the mirrored event, that the mean is below
        return Exceeded(float((paths.mean(1) > level).mean()), len(paths), above.item())
    below = marginals.cdf(torch.full_like(marginals.mean, level)).double()
    return Exceeded(float((paths > level).any(1).mean()), len(paths), 1 - below.prod().item())
