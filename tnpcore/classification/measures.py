"""How good a classifier is, on fixed tasks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor

from tnpcore.cards import Card
from tnpcore.classification.exact import bayes_classifier, nearest_means
from tnpcore.classification.models import Classifier
from tnpcore.classification.prior import MOST_WAYS, CurvedClasses, Labelled, RoundClasses
from tnpcore.evaluation.measures import mean_and_error

WAYS, SHOTS = range(2, MOST_WAYS + 1), (1, 2, 4, 8, 16)
# Contexts with classes of different sizes, among them empty ones.
UNEQUAL = ((0, 3), (1, 16), (2, 0, 5), (1, 4, 16), (16, 16, 1, 0), (3, 1, 0, 8, 2))
TASKS, TARGETS, SEED = 400, 25, 1234


@torch.no_grad()
def measure(model: Classifier, card: Card) -> dict[str, Any]:
    """What is measured of a classifier, against the Bayes classifier.

    Returns:
        Means over tasks. "excess" over the Bayes classifier in nats per target, the largest divergence KL of any cell
        of `WAYS` x `SHOTS` as "worst", that of one shot as "worst_one_shot", all as "by_ways" and "by_shots"; "unequal"
        for contexts of `UNEQUAL` counts. "accuracy" by shots of the model, of the Bayes classifier and of the nearest
        class mean; the same of curved classes, which no model was trained on, under "curved", with the cross-entropy.
    """
    cells = {(ways, shots): cell_excess(model, [shots] * ways) for ways in WAYS for shots in SHOTS}
    divergences = torch.cat(list(cells.values()))
    mean, error = mean_and_error(divergences)
    means = {cell: mean_and_error(values)[0] for cell, values in cells.items()}
    worst = max(means, key=lambda cell: means[cell])
    return {
        "excess": round(mean, 5),
        "excess_se": round(error, 5),
        "worst": {"ways": worst[0], "shots": worst[1], "excess": round(means[worst], 5)},
        "worst_one_shot": round(max(means[ways, 1] for ways in WAYS), 5),
        "by_ways": {str(ways): {str(shots): round(means[ways, shots], 5) for shots in SHOTS} for ways in WAYS},
        "unequal": round(max(mean_and_error(cell_excess(model, counts))[0] for counts in UNEQUAL), 5),
        "accuracy": {str(shots): _scores(model, RoundClasses(), shots) for shots in SHOTS},
        "curved": {str(shots): _scores(model, CurvedClasses(), shots) for shots in SHOTS},
        "tasks": len(divergences),
    }


@torch.no_grad()
def cell_excess(model: Classifier, counts: Sequence[int]) -> Float[Tensor, " B"]:
    """KL from the Bayes classifier to the model, in nats per target: the excess, without the chance in drawn labels."""
    task = RoundClasses().sample(TASKS, counts, TARGETS, torch.Generator().manual_seed(SEED))
    known = bayes_classifier(task.x, task.labels, task.xt, task.num_classes)
    return (known * (known.clamp_min(1e-300).log() - _log_probabilities(model, task))).sum(-1).mean(-1)


def _log_probabilities(model: Classifier, task: Labelled) -> Float[Tensor, "B Nt N"]:
    return model(task.x, task.labels, task.xt, task.num_classes).double().log_softmax(-1)


def _scores(model: Classifier, prior: RoundClasses | CurvedClasses, shots: int) -> dict[str, float]:
    """Accuracy and cross-entropy on tasks with three classes, of the model and of what is beside it."""
    task = prior.sample(TASKS, [shots] * 3, TARGETS, torch.Generator().manual_seed(SEED))
    limit = bayes_classifier(task.x, task.labels, task.xt, 3).clamp_min(1e-300).log()
    found: dict[str, float] = {}
    for name, logs in (("model", _log_probabilities(model, task)), ("bayes", limit)):
        found[name] = float((logs.argmax(-1) == task.targets).double().mean())
        found[f"{name}_loss"] = float(-logs.gather(-1, task.targets[..., None]).mean())
    found["nearest"] = float((nearest_means(task.x, task.labels, task.xt, 3) == task.targets).double().mean())
    return {key: round(value, 4) for key, value in found.items()}
