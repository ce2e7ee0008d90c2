"""The models of digits: autoencoders, and bottlenecks from the left half to the right half and to the class."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from tnpcore.autoencoders.bottleneck import Bottleneck
from tnpcore.models.arguments import Json
from tnpcore.spec import Paper, Spec
from tnpcore.training.recipe import Recipe

VAE = Paper("Kingma and Welling 2014", "Auto-Encoding Variational Bayes", "1312.6114")
BOTTLENECK = Paper("Alemi et al. 2017", "Deep Variational Information Bottleneck", "1612.00410")

# At 44 one of the two dimensions is not used, at 50 none is.
PICTURE_BETAS = (0.1, 1.0, 4.0, 10.0, 44.0)
HALVES_BETAS = (0.1, 0.3, 1.0, 2.0, 4.0, 8.0, 12.0, 30.0)
# With beta = 1 nothing can be gained: I(z; y) is at most I(x; z).
CLASSES_BETAS = (0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 0.6, 1.0)
RECIPE = Recipe(400, batch_size=128, lr=5e-3, warmup=50, ema=0.99)


def _spec(name: str, title: str, summary: str, paper: Paper, arguments: Mapping[str, Json]) -> Spec[Bottleneck]:
    return Spec(
        name=name,
        title=title,
        summary=summary,
        paper=paper,
        model=Bottleneck,
        arguments=arguments,
        prior="digits",
        recipes={"digits": RECIPE},
    )


def _autoencoder(beta: float) -> Spec[Bottleneck]:
    summary = f"A digit from a z of two numbers; {beta:g} times the KL term."
    arguments: dict[str, Json] = {"view": "picture", "beta": beta}
    return _spec(f"vae-beta{beta:g}", f"VAE, beta {beta:g}", summary, VAE, arguments)


def _halves(beta: float) -> Spec[Bottleneck]:
    summary = f"The right half from the left half; {beta:g} times the KL term."
    arguments: dict[str, Json] = {"view": "halves", "beta": beta, "width": 64}
    return _spec(f"halves-beta{beta:g}", f"Half to half, beta {beta:g}", summary, BOTTLENECK, arguments)


def _classes(beta: float) -> Spec[Bottleneck]:
    summary = f"The class of a digit; {beta:g} times the KL term."
    arguments: dict[str, Json] = {"view": "classes", "beta": beta, "width": 64}
    return _spec(f"classes-beta{beta:g}", f"Digit to class, beta {beta:g}", summary, BOTTLENECK, arguments)


_LINEAR = replace(
    _autoencoder(1.0),
    name="vae-linear",
    title="VAE, linear decoder",
    summary="As beta 1, but logits of pixels are linear in z.",
    arguments={"view": "picture", "beta": 1.0, "decoder_depth": 0},
    # Logits of pixels that are always white have far to go, and no hidden layer helps them.
    recipes={"digits": replace(RECIPE, steps=250, lr=3e-2)},
)
SPECS: Mapping[str, Spec[Bottleneck]] = {
    found.name: found
    for found in (
        *map(_autoencoder, PICTURE_BETAS),
        _LINEAR,
        *map(_halves, HALVES_BETAS),
        *map(_classes, CLASSES_BETAS),
    )
}
