"""What is predicted for several places together: the covariance where it is known, and sample paths where it is not."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor

from pages.paths.controls import FEW_PATHS, MAP_PATHS, PATHS, SLOW, WHOLE, PathsControls
from pages.paths.event import Share, both_above, share_of_paths
from pages.shared.models.catalogue import USUAL, model
from pages.shared.models.predictions import bayes_predictor, predictions
from pages.shared.models.sample_paths import (
    APART,
    AUTOREGRESSIVE,
    MIN_PAIRS,
    SAMPLES,
    draw_autoregressive_paths,
    draw_paths,
    uncertain_pairs,
)
from tnpcore import Points, predict
from tnpcore.models.joint import JointNeuralProcess

VALUES = 64  # of the place that is drawn first


@dataclass(frozen=True)
class Event:
    """The probability that the values at A and B both lie above the level.

    Args:
        marginals: of each place alone.
        paths: the share of sample paths on which it is the case.
        covariance: by the covariance of a joint Gaussian; None where the model has none.
        bayes: by the Bayes predictor, exactly.
        correlation: of the two values, by the covariance or by the sample paths; 0 where they are independent.
    """

    marginals: tuple[float, float]
    paths: Share
    covariance: float | None
    bayes: float
    correlation: float

    @property
    def product(self) -> float:
        """Of the two marginals: right where the values are independent."""
        return self.marginals[0] * self.marginals[1]

    @property
    def both(self) -> float:
        """The joint probability, as exactly as it is known."""
        return self.paths.value if self.covariance is None else self.covariance


def event(points: Points, controls: PathsControls) -> Event:
    """The probability of the event by all the ways that the chosen model has."""
    xt, level = controls.places, controls.level
    paths = event_paths(points, controls)
    joint = joint_gaussian(controls.model, points, xt)
    return Event(
        marginals=probabilities_above(controls.model, points, xt, level),
        paths=share_of_paths(paths, level),
        covariance=None if joint is None else float(both_above(*joint, level)),
        bayes=bayes_both(points, xt, level),
        correlation=_correlation_at_both(controls, joint, paths),
    )


def _correlation_at_both(
    controls: PathsControls, joint: tuple[Tensor, Tensor] | None, paths: Float[np.ndarray, "S 2"]
) -> float:
    if controls.independent:
        return 0.0
    return float((correlation_of_paths(paths) if joint is None else correlation(joint[1].numpy()))[0, 1])


def event_paths(points: Points, controls: PathsControls) -> Float[np.ndarray, "S 2"]:
    """Sample paths of the chosen model at A and B alone."""
    drawing = draw_autoregressive_paths if controls.in_turn else draw_paths
    return drawing(controls.model, points, controls.places, num_paths(controls), controls.draw)


def num_paths(controls: PathsControls) -> int:
    """How many sample paths a share is taken of: fewer where every value needs a pass of its own."""
    if controls.in_turn and controls.model in SLOW:
        return FEW_PATHS
    return PATHS[AUTOREGRESSIVE if controls.in_turn or controls.model == "tnpa" else SAMPLES]


def is_joint(name: str) -> bool:
    """Whether the model predicts a covariance of all targets."""
    return isinstance(model(name), JointNeuralProcess)


def probabilities_above(name: str, points: Points, xt: Float[Tensor, "Nt 1"], level: float) -> tuple[float, ...]:
    """P(y > level) at each place alone, by the model's marginals."""
    dist = predict(model(name), points, xt).dist
    below = dist.cdf(torch.full_like(dist.mean, level))
    return tuple((1 - below[:, 0].double()).tolist())


def joint_gaussian(
    name: str, points: Points, xt: Float[Tensor, "Nt 1"]
) -> tuple[Float[Tensor, " Nt"], Float[Tensor, "Nt Nt"]] | None:
    """Mean and covariance of the values at xt, noise included; None for a model without a covariance."""
    process = model(name)
    if not isinstance(process, JointNeuralProcess):
        return None
    with torch.inference_mode():
        predictive = process.joint(points.x, points.y, xt)
    factor = predictive.scale_tril.double()
    return predictive.mean[:, 0].double(), factor @ factor.mT


