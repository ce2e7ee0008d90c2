"""Sample paths: draws of a model's values at many targets, and how strongly neighbouring values are correlated.

A conditional model predicts marginals. Drawn from those, a path is jagged, however smooth the band. Sampled
autoregressively, with each draw added to the context of the next, the same model gives coherent paths. Latent and
joint models draw whole functions.

Reference: Bruinsma et al. 2023, Autoregressive Conditional Neural Processes.
"""

from __future__ import annotations

import math

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor

from pages.shared.models.catalogue import model
from pages.shared.models.predictions import GridPrediction
from pages.shared.scene.marks import TRAINED_ON, Line
from tnpcore import Points, sample_autoregressively

CERTAIN = 0.3  # three times the largest noise of the priors: below it, draws at two targets show little but noise
APART, MIN_PAIRS = 0.25, 4  # units of x between two values that are compared; pairs of them
LARGE, SMALL = 6, 3  # paths on the stage, and in a small panel
EVERY = 4  # every fourth target of the stage: an autoregressive path takes a pass for each
BANDS, SAMPLES, AUTOREGRESSIVE = "bands", "at once", "in turn"  # values of the control `show`


def draw_paths(
    name: str, points: Points, xt: Float[Tensor, "Nt 1"], count: int, seed: int, tau: float = 0.0
) -> Float[np.ndarray, "count Nt"]:
    """Paths by the model's own sampling, observation noise included, with all inputs shifted by tau; the same seed
    draws the same random numbers."""
    with torch.inference_mode():
        samples = model(name).sample(Points(points.x + tau, points.y), xt + tau, count, _generator(seed))
    return samples[..., 0].double().numpy()


def draw_autoregressive_paths(
    name: str, points: Points, xt: Float[Tensor, "Nt 1"], count: int, seed: int, tau: float = 0.0
) -> Float[np.ndarray, "count Nt"]:
    """Paths drawn autoregressively, observation noise included, with all inputs shifted by tau; the same seed draws the
    same random numbers.

    The targets where the models were trained come first, in a random order, then those outside, outwards: an extreme
    value from outside would be context for all that come after it. A shift leaves the order as it is.
    """
    generator = _generator(seed)
    order = torch.randperm(len(xt), generator=generator)
    outside = (xt[order, 0].abs() - TRAINED_ON[1]).clamp(min=0.0)
    order = order[outside.argsort(stable=True)]
    context = Points(points.x + tau, points.y)
    samples = sample_autoregressively(model(name), context, xt[order] + tau, count, generator)
    return samples[:, order.argsort(), 0].double().numpy()


def _generator(seed: int) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


DRAW = {SAMPLES: draw_paths, AUTOREGRESSIVE: draw_autoregressive_paths}


def lines(x: np.ndarray, paths: Float[np.ndarray, "S Nt"], hue: str, label: str = "") -> tuple[Line, ...]:
    """The paths as marks of one colour; the legend names them once."""
    return tuple(Line(x, path, "path", label if i == 0 else "", hue) for i, path in enumerate(paths))


def lag(x: np.ndarray, apart: float = APART) -> int:
    """The number of grid steps between two values that lie `apart` from each other, as nearly as the grid allows."""
    return max(1, round(apart * (len(x) - 1) / (x[-1] - x[0])))


def uncertain_pairs(band: GridPrediction, apart: float = APART) -> tuple[int, np.ndarray]:
    """The grid steps between two values that lie `apart`, and for each such pair of values whether the model was
    trained and is uncertain at both."""
    uncertain = (np.abs(band.x) <= TRAINED_ON[1]) & (band.sd >= CERTAIN)
    step = lag(band.x, apart)
    return step, uncertain[step:] & uncertain[:-step]


def path_correlation(paths: Float[np.ndarray, "S Nt"], band: GridPrediction, apart: float = APART) -> float:
    """The correlation of values of a path that are `apart` from each other, as deviations from the band's mean in sd:
    0 when the values are independent, near 1 when the path is a smooth function.

    Only where the model was trained and is uncertain: elsewhere a path is mostly noise, or anything. NaN where fewer
    than four such pairs are in view.
    """
    step, pairs = uncertain_pairs(band, apart)
    if pairs.sum() < MIN_PAIRS:
        return math.nan
    deviations = (paths - band.mean) / band.sd
    here, there = deviations[:, :-step][:, pairs], deviations[:, step:][:, pairs]
    return float((here * there).mean() / np.sqrt(np.square(here).mean() * np.square(there).mean()))
