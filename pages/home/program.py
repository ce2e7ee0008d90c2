"""Home as a program: four models and the Bayes predictor on the same points."""

from __future__ import annotations

from pages.home.controls import HomeControls
from pages.shared.lesson.program import PREDICT_BOTH, PREDICTION, SHIFT_ERROR, Pairs, Program, available_models, program
from pages.shared.models.predictions import COARSE, THIN

IMPORTS = """
import torch

from tnpcore import Points, load, predict
from tnpcore.data.limit import predictor
from tnpcore.data.priors import prior
"""

BODY = f"""
tau = $tau  # the shift of all inputs
{PREDICT_BOTH.rstrip()}
{SHIFT_ERROR}
best = predictor(prior("$prior"), $coarse).predict(Points(x, y), grid).gaussian
for name in $names:
    mean, sd = predict_both(load(name, "$prior"))
    show_shift(name, mean, sd)
    show(f"limit-{{name}}", rms(((mean[0] - best.mean[:, 0]) / best.stddev[:, 0])[::$thin]))

for name in $names:
    # How far the mean is from the points that it was given.
    missed = predict(load(name, "$prior"), Points(x, y), x).mean - y
    show(f"miss-{{name}}", missed.abs().max() if len(x) else 0)

mean, sd = predict_both(load("$name", "$prior"))
show("prediction", mean[0][grid[:, 0].abs().argmin()])  # at the target nearest to x = 0
{PREDICTION.strip()}
"""


def code(points: Pairs, controls: HomeControls) -> Program:
    """The program for these points and controls."""
    values = {
        "name": controls.model,
        "tau": controls.tau,
        "names": available_models(points),
        "thin": THIN,
        "coarse": COARSE,
        "prior": controls.prior,
    }
    return program("What is a neural process?", IMPORTS, BODY, points, controls, **values)
