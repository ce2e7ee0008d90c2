"""What the models' cards say: how much of z is used, and where a bottleneck lies in the information plane."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from pages.autoencoders.controls import AUTOENCODERS, BETAS, HALVES, AutoencoderControls, bottleneck
from pages.autoencoders.plane import HUE
from pages.shared.models.each_model import for_each_model
from pages.shared.scene.marks import Bars, Dots, Line, Mark, Panel
from tnpcore.autoencoders import card
from tnpcore.latent.collapse import ACTIVE

BOUND = "its bounds"


def measured(name: str) -> Mapping[str, Any]:
    """What was measured of a model, on held-out digits. ValueError without a card."""
    return card(name).results


def active(name: str) -> int:
    """How many of the two numbers of z a model uses."""
    return measured(name)["active_dimensions"]


def use_panel(name: str) -> Panel:
    """KL(q || prior) of each number of z."""
    kl, *others = (np.array(measured(one)["kl_per_dimension"]) for one in (name, *AUTOENCODERS))
    names = tuple(f"{z}: {nats:.3f} nats" for z, nats in zip(("z₁", "z₂"), kl, strict=True))
    note = f"KL(q(z | digit) ‖ prior), mean of 300 held-out digits. Below {ACTIVE:g} nats a number is inactive."
    bars = Bars(kl, names, HUE, span=(0.0, float(np.max(others))))  # one scale for every beta
    return Panel("use", "How much each number of z holds", (bars,), note=note, tint=None)


def information_panel(controls: AutoencoderControls) -> Panel:
    """The information plane: exact informations beside the bounds of both that training optimises."""
    view = controls.pair
    betas = BETAS[view]
    found, _ = for_each_model(lambda name: measured(name)["plane"], [bottleneck(view, beta) for beta in betas])
    rows = list(found.values())
    most = np.array([row["about_x_most"] for row in rows])
    exact = np.array([row["about_x"] for row in rows])
    fit = np.array([row["fit"] for row in rows])
    if view == HALVES:
        # H(y) is not known of pictures: the bound from below is drawn without it, and there is no exact I(z; y).
        marks: list[Mark] = [
            Line(exact, fit, view, "I(x; z) exact"),
            Line(most, fit, "bayes", "its bound", dashed=True),
        ]
        here, y_title = fit, "says of y, less H(y): nats"
    else:
        here = np.array([row["about_y"] for row in rows])
        least = np.array([row["about_y_least"] for row in rows])
        marks = [Line(exact, here, view, "both exact"), Line(most, least, "bayes", "both bounds", dashed=True)]
        y_title = "says of y: nats"
    marks.append(Dots(exact, here, "grid"))
    at = betas.index(controls.beta)
    named = [at, max(0, len(betas) - 1, key=lambda i: abs(exact[i] - exact[at]))]  # the farther end: names stay apart
    marks.append(Dots(exact[named], here[named], "grid", labels=tuple(f"β {betas[i]:g}" for i in named)))
    low, high = float(here.min()), float(here.max())
    if view != HALVES:
        low = min(low, float(least.min()))
    room, right = 0.15 * (high - low), float(min(most.max(), 1.6 * exact.max()))
    return Panel(
        "information",
        "Information plane: what z holds and says",
        tuple(marks),
        x=(-0.05 * right, 1.08 * right),
        y=(low - room, high + room),
        x_title="holds of x: I(x; z), nats",
        y_title=y_title,
        tint=None,
        model=view,
        note="Further right, z holds more of what is read; further up, it says more of what is predicted. In nats, of "
        "150 held-out pairs, each as likely as any other. The training optimises the bounds.",
    )
