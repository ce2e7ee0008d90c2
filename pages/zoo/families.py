"""Which models stand together: families by how they read the points, and who is shown for a chosen one."""

from __future__ import annotations

from pages.shared.models.catalogue import offered, plain

TOUR, EVERYBODY = "Tour", "Everybody"
FAMILIES: dict[str, tuple[str, ...]] = {
    TOUR: ("cnp", "np", "anp", "tnpd", "tnpa", "tnpnd", "lbanp", "tetnp", "convcnp", "convgnp"),
    "Averaging": ("cnp", "np"),
    "Attention": ("anp", "anp-latent", "tnpd", "tnp-causal", "eqtnp", "lbanp"),
    "Convolution": ("convcnp", "convcnp-residual", "convgnp"),
    "Latent": ("np", "anp-latent"),
    "Joint": ("tnpa", "tnpnd", "tnpnd-lowrank", "convgnp"),
    "Told x differently": (
        *("tnpd", "tnpd-centred", "tnpd-fourier", "tnpd-rotary", "tnpd-shifted"),
        *("tetnp", "tetnp-raw", "tetnp-rbf", "tetnp-fourier", "tetnp-joint", "tetnp-pseudo"),
    ),
    "Broken on purpose": ("convcnp-nodensity", "convcnp-unnormalised", "tnpd-nox", "tnpa-leaky"),
}
# What each draws at once: one whole function, not value after value.
TOGETHER = ("np", "anp-latent", "tnpa", "tnpa-leaky", "tnpnd", "tnpnd-lowrank", "convgnp")

# Whose work grows with the number of context points: all others compare every point with every other.
LINEAR = (
    *("cnp", "np", "lbanp", "tetnp-pseudo"),
    *("convcnp", "convcnp-nodensity", "convcnp-residual", "convcnp-unnormalised", "convgnp"),
)


def there(prior: str) -> tuple[str, ...]:
    """The models that were trained on a prior, without its name."""
    return tuple(map(plain, offered(prior)))


def families(prior: str) -> tuple[str, ...]:
    """Those with a member on that prior, and everybody."""
    trained = set(there(prior))
    return (*(family for family, members in FAMILIES.items() if trained & set(members)), EVERYBODY)


def members(family: str, prior: str) -> tuple[str, ...]:
    """Who is shown small: the family's models that were trained on that prior, in its order."""
    trained = there(prior)
    if family == EVERYBODY:
        return trained
    return tuple(name for name in FAMILIES[family] if name in trained)
