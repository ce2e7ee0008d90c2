"""A warning where a model predicts from inputs that are unlike those it was trained on."""

from __future__ import annotations

import warnings
from weakref import WeakKeyDictionary

import torch
from jaxtyping import Float
from torch import Tensor

from tnpcore.models.neural_process import NeuralProcess
from tnpcore.task import Points
from tnpcore.trained_range import HALF_WIDTH, TrainedOn

ROUNDING = 1e-3  # of a range's width: what a shift in float32 or a scale leaves is not outside


class OutsideTraining(UserWarning):
    """Inputs, values or a number of context points that the model was not trained on.

    Each model gives it once for x, once for y and once for the number of points. It does not where its attribute
    `trained_on` is None.
    """


_warned: WeakKeyDictionary[NeuralProcess, set[str]] = WeakKeyDictionary()


def warn_outside(model: NeuralProcess, context: Points, xt: Float[Tensor, "*B Nt Dx"]) -> None:
    """Warn of what is outside the range that the model was trained on, of each kind once."""
    if model.trained_on is None:
        return
    warned, trained = _warned.setdefault(model, set()), model.trained_on
    x = torch.cat([context.x, xt], -2)
    outside_x = _span(x, trained) if model.translation_equivariant else _place(x, trained)
    outside_y = _values(context.y, trained)
    found = {
        "x": outside_x and outside_x + _remedy(model, _fills(context.x)),
        "y": outside_y and outside_y + _remedy(model, _centred(context.y)),
        "points": _count(len(context), trained),
    }
    for kind, message in found.items():
        if message and kind not in warned:
            warned.add(kind)
            # Where `predict` was called.
            warnings.warn(f"outside training: {message}", OutsideTraining, stacklevel=3)


def _remedy(model: NeuralProcess, standardised: bool) -> str:
    """How to bring inside what is outside, as it continues the sentence."""
    if standardised and not model.units:
        return "; the context is standardised already, so take what is predicted from there with care"
    by, way = (model.units, "its `back`") if model.units else ("tnpcore.standardise", "what it returns")
    points = "`points` and `x` of " if model.units else ""
    return f"; scale the points with {points}{by}, and the prediction back with {way}"


def _fills(x: Float[Tensor, "*B N Dx"]) -> bool:
    """Whether inputs lie as `standardise` leaves them: about 0, the widest dimension as wide as the training range."""
    if not x.numel():
        return False
    low, high = x.amin(-2), x.amax(-2)
    wide = ((high - low).amax(-1) / 2 - HALF_WIDTH).abs() <= ROUNDING
    return bool(((low + high).abs() <= ROUNDING).all() and wide.all())


def _centred(y: Float[Tensor, "*B N Dy"]) -> bool:
    """Whether values have mean 0 and standard deviation 1, or a smaller one, as `standardise` leaves them."""
    spread = y.std(-2, correction=0)  # an outlier is outside: there are values
    return bool((spread > 0).all() and (spread <= 1 + ROUNDING).all() and (y.mean(-2).abs() <= ROUNDING).all())


def _place(x: Float[Tensor, "*B N Dx"], trained: TrainedOn) -> str:
    outside = _beyond(x, trained.x)
    return outside and f"x lies {outside}"


def _span(x: Float[Tensor, "*B N Dx"], trained: TrainedOn) -> str:
    """Only how far the points of one task lie apart counts."""
    width = trained.x[1] - trained.x[0]
    span = (x.amax(-2) - x.amin(-2)).max().item() if x.numel() else 0.0
    if span <= width * (1 + ROUNDING):
        return ""
    return f"x spans {span:g} units, and the model was trained on spans of up to {width:g}"


def _values(y: Float[Tensor, "*B N Dy"], trained: TrainedOn) -> str:
    outside = _beyond(y, trained.y)
    return outside and f"y lies {outside}"


def _count(count: int, trained: TrainedOn) -> str:
    low, high = trained.points
    if low <= count <= high:
        return ""
    return (
        f"the context has {count} points, and the model was trained on {low} to {high}; leave points out, or train a "
        f"model on as many"
    )


def _beyond(values: Tensor, trained: tuple[float, float]) -> str:
    """The range of the values and that of the training, where the first is not inside the second; else nothing."""
    if not values.numel():
        return ""
    (low, high), (lowest, highest) = (end.item() for end in values.aminmax()), trained
    slack = ROUNDING * (highest - lowest)
    if lowest - slack <= low and high <= highest + slack:
        return ""
    return f"between {low:g} and {high:g}, and the model was trained on {lowest:g} to {highest:g}"
