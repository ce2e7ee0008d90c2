"""What a run of a bottleneck model learns from: the same batches for equal seeds and steps."""

from __future__ import annotations

import torch
from torch import Tensor

from tnpcore.autoencoders.bottleneck import Bottleneck
from tnpcore.autoencoders.views import Example
from tnpcore.data.digit_pictures import digits
from tnpcore.family import Drawn
from tnpcore.training import Recipe, Run, distributed
from tnpcore.training.draws import Draws


class Pairs(Draws):
    """Batches of pairs that depend on seed and step alone, and on the rank of the process.

    Args:
        pairs: what is drawn from, with replacement.
        recipe: seed and size.
        device: of the model.
    """

    def __init__(self, pairs: Example, recipe: Recipe, device: torch.device):
        self.pairs, self.recipe, self.device = pairs, recipe, device

    def batch(self, step: int) -> tuple[Tensor, Tensor, torch.Generator]:
        """x and y, and the generator of z."""
        place = step * distributed.world_size() + distributed.rank()
        generator = torch.Generator().manual_seed(self.recipe.seed * 1_000_003 + place)
        chosen = torch.randint(len(self.pairs.seen), (self.recipe.batch_size,), generator=generator)
        return self.pairs.seen[chosen].to(self.device), self.pairs.target[chosen].to(self.device), generator


def begin(model: Bottleneck, recipe: Recipe) -> Run[Bottleneck]:
    """A fresh run on the training part of the pictures."""
    device = next(model.parameters()).device
    return Run(model, Pairs(model.view.read(digits("training")), recipe, device), recipe)


ON_DIGITS = Drawn("digits", begin, "tnpcore.autoencoders")
