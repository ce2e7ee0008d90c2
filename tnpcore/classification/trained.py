"""Trained classifiers: their cards, their weights, and what they predict."""

from __future__ import annotations

from pathlib import Path

import torch
from jaxtyping import Float
from torch import Tensor

from tnpcore import cards
from tnpcore.cards import Card
from tnpcore.classification.models import Classifier
from tnpcore.classification.specs import SPECS, spec
from tnpcore.quantities import whole


def names(where: str | Path | None = None) -> list[str]:
    """The models for which trained weights are there.

    Args:
        where: the folder of weights of one's own, instead of the usual ones.

    >>> names()
    ['tnp-classifier', 'cnp-classifier']
    """
    return [name for name, known in SPECS.items() if cards.path_of(known, known.prior, "safetensors", where).is_file()]


def card(name: str, where: str | Path | None = None) -> Card:
    """The card of trained weights.

    Args:
        name: "tnp-classifier" or "cnp-classifier".
        where: the folder of weights of one's own, instead of the usual ones.

    Raises:
        ValueError: for an unknown name, and for a file that is missing or no card; names the file and what to do.
    """
    return cards.read(spec(name), spec(name).prior, where)


def load(name: str, where: str | Path | None = None) -> Classifier:
    """The trained model, ready to predict: in evaluation mode, without gradients.

    Args:
        name, where: see `card`.

    Raises:
        ValueError: for an unknown name, and for a file that is missing, damaged or not the one of the card; names the
            file and what to do.

    >>> sum(p.numel() for p in load("tnp-classifier").parameters())
    62089
    """
    return cards.restore(spec(name), card(name, where), where)


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
