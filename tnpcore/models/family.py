"""Neural processes, as one of the families that are trained, measured and listed."""

from __future__ import annotations

from functools import cache
from typing import Any

from tnpcore import zoo
from tnpcore.cards import Card
from tnpcore.data.priors import prior
from tnpcore.evaluation import EvaluationSet
from tnpcore.family import Family
from tnpcore.models.neural_process import NeuralProcess
from tnpcore.models.registry import SPECS
from tnpcore.models.spec import ModelSpec
from tnpcore.training.material import Functions, OnPrior, OnTasks


def material(spec: ModelSpec, prior: str | None, folder: str | None) -> Functions:
    """A prior by its name, or the tasks of a folder."""
    return OnPrior(prior or spec.prior) if folder is None else OnTasks.of(folder)


@cache
def fixed(name: str) -> EvaluationSet:
    """The evaluation set of a prior, the same for all models."""
    return EvaluationSet(prior(name))


def measure(model: NeuralProcess, card: Card) -> dict[str, Any]:
    """The results of a card: see `tnpcore.evaluation.evaluate`."""
    return fixed(card.prior).measure(model)


NEURAL_PROCESSES = Family(SPECS, material, measure, zoo.summary, {"zoo.md": zoo.page})
