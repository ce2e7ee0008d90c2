"""The trained models, loaded once per process and shared by all sessions, and what a page says about them.

A page asks for "tnpd", or for "tnpd@periodic": the same model, trained on another prior than the usual one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import tnpcore
from pages.shared.lesson.controls import is_number
from pages.shared.models.once import once
from tnpcore.models import NeuralProcess

NAMES = {
    "tnpd": "TNP-D",
    "tetnp": "TETNP",
    "convcnp": "ConvCNP",
    "cnp": "CNP",
    "convcnp-nodensity": "ConvCNP without density",
    "np": "NP",
    "anp": "ANP",
    "anp-latent": "Latent ANP",
    "tnpa": "TNP-A",
    "tnpa-leaky": "Leaky TNP",
    "tnpnd": "TNP-ND",
    "tnpnd-lowrank": "Low-rank TNP-ND",
    "tnp-causal": "Causal TNP",
    "eqtnp": "EQTNP",
    "lbanp": "LBANP",
    "tnpd-nox": "TNP-D without x",
    "tnpd-centred": "TNP-D, centred x",
    "tnpd-fourier": "TNP-D, Fourier x",
    "tnpd-rotary": "TNP-D, rotary x",
    "tnpd-shifted": "TNP-D, shifted in training",
    "tetnp-raw": "TETNP, MLP of x − x′",
    "tetnp-rbf": "TETNP, RBF of x − x′",
    "tetnp-fourier": "TETNP, waves of x − x′",
    "tetnp-joint": "TETNP, joint MLP",
    "tetnp-pseudo": "Pseudo-token TETNP",
    "convcnp-residual": "ConvCNP, residual CNN",
    "convcnp-unnormalised": "ConvCNP, not normalised",
    "convgnp": "ConvGNP",
}
# What each is, and what it promises.
ABOUT = {
    "tnpd": "Attention, tokens carry x. Each target by itself.",
    "tetnp": "Attention over differences of x: moves with the data.",
    "convcnp": "Bumps on a grid, then a U-Net: moves with the data.",
    "cnp": "All points averaged into one vector. Each target by itself.",
    "convcnp-nodensity": "Broken on purpose: cannot tell a zero from no data.",
    "np": "One random vector stands for the whole function.",
    "anp": "Each target asks the points; keys are made of x alone.",
    "anp-latent": "ANP, and one random vector for the whole function.",
    "tnpa": "Its band: each target by itself. Its paths: value by value.",
    "tnpa-leaky": "Broken on purpose: in training a target saw its answer.",
    "tnpnd": "One Gaussian over all targets, by its Cholesky factor.",
    "tnpnd-lowrank": "One Gaussian over all targets, of low rank plus noise.",
    "tnp-causal": "Targets hear the targets before them, though not their y.",
    "eqtnp": "The context is encoded once; targets only read.",
    "lbanp": "A few latent tokens read the context: linear cost.",
    "tnpd-nox": "Broken on purpose: the same answer at every x.",
    "tnpd-centred": "x counted from the middle of the data: moves with them.",
    "tnpd-fourier": "x and waves of x: sharper, and still tied to the place.",
    "tnpd-rotary": "x turns queries and keys: scores see differences of x.",
    "tnpd-shifted": "TNP-D, trained on data moved about: no promise made.",
    "tetnp-raw": "TETNP with an MLP of the difference.",
    "tetnp-rbf": "TETNP with bumps of learned width, none off-centre.",
    "tetnp-fourier": "TETNP with an MLP of waves of the difference: dear.",
    "tetnp-joint": "TETNP as published: score and difference into one MLP.",
    "tetnp-pseudo": "TETNP through a few tokens: linear cost.",
    "convcnp-residual": "ConvCNP with a plain residual CNN: a shorter reach.",
    "convcnp-unnormalised": "Broken on purpose: bumps add up instead of averaging.",
    "convgnp": "ConvCNP with one Gaussian over all targets.",
}
FOUR = ("tnpd", "tetnp", "convcnp", "cnp")
USUAL = "smooth"
PRIOR_NAMES = {USUAL: "smooth curves", "periodic": "periodic curves", "sawtooth": "sawteeth"}


@dataclass(frozen=True)
class Badge:
    """What is told of a model: one line for the page, and its card in a few lines of Markdown."""

    line: str
    details: str


@once
def model(name: str) -> NeuralProcess:
    """The trained model; raises ValueError, naming the file and how to get it back, when its weights are not there."""
    return tnpcore.load(plain(name), prior_of(name))


def trained_on(name: str, prior: str) -> str:
    """What a page asks for to have that model as it was trained on that prior."""
    return plain(name) if prior == USUAL else f"{plain(name)}@{prior}"


def told_of(prior: str) -> str:
    """What a heading adds about models that were not trained on the usual prior."""
    return "" if prior == USUAL else f" for {PRIOR_NAMES[prior]}"


def plain(name: str) -> str:
    """The model without its prior: it is drawn in that one's colour."""
    return name.partition("@")[0]


def prior_of(name: str) -> str:
    """The prior that the model was trained on."""
    return name.partition("@")[2] or USUAL


def title(name: str) -> str:
    """What people read."""
    return NAMES.get(plain(name), plain(name))


def offered(prior: str = USUAL) -> tuple[str, ...]:
    """All models that were trained on a prior, as a page asks for them."""
    return tuple(trained_on(name, prior) for name in tnpcore.names(prior))


def priors() -> tuple[str, ...]:
    """The usual prior, whatever files are there, and those that all four models of the first page were trained on."""
    others = (prior for prior in PRIOR_NAMES if prior != USUAL)
    return (USUAL, *(prior for prior in others if set(FOUR) <= set(tnpcore.names(prior))))


@cache
def badge(name: str) -> Badge:
    """The badge from the model's card; raises ValueError when it is not there."""
    card = tnpcore.card(plain(name), prior_of(name))
    title = NAMES.get(plain(name), plain(name))
    size = f"{card.parameters:,}".replace(",", "\u202f")
    excess = _excess(card.results)
    line = " · ".join(filter(None, (title, f"{size} parameters", f"prior: {card.prior}", excess)))
    return Badge(line, _details(title, size, card))


def _excess(results: Mapping) -> str:
    """How far above the reachable limit, with the standard error; empty while it has not been measured."""
    excess, error = results.get("excess"), results.get("excess_se")
    if not is_number(excess):
        return ""
    around = f" ± {error:.3f}" if is_number(error) else ""
    return f"{excess:.3f}{around} nats above the limit"


def _details(title: str, size: str, card: tnpcore.Card) -> str:
    """The card as a table."""
    groups = {"Built with": card.arguments, "Trained with": card.recipe, "Measured": card.results}
    rows = [("Parameters", size), ("Prior", card.prior)]
    rows += [row for group, values in groups.items() for row in _rows(group, values)]
    table = "\n".join(f"| {name} | {value} |" for name, value in rows)
    limit = (
        "The limit is the Bayes predictor's best Gaussian, with the hyper-parameters integrated over the prior: "
        "no model that gives a mean and a standard deviation can score better on these tasks."
    )
    return f"**{title}**\n\n| | |\n|---|---|\n{table}\n\n{limit}"


def _rows(group: str, values: Mapping) -> list[tuple[str, str]]:
    """Name and value of everything in a part of the card, parts of parts included."""
    rows = []
    for key, value in values.items():
        name = f"{group}: {key.replace('_', ' ')}"
        rows += _rows(name, value) if isinstance(value, Mapping) else [(name, _shown(value))]
    return rows


def _shown(value: object) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)
