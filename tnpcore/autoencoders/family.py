"""Models of digits, as one of the families that are trained, measured and listed."""

from __future__ import annotations

from tnpcore.autoencoders import page
from tnpcore.autoencoders.bottleneck import Bottleneck
from tnpcore.autoencoders.learning import ON_DIGITS
from tnpcore.autoencoders.measures import measure
from tnpcore.autoencoders.specs import SPECS
from tnpcore.family import Family, Material, alone
from tnpcore.sequences.family import table
from tnpcore.spec import Spec


def material(spec: Spec[Bottleneck], prior: str | None, folder: str | None) -> Material:
    """The training part of the digits."""
    return alone(ON_DIGITS, spec, prior, folder)


AUTOENCODERS = Family(SPECS, material, measure, table, {"autoencoders.md": page.page})
