"""What language models of melodies are trained on: melodies with notes hidden or cut off, and what was there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor
from torch.nn import functional as F

from tnpcore.sequences.hidden_markov import draw, fill_in, next_symbol
from tnpcore.sequences.language_model import LanguageModel
from tnpcore.sequences.melodies.harmony import PITCHES, prior
from tnpcore.sequences.recipe import LanguageRecipe, bucket_seed

SHORTEST, LONGEST = 8, 16  # notes in training
HIDDEN = 0.15, 0.5  # share of the notes of a melody that are hidden from a masked model

Batch: TypeAlias = tuple[
    Int[Tensor, "B T"], Bool[Tensor, "B T"], Float[Tensor, "B Predicted V"], Bool[Tensor, "B Predicted"]
]


@dataclass(frozen=True)
class Melodies:
    """Melodies of SHORTEST to LONGEST notes, all lengths equally likely; a batch has melodies of one length.

    Args:
        name: on cards and in names of models.
    """

    name: str = "melodies"

    def arguments(self) -> dict[str, Any]:
        """Those of a model's class that follow from the melodies."""
        return {"symbols": PITCHES, "longest": LONGEST}

    def batches(self, model: LanguageModel, recipe: LanguageRecipe, bucket: int) -> list[tuple[Tensor, ...]]:
        """Batches of one length each, in a random order.

        Args:
            model: causal or not.
            recipe: seed, sizes, and which targets.
            bucket: which of the run's buckets; equal ones have equal melodies.
        """
        generator = torch.Generator().manual_seed(bucket_seed(recipe, bucket))
        # The prior is stationary: the beginning of a melody is a melody.
        notes, _ = draw(prior(), recipe.bucket * recipe.batch_size, LONGEST + 1, generator)
        lengths = torch.randint(SHORTEST, LONGEST + 1, (recipe.bucket,), generator=generator).tolist()
        chunks = zip(notes.split(recipe.batch_size), lengths, strict=True)
        if model.causal:
            return [causal_batch(chunk[:, : length + 1], recipe.soft) for chunk, length in chunks]
        return [masked_batch(chunk[:, :length], recipe.soft, generator) for chunk, length in chunks]


def causal_batch(notes: Int[Tensor, "B Predicted"], soft: bool) -> Batch:
    """All notes but the last are seen, and each is predicted from those before it; soft targets are the exact
    distributions. The melodies have one length."""
    given = notes[:, :-1]
    every = torch.ones_like(notes, dtype=torch.bool)
    return given, every[:, :-1], next_symbol(prior(), given).float() if soft else one_hot(notes), every


def masked_batch(notes: Int[Tensor, "B T"], soft: bool, generator: torch.Generator) -> Batch:
    """Some notes are hidden, and predicted from the others; soft targets are the exact distributions."""
    seen = ~hidden(notes, generator)
    return notes, seen, fill_in(prior(), notes, seen).float() if soft else one_hot(notes), ~seen


def one_hot(notes: Int[Tensor, "B T"]) -> Float[Tensor, "B T V"]:
    """All probability on the notes."""
    return F.one_hot(notes, PITCHES).float()


def hidden(notes: Int[Tensor, "B T"], generator: torch.Generator) -> Bool[Tensor, "B T"]:
    """Which notes are hidden: a share from HIDDEN of every melody, at least one, anywhere."""
    lowest, highest = HIDDEN
    rows, length = notes.shape
    share = lowest + (highest - lowest) * torch.rand(rows, 1, generator=generator)
    order = torch.rand(rows, length, generator=generator).argsort(1).argsort(1)
    return order < (share * length).round().clamp(min=1)


MELODIES = Melodies()
