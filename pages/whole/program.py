"""The whole as a program: the sizes of all pieces, and what a shift changes."""

from __future__ import annotations

from pages.shared.lesson.program import PREDICT_BOTH, PREDICTION, SHIFT_ERROR, Pairs, Program, program
from pages.whole.controls import WholeControls
from pages.whole.parts import TARGETS

IMPORTS = """
import torch

from tnpcore import LayerRecord, Points, load, predict, record
"""

BODY = """
model, tau = load("$name"), $tau
$predict_both
$shift_error
targets = torch.linspace(-2, 2, $count, dtype=torch.float64)[:, None]
with torch.no_grad(), record() as attention, record(LayerRecord) as layers:
    predict(model, Points(x, y), targets)
for weights, layer in zip(attention, layers):  # none in a CNP or a ConvCNP
    print(f"{layer.name}: tokens {tuple(layer.tokens.shape)}, weights of 4 heads {tuple(weights.weights.shape)}")
mean, sd = predict_both(model)
show_shift("$name", mean, sd)
"""


def code(points: Pairs, controls: WholeControls) -> Program:
    """The program for these points and controls."""
    values = {
        "name": controls.model,
        "tau": controls.tau,
        "count": len(TARGETS),
        "shift_error": SHIFT_ERROR.strip() + "\n",
        "predict_both": PREDICT_BOTH,
    }
    return program("The whole on one page: what flows where?", IMPORTS, BODY + PREDICTION, points, controls, **values)
