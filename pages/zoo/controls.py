"""What a person can set in the zoo: the two models on the stage, the family below it, the prior, what is compared."""

from __future__ import annotations

from dataclasses import dataclass

from torch import Tensor

from pages.shared.lesson.control_fields import choice, handle, number
from pages.shared.lesson.controls import PlotControls
from pages.shared.models.catalogue import NAMES, PRIOR_NAMES, plain, trained_on
from pages.shared.models.predictions import grid
from pages.shared.scene.palette import hue
from pages.shared.scene.quantities import ALONG_X
from pages.zoo.families import ALL, FAMILIES, members

ALONE = "alone"  # in place of the right model: there is none
LEFT, RIGHT = "tnpd", "cnp"
PREDICTIONS, SCORES, RACE, TESTS = "predictions", "scores", "race", "tests"  # values of the control `compare`
COMPARE = {PREDICTIONS: "predictions", SCORES: "scores", RACE: "cost", TESTS: "properties"}


@dataclass(frozen=True)
class ZooControls(PlotControls):
    """`model` stands left of the wipe, `against` right of it, both without the prior that they were trained on."""

    prior: str = choice(PRIOR_NAMES, label="Trained on", parameter="prior")
    model: str = choice(NAMES, LEFT, label="Left", parameter="zoo_model", many=True)
    against: str = choice({ALONE: "no model", **NAMES}, RIGHT, label="Right", parameter="zoo_against", many=True)
    family: str = choice((*FAMILIES, ALL), label="Small panels", parameter="zoo_family", many=True)
    compare: str = choice(COMPARE, label="Compare their", parameter="zoo_compare")
    tau: float = number(0.0, -3.0, 3.0, step=0.01, label="Shift all inputs by τ", quantity=ALONG_X)
    wipe: float = handle()

    @property
    def left(self) -> str:
        """The model left of the wipe, as it was trained on the prior."""
        return trained_on(self.model, self.prior)

    @property
    def right(self) -> str | None:
        """The model right of the wipe; None without a wipe."""
        return None if self.against in (ALONE, self.model) else trained_on(self.against, self.prior)

    @property
    def pair(self) -> tuple[str, ...]:
        """The models on the stage."""
        return (self.left,) if self.right is None else (self.left, self.right)

    @property
    def hues(self) -> tuple[str, ...]:
        """The model whose colour each of them has; the second of two that share one takes another."""
        first, *second = map(plain, self.pair)
        return (first, *("second" if hue(other) == hue(first) else other for other in second))

    @property
    def compared(self) -> tuple[str, ...]:
        """The models of the family, as they were trained on the prior: those of the tables."""
        return tuple(trained_on(name, self.prior) for name in members(self.family, self.prior))

    @property
    def wipe_x(self) -> float:
        """Where the wipe stands in this view."""
        return self.in_view(self.wipe)

    @property
    def grid(self) -> Tensor:
        """The targets in view, [Nt, 1]."""
        return grid(self)
