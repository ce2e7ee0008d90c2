"""Families of models that are compared with each other, and their members that were trained on a prior."""

from __future__ import annotations

from pages.shared.models.catalogue import offered, plain, spec
from pages.shared.models.own_model import OWN_NAMES
from tnpcore.models import registry
from tnpcore.models.spec import Family

ALL, TOUR, SIX = "All models", Family.TOUR.value, "One of each kind"
FAMILIES: dict[str, tuple[str, ...]] = {
    **{family.value: registry.members(family) for family in Family if family is not Family.LATENT_PLANE},
    SIX: ("cnp", "tnpd", "tetnp", "lbanp", "convcnp", "convgnp"),
}


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


def is_broken(name: str) -> bool:
    """Whether the model was built or trained wrongly, to show what happens then."""
    return Family.BROKEN in spec(name).families
