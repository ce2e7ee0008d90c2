"""The trained models, loaded once per process and shared by all sessions, and what a page shows of them.

A page names "tnpd", or "tnpd@periodic": the same model, trained on another prior than the usual one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import torch

import tnpcore
from pages.shared.lesson.values import is_number
from pages.shared.models.families import ALONE
from pages.shared.models.once import once
from pages.shared.models.own_model import OWN, OWN_NAMES, OWN_TITLES
from pages.shared.scene.marks import TRAINED_ON
from pages.shared.scene.reach import Reach
from tnpcore.data.priors import prior
from tnpcore.models import NeuralProcess, registry
from tnpcore.models.registry import SPECS
from tnpcore.models.spec import ModelSpec

NAMES = {**OWN_TITLES, **{name: spec.title for name, spec in SPECS.items()}}
FOUR = ("tnpd", "tetnp", "convcnp", "cnp")
SHOWN = (*FOUR, *OWN_NAMES)  # side by side on the first page
USUAL = "smooth"
MOST_CONTEXT = prior(USUAL).max_context  # of a training task, on every prior with a name here
TRAINED_ON_Y = tnpcore.card("tnpd", USUAL).trained_on.y  # of a context point in the tasks of most lessons
PRIOR_NAMES = {
    USUAL: "smooth curves",
    "periodic": "periodic curves",
    "sawtooth": "sawteeth",
    "nonstationary": "non-stationary curves",
}
BROAD = "broad"  # for data of one's own; only some models were trained on it


@dataclass(frozen=True)
class Badge:
    """What a page shows of a model's card: one line, and all of it as Markdown."""

    line: str
    details: str


@once
def model(name: str) -> NeuralProcess:
    """The trained model; raises ValueError, naming the file and how to get it back, when its weights are not there."""
    if is_own(name):
        return OWN
    with torch.inference_mode(False):  # whoever loads it first: a later one may differentiate through it
        process = tnpcore.load(plain(name), prior_of(name))
    # Lessons leave the training range on purpose, and the board says so: no warning for the server's log.
    process.trained_on = None
    return process


def is_own(name: str) -> bool:
    """Whether it is the researcher's own model, which `python -m pages.show` has brought."""
    return name in OWN_NAMES


def trained_on(name: str, prior: str) -> str:
    """The name by which a page loads that model as it was trained on that prior; a model of one's own is as it is."""
    return plain(name) if prior == USUAL or is_own(name) else f"{plain(name)}@{prior}"


def prior_suffix(prior: str) -> str:
    """What a heading adds about models that were not trained on the usual prior."""
    return "" if prior == USUAL else f" for {prior_title(prior)}"


def prior_title(prior: str) -> str:
    """What people read."""
    return "data of many kinds" if prior == BROAD else PRIOR_NAMES[prior]


def plain(name: str) -> str:
    """The model without its prior: it is drawn in that one's colour."""
    return name.partition("@")[0]


def prior_of(name: str) -> str:
    """The prior that the model was trained on."""
    return name.partition("@")[2] or USUAL


def training_range(name: str) -> tuple[float, float] | None:
    """The x of the model's training tasks, to be tinted; None for a model of one's own, of which it is not known."""
    return None if is_own(name) else TRAINED_ON


@cache
def reach(name: str) -> Reach | None:
    """What the model was trained on, for the stage; None for a model of one's own. ValueError without its card."""
    if is_own(name):
        return None
    known = tnpcore.card(plain(name), prior_of(name)).trained_on
    return Reach(known.points[1], *known.y)


def spec(name: str) -> ModelSpec:
    """What is known of the model before it is trained; ValueError for an unknown name."""
    return OWN.spec if is_own(name) else registry.spec(plain(name))


def title(name: str) -> str:
    """What people read; a name that is no model's is its own title."""
    return NAMES.get(plain(name), plain(name))


def offered(prior: str = USUAL) -> tuple[str, ...]:
    """All models to choose from that were trained on a prior, as a page names them, after one's own."""
    return OWN_NAMES + tuple(trained_on(name, prior) for name in tnpcore.names(prior) if name not in ALONE)


def priors() -> tuple[str, ...]:
    """The usual prior, whatever files are there, and those that all four models of the first page were trained on."""
    others = (prior for prior in PRIOR_NAMES if prior != USUAL)
    return (USUAL, *(prior for prior in others if set(FOUR) <= set(tnpcore.names(prior))))


@cache
def badge(name: str) -> Badge:
    """The badge from the model's card; raises ValueError when it is not there."""
    if is_own(name):
        return _own_badge()
    card = tnpcore.card(plain(name), prior_of(name))
    known, size = title(name), _thousands(card.parameters)
    excess = _excess(card.results)
    line = " · ".join(filter(None, (known, f"{size} parameters", f"prior: {card.prior}", excess)))
    return Badge(line, _details(known, size, card))


def _own_badge() -> Badge:
    """Of the researcher's own model: where it comes from."""
    source, size = OWN.source, _thousands(sum(weights.numel() for weights in OWN.parameters()))
    weights = f"with the weights in {source.weights.name}" if source.weights else "with its initial weights"
    details = f"**{OWN.title}**: `{source.build}` in {source.file.name}, {weights}. It was not measured."
    return Badge(f"{OWN.title} · {size} parameters · your own", details)


def _thousands(count: int) -> str:
    return f"{count:,}".replace(",", "\u202f")


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