def autoregressive_both(name: str, points: Points, xt: Float[Tensor, "2 1"], level: float) -> float:
    """P(both values > level) where the first place's value is drawn, added to the context, and the second predicted.

    The mean over values of the first place, at evenly spaced probabilities above the level.
    """
    first = predict(model(name), points, xt[:1]).dist
    above = 1 - float(first.cdf(torch.full_like(first.mean, level)))
    shares = 1 - above * (torch.arange(VALUES, dtype=first.mean.dtype) + 0.5) / VALUES
    values = first.icdf(shares[:, None, None])[..., 0].double()[..., None]
    context = Points(points.x.expand(VALUES, -1, -1), points.y.expand(VALUES, -1, -1))
    given = context.joined(Points(xt[:1].expand(VALUES, -1, -1), values))
    second = predict(model(name), given, xt[1:].expand(VALUES, -1, -1)).dist
    return above * float((1 - second.cdf(torch.full_like(second.mean, level))).mean())


def bayes_both(points: Points, xt: Float[Tensor, "2 1"], level: float) -> float:
    """P(both values > level) by the Bayes predictor: exact for each of its Gaussian processes, weighted by their
    posterior."""
    found = bayes_predictor(USUAL).predict_jointly(points, xt)
    return float((found.log_weights.exp() * both_above(found.means, found.covariances, level)).sum())


def bayes_correlation(points: Points, xt: Float[Tensor, "Nt 1"]) -> Float[np.ndarray, "Nt Nt"]:
    """The correlation of the values at xt under the Bayes predictor, noise included."""
    return correlation(bayes_predictor(USUAL).predict_jointly(points, xt).covariance.numpy())


def model_correlation(points: Points, controls: PathsControls) -> tuple[Float[np.ndarray, "Nt Nt"], int]:
    """The correlation of the values that the chosen model draws at the rows of the map, and from how many paths
    it is estimated (0: it is exact)."""
    xt = controls.map_targets
    joint = joint_gaussian(controls.model, points, xt)
    if joint is not None:
        return correlation(joint[1].numpy()), 0
    if controls.model in WHOLE:
        count = MAP_PATHS if controls.model == "tnpa" else PATHS[SAMPLES]
        return correlation_of_paths(draw_paths(controls.model, points, xt, count, controls.draw)), count
    if controls.in_turn:
        paths = draw_autoregressive_paths(controls.model, points, xt, MAP_PATHS, controls.draw)
        return correlation_of_paths(paths), MAP_PATHS
    return np.eye(len(xt)), 0


def neighbour_correlation(name: str, points: Points, xt: Float[Tensor, "Nt 1"], apart: float = APART) -> float:
    """The mean correlation of values that lie `apart`, exactly: by the covariance, 0 for a model of marginals. Over the
    pairs that `path_correlation` takes; NaN where they are too few."""
    (band,) = predictions(name, points, xt=xt)
    step, pairs = uncertain_pairs(band, apart)
    if pairs.sum() < MIN_PAIRS:
        return math.nan
    joint = joint_gaussian(name, points, xt)
    values = np.eye(len(xt)) if joint is None else correlation(joint[1].numpy())
    return float(np.diagonal(values, step)[pairs].mean())


def correlation(covariance: Float[np.ndarray, "Nt Nt"]) -> Float[np.ndarray, "Nt Nt"]:
    """A covariance with every variance scaled to 1."""
    sd = np.sqrt(np.diagonal(covariance))
    return covariance / (sd[:, None] * sd)


def correlation_of_paths(paths: Float[np.ndarray, "S Nt"]) -> Float[np.ndarray, "Nt Nt"]:
    """The sample correlation of the values of paths."""
    return np.corrcoef(paths, rowvar=False)
