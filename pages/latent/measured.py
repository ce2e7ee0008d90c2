"""What the models' cards say of their z, beside each other: how much of it is used, and what that is worth."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from pages.latent.controls import MODELS, USUAL
from pages.shared.models.each_model import for_each_model
from pages.shared.scene.marks import Bars, Panel
from tnpcore import card
from tnpcore.latent.collapse import ACTIVE

LIKELIHOOD, COLLAPSED = "np-z2-ml", "np-z2-beta100"
TRAININGS = {USUAL: "ELBO, β 1", LIKELIHOOD: "likelihood", COLLAPSED: "z unused (β 100)"}
NOTE = "Means over 256 tasks with 1 to 50 context points, from the models' cards."


def measured(name: str) -> Mapping[str, Any]:
    """What the model's card has of its z. ValueError without a card, or without that on it."""
    try:
        return card(name).results["latent"]
    except KeyError:
        raise ValueError(f"the z of {name} has not been measured: its card has no entry `latent`") from None


def found() -> dict[str, Mapping[str, Any]]:
    """The same for every model whose card is there."""
    return for_each_model(measured, MODELS)[0]


def active(name: str) -> int:
    """How many of the two numbers of z a model uses."""
    return measured(name)["active_dimensions"]


def use_panel() -> Panel:
    """KL(q || prior) of each number of z, a bar for each β."""
    cards = {name: each for name, each in found().items() if name != LIKELIHOOD}
    rows = np.array([each["kl_per_dimension"] for each in cards.values()]).reshape(-1, 2).T
    labels, names = tuple(MODELS[name] for name in cards), tuple(cards)
    bars = [
        Bars(row.round(3), labels, title=f"KL of {title}, nats", models=names)
        for title, row in zip(("z₁", "z₂"), rows, strict=True)
    ]
    note = f"KL(q(z | context) ‖ prior): below {ACTIVE:g} nats a dimension holds nothing of the context. {NOTE}"
    return Panel("use", "How much of z is used", tuple(bars), note=note, tint=None)


def scores_panel() -> Panel:
    """Excess of the held-out targets, all together and one at a time: by training, and where z holds nothing."""
    known = found()
    cards = {label: known[name] for name, label in TRAININGS.items() if name in known}
    kinds = {"joint": "all targets together", "marginal": "one target at a time"}
    most = max((_ends(each, kind)[1] for each in known.values() for kind in kinds), default=1.0)
    bars = [
        Bars(
            np.array([each[f"{kind}_excess"] for each in cards.values()]).round(3),
            tuple(cards),
            USUAL,
            span=(0.0, most),
            title=f"{text}: nats of excess a target, ±2 standard errors",
            spread=tuple(_ends(each, kind) for each in cards.values()),
        )
        for kind, text in kinds.items()
    ]
    note = f"Nats below the Bayes predictor; smaller is better. Lines: two standard errors. {NOTE}"
    return Panel("scores", "Held-out targets", tuple(bars), note=note, tint=None)


def _ends(found: Mapping[str, Any], kind: str) -> tuple[float, float]:
    mean, error = found[f"{kind}_excess"], found[f"{kind}_excess_se"]
    return round(mean - 2 * error, 3), round(mean + 2 * error, 3)
