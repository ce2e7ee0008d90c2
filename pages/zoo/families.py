"""Families of models that are compared with each other, and their members that were trained on a prior."""

from __future__ import annotations

from pages.shared.models.catalogue import offered, plain
from pages.shared.models.families import FAMILIES as COMPARED
from pages.shared.models.own_model import OWN_NAMES

ALL, SIX = "All models", "One of each kind"
FAMILIES = {**COMPARED, SIX: ("cnp", "tnpd", "tetnp", "lbanp", "convcnp", "convgnp")}


def there(prior: str) -> tuple[str, ...]:
    """The models that were trained on a prior, without its name."""
    return tuple(map(plain, offered(prior)))


def families(prior: str) -> tuple[str, ...]:
    """The families with a member that was trained on a prior, and all models."""
    trained = set(there(prior))
    return (*(family for family, members in FAMILIES.items() if trained & set(members)), ALL)


def members(family: str, prior: str) -> tuple[str, ...]:
    """The models of a family that were trained on a prior, in the family's order, after one's own."""
    trained = there(prior)
    if family == ALL:
        return trained
    return tuple(name for name in (*OWN_NAMES, *FAMILIES[family]) if name in trained)
