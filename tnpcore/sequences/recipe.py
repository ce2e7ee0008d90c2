"""The numbers of a training run of a sequence model."""

from __future__ import annotations

from dataclasses import dataclass

from tnpcore.quantities import whole
from tnpcore.training.recipe import Recipe


@dataclass(frozen=True)
class SequenceRecipe(Recipe):
    """The numbers of a training run. A batch has pairs, or sequences, of similar length.

    Args:
        bucket: batches that are drawn together: those of similar length form a batch, so that little is padded.

    Raises:
        ValueError: see `tnpcore.training.recipe.Recipe`.

    Reference: Vaswani et al. 2017, section 5.1 (batches of similar length).
    """

    batch_size: int = 64
    lr: float = 3e-3
    ema: float = 0.998
    bucket: int = 32

    def __post_init__(self) -> None:
        super().__post_init__()
        whole(self.bucket, "bucket")


@dataclass(frozen=True)
class LanguageRecipe(SequenceRecipe):
    """The numbers of a language model's training run.

    Args:
        soft: whether targets are the exact distributions of a known prior, or single symbols drawn from it.
    """

    soft: bool = False


def bucket_seed(recipe: Recipe, bucket: int) -> int:
    """The seed of what is drawn for a bucket of batches."""
    return recipe.seed * 1_000_003 + bucket
