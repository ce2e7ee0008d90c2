"""How well a model whose targets carry their y predicts the drawn points: as it is scored in training, and in use."""

from __future__ import annotations

from dataclasses import dataclass

import torch

import tnpcore
from pages.shared.models.catalogue import USUAL, model
from tnpcore import Points


@dataclass(frozen=True)
class Likelihoods:
    """Mean log-likelihoods in nats per target: `training` with the targets' own y among the tokens, under the model's
    mask, as its training scores it; `use` without them."""

    training: float
    use: float


def leave_one_out(name: str, points: Points) -> Likelihoods | None:
    """Of the drawn points, each predicted from all others; None for fewer than two."""
    count = len(points)
    if count < 2:
        return None
    process = model(name)
    others = torch.tensor([[j for j in range(count) if j != i] for i in range(count)])
    context = Points(points.x[others], points.y[others])
    target = Points(points.x[:, None], points.y[:, None])
    with torch.inference_mode():
        training = process.in_order(context.x, context.y, target.x, target.y)
        use = process(context.x, context.y, target.x)
        values = target.y.to(use.mean.dtype)
        return Likelihoods(*(float(found.log_prob(values).double().mean()) for found in (training, use)))


def measured(name: str) -> Likelihoods:
    """Of the evaluation set of the model's card: 4,096 tasks that it has never seen, 50 targets each."""
    results = tnpcore.card(name, USUAL).results
    return Likelihoods(results["limit_joint"] - results["joint_excess"], results["loglik"])


def limit_of(name: str) -> Likelihoods:
    """The same of the Bayes predictor on these tasks, which no model that knows no target's y can beat."""
    results = tnpcore.card(name, USUAL).results
    return Likelihoods(results["limit_joint"], results["limit_gaussian"])
