"""What was chosen in the zoo: the pair on the stage, the family below it, the prior that they were trained on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pages.shared.lesson.controls import choice, number
from pages.shared.models.catalogue import NAMES, PRIOR_NAMES, plain, trained_on
from pages.shared.models.predictions import in_view
from pages.shared.scene.palette import hue
from pages.zoo.families import ALL, FAMILIES
from pages.zoo.sample_paths import SHOW

NOBODY = "nobody"
FIRST, AGAINST = "tnpd", "cnp"
DRAWS = 999


@dataclass(frozen=True)
class Chosen:
    """What the controls say: `left` and `right` as `answers` takes them, right None for no wipe; the wipe's place."""

    prior: str
    left: str
    right: str | None
    family: str
    show: str
    draw: int
    wipe: float

    @property
    def pair(self) -> tuple[str, ...]:
        """The models on the stage."""
        return (self.left,) if self.right is None else (self.left, self.right)

    @property
    def hues(self) -> tuple[str, ...]:
        """Whose colour each of them has; the second of two that share one takes another."""
        first, *second = map(plain, self.pair)
        return (first, *("second" if hue(other) == hue(first) else other for other in second))


def chosen(controls: Mapping) -> Chosen:
    """The controls, checked; ControlError says what was required."""
    prior = choice(controls, "prior", tuple(PRIOR_NAMES))
    left = choice(controls, "model", (FIRST, *NAMES))
    right = choice(controls, "against", (AGAINST, NOBODY, *NAMES))
    alone = right in (NOBODY, left)
    return Chosen(
        prior,
        trained_on(left, prior),
        None if alone else trained_on(right, prior),
        choice(controls, "family", (*FAMILIES, ALL)),
        choice(controls, "show", SHOW),
        int(number(controls, "draw", 1, 1, DRAWS)),
        in_view(controls, "wipe"),
    )


def on_stage(controls: Mapping) -> tuple[str, ...]:
    """The models whose badges are shown."""
    return chosen(controls).pair
