"""Operations on a data set other than a shift, and whether a prediction follows them. Pure.

A model f is equivariant under g when f(g x; g D) = g f(x; D): what is predicted for the changed data is the
changed prediction. `shown_back` undoes the change of the prediction, so that it can be laid over the original one.

Reference: Bloem-Reddy and Teh 2020, Probabilistic symmetries and invariant neural networks.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from jaxtyping import Float
from torch import Tensor

from pages.shared.models.predictions import GridPrediction
from tnpcore import Points

Inputs = tuple[Points, Float[Tensor, "Nt 1"]]
FACTOR = 2.0

SHIFT, REFLECT, SCALE, PERMUTE = "shift", "reflect", "scale", "permute"
GROUPS = {SHIFT: "shift x by τ", PERMUTE: "reorder points", REFLECT: "reflect x", SCALE: "double y"}
DONE = {REFLECT: "x reflected", SCALE: "y doubled", PERMUTE: "points in reverse order"}


def reflect(context: Points, xt: Float[Tensor, "Nt 1"]) -> Inputs:
    """Context and targets mirrored at x = 0."""
    return Points(-context.x, context.y), -xt


def scale(context: Points, xt: Float[Tensor, "Nt 1"]) -> Inputs:
    """All observed y doubled; the targets stay."""
    return Points(context.x, FACTOR * context.y), xt


def permute(context: Points, xt: Float[Tensor, "Nt 1"]) -> Inputs:
    """The context in reverse order; the targets stay."""
    return Points(context.x.flip(0), context.y.flip(0)), xt


ACTS: dict[str, Callable[[Points, Tensor], Inputs]] = {REFLECT: reflect, SCALE: scale, PERMUTE: permute}


def shown_back(group: str, changed: GridPrediction, here: GridPrediction) -> GridPrediction:
    """The prediction for the changed data, with the change of x and y undone, at the original inputs."""
    factor = FACTOR if group == SCALE else 1.0
    return replace(changed, x=here.x, mean=changed.mean / factor, sd=changed.sd / factor)
