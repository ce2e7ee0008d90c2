"""A number for all weights of a model: the same before and after a prediction, because a prediction fits nothing."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import lru_cache

import numpy as np

import tnpcore
from pages.shared.models.catalogue import is_own, model, plain, prior_of
from pages.shared.models.once import once
from pages.shared.scene.marks import Reading
from tnpcore.models import NeuralProcess

DIGITS = 8  # of 64: enough to see whether it is the same


def checksum(weights: Iterable[np.ndarray]) -> str:
    """The sha256 of all weights as they are in memory now; another value in a single one gives another sum."""
    found = hashlib.sha256()
    for each in weights:
        found.update(each)
    return found.hexdigest()


@lru_cache(maxsize=32)
def weights_of(process: NeuralProcess) -> tuple[np.ndarray, ...]:
    """The model's weights where they lie in memory. Collecting them takes half as long as their sum."""
    return tuple(weights.detach().numpy() for weights in process.parameters())


@once
def checksum_as_trained(name: str) -> str:
    """The sum of the weights in the model's file; of one's own model, as it was when first summed."""
    if is_own(name):
        return checksum(weights_of(model(name)))
    return checksum(weights_of(tnpcore.load(plain(name), prior_of(name))))


def checksum_reading(name: str) -> Reading:
    """The sum of the weights that predict, computed anew at each call, and whether it is that of the trained file."""
    weights = weights_of(model(name))
    here, count = checksum(weights), sum(each.size for each in weights)
    same = here == checksum_as_trained(name)
    known = "as loaded" if is_own(name) else "as trained"
    text = f"{here[:DIGITS]}, {known if same else f'not {known}'}"
    return Reading(
        "checksum", f"Checksum of {count:,} weights", float(same), text, "good" if same else "bad", plain(name)
    )
