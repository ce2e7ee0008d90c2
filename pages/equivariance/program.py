"""Translation equivariance as a program: the change of every model under the shift, and the other symmetries."""

from __future__ import annotations

from pages.equivariance.controls import EquivarianceControls
from pages.shared.lesson.program import PREDICTION, SHIFT_ERROR, Pairs, Program, available_models, program
from pages.shared.models.catalogue import SHOWN
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
tau, group, centre = $tau, "$group", $centre
x, grid = x.to(torch.$dtype), grid.to(torch.$dtype)


def anchored():
    """The trained ConvCNP with a grid that follows the data by whole cells only."""
    model = load("convcnp")
    model.grid = replace(model.grid, anchor=partial(nearest_cell, points_per_unit=model.grid.points_per_unit))
    return model


def the_model(name):
    """The model that the page calls by this name: "tnpd@nonstationary" was trained on another prior."""
    return anchored() if name == "convcnp-zero" else load(*name.split("@"))


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


CHANGES = {
    "reflect": lambda x, y, xt: (-x, y, -xt),
    "scale": lambda x, y, xt: (x, 2 * y, xt),
    "permute": lambda x, y, xt: (x.flip(0), y.flip(0), xt),
}


def predict_changed(model, group):
    """Mean and sd [2, Nt]: as drawn, and for the changed data, with the change of y undone."""
    (here, sd), (changed, changed_sd) = mean_and_sd(model, x, y, grid), mean_and_sd(model, *CHANGES[group](x, y, grid))
    factor = 2 if group == "scale" else 1
    return torch.stack([here, changed / factor]), torch.stack([sd, changed_sd / factor])


def change_in_sd(after, before, sd):
    return rms((after - before) / sd)


$shift_error
for name in $names:
    one = the_model(name)
    show_shift(name, *(predict_both(one, grid) if group == "shift" else predict_changed(one, group)))

bayes = predictor(prior("smooth"), $coarse)
both = [bayes.predict(Points(x + t, y), grid + t).gaussian for t in (0.0, tau)]
show_shift("bayes", [one.mean for one in both], [one.stddev for one in both])

model = the_model("$name")
here, sd = mean_and_sd(model, x, y, grid)
context_shifted, _ = mean_and_sd(model, x + tau, y, (grid - tau) + tau)  # the targets stay where they are
show("fixed", change_in_sd(context_shifted, here, sd))
show("context-order", change_in_sd(mean_and_sd(model, x.flip(0), y.flip(0), grid)[0], here, sd))
show("target-order", change_in_sd(mean_and_sd(model, x, y, grid.flip(0))[0].flip(0), here, sd))
for one in ("reflect", "scale"):
    means, sds = predict_changed(model, one)
    show(f"under-{one}", change_in_sd(means[1], means[0], sds[0]))

mean, sd = predict_both(model, grid)
'''

# The page never centres for the grid that is anchored at zero: that would take the shift away.
ANCHORED_AT_ZERO = """
centre = False
show_shift("grid", *predict_both(anchored(), grid))
"""


def code(points: Pairs, controls: EquivarianceControls) -> Program:
    """The program for these points and controls."""
    names = available_models(points)
    chosen = () if controls.model in SHOWN else (controls.model,)
    values = {
        "tau": controls.tau,
        "centre": controls.centre,
        "dtype": controls.input,
        "name": controls.model,
        "names": names + chosen,
        "group": controls.group,
        "shift_error": SHIFT_ERROR.strip() + "\n",
        "coarse": COARSE,
    }
    body = BODY + PREDICTION + (ANCHORED_AT_ZERO if "convcnp" in names else "")
    return program("Translation equivariance", IMPORTS, body, points, controls, **values)
