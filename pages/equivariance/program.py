"""Translation equivariance as a program: the change of every model under the shift, and the other symmetries."""

from __future__ import annotations

from pages.equivariance.controls import EquivarianceControls
from pages.shared.lesson.program import PREDICTION, SHIFT_ERROR, Pairs, available_models, program
from pages.shared.models.predictions import COARSE

IMPORTS = """
from dataclasses import replace
from functools import partial

import torch

from tnpcore import Points, load, predict
from tnpcore.data.limit import predictor
from tnpcore.data.priors import prior
from tnpcore.setconv import midrange, nearest_cell
"""

BODY = '''
tau, centre = $tau, $centre
x, grid = x.to(torch.$dtype), grid.to(torch.$dtype)


def mean_and_sd(model, x, y, xt):
    """Mean and sd, in float64."""
    if centre:  # the model reads x - the middle of the context
        x, xt = x - midrange(x), xt - midrange(x)
    prediction = predict(model, Points(x, y), xt)
    return prediction.mean[..., 0].double(), prediction.std[..., 0].double()


def predict_both(model, xt):
    """Mean and sd [2, Nt]: as drawn, and the prediction for all inputs shifted by tau."""
    shifts = torch.tensor([0.0, tau], dtype=x.dtype)[:, None, None]
    return mean_and_sd(model, x + shifts, y.expand(2, -1, -1), xt + shifts)


def change_in_sd(after, before, sd):
    return rms((after - before) / sd)


$shift_error
for name in $names:
    show_shift(name, *predict_both(load(name), grid))

bayes = predictor(prior("smooth"), $coarse)
both = [bayes.predict(Points(x + t, y), grid + t).gaussian for t in (0.0, tau)]
show_shift("bayes", [one.mean for one in both], [one.stddev for one in both])

model = load("$name")
here, sd = mean_and_sd(model, x, y, grid)
context_shifted, _ = mean_and_sd(model, x + tau, y, (grid - tau) + tau)  # the targets stay where they are
show("fixed", change_in_sd(context_shifted, here, sd))
show("context-order", change_in_sd(mean_and_sd(model, x.flip(0), y.flip(0), grid)[0], here, sd))
show("target-order", change_in_sd(mean_and_sd(model, x, y, grid.flip(0))[0].flip(0), here, sd))

mean, sd = predict_both(model, grid)
'''

# The page never centres for the grid that is anchored at zero: that would take the shift away.
ANCHORED_AT_ZERO = """
anchored, centre = load("convcnp"), False
anchored.grid = replace(anchored.grid, anchor=partial(nearest_cell, points_per_unit=anchored.grid.points_per_unit))
show_shift("grid", *predict_both(anchored, grid))
"""


def code(points: Pairs, controls: EquivarianceControls) -> str:
    """The program for these points and controls."""
    names = available_models(points)
    values = {
        "tau": controls.tau,
        "centre": controls.centre,
        "dtype": controls.input,
        "name": controls.model,
        "names": names,
        "shift_error": SHIFT_ERROR.strip() + "\n",
        "coarse": COARSE,
    }
    body = BODY + PREDICTION + (ANCHORED_AT_ZERO if "convcnp" in names else "")
    return program("Translation equivariance", IMPORTS, body, points, controls, **values)
