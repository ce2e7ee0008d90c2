"""What a run of a classifier learns from: fresh tasks, the same for equal seeds and steps."""

from __future__ import annotations

import torch
from torch import Tensor

from tnpcore.classification.exact import bayes_classifier
from tnpcore.classification.models import Classifier
from tnpcore.classification.prior import RoundClasses, draw_counts
from tnpcore.family import Drawn
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


def begin(model: Classifier, recipe: Recipe) -> Run[Classifier]:
    """A fresh run on random tasks of round classes."""
    return Run(model, Tasks(recipe, next(model.parameters()).device), recipe)


ON_CLASSES = Drawn(RoundClasses.name, begin, "tnpcore.classification")
