"""Neural processes, as one of the families that are trained, measured and listed."""

from __future__ import annotations

from functools import cache
from typing import Any

from tnpcore import zoo
from tnpcore.autoencoders.reading import read_digits
from tnpcore.cards import Card
from tnpcore.data.digits import DigitPrior
from tnpcore.data.priors import prior, unseen
from tnpcore.evaluation import EvaluationSet, digit_fields
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
    """The evaluation set of a prior, the same for all models; of digits those that no training has seen."""
    return EvaluationSet(unseen(prior(name)))


def measure(model: NeuralProcess, card: Card) -> dict[str, Any]:
    """The results of a card: see `tnpcore.evaluation.evaluate`. Of a model of digits also "completed", and "beside",
    all inputs shifted by `digit_fields.BESIDE`: see `tnpcore.evaluation.digit_fields.completed`."""
    found, source = fixed(card.prior).measure(model), prior(card.prior)
    if isinstance(source, DigitPrior):
        found["completed"] = digit_fields.completed(model, source, read_digits).rounded()
        found["beside"] = digit_fields.completed(model, source, read_digits, digit_fields.BESIDE).rounded()
    return found


NEURAL_PROCESSES = Family(SPECS, material, measure, zoo.summary, {"zoo.md": zoo.page})
