"""Trained classifiers: their cards, their weights, and what they predict.

>>> names()
['tnp-classifier', 'cnp-classifier']
"""

from __future__ import annotations

from pathlib import Path

import torch
from jaxtyping import Float
from torch import Tensor

from tnpcore.arrays import Numbers, as_points, check_finite, kind_of
from tnpcore.classification.models import Classifier
from tnpcore.classification.prior import MOST_SHOTS, MOST_WAYS
from tnpcore.classification.specs import SPECS
from tnpcore.outside import beyond, warn_once
from tnpcore.quantities import whole
from tnpcore.shelf import Shelf
from tnpcore.spec import Spec
from tnpcore.trace import intervention
from tnpcore.trained_range import TrainedOn

SHELF: Shelf[Spec[Classifier], Classifier] = Shelf(SPECS)
names, card, spec = SHELF.names, SHELF.card, SHELF.spec
# The outermost x of 65,536 tasks, rounded outwards; classes from 0; points.
TRAINED_ON = TrainedOn((-8.9, 8.9), (0.0, MOST_WAYS - 1.0), (0, MOST_WAYS * MOST_SHOTS))


def load(name: str, where: str | Path | None = None) -> Classifier:
    """The trained model, ready to predict, which knows what it was trained on.

    Args:
        name, where: see `tnpcore.shelf.Shelf.load`. Raises as there.
    """
    model = SHELF.load(name, where)
    model.trained_on = TRAINED_ON
    return model


def predict_classes(
    model: Classifier, x: Numbers, labels: Numbers, xt: Numbers, num_classes: int
) -> Float[Tensor, "Nt N"]:
    """p(c | x, D): the probability of each class at every target; rows sum to 1.

    Args:
        model: of `load`.
        x: labelled points [Nc, 2], a tensor, an array or a list; there may be none.
        labels: their classes, whole numbers from 0 [Nc].
        xt: targets [Nt, 2].
        num_classes: N; classes may be without points.

    Raises:
        ValueError: for a model that is no Classifier, shapes that do not fit, NaN and infinite values, a label that is
            no whole number or not among the classes, and for no classes.

    Warns:
        OutsideTraining: once for each model and kind, where x, the number of classes or that of labelled points is
            outside what the model was trained on.

    >>> import torch
    >>> predict_classes(load("tnp-classifier"), [[-1.0, 0.0], [1.0, 0.0]], [0, 1], [[-1.5, 0.0]], 2).round(decimals=1)
    tensor([[1., 0.]])
    """
    if not isinstance(model, Classifier):
        raise ValueError(f"the model must be a Classifier, for example load('tnp-classifier'), got {kind_of(model)}")
    whole(num_classes, "num_classes")
    x, xt, classes = _places(x, "x"), _places(xt, "xt"), _labels(labels)
    if x.ndim != 2 or xt.ndim != 2 or x.shape[-1] != 2 or xt.shape[-1] != 2 or classes.shape != x.shape[:1]:
        got = ", ".join(str(tuple(t.shape)) for t in (x, classes, xt))
        raise ValueError(f"x, labels and xt must have the shapes [Nc, 2], [Nc] and [Nt, 2], got {got}")
    check_finite(x, "x")
    check_finite(xt, "xt")
    if len(classes) and not 0 <= int(classes.min()) <= int(classes.max()) < num_classes:
        raise ValueError(f"labels must lie from 0 to {num_classes - 1}, got {classes.tolist()}")
    warn_once(model, _outside(model.trained_on, x, xt, num_classes), stacklevel=3)
    intervention().note(type(model).__name__)
    with torch.no_grad():
        found = model(x, classes, xt, num_classes).softmax(-1)
    if not found.isfinite().all():
        size = torch.cat([x, xt]).abs().max().item()
        raise ValueError(f"the probabilities must be finite numbers, got nan from values of x up to {size:g} in size")
    return found


def _places(values: Numbers, name: str) -> Tensor:
    """Points of the plane as a tensor; an empty list holds none."""
    found = as_points(values, name)
    return found.reshape(0, 2) if found.shape == (0, 1) else found


def _labels(values: Numbers) -> Tensor:
    """Labels as whole numbers [Nc]. Raises ValueError, naming the first that is none."""
    found = as_points(values, "labels")
    found = found[:, 0] if found.ndim == 2 and found.shape[-1] == 1 else found
    if (wrong := found[found != found.round()]).numel() or not found.isfinite().all():
        got = wrong[0].item() if wrong.numel() else found[~found.isfinite()][0].item()
        raise ValueError(f"labels must be whole numbers, got {got:g}")
    return found.long()


def _outside(trained: TrainedOn | None, x: Tensor, xt: Tensor, num_classes: int) -> dict[str, str]:
    """Messages by kind, of what is outside the training."""
    if trained is None:
        return {}
    most_classes, (_, most_points) = int(trained.y[1]) + 1, trained.points
    classes = f"there are {num_classes} classes" if num_classes > most_classes else ""
    points = f"there are {len(x)} labelled points" if len(x) > most_points else ""
    where = beyond(torch.cat([x, xt.to(x)]), trained.x)
    found = {
        "x": where and f"x lies {where}",
        "classes": classes and f"{classes}, and the model was trained on up to {most_classes}",
        "points": points and f"{points}, and the model was trained on up to {most_points}",
    }
    return {kind: f"outside training: {message}" for kind, message in found.items() if message}
