"""What a run of a bottleneck model learns from: the same batches for equal seeds and steps."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from tnpcore.autoencoders.bottleneck import Bottleneck
from tnpcore.autoencoders.views import Example
from tnpcore.data.digit_pictures import digits
from tnpcore.family import Material
from tnpcore.models.neural_process import initialise
from tnpcore.spec import Spec
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


class OnDigits(Material):
    """The training part of the pictures of digits."""

    @property
    def name(self) -> str:
        """Of the data."""
        return "digits"

    def start(self, spec: Spec[Any], recipe: Recipe, device: torch.device) -> Run[Bottleneck]:
        """A fresh run from fresh weights."""
        model = spec.build()
        initialise(model, torch.Generator().manual_seed(recipe.seed))
        return Run(model.to(device), Pairs(model.view.read(digits("training")), recipe, device), recipe)

    def reading(self, name: str, out: str) -> str:
        """Lines of Python that give the model."""
        return f'from tnpcore.autoencoders import load\nmodel = load("{name}", where="{out}")'
