"""Classifiers of melodies, as one of the families that are trained, measured and listed."""

from __future__ import annotations

from tnpcore.family import Family, Material, alone
from tnpcore.sequences.family import table
from tnpcore.sequences.melodies.classifiers import SPECS, ClassifierSpec, OnLabels, measure


def material(spec: ClassifierSpec, prior: str | None, folder: str | None) -> Material:
    """The labels of the model's own classes."""
    return alone(OnLabels(spec.labelling), spec, prior, folder)


CLASSIFIERS = Family(SPECS, material, measure, table, {})
