"""Sample paths: what a model says about many values together, drawn from it and made visible.

A conditional model says something about each value by itself. Drawn so, a path is jagged, however smooth the band.
Asked value by value (Bruinsma et al. 2023), with each draw added to the context of the next, the same model gives
coherent paths. Latent and joint models draw whole functions at once.
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
from pages.zoo.guarantees import CERTAIN
from tnpcore import Points, sample_autoregressively

APART, FEWEST = 0.25, 4  # units of x between two values that are compared; pairs of them
LARGE, SMALL = 6, 3  # paths on the stage, and in a small picture
EVERY = 4  # every fourth target of the stage: a path that is drawn value by value takes a pass for each
BANDS, AT_ONCE, IN_TURN = SHOW = ("bands", "at once", "in turn")


def at_once(
    name: str, points: Points, xt: Float[Tensor, "Nt 1"], count: int, seed: int
) -> Float[np.ndarray, "count Nt"]:
    """Paths as the model itself draws them, noise included; the same seed gives the same paths."""
    with torch.inference_mode():
        drawn = model(name).sample(points, xt, count, torch.Generator().manual_seed(seed))
    return drawn[..., 0].double().numpy()


def in_turn(
    name: str, points: Points, xt: Float[Tensor, "Nt 1"], count: int, seed: int
) -> Float[np.ndarray, "count Nt"]:
    """Paths drawn value by value, noise included; the same seed gives the same paths. First in a random order where
    the models were trained, then outwards: a wild value from outside would be context for all that come after it."""
    generator = torch.Generator().manual_seed(seed)
    order = torch.randperm(len(xt), generator=generator)
    outside = (xt[order, 0].abs() - TRAINED_ON[1]).clamp(min=0.0)
    order = order[outside.argsort(stable=True)]
    drawn = sample_autoregressively(model(name), points, xt[order], count, generator)
    return drawn[:, order.argsort(), 0].double().numpy()


DRAW = {AT_ONCE: at_once, IN_TURN: in_turn}


def lines(x: np.ndarray, paths: Float[np.ndarray, "S Nt"], hue: str, label: str = "") -> tuple[Line, ...]:
    """The paths as marks of one colour; the legend names them once."""
    return tuple(Line(x, path, "path", label if i == 0 else "", hue) for i, path in enumerate(paths))


def lag(x: np.ndarray) -> int:
    """How many values of a path lie `APART` from each other, as nearly as its grid allows."""
    return max(1, round(APART * (len(x) - 1) / (x[-1] - x[0])))


def agreement(paths: Float[np.ndarray, "S Nt"], band: GridPrediction) -> float:
    """How much values of a path that are `APART` from each other agree: the correlation of their distances from the
    band's mean. 0 when every value is drawn by itself, near 1 when the path is a smooth function.

    Only where the model was trained and is unsure: elsewhere a path is mostly noise, or anything. NaN where fewer than
    four such pairs are in view.
    """
    unsure = (np.abs(band.x) <= TRAINED_ON[1]) & (band.sd >= CERTAIN)
    step = lag(band.x)
    pairs = unsure[step:] & unsure[:-step]
    if pairs.sum() < FEWEST:
        return math.nan
    apart = (paths - band.mean) / band.sd
    here, there = apart[:, :-step][:, pairs], apart[:, step:][:, pairs]
    return float((here * there).mean() / np.sqrt(np.square(here).mean() * np.square(there).mean()))
