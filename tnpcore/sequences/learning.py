"""What a run of a sequence model learns from: the same batches for equal seeds and steps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

import torch
from torch import Tensor

from tnpcore.family import Material
from tnpcore.models.neural_process import initialise
from tnpcore.sequences.encoder_decoder import EncoderDecoder
from tnpcore.sequences.language_model import LanguageModel
from tnpcore.sequences.recipe import SequenceRecipe
from tnpcore.sequences.tasks import Source
from tnpcore.spec import Spec
from tnpcore.training import Run, distributed
from tnpcore.training.draws import Draws

SequenceModel: TypeAlias = EncoderDecoder[Any] | LanguageModel


class Buckets(Draws):
    """Batches that depend on seed and step alone, and on the rank of the process.

    Args:
        model: encodes what is drawn, on its device.
        source: what is drawn from.
        recipe: seed and sizes.
    """

    def __init__(self, model: SequenceModel, source: Source, recipe: SequenceRecipe):
        self.model, self.source, self.recipe = model, source, recipe
        self.device = next(model.parameters()).device
        self._drawn: tuple[int, list[tuple[Tensor, ...]]] = (-1, [])

    def batch(self, step: int) -> tuple[Tensor, ...]:
        """The batch of that step."""
        bucket, place = divmod(step, self.recipe.bucket)
        bucket = bucket * distributed.world_size() + distributed.rank()
        if self._drawn[0] != bucket:
            self._drawn = bucket, self.source.batches(self.model, self.recipe, bucket)
        return tuple(part.to(self.device) for part in self._drawn[1][place])


def begin(model: SequenceModel, source: Source, recipe: SequenceRecipe) -> Run[SequenceModel]:
    """A fresh run.

    Args:
        model: trained in place.
        source: what batches are drawn from, for example `tnpcore.sequences.tasks.COPYING`.
        recipe: for example `SequenceRecipe(steps=1000)`.
    """
    return Run(model, Buckets(model, source, recipe), recipe)


@dataclass(frozen=True)
class OnSequences(Material):
    """Sequences of a task.

    Args:
        source: what they are drawn from.
    """

    source: Source

    @property
    def name(self) -> str:
        """That of the task."""
        return self.source.name

    def start(self, spec: Spec[Any], recipe: Any, device: torch.device) -> Run[Any]:
        """A fresh run from fresh weights."""
        model = spec.build()
        initialise(model, torch.Generator().manual_seed(recipe.seed))
        return begin(model.to(device), self.source, recipe)

    def reading(self, name: str, out: str) -> str:
        """Lines of Python that give the model."""
        return f'from tnpcore.sequences import load\nmodel = load("{name}", where="{out}")'
