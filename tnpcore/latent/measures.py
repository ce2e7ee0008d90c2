"""What a card holds under "latent": how a trained model uses its z, and how loose its ELBO is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import torch
from torch import Tensor

from tnpcore.evaluation import EvaluationSet, evaluating
from tnpcore.evaluation.measures import mean_and_error
from tnpcore.evaluation.seeded import GROUP
from tnpcore.latent.bounds import elbo
from tnpcore.latent.collapse import active_dimensions, kl_per_dimension
from tnpcore.latent.density import encode
from tnpcore.latent.evidence import evidence
from tnpcore.latent.mutual_information import information
from tnpcore.latent.scores import joint_score, marginal_scores
from tnpcore.models.latent import NP, LatentNeuralProcess
from tnpcore.task import Points, Task

# With a quadrature of some tenths of a second for each.
NUM_TASKS = 256


def measure(model: LatentNeuralProcess, fixed: EvaluationSet, num_tasks: int = NUM_TASKS) -> dict[str, Any]:
    """How a model uses its z, measured on some of the fixed tasks, spread over all numbers of context points.

    Args:
        model: a trained latent neural process.
        fixed: the evaluation set, with the scores of the Bayes predictor.
        num_tasks: of how many of its tasks, in batches of 16.

    Returns:
        "kl_per_dimension": the mean over contexts of KL(q(z_d | C) || p(z_d)) in nats; "active_dimensions": how many of
        them are at least 0.01; "information": see `Information`; "tasks". Where z has one or two dimensions and no
        other path leads from the context to the targets, also "gap", the mean over contexts of the evidence less the
        ELBO of q(z | C), in nats; "joint_excess" and "marginal_excess" of the targets given q(z | C), by quadrature,
        above the joint density of the Bayes predictor and above its best Gaussian, in nats per target. Each with its
        standard error "..._se".

    Raises:
        ValueError: for a model without a latent variable, and where no Bayes predictor is known.
    """
    if not isinstance(model, LatentNeuralProcess):
        raise ValueError(f"a latent neural process is required, got {type(model).__name__}")
    if fixed.limit is None:
        raise ValueError(f"no Bayes predictor is known for the prior {fixed.prior.name!r}: there is no excess")
    stride = max(1, len(fixed.tasks) * GROUP // num_tasks)
    tasks = [single for batch in fixed.tasks[::stride] for single in _each(batch)]
    with evaluating(model):
        found = _use_of_z(model, [task.context for task in tasks])
        if isinstance(model, NP) and len(found["kl_per_dimension"]) <= 2:
            limits = {key: _chosen(fixed, values, stride) for key, values in fixed.limit.items()}
            found |= _by_quadrature(model, tasks, limits["joint"], limits["gaussian"])
    return {**found, "tasks": len(tasks)}


def _use_of_z(model: LatentNeuralProcess, contexts: Sequence[Points]) -> dict[str, Any]:
    kl = kl_per_dimension(model, contexts)
    known = information(model, contexts, torch.Generator().manual_seed(0))
    return {
        "kl_per_dimension": [round(nats, 4) for nats in kl.tolist()],
        "active_dimensions": active_dimensions(kl),
        "information": {key: round(nats, 4) for key, nats in asdict(known).items()},
    }


def _by_quadrature(model: NP, tasks: Sequence[Task], joint: Tensor, marginal: Tensor) -> dict[str, float]:
    """Each mean with its standard error."""
    per_task = {
        "gap": torch.tensor([_gap(model, task.context) for task in tasks]),
        "joint_excess": joint - torch.tensor([joint_score(model, task).log_p / _size(task) for task in tasks]),
        "marginal_excess": marginal - torch.stack([marginal_scores(model, task).sum() / _size(task) for task in tasks]),
    }
    found: dict[str, float] = {}
    for key, values in per_task.items():
        mean, error = mean_and_error(values)
        found |= {key: round(mean, 4), f"{key}_se": round(error, 4)}
    return found


def _gap(model: NP, points: Points) -> float:
    return evidence(model, points).log_p - elbo(model, points, encode(model, points)).value


def _each(batch: Task) -> list[Task]:
    """The tasks of a batch."""
    parts = zip(batch.context.x, batch.context.y, batch.target.x, batch.target.y, strict=True)
    return [Task(Points.unchecked(xc, yc), Points.unchecked(xt, yt)) for xc, yc, xt, yt in parts]


def _chosen(fixed: EvaluationSet, values: Tensor, stride: int) -> Tensor:
    """Of one value for each task, those of the tasks that are measured."""
    return torch.cat(values.split([len(task.target.x) for task in fixed.tasks])[::stride])


def _size(task: Task) -> int:
    return task.target.y.numel()
