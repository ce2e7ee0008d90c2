"""Families of models that are compared with each other, and their members that were trained on a prior.

What the library knows of a model before it is trained is read here, and nowhere else in the lesson.
"""

from __future__ import annotations

from pages.shared.models.catalogue import ABOUT, offered, plain
from tnpcore.guarantees import GUARANTEES, Guarantees

ALL, TOUR, BROKEN = "All models", "Tour", "Broken on purpose"
FAMILIES: dict[str, tuple[str, ...]] = {
    TOUR: ("cnp", "np", "anp", "tnpd", "tnpa", "tnpnd", "lbanp", "tetnp", "convcnp", "convgnp"),
    "Averaging": ("cnp", "np"),
    "Attention": ("anp", "anp-latent", "tnpd", "tnp-causal", "eqtnp", "lbanp"),
    "Convolution": ("convcnp", "convcnp-residual", "convgnp"),
    "Latent": ("np", "anp-latent"),
    "Joint": ("tnpa", "tnpnd", "tnpnd-lowrank", "convgnp"),
    "Input encodings": (
        *("tnpd", "tnpd-centred", "tnpd-fourier", "tnpd-rotary", "tnpd-shifted"),
        *("tetnp", "tetnp-raw", "tetnp-rbf", "tetnp-fourier", "tetnp-joint", "tetnp-pseudo"),
    ),
    BROKEN: ("convcnp-nodensity", "convcnp-unnormalised", "tnpd-nox", "tnpa-leaky"),
}
# Their own samples are whole functions, not independent values.
COHERENT = ("np", "anp-latent", "tnpa", "tnpa-leaky", "tnpnd", "tnpnd-lowrank", "convgnp")
# Their work grows with the number of context points, that of all others with its square.
LINEAR = (
    *("cnp", "np", "lbanp", "tetnp-pseudo"),
    *("convcnp", "convcnp-nodensity", "convcnp-residual", "convcnp-unnormalised", "convgnp"),
)


def there(prior: str) -> tuple[str, ...]:
    """The models that were trained on a prior, without its name."""
    return tuple(map(plain, offered(prior)))


def families(prior: str) -> tuple[str, ...]:
    """The families with a member that was trained on a prior, and all models."""
    trained = set(there(prior))
    return (*(family for family, members in FAMILIES.items() if trained & set(members)), ALL)


def members(family: str, prior: str) -> tuple[str, ...]:
    """The models of a family that were trained on a prior, in the family's order."""
    trained = there(prior)
    if family == ALL:
        return trained
    return tuple(name for name in FAMILIES[family] if name in trained)


def guarantees(name: str) -> Guarantees:
    """What holds of the model by construction."""
    return GUARANTEES[plain(name)]


def summary(name: str) -> str:
    """What sets the model apart, in at most 60 characters."""
    return ABOUT.get(plain(name), "")


def reference(name: str) -> str:
    """One line on the model, with the paper that introduced it."""
    known = guarantees(name)
    return f"{known.line} ({known.paper})"


def has_linear_cost(name: str) -> bool:
    """Whether the model's work grows with the number of context points, not with its square."""
    return plain(name) in LINEAR


def is_broken(name: str) -> bool:
    """Whether the model was built or trained wrongly, to show what happens then."""
    return plain(name) in FAMILIES[BROKEN]
