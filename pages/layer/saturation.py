"""Why scores are divided by √dₖ: softmax of random scores against the head width, and of the trained heads."""

from __future__ import annotations

import numpy as np
import torch

from pages.layer.controls import MODEL, MOST_DOUBLINGS, LayerControls
from pages.layer.flow import columns
from pages.layer.trace import Trace
from pages.shared.models.once import once
from pages.shared.scene.marks import Bars, Line, Panel, Reading, shown
from tnpcore import Points

KEYS = 8
DRAWS = 400
TRAINED_WIDTH = 16
GRADIENT_NOTE = f"Random q and k with entries N(0, 1), {KEYS} keys, mean of {DRAWS} draws."
TRAINED_NOTE = "Σ w(1 − w) is how much the weights change with the scores: 0 where one key has all the weight."
SOFTMAX_NOTE = f"One draw of q and {KEYS} keys. Without the division the scores have a standard deviation of √dₖ."


@once
def random_scores(width: int) -> torch.Tensor:
    """q·k of random queries and keys of that width, [DRAWS, KEYS], not divided."""
    generator = torch.Generator().manual_seed(0)
    q = torch.randn(DRAWS, 1, width, generator=generator, dtype=torch.float64)
    k = torch.randn(DRAWS, KEYS, width, generator=generator, dtype=torch.float64)
    return (q * k).sum(-1)


def gradient(weights: np.ndarray) -> np.ndarray:
    """The sum over keys of the derivative of a weight by its own score, Σ w(1 − w) = 1 − Σ w².

    Args:
        weights: rows of a softmax, [..., K].

    Returns:
        [...]; 0 where one key has all the weight, so that no score can learn.
    """
    return 1.0 - np.square(weights.astype(np.float64)).sum(-1)


@once
def random_gradients(scaled: bool) -> np.ndarray:
    """Mean gradient of random softmax rows at every head width 1, 2, 4 ... 1024."""
    found = []
    for doublings in range(MOST_DOUBLINGS + 1):
        width = 2**doublings
        scores = random_scores(width) / (width**0.5 if scaled else 1.0)
        found.append(gradient(scores.softmax(-1).numpy()).mean())
    return np.array(found)


def trained_gradients(run: Trace, scaled: bool) -> np.ndarray:
    """Mean gradient of the targets' rows in every layer [L]: as trained, or the same scores without 1/√dₖ."""
    factor = 1.0 if scaled else TRAINED_WIDTH**0.5
    rows = [torch.from_numpy(run.logits(layer)).double() * factor for layer in range(len(run.attention))]
    return np.array([gradient(row.softmax(-1).numpy()).mean() for row in rows])


def trained_panel(points: Points, run: Trace, controls: LayerControls) -> Panel:
    """The softmax row of the trained head on show at the query, and the same scores without the division."""
    order, names, keys = columns(points)
    scores = torch.from_numpy(run.logits(controls.layer_index)[controls.head_index, run.row]).double()[order]
    rows = (("divided by √dₖ, as trained", scores), ("the same scores, not divided", scores * TRAINED_WIDTH**0.5))
    softmax = [(title, row.softmax(-1).numpy()) for title, row in rows]
    bars = tuple(Bars(w, names, MODEL, keys, f"{title}: Σ w(1 − w) = {shown(gradient(w))}") for title, w in softmax)
    title = f"Softmax at the query, dₖ = {TRAINED_WIDTH}: layer {controls.layer}, head {controls.head}"
    return Panel("softmax-trained", title, bars, model=MODEL, note=TRAINED_NOTE)


def panels(controls: LayerControls) -> tuple[Panel, Panel]:
    """One softmax row with and without the division, and the gradient against the head width."""
    scores = random_scores(controls.width)[0]
    keys = tuple(f"k{i + 1}" for i in range(KEYS))
    rows = (("divided by √dₖ", scores / controls.width**0.5), ("not divided", scores))
    bars = tuple(Bars(row.softmax(-1).numpy(), keys, MODEL, title=title) for title, row in rows)
    widths = np.arange(MOST_DOUBLINGS + 1.0)
    lines = (
        Line(widths, random_gradients(True), "signal", "divided by √dₖ"),
        Line(widths, random_gradients(False), "residual", "not divided", dashed=True),
    )
    return (
        Panel("softmax", f"Softmax of random scores, dₖ = {controls.width}", bars, model=MODEL, note=SOFTMAX_NOTE),
        Panel(
            "gradient",
            "Gradient of the softmax against the head width",
            lines,
            x=(0.0, float(MOST_DOUBLINGS)),
            y=(0.0, 1.0),
            x_title="log₂ of the head width dₖ",
            y_title="gradient Σ w(1 − w)",
            tint=None,
            model=MODEL,
            note=GRADIENT_NOTE,
        ),
    )


def readings(run: Trace, controls: LayerControls) -> tuple[Reading, ...]:
    """The gradient of random rows at the chosen width, and that of the trained heads."""
    at = round(controls.doublings)
    raw, scaled = float(random_gradients(False)[at]), float(random_gradients(True)[at])
    trained, without = (float(trained_gradients(run, which).mean()) for which in (True, False))
    label = f"Gradient of the softmax, random scores, dₖ = {controls.width}"
    return (
        Reading("gradient-scaled", f"{label}, divided", scaled, shown(scaled, 3)),
        Reading("gradient-raw", f"{label}, not divided", raw, shown(raw, 3)),
        Reading("gradient-trained", "Gradient of the softmax in the trained heads", trained, shown(trained, 3)),
        Reading("gradient-undivided", "The same scores without 1/√dₖ", without, shown(without, 3)),
    )
