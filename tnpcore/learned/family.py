"""Models along a run and models of few functions, as one of the families that are trained, measured and listed."""

from __future__ import annotations

from typing import Any

import torch

from tnpcore.cards import Card
from tnpcore.data.limit import predictor
from tnpcore.data.priors import Prior, prior
from tnpcore.evaluation import SEED, fixed_tasks, measures
from tnpcore.family import Drawn, Family, Material, alone
from tnpcore.learned import page
from tnpcore.learned.functions import SOURCE, FixedFunctions
from tnpcore.learned.specs import SPECS, FunctionsSpec
from tnpcore.models import NeuralProcess
from tnpcore.models.family import fixed
from tnpcore.models.spec import ModelSpec
from tnpcore.sequences.family import table
from tnpcore.training import begin

# Tasks of the functions that a model was trained on.
OWN_TASKS = 256


def material(spec: ModelSpec, prior_name: str | None, folder: str | None) -> Material:
    """The functions that a model learns from: a fixed number, or all that the prior draws."""
    source: Prior = FixedFunctions(spec.functions) if isinstance(spec, FunctionsSpec) else prior(SOURCE)
    learned = Drawn(spec.prior, lambda model, recipe: begin(model, source, recipe), "tnpcore.learned")
    return alone(learned, spec, prior_name, folder)


def measure(model: NeuralProcess, card: Card) -> dict[str, Any]:
    """What is measured of one of these models.

    Args:
        model: trained.
        card: of the model.

    Returns:
        "excess" over the Bayes predictor on new functions of the prior, in nats per target, with "excess_se". Of a
        model that was trained on a fixed number of functions also "own_excess" and "own_excess_se", on those: below 0
        where it knows them, as the Bayes predictor does not.
    """
    found = dict(zip(("excess", "excess_se"), map(_rounded, fixed(SOURCE).excess(model)), strict=True))
    spec = SPECS[card.name]
    if isinstance(spec, FunctionsSpec):
        own = own_excess(model, FixedFunctions(spec.functions))
        found |= dict(zip(("own_excess", "own_excess_se"), map(_rounded, own), strict=True))
    return found


def own_excess(model: NeuralProcess, functions: FixedFunctions) -> tuple[float, float]:
    """The mean excess on fixed functions over the best Gaussian of the Bayes predictor, and its standard error."""
    tasks = fixed_tasks(functions, OWN_TASKS, SEED)
    limit = measures.limits(tasks, predictor(prior(SOURCE)))["gaussian"]
    return measures.mean_and_error(limit - torch.cat([measures.loglik(model, task) for task in tasks]))


def _rounded(value: float) -> float:
    return round(value, 4)


LEARNED = Family(SPECS, material, measure, table, {"learned.md": page.page})
