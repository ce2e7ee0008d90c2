"""The models of this lesson beside the four usual ones: one whose grid does not follow the data, one that was trained
on shifted tasks, and two of a prior that is not stationary."""

from __future__ import annotations

import tnpcore
from pages.shared.models.catalogue import NAMES, SHOWN, model, trained_on
from pages.shared.models.grid_at_zero import anchored_at_zero
from tnpcore.models import NeuralProcess

GRID_AT_ZERO = "convcnp-zero"
TRAINED_ON_SHIFTS = "tnpd-shifted"
NONSTATIONARY = "nonstationary"
PAIR = ("tnpd", "tetnp")  # trained by one recipe on that prior


def process(name: str) -> NeuralProcess:
    """The model that the lesson calls by this name. Raises ValueError where its weights are not there."""
    return anchored_at_zero() if name == GRID_AT_ZERO else model(name)


def weights_of(name: str) -> str:
    """The name of the trained model behind it."""
    return "convcnp" if name == GRID_AT_ZERO else name


def has_nonstationary() -> bool:
    """Whether both models of the prior that is not stationary are there."""
    return set(PAIR) <= set(tnpcore.names(NONSTATIONARY))


def titles() -> dict[str, str]:
    """Every model that the lesson offers, with what people read."""
    found = {name: NAMES[name] for name in SHOWN}
    found |= {GRID_AT_ZERO: "ConvCNP, grid at 0", TRAINED_ON_SHIFTS: "TNP-D, trained on shifts"}
    pair = PAIR if has_nonstationary() else ()
    return found | {trained_on(name, NONSTATIONARY): f"{NAMES[name]} (non-stationary)" for name in pair}


TITLES = titles()
