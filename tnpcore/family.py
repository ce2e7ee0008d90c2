"""What a family of models adds to the life that all share: what they learn from, and what is measured of them.

A `Spec` says what a model is, a `Run` trains it, a `Card` stands beside its weights. `tnpcore.train`,
`tnpcore.evaluate` and `tnpcore.catalogue` go through the families of `tnpcore.families`, and know nothing else of any
model.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import torch

from tnpcore.cards import Card
from tnpcore.models.neural_process import initialise
from tnpcore.scaling import Scaling
from tnpcore.spec import Spec
from tnpcore.trained_range import TrainedOn
from tnpcore.training import Run


class Material(ABC):
    """What a run learns from, and how good the model is on it."""

    @property
    @abstractmethod
    def name(self) -> str:
        """On cards, and in the names of files."""

    @property
    def identity(self) -> str:
        """Distinguishes it from others, for a run that is continued."""
        return self.name

    @property
    def arguments(self) -> dict[str, Any]:
        """Of the model's class, in place of the spec's."""
        return {}

    @property
    def scale(self) -> Scaling | None:
        """From the units of a person's own files to the model's; None where they are the same."""
        return None

    @abstractmethod
    def start(self, spec: Spec[Any], recipe: Any, device: torch.device) -> Run[Any]:
        """A fresh run."""

    @abstractmethod
    def reading(self, name: str, out: str) -> str:
        """Lines of Python that give the trained model."""

    def reach(self, recipe: Any) -> TrainedOn | None:
        """The range of the inputs in a run of this recipe; None where none is known."""
        return None

    def validate(self, model: Any) -> dict[str, float]:
        """What is measured at every checkpoint."""
        return {}

    def results(self, model: Any) -> dict[str, Any]:
        """What is measured once, of the final weights; `python -m tnpcore.evaluate` measures the rest."""
        return {}

    def summary(self, results: Mapping[str, Any]) -> str:
        """The results of `validate` and `results` for a person to read."""
        return f"; {dict(results)}" if results else ""


@dataclass(frozen=True)
class Drawn(Material):
    """What the models of one family learn from, each from fresh weights.

    Args:
        named: the name of it.
        begin: (model, recipe) -> a fresh run of this model, which is trained in place.
        package: whose `load` gives the trained model.
    """

    named: str
    begin: Callable[[Any, Any], Run[Any]]
    package: str

    @property
    def name(self) -> str:
        """On cards, and in the names of files."""
        return self.named

    def start(self, spec: Spec[Any], recipe: Any, device: torch.device) -> Run[Any]:
        """A fresh run from fresh weights."""
        model = spec.build()
        initialise(model, torch.Generator().manual_seed(recipe.seed))
        return self.begin(model.to(device), recipe)

    def reading(self, name: str, out: str) -> str:
        """Lines of Python that give the trained model."""
        return f'from {self.package} import load\nmodel = load("{name}", where="{out}")'


@dataclass(frozen=True)
class Family:
    """One kind of models.

    Args:
        specs: the models, by name.
        material: (spec, name of a prior or None, folder of tasks or None) -> what the model learns from; raises
            ValueError for what it cannot learn from.
        measure: (model, card) -> the results on its card.
        table: cards -> what was measured of them, for the terminal.
        pages: by the name of the file, what writes a page of `docs/` from the cards.
    """

    specs: Mapping[str, Spec[Any]]
    material: Callable[[Any, str | None, str | None], Material]
    measure: Callable[[Any, Card], dict[str, Any]]
    table: Callable[[Sequence[Card]], str]
    pages: Mapping[str, Callable[[], str]]


def alone(learned: Material, spec: Spec[Any], prior: str | None, folder: str | None) -> Material:
    """What a model learns from that learns from nothing else.

    Raises:
        ValueError: for a prior or a folder that is something else.
    """
    if folder is not None or prior not in (None, learned.name):
        raise ValueError(f"{spec.name} learns from {learned.name} alone: leave out --prior and --tasks")
    return learned
