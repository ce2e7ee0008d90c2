"""Class probabilities over the plane, from labelled points: those of models and of the Bayes classifier."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor

from pages.classes.controls import BAYES, EDGE, HEIGHT, ClassesControls
from pages.shared.models.once import once
from pages.shared.models.overtaken import go_on
from tnpcore import Points, record
from tnpcore.classification import Classifier, bayes_classifier, load, predict_classes

SIDE = 27  # cells along each axis
AXIS = torch.linspace(-EDGE, EDGE, SIDE, dtype=torch.float64)
CELLS = torch.cartesian_prod(AXIS, AXIS).flip(-1)  # x1 runs first, so that a row of a map has one x2
Place = tuple[float, float]
LabelledPoint = tuple[float, float, int]  # x1, x2, class from 1
STILL = (0.0, 0.0)
LEAST = 1e-12  # of a probability, where its logarithm is taken


@dataclass(frozen=True)
class Given:
    """Labelled points, and how many classes there are; a class may be without points."""

    points: tuple[LabelledPoint, ...]
    ways: int

    def tensors(self, shift: Place = STILL) -> tuple[Tensor, Tensor]:
        """Places [N, 2], shifted by a vector, and labels from 0 [N]."""
        table = torch.tensor(self.points, dtype=torch.float64).reshape(-1, 3)
        return table[:, :2] + torch.tensor(shift, dtype=torch.float64), table[:, 2].long() - 1

    def having(self, *points: LabelledPoint) -> Given:
        """The same with these points in place of its own."""
        return Given(points, self.ways)


def given(points: Points, controls: ClassesControls) -> Given:
    """The drawn points with their classes; those that have none yet are of the first."""
    labels = [round(value) for value in controls.measured] + [1] * max(0, len(points) - len(controls.measured))
    if controls.swap:
        labels = [{1: 2, 2: 1}.get(label, label) for label in labels]
    places = zip(points.x[:, 0].tolist(), points.y[:, 0].tolist(), strict=True)
    found = tuple((x1, x2, label) for (x1, x2), label in zip(places, labels, strict=False))
    return Given(found, max([controls.ways, *(label for *_, label in found)]))


@once
def network(name: str) -> Classifier:
    """The trained model; raises ValueError, naming the file and how to get it back, when its weights are not there."""
    found = load(name)
    found.trained_on = None  # the page itself shows what lies outside: no warnings in the server's log
    return found


def probabilities(name: str, known: Given, places: Float[Tensor, "Nt 2"], shift: Place = STILL) -> np.ndarray:
    """p(class | place) [Nt, N] of a model, or of the Bayes classifier, with all inputs shifted."""
    go_on()
    x, labels = known.tensors(shift)
    targets = places + torch.tensor(shift, dtype=torch.float64)
    if name == BAYES:
        return bayes_classifier(x, labels, targets, known.ways).numpy()
    return predict_classes(network(name), x, labels, targets, known.ways).double().numpy()


@once(keep=64)
def mapped(name: str, known: Given, shift: Place = STILL) -> np.ndarray:
    """The same in every cell [SIDE, SIDE, N], the lowest x2 first."""
    return probabilities(name, known, CELLS, shift).reshape(SIDE, SIDE, known.ways)


def at(name: str, known: Given, place: Place) -> np.ndarray:
    """The same at one place [N]."""
    return probabilities(name, known, torch.tensor([place], dtype=torch.float64))[0]


def attended(name: str, known: Given, place: Place, label: int) -> np.ndarray:
    """The attention weights [N] of the last layer, mean of its heads, from a place and a class to the points; without
    the null token's. All are equal in a CNP's averages, and in none of the Bayes classifier."""
    if len(known.points) == 0:
        return np.zeros(0)
    with record() as records:
        at(name, known, place)
    if not records:
        members = np.array([each == label for *_, each in known.points], float)
        return members / max(1.0, members.sum())
    return records[-1].weights[:, label - 1, 1:].mean(0).double().numpy()


def changed(name: str, known: Given, shift: Place) -> float:
    """How far the shifted map, moved back, is from the map: the mean total variation over all cells."""
    return distance(mapped(name, known, shift), mapped(name, known))


def distance(one: np.ndarray, other: np.ndarray) -> float:
    """The mean total variation between two maps."""
    return float(np.abs(one - other).sum(-1).mean() / 2)


def advantage(known: Given) -> tuple[float, Place, int]:
    """Where the CNP gives the most likely class, by the Bayes classifier, so many nats less than the TNP: the largest
    difference over all cells in view, its place, and the class, from 1."""
    tnp, cnp, best = (
        mapped(name, known).reshape(-1, known.ways) for name in ("tnp-classifier", "cnp-classifier", BAYES)
    )
    label = best.argmax(-1)
    rows = np.arange(len(label))
    nats = np.log(np.maximum(tnp[rows, label], LEAST)) - np.log(np.maximum(cnp[rows, label], LEAST))
    nats[(CELLS[:, 1] < HEIGHT[0]) | (CELLS[:, 1] > HEIGHT[1])] = -math.inf
    where = int(nats.argmax())
    return float(nats[where]), (CELLS[where, 0].item(), CELLS[where, 1].item()), int(label[where]) + 1
