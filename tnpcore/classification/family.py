"""Classifiers, as one of the families that are trained, measured and listed."""

from __future__ import annotations

from tnpcore.classification import page
from tnpcore.classification.learning import ON_CLASSES
from tnpcore.classification.measures import measure
from tnpcore.classification.models import Classifier
from tnpcore.classification.specs import SPECS
from tnpcore.family import Family, Material, alone
from tnpcore.sequences.family import table
from tnpcore.spec import Spec


def material(spec: Spec[Classifier], prior: str | None, folder: str | None) -> Material:
    """Random tasks of round classes."""
    return alone(ON_CLASSES, spec, prior, folder)


CLASSIFIERS_IN_THE_PLANE = Family(SPECS, material, measure, table, {"classification.md": page.page})
