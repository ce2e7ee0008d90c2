"""Sample paths: what a model says about many values together, drawn from it and made visible.

A conditional model says something about each value by itself. Drawn so, a path is jagged, however smooth the band.
Asked value by value (Bruinsma et al. 2023), with each draw added to the context of the next, the same model gives
coherent paths. Latent and joint models draw whole functions at once.
"""

from __future__ import annotations

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor

from pages.shared.answers import Answer
from pages.shared.models import model
from pages.shared.scene import TRAINED_ON, Line
from tnpcore import Points, sample_autoregressively

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


def inside(x: np.ndarray) -> bool:
    """Whether part of a path is where the models were trained."""
    return (np.abs(x) <= TRAINED_ON[1]).sum() > 1


def agreement(paths: Float[np.ndarray, "S Nt"], band: Answer) -> float:
    """How much neighbouring values of a path agree: the correlation of their distances from the band's mean, in its sd.
    0 when every value is drawn by itself, near 1 when the path is a smooth function. Only values where the models were
    trained are asked, if two of them are in view."""
    asked = np.abs(band.x) <= TRAINED_ON[1] if inside(band.x) else slice(None)
    apart = ((paths - band.mean) / band.sd)[:, asked]
    return float((apart[:, 1:] * apart[:, :-1]).mean() / np.square(apart).mean())
