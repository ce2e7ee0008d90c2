"""What a run of a sequence model learns from: the same batches for equal seeds and steps."""

from __future__ import annotations

from typing import Any, TypeAlias

from torch import Tensor

from tnpcore.family import Drawn
from tnpcore.sequences.encoder_decoder import EncoderDecoder
from tnpcore.sequences.language_model import LanguageModel
from tnpcore.sequences.recipe import SequenceRecipe
from tnpcore.sequences.tasks import Source
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


def on_sequences(source: Source) -> Drawn:
    """What models of a task learn from."""
    return Drawn(source.name, lambda model, recipe: begin(model, source, recipe), "tnpcore.sequences")
