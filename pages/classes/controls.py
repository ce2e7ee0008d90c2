"""What a person can set in the lesson on few-shot classification: classes, the model, a probe, a shift."""

from __future__ import annotations

from dataclasses import dataclass

from pages.shared.lesson.control_fields import choice, number, numbers
from pages.shared.lesson.controls import PlotControls
from pages.shared.lesson.values import MAX_POINTS
from tnpcore.classification.prior import MOST_WAYS

TNP, CNP, BAYES = "tnp-classifier", "cnp-classifier", "bayes"
MODELS = {TNP: "TNP classifier", CNP: "CNP classifier"}
NAMES = {**MODELS, BAYES: "Bayes classifier"}
# Classes differ by shape, by letter and by colour.
SHAPES, LETTERS = "●▲■◆★", "ABCDE"
EDGE = 3.0  # the map reaches from -EDGE to EDGE along both axes
HEIGHT = (-2.4, 2.4)  # of the plane in view: lower than wide, so that it has its width on a phone
FARTHEST = 3.0  # of a shift along an axis


def named(label: int) -> str:
    """The name of a class, from 1.

    >>> named(2)
    '▲ B'
    """
    return f"{SHAPES[label - 1]} {LETTERS[label - 1]}"


@dataclass(frozen=True)
class ClassesControls(PlotControls):
    """`measured` holds the classes of the first points, from 1, and `pen` that of the next one; with `swap` the first
    two are exchanged. (p1, p2) is the probe, (tau, tau_x2) the shift."""

    model: str = choice(MODELS, TNP, label="Model", parameter="class_model")
    measured: tuple[float, ...] = numbers((), 1, MOST_WAYS, count=MAX_POINTS)
    pen: int = number(1, 1, MOST_WAYS, step=1, whole=True, counted=True, label="Class of the next point, 1 to 5")
    ways: int = number(2, 2, MOST_WAYS, step=1, whole=True, counted=True, label="Number of classes, at least")
    swap: int = number(0, 0, 1, step=1, whole=True, label="Exchange the labels A and B (0: no, 1: yes)")
    tau: float = number(0.0, -FARTHEST, FARTHEST, step=0.01, label="Shift all inputs along x₁")
    tau_x2: float = number(0.0, -FARTHEST, FARTHEST, step=0.01, label="Shift all inputs along x₂")
    p1: float = number(0.0, -EDGE, EDGE)
    p2: float = number(0.0, -EDGE, EDGE)

    @property
    def probe(self) -> tuple[float, float]:
        """Where the probe stands."""
        return self.p1, self.p2

    @property
    def shift(self) -> tuple[float, float]:
        """The vector that is added to all inputs."""
        return self.tau, self.tau_x2
