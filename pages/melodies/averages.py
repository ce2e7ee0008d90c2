"""How far models are from the Bayes predictor on average, from their cards and from the table of n-grams."""

from __future__ import annotations

import json
from functools import cache

from pages.melodies.run import known
from tnpcore.sequences.melodies.baselines import RESULTS
from tnpcore.sequences.melodies.ngrams import ORDERS
from tnpcore.weights import find

BASELINES = tuple(ORDERS)


@cache
def measured() -> dict:
    """What `python -m tnpcore.sequences.melodies.baselines` has written."""
    return json.loads(find(RESULTS).read_text("utf-8"))


def mean_excess(name: str) -> float:
    """The mean excess over melodies of the lengths of training, in nats a note.

    Args:
        name: of a trained model, or of an n-gram model: then of the next note.
    """
    if name in ORDERS:
        return float(measured()[name]["next note"]["trained"]["excess"])
    return float(known(name).results["trained"]["excess"])


def mean_entropy_of_next() -> float:
    """The mean entropy of the Bayes predictor of the next note, in nats."""
    return float(measured()["limit"]["next note"]["trained"])
