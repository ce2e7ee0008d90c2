"""A number for all weights of a model: the same before and after a prediction, because a prediction fits nothing."""

from __future__ import annotations

import hashlib

import tnpcore
from pages.shared.models.catalogue import model, once, plain, prior_of
from pages.shared.scene.marks import Reading
from tnpcore.models import NeuralProcess

DIGITS = 8  # of 64: enough to see whether it is the same


def checksum(process: NeuralProcess) -> str:
    """The sha256 of all weights as they are in memory now; another value in a single one gives another sum."""
    found = hashlib.sha256()
    for weights in process.parameters():
        found.update(weights.detach().numpy())
    return found.hexdigest()


@once
def checksum_as_trained(name: str) -> str:
    """The sum of the weights in the model's file."""
    return checksum(tnpcore.load(plain(name), prior_of(name)))


def checksum_reading(name: str) -> Reading:
    """The sum of the weights that predict, computed anew at each call, and whether it is that of the trained file."""
    process, trained = model(name), checksum_as_trained(name)
    here, count = checksum(process), sum(weights.numel() for weights in process.parameters())
    same = here == trained
    text = f"{here[:DIGITS]}, {'as trained' if same else 'not as trained'}"
    return Reading(
        "checksum", f"Checksum of {count:,} weights", float(same), text, "good" if same else "bad", plain(name)
    )
