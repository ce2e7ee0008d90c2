"""What the cards say: the excess by the number of functions that a model was trained on."""

from __future__ import annotations

import numpy as np

from pages.shared.scene.marks import Bars, Panel
from tnpcore.learned import FUNCTIONS, card, functions_name

NOTE = "A small TNP-D each, equally long trained. New: 4,096 tasks of the prior. Own: 256 of the functions it learned."


def excess(functions: int, kind: str = "excess") -> float:
    """Nats per target above the Bayes predictor: on new functions, or with "own_excess" on its own."""
    return float(card(functions_name(functions)).results[kind])


def few_panel() -> Panel:
    """Excess by the number of functions, on new ones and on its own."""
    labels = tuple(f"{count:,}" for count in FUNCTIONS)
    titles = {"excess": "on new functions", "own_excess": "on its own functions"}
    bars = tuple(
        Bars(np.array([excess(count, kind) for count in FUNCTIONS]).round(2), labels, "tnpd", title=title)
        for kind, title in titles.items()
    )
    return Panel("few", "Excess over the Bayes predictor, in nats", bars, note=NOTE, tint=None)
