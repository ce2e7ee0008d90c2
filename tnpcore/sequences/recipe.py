"""The numbers of a training run of a sequence model."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Recipe:
    """The numbers of a training run.

    Args:
        steps: optimiser steps.
        batch_size: pairs, or sequences, of a step.
        bucket: batches that are drawn together: those of similar length form a batch, so that little is padded.
        lr: largest learning rate of AdamW.
        weight_decay: of AdamW.
        warmup: steps over which the rate rises, before it falls to zero on a cosine.
        clip: largest norm of the gradient.
        ema: decay per step of the averaged weights, which are the ones that are kept.
        seed: of weights and of what is drawn.

    Reference: Loshchilov and Hutter 2019 (AdamW); Vaswani et al. 2017, section 5.1 (batches of similar length).
    """

    steps: int
    batch_size: int = 64
    bucket: int = 32
    lr: float = 3e-3
    weight_decay: float = 0.01
    warmup: int = 200
    clip: float = 1.0
    ema: float = 0.998
    seed: int = 0


@dataclass(frozen=True)
class LanguageRecipe(Recipe):
    """The numbers of a language model's training run.

    Args:
        soft: whether targets are the exact distributions of a known prior, or single symbols drawn from it.
    """

    soft: bool = False


def bucket_seed(recipe: Recipe, bucket: int) -> int:
    """The seed of what is drawn for a bucket of batches.

    Args:
        recipe: of the run.
        bucket: which of the run's buckets.
    """
    return recipe.seed * 1_000_003 + bucket
