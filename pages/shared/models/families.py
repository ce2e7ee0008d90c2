"""Models as people compare them: by family. Which models a list offers, and which are wrong on purpose."""

from __future__ import annotations

from tnpcore.models.specs.latent_plane import LATENT_PLANE

TOUR = "Tour"
FAMILIES: dict[str, tuple[str, ...]] = {
    TOUR: ("cnp", "np", "anp", "tnpd", "tnpa", "tnpnd", "lbanp", "tetnp", "convcnp", "convgnp"),
    "Averaging": ("cnp", "np"),
    "Attention": ("anp", "anp-latent", "tnpd", "tnp-causal", "eqtnp", "lbanp"),
    "Convolution": ("convcnp", "convcnp-mlp", "convcnp-residual", "convgnp"),
    "Latent": ("np", "anp-latent"),
    "Joint": ("tnpa", "tnpnd", "tnpnd-lowrank", "convgnp"),
    "Input encodings": (
        *("tnpd", "tnpd-short", "tnpd-centred", "tnpd-fourier", "tnpd-sinusoidal", "tnpd-rotary", "tnpd-shifted"),
        *("tetnp", "tetnp-short", "tetnp-raw", "tetnp-rbf", "tetnp-fourier", "tetnp-binned", "tetnp-joint"),
        "tetnp-pseudo",
    ),
    "Without a part": ("tnpd-noresidual", "tnpd-nonorm", "tnpd-nofeedforward", "tnpd-onehead", "tnpd-postnorm"),
    "Broken on purpose": (
        *("tnpa-leaky", "tnpd-nox", "tnpd-index", "tnpd-noresidual", "convcnp-nodensity", "convcnp-unnormalised"),
    ),
}
ALONE = frozenset(spec.name for spec in LATENT_PLANE)  # in their own lesson; no list of models to choose from has them


def is_broken(name: str) -> bool:
    """Whether the model was built or trained wrongly, to show what happens then."""
    return name in FAMILIES["Broken on purpose"]
