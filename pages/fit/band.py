"""Whether a band fits the points: how many of them it holds when they are held out, and how likely it finds them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Bool, Float
from torch import Tensor
from torch.distributions import Distribution

from pages.shared.models import band_words
from pages.shared.models.catalogue import model
from pages.shared.models.once import once
from pages.shared.models.overtaken import go_on
from pages.shared.scene.quantities import Prose, at_x, words
from tnpcore import Points, predict
from tnpcore.data.gp import FittedGP, fit
from tnpcore.evaluation.band import WIDTH, BandFit, band_of
from tnpcore.evaluation.folds import FOLDS, Predictor, blocks, folds
from tnpcore.evaluation.judgement import Judgement
from tnpcore.evaluation.measures import inside, log_density

SEED = 0
FEWEST = 2 * FOLDS  # points, below which so few are held out that nothing follows
GP = "gp"  # the name of the fitted Gaussian process
TOGETHER = (
    "Errors within a block go together, so the count and the standard error are less certain than for as many "
    "independent points."
)


@dataclass(frozen=True, eq=False)
class Score:
    """How one way of predicting does on points that are held out.

    Args:
        band: how many of them its band holds.
        held_out: the points in the order in which they were held out, the same for every way of predicting.
        inside: whether each of them lies inside the band.
        logliks: the log density of each, in nats; y in the units of the models.
    """

    band: BandFit
    held_out: Points
    inside: Bool[Tensor, " N"]
    logliks: Float[Tensor, " N"]

    @property
    def share(self) -> float:
        """The share of held-out points inside ±2 sd."""
        return self.band.inside / self.band.held_out

    @property
    def loglik(self) -> float:
        """The mean log-likelihood of a held-out value, in nats."""
        return self.logliks.mean().item()

    @property
    def missed(self) -> np.ndarray:
        """The points [M, 2] that lay outside the band when they were held out."""
        return torch.cat([self.held_out.x, self.held_out.y], -1)[~self.inside].numpy()

    def beside(self, gp: Score) -> Judgement:
        """What is to be said of this way of predicting beside the fitted Gaussian process."""
        return Judgement(self.inside, self.logliks, gp.logliks)


def score(points: Points, predictor: Predictor, width: float | None = None) -> Score | None:
    """The score of a predictor on points that are held out: five random folds, or blocks of x of that width; None for
    too few points."""
    if len(points) < FEWEST:
        return None
    tasks = folds(points, torch.Generator().manual_seed(SEED)) if width is None else blocks(points, width)
    parts = [(task.target, predictor(task.context, task.target.x)) for task in tasks]
    logliks = torch.cat([log_density(predictive, target.y)[:, 0] for target, predictive in parts])
    hits = torch.cat([inside(predictive, target.y, WIDTH)[:, 0] for target, predictive in parts])
    places = Points(*(torch.cat(values) for values in zip(*((target.x, target.y) for target, _ in parts), strict=True)))
    return Score(band_of(points, parts, predictor), places, hits, logliks)


def model_score(name: str, points: Points, width: float | None = None) -> Score | None:
    """Of the model of that name; `width` as of `score`."""

    def predicted(context: Points, xt: torch.Tensor) -> Distribution:
        go_on()
        return predict(model(name), context, xt).dist

    return score(points, predicted, width)


def gp_score(points: Points, width: float | None = None) -> Score | None:
    """Of the Gaussian process that is fitted to all points; only what it is conditioned on is held out."""
    if len(points) < FEWEST:
        return None
    process = fitted(points)
    return score(points, lambda context, xt: process.given(context).predict(xt), width)


def fitted(points: Points) -> FittedGP:
    """The Gaussian process under which these points are most likely."""
    return _fitted(tuple(points.x[:, 0].tolist()), tuple(points.y[:, 0].tolist()))


@once(keep=64)
def _fitted(x: tuple[float, ...], y: tuple[float, ...]) -> FittedGP:
    go_on()
    return fit(Points(x, y))


def in_words(found: Score, beside: Judgement, width: float | None = None) -> Prose:
    """How many inside, how many were expected, and what follows; `width` as of `score`."""
    said = band_words.in_words(beside, costliest(found, beside))
    return said if width is None else words(said, " ", TOGETHER)


def costliest(found: Score, beside: Judgement) -> Prose:
    """Where the point lies that costs most beside the Gaussian process."""
    return words("x = ", at_x(found.held_out.x[beside.costliest].item()))
