"""The equivariance lab as a program: who comes along when the world moves, and what else must hold."""

from __future__ import annotations

from collections.abc import Mapping

from pages.equivariance.scene import NUMBERS, world
from pages.equivariance.shift_sweep import EVERY
from pages.shared.lesson.controls import context
from pages.shared.lesson.program import PREDICTION, Pairs, available_models, program
from pages.shared.models.predictions import COARSE, THIN

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
x, grid = x.to(torch.$dtype), grid.to(torch.$dtype)  # x arrives as
thin = grid[::$thin]


def predict_both(model, x, y, xt):
    """Mean and sd, in float64."""
    if centre:  # tell the model x - the middle of the context
        x, xt = x - midrange(x), xt - midrange(x)
    told = predict(model, Points(x, y), xt)
    return told.mean[..., 0].double(), told.std[..., 0].double()


def ask_both(model, xt, x=x):
    """[2, Nt]: here, and slid back from a world in which everything stands tau further, as one batch."""
    worlds = torch.tensor([0.0, tau], dtype=x.dtype)[:, None, None]
    return predict_both(model, x + worlds, y.expand(2, -1, -1), xt + worlds)


def apart(after, before, sd):
    return rms((after - before) / sd)


for name in $names:
    (here, moved), (sd, _) = ask_both(load(name), thin)
    show(f"shift-{name}", apart(moved, here, sd))

bayes = predictor(prior("smooth"), $coarse)
best, best_moved = (bayes.predict(Points(x + t, y), thin + t).gaussian for t in (0.0, tau))
show("shift-bayes", apart(best_moved.mean, best.mean, best.stddev))

model = load("$name")
here, sd = predict_both(model, x, y, thin)
show("fixed", apart(predict_both(model, x + tau, y, (thin - tau) + tau)[0], here, sd))  # only the data move
show("context-order", apart(predict_both(model, x.flip(0), y.flip(0), thin)[0], here, sd))
show("target-order", apart(predict_both(model, x, y, thin.flip(0))[0].flip(0), here, sd))

mean, sd = ask_both(model, grid)
'''

# The page never centres for the grid that stays behind: that would take the shift away.
STUCK = """
stuck, centre = load("convcnp"), False
stuck.grid = replace(stuck.grid, anchor=partial(nearest_cell, points_per_unit=stuck.grid.points_per_unit))
(here, moved), (sd_here, _) = ask_both(stuck, thin[::$every])
show("shift-grid", apart(moved, here, sd_here))
"""


def code(points: Pairs, controls: Mapping) -> str:
    """The program for these points and controls; ControlError names a control that does not fit."""
    asked, names = world(context(points), controls), available_models(points)
    values = {
        "tau": asked.tau,
        "centre": asked.centre,
        "dtype": next(name for name, dtype in NUMBERS.items() if dtype == asked.dtype),
        "name": asked.model,
        "names": names,
        "thin": THIN,
        "every": EVERY,
        "coarse": COARSE,
    }
    body = BODY + PREDICTION + (STUCK if "convcnp" in names else "")
    return program("Move the world, not the question", IMPORTS, body, points, controls, **values)
