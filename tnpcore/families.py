"""All families of models; a new one is a line here."""

from __future__ import annotations

from typing import Any

from tnpcore.autoencoders.family import AUTOENCODERS
from tnpcore.classification.family import CLASSIFIERS_IN_THE_PLANE
from tnpcore.family import Family
from tnpcore.learned.family import LEARNED
from tnpcore.models.family import NEURAL_PROCESSES
from tnpcore.sequences.family import SEQUENCES
from tnpcore.sequences.melodies.family import CLASSIFIERS
from tnpcore.spec import Spec

FAMILIES = (NEURAL_PROCESSES, SEQUENCES, CLASSIFIERS, AUTOENCODERS, CLASSIFIERS_IN_THE_PLANE, LEARNED)


def family(name: str) -> Family:
    """The family of a model.

    Args:
        name: for example "tnpd" or "copying-dot".

    Raises:
        ValueError: for an unknown name; lists the known ones.
    """
    for found in FAMILIES:
        if name in found.specs:
            return found
    raise ValueError(f"the model must be one of {sorted(name for one in FAMILIES for name in one.specs)}, got {name!r}")


def spec(name: str) -> Spec[Any]:
    """The spec of a model of any family.

    Raises:
        ValueError: for an unknown name; lists the known ones.
    """
    return family(name).specs[name]
