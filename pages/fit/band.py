"""Whether a band fits the points: how many of them it holds when they are held out, and how likely it finds them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from torch.distributions import Distribution

from pages.shared.models.catalogue import model
from pages.shared.models.once import once
from pages.shared.models.overtaken import go_on
from tnpcore import Points, predict
from tnpcore.data.gp import FittedGP, fit
from tnpcore.evaluation.band import EXPECTED, WIDTH, BandFit, band_of, held_out
from tnpcore.evaluation.folds import FOLDS, Predictor
from tnpcore.evaluation.measures import inside, log_density

SEED = 0
FEWEST = 2 * FOLDS  # points, below which so few are held out that nothing follows
GP = "gp"  # the name of the fitted Gaussian process


@dataclass(frozen=True)
class Score:
    """How one way of predicting does on points that are held out.

    Args:
        band: how many of them its band holds.
        loglik: the mean log-likelihood of a held-out value, in nats; y in the units of the models.
        missed: the points [M, 2] that lay outside the band when they were held out.
    """

    band: BandFit
    loglik: float
    missed: np.ndarray

    @property
    def share(self) -> float:
        """The share of held-out points inside ±2 sd."""
        return self.band.inside / self.band.held_out


def score(points: Points, predictor: Predictor) -> Score | None:
    """The score of a predictor on five folds of the points; None for too few points."""
    if len(points) < FEWEST:
        return None
    parts = held_out(points, predictor, torch.Generator().manual_seed(SEED))
    logliks = torch.cat([log_density(predictive, target.y) for target, predictive in parts])
    missed = [
        torch.cat([target.x, target.y], -1)[~inside(predictive, target.y, WIDTH)[:, 0]] for target, predictive in parts
    ]
    return Score(band_of(points, parts, predictor), logliks.mean().item(), torch.cat(missed).numpy())


def model_score(name: str, points: Points) -> Score | None:
    """Of the model of that name."""

    def predicted(context: Points, xt: torch.Tensor) -> Distribution:
        go_on()
        return predict(model(name), context, xt).dist

    return score(points, predicted)


def gp_score(points: Points) -> Score | None:
    """Of the Gaussian process that is fitted to all points; only what it is conditioned on is held out."""
    if len(points) < FEWEST:
        return None
    process = fitted(points)
    return score(points, lambda context, xt: process.given(context).predict(xt))


def fitted(points: Points) -> FittedGP:
    """The Gaussian process under which these points are most likely."""
    return _fitted(tuple(points.x[:, 0].tolist()), tuple(points.y[:, 0].tolist()))


@once(keep=64)
def _fitted(x: tuple[float, ...], y: tuple[float, ...]) -> FittedGP:
    go_on()
    return fit(Points(x, y))


def in_words(found: Score) -> str:
    """One sentence: how many inside, how many were expected, and what follows."""
    band = found.band
    counted = f"{band.inside} of {band.held_out} held-out points lie inside ±2 sd, {EXPECTED:.0%} expected"
    if band.wide:
        return f"{counted}: the band holds these points, and is wider than they need."
    if band.fits:
        return f"{counted}: the band fits these points."
    return f"{counted}: the band is too narrow for these points."
