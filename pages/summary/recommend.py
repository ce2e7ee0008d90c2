"""Which model for which task: those that guarantee what the task needs, and of those the closest to the limit. Pure.

Guarantees come from the registry, scores from the cards: a model that is added, or scored anew, is found here too.
"""

from __future__ import annotations

from dataclasses import dataclass

import tnpcore
from pages.shared.models.families import ALONE, is_broken
from tnpcore.models.registry import SPECS
from tnpcore.models.spec import USUAL_PRIOR, ModelSpec

OTHERS = 2  # models that are named besides the first


@dataclass(frozen=True)
class Need:
    """What a task requires of a model: that inputs may lie anywhere (`shift`), that context points are thousands
    (`many`), that one sample is one function (`samples`)."""

    text: str
    shift: bool = False
    many: bool = False
    samples: bool = False

    @property
    def measure(self) -> str:
        """Which excess that is, in a word: "marginal" or "joint"."""
        return "joint" if self.samples else "marginal"

    @property
    def score(self) -> str:
        """The score on the cards that counts: of all targets together where samples do, else of each alone."""
        return "joint_excess" if self.samples else "excess"

    def is_met_by(self, spec: ModelSpec) -> bool:
        """Whether the model guarantees it; one that is broken on purpose, or depends on an order, meets nothing."""
        has = spec.guarantees
        sound = has.order and has.other_targets and not is_broken(spec.name)
        return sound and all(
            given or not needed
            for needed, given in (
                (self.shift, has.shift),
                (self.many, spec.linear_cost),
                (self.samples, has.coherent_samples),
            )
        )


NEEDS = (
    Need("A band, where training has been"),
    Need("A band anywhere on the x axis", shift=True),
    Need("A band from thousands of points", many=True),
    Need("Both: thousands of points, anywhere", shift=True, many=True),
    Need("Samples, each one function", samples=True),
    Need("Such samples anywhere on the x axis", shift=True, samples=True),
)


@dataclass(frozen=True)
class Scored:
    """A model by name, and its score in nats per target."""

    name: str
    score: float

    @property
    def spec(self) -> ModelSpec:
        """What is known of it besides."""
        return SPECS[self.name]


def recommend(need: Need, prior: str = USUAL_PRIOR) -> tuple[Scored, ...]:
    """The models trained on that prior that meet the need, the smallest excess first; those without a score are left
    out."""
    found = []
    for name in tnpcore.names(prior):
        if name in ALONE or not need.is_met_by(SPECS[name]):
            continue
        score = tnpcore.card(name, prior).results.get(need.score)
        if score is not None:
            found.append(Scored(name, float(score)))
    return tuple(sorted(found, key=lambda one: one.score))
