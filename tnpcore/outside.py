"""A warning where a model predicts from inputs that are unlike those it was trained on."""

from __future__ import annotations

import math
import warnings
from collections.abc import Mapping
from weakref import WeakKeyDictionary

import torch
from jaxtyping import Float
from torch import Tensor, nn

from tnpcore.models.neural_process import NeuralProcess
from tnpcore.task import Points
from tnpcore.trained_range import HALF_WIDTH, TrainedOn

CLOSE = 16  # numbers of a dtype between neighbouring inputs, on average: fewer are too few
ALL_EQUAL = 0.01  # the step of a dtype from which on inputs that are all equal may have differed
ROUNDING = 1e-3  # of a range's width: what a shift in float32 or a scale leaves is not outside


class OutsideTraining(UserWarning):
    """Inputs, values or a number of context points that the model was not trained on.

    Each model gives it once for x, once for y and once for the number of points. It does not where its attribute
    `trained_on` is None.
    """


_warned: WeakKeyDictionary[nn.Module, set[str]] = WeakKeyDictionary()


def warn_outside(model: NeuralProcess, context: Points, xt: Float[Tensor, "*B Nt Dx"]) -> None:
    """Warn of what is outside the range that the model was trained on, of each kind once."""
    if model.trained_on is None:
        return
    trained = model.trained_on
    x = torch.cat([context.x, xt], -2)
    outside_x = _span(x, trained) if model.translation_equivariant else _place(x, trained)
    outside_y = _values(context.y, trained)
    found = {
        "x": outside_x and outside_x + _remedy(model, _fills(context.x)),
        "y": outside_y and outside_y + _remedy(model, _centred(context.y)),
        "points": _count(len(context), trained),
    }
    warn_once(model, {kind: f"outside training: {message}" for kind, message in found.items() if message})


def warn_once(
    model: nn.Module, found: Mapping[str, str], category: type[Warning] = OutsideTraining, stacklevel: int = 4
) -> None:
    """Warn of each kind once for a model.

    Args:
        model: of which a warning is remembered.
        found: messages by kind.
        category: of the warnings.
        stacklevel: as of `warnings.warn`: by default where the caller's caller was called.
    """
    warned = _warned.setdefault(model, set())
    for kind, message in found.items():
        if kind not in warned:
            warned.add(kind)
            warnings.warn(message, category, stacklevel=stacklevel)


def warn_coarse(model: NeuralProcess, context: Points, xt: Float[Tensor, "*B Nt Dx"]) -> None:
    """Warn once where x is in single or half precision and so large that neighbouring inputs coincide."""
    parts = [x for x in (context.x, xt) if x.dtype != torch.float64 and x.numel()]
    if not parts:
        return
    size, dtype = max(x.abs().max().item() for x in parts), parts[0].dtype
    step = torch.finfo(dtype).eps * 2 ** math.floor(math.log2(size)) if size else 0.0
    low, high = (min(x.min().item() for x in parts), max(x.max().item() for x in parts))
    count = sum(x.shape[-2] for x in parts)
    if step > ((high - low) / (CLOSE * count) if high > low else ALL_EQUAL):
        name = str(dtype).removeprefix("torch.")
        message = (
            f"x reaches {size:g} as {name}, whose numbers lie {step:g} apart there, so that neighbouring inputs "
            "move or coincide; give x in float64, or subtract its middle first"
        )
        warn_once(model, {"precision": message}, RuntimeWarning)


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
    outside = beyond(x, trained.x)
    return outside and f"x lies {outside}"


def _span(x: Float[Tensor, "*B N Dx"], trained: TrainedOn) -> str:
    """Only how far the points of one task lie apart counts."""
    width = trained.x[1] - trained.x[0]
    span = (x.amax(-2) - x.amin(-2)).max().item() if x.numel() else 0.0
    if span <= width * (1 + ROUNDING):
        return ""
    return f"x spans {span:g} units, and the model was trained on spans of up to {width:g}"


def _values(y: Float[Tensor, "*B N Dy"], trained: TrainedOn) -> str:
    outside = beyond(y, trained.y)
    return outside and f"y lies {outside}"


def _count(count: int, trained: TrainedOn) -> str:
    low, high = trained.points
    if low <= count <= high:
        return ""
    return (
        f"the context has {count} points, and the model was trained on {low} to {high}; leave points out, or train a "
        f"model on as many"
    )


def beyond(values: Tensor, trained: tuple[float, float]) -> str:
    """The range of the values and that of the training, where the first is not inside the second; else nothing.

    Args:
        values: any number of them.
        trained: the lowest and the highest of the training.
    """
    if not values.numel():
        return ""
    (low, high), (lowest, highest) = (end.item() for end in values.aminmax()), trained
    slack = ROUNDING * (highest - lowest)
    if lowest - slack <= low and high <= highest + slack:
        return ""
    return f"between {low:g} and {high:g}, and the model was trained on {lowest:g} to {highest:g}"
