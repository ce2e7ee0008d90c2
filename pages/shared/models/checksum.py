"""A number for all weights of a model: the same before and after a prediction, because a prediction fits nothing."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from torch import Tensor

import tnpcore
from pages.shared.models.catalogue import model, once, plain, prior_of
from pages.shared.scene.marks import Reading

DIGITS = 8  # of 64: enough to see whether it is the same


def checksum(parameters: Iterable[Tensor]) -> str:
    """The sha256 of all weights as they are in memory now; another value in a single one gives another sum."""
    found = hashlib.sha256()
    for weights in parameters:
        found.update(weights.detach().numpy())
    return found.hexdigest()


@once
def checksum_as_trained(name: str) -> str:
    """The sum of the weights in the model's file."""
    return checksum(tnpcore.load(plain(name), prior_of(name)).parameters())


def checksum_reading(name: str) -> Reading:
    """The sum of the weights that predict, computed anew at each call, and whether it is that of the trained file."""
    parameters = list(model(name).parameters())  # collecting them takes as long as a third of the sum
    here, count = checksum(parameters), sum(weights.numel() for weights in parameters)
    same = here == checksum_as_trained(name)
    text = f"{here[:DIGITS]}, {'as trained' if same else 'not as trained'}"
    return Reading(
        "checksum", f"Checksum of {count:,} weights", float(same), text, "good" if same else "bad", plain(name)
    )
