"""What the cards say: the excess by the number of functions that a model was trained on."""

from __future__ import annotations

import numpy as np

from pages.shared.scene.marks import Bars, Dots, Line, Panel
from tnpcore.learned import FUNCTIONS, card, functions_name

NOTE = "Both axes are logarithmic. A small TNP-D each, equally long trained; 4,096 tasks of new functions."
OWN = "Below 0: it knows these functions by heart, as the Bayes predictor does not. 256 tasks of them."


def excess(functions: int, kind: str = "excess") -> float:
    """Nats per target above the Bayes predictor: on new functions, or with "own_excess" on its own."""
    return float(card(functions_name(functions)).results[kind])


def few_panel() -> Panel:
    """Excess on new functions by the number of functions."""
    found = np.array([excess(count) for count in FUNCTIONS])
    x, y = np.log10(FUNCTIONS), np.log10(found)
    dots = Dots(x, y, "target", labels=tuple(f"{value:,.{0 if value > 100 else 2}f}" for value in found))
    ends = {"x": (-0.5, 5.5), "y": (float(y.min()) - 0.5, float(y.max()) + 1.3)}
    titles = {
        "x_title": "log₁₀ of the number of functions (2: 100)",
        "y_title": "log₁₀ of excess, nats",
    }
    marks = (Line(x, y, "tnpd", "", "tnpd"), dots)
    return Panel("few", "Excess on new functions", marks, note=NOTE, tint=None, **ends, **titles)


def own_panel() -> Panel:
    """Excess on the functions that each was trained on."""
    labels = tuple(f"{count:,}" for count in FUNCTIONS)
    bars = Bars(np.array([excess(count, "own_excess") for count in FUNCTIONS]).round(2), labels, "tnpd")
    return Panel("own", "Excess on the functions it learned, nats", (bars,), note=OWN, tint=None)
