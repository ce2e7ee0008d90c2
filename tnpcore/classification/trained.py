"""Trained classifiers: their cards, their weights, and what they predict.

>>> names()
['tnp-classifier', 'cnp-classifier']
"""

from __future__ import annotations

import torch
from jaxtyping import Float
from torch import Tensor

from tnpcore.classification.models import Classifier
from tnpcore.classification.specs import SPECS
from tnpcore.quantities import whole
from tnpcore.shelf import Shelf
from tnpcore.spec import Spec

SHELF: Shelf[Spec[Classifier], Classifier] = Shelf(SPECS)
names, card, load, spec = SHELF.names, SHELF.card, SHELF.load, SHELF.spec


@torch.no_grad()
def predict_classes(
    model: Classifier,
    x: Tensor,
    labels: Tensor,
    xt: Tensor,
    num_classes: int,
) -> Float[Tensor, "Nt N"]:
    """p(c | x, D): the probability of each class at every target; rows sum to 1.

    Args:
        model: of `load`.
        x: labelled points [Nc, 2]; there may be none.
        labels: their classes, from 0 [Nc].
        xt: targets [Nt, 2].
        num_classes: N; classes may be without points.

    Raises:
        ValueError: for shapes that do not fit, for a label that is not among the classes, and for no classes.

    >>> import torch
    >>> x, labels = torch.tensor([[-1.0, 0.0], [1.0, 0.0]]), torch.tensor([0, 1])
    >>> predict_classes(load("tnp-classifier"), x, labels, torch.tensor([[-1.5, 0.0]]), 2).round(decimals=1)
    tensor([[1., 0.]])
    """
    whole(num_classes, "num_classes")
    if x.ndim != 2 or xt.ndim != 2 or x.shape[-1] != 2 or xt.shape[-1] != 2 or labels.shape != x.shape[:1]:
        got = ", ".join(str(tuple(t.shape)) for t in (x, labels, xt))
        raise ValueError(f"x, labels and xt must have the shapes [Nc, 2], [Nc] and [Nt, 2], got {got}")
    if len(labels) and not 0 <= int(labels.min()) <= int(labels.max()) < num_classes:
        raise ValueError(f"labels must lie from 0 to {num_classes - 1}, got {labels.tolist()}")
    return model(x, labels, xt, num_classes).softmax(-1)
