"""What a run of a classifier learns from: fresh tasks, the same for equal seeds and steps."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from tnpcore.classification.exact import bayes_classifier
from tnpcore.classification.models import Classifier
from tnpcore.classification.prior import RoundClasses, draw_counts
from tnpcore.family import Material
from tnpcore.models.neural_process import initialise
from tnpcore.spec import Spec
from tnpcore.training import Recipe, Run, distributed
from tnpcore.training.draws import Draws

# Of every task: targets from its classes, and places anywhere in the square that people see. What is right there is
# known as exactly, and no class comes that far.
TARGETS, PLACES, REACH = 24, 8, 4.0


class Tasks(Draws):
    """Tasks of one draw of counts a batch, which depends on seed and step alone, and on the rank of the process.

    Args:
        recipe: seed and size.
        device: of the model.
    """

    def __init__(self, recipe: Recipe, device: torch.device):
        self.recipe, self.device, self.prior = recipe, device, RoundClasses()

    def batch(self, step: int) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Points, labels, targets, and the Bayes classifier's probabilities there."""
        place = step * distributed.world_size() + distributed.rank()
        generator = torch.Generator().manual_seed(self.recipe.seed * 1_000_003 + place)
        counts = draw_counts(generator)
        task = self.prior.sample(self.recipe.batch_size, counts, TARGETS, generator)
        anywhere = REACH * (2 * torch.rand(len(task.x), PLACES, 2, generator=generator, dtype=task.xt.dtype) - 1)
        xt = torch.cat([task.xt, anywhere], 1)
        known = bayes_classifier(task.x, task.labels, xt, len(counts), self.prior)
        x, labels, xt, known = (t.to(self.device) for t in (task.x.float(), task.labels, xt.float(), known.float()))
        return x, labels, xt, known


class OnClasses(Material):
    """Random tasks of round classes."""

    @property
    def name(self) -> str:
        """Of the prior."""
        return RoundClasses.name

    def start(self, spec: Spec[Any], recipe: Recipe, device: torch.device) -> Run[Classifier]:
        """A fresh run from fresh weights."""
        model = spec.build()
        initialise(model, torch.Generator().manual_seed(recipe.seed))
        return Run(model.to(device), Tasks(recipe, device), recipe)

    def reading(self, name: str, out: str) -> str:
        """Lines of Python that give the model."""
        return f'from tnpcore.classification import load\nmodel = load("{name}", where="{out}")'
