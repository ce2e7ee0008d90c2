"""Where equivariance is the wrong assumption: log-likelihoods on a prior whose functions depend on absolute x."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor

from pages.equivariance.variants import NONSTATIONARY, PAIR, has_nonstationary
from pages.shared.models.catalogue import NAMES, model, prior_of, trained_on
from pages.shared.models.once import once
from pages.shared.scene.marks import Line, Panel
from tnpcore.data.priors import prior
from tnpcore.evaluation.measures import loglik, mean_and_error

SIZES = (2, 3, 4, 6, 8, 10, 12)  # numbers of context points
TASKS = 32  # of each size
TARGETS = 32  # of each task
SEED = 7


@dataclass(frozen=True, eq=False)
class Likelihoods:
    """Log-likelihoods in nats per target [sizes, tasks] by model; all models see the same tasks."""

    scores: dict[str, Float[Tensor, "S N"]]

    def mean(self, name: str) -> float:
        """Over all tasks, in nats per target."""
        return self.scores[name].mean().item()

    @property
    def difference(self) -> tuple[float, float]:
        """TNP-D minus TETNP in nats per target, and its standard error over paired tasks."""
        absolute, equivariant = (self.scores[name].flatten() for name in PAIR)
        return mean_and_error(absolute - equivariant)


@once
def likelihoods(tau: float = 0.0) -> Likelihoods:
    """Both models scored on fresh tasks of the prior, drawn with a fixed seed, all inputs shifted by tau.

    Raises:
        ValueError: the weights are not there.
    """
    generator = torch.Generator().manual_seed(SEED)
    batches = [prior(NONSTATIONARY).sample(TASKS, size, TARGETS, generator).shifted(tau) for size in SIZES]
    processes = {name: model(trained_on(name, NONSTATIONARY)) for name in PAIR}
    return Likelihoods(
        {name: torch.stack([loglik(each, batch) for batch in batches]) for name, each in processes.items()}
    )


def likelihood_panels(name: str) -> tuple[Panel, ...]:
    """The scores of both models by the number of context points, where a model of that prior is on show."""
    if prior_of(name) != NONSTATIONARY or not has_nonstationary():
        return ()
    found, at = likelihoods(), np.array(SIZES, dtype=float)
    lines = tuple(
        Line(at, found.scores[one].mean(1).numpy(), one, NAMES[one], one, dashed=one == "tetnp") for one in PAIR
    )
    values = np.concatenate([line.y for line in lines])
    return (
        Panel(
            "likelihood",
            "Log-likelihood on tasks of this prior",
            lines,
            x=(float(SIZES[0]), float(SIZES[-1])),
            y=(float(values.min()) - 0.1, float(values.max()) + 0.1),
            x_title="number of context points",
            y_title="nats per target",
            tint=None,
            note=f"Higher is better. {TASKS} tasks for each number of points, the same for both models.",
        ),
    )
