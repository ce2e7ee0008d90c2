"""The zoo as a program: the pair on the stage, its family, leave-one-out scores, and all inputs shifted."""

from __future__ import annotations

from pages.shared.lesson.program import SHIFT_ERROR, Pairs, Program, available_models, program
from pages.shared.models.catalogue import plain, trained_on
from pages.shared.models.predictions import COARSE, THIN
from pages.zoo.controls import ZooControls
from pages.zoo.families import ALL, members
from pages.zoo.leave_one_out import MAX_LEFT_OUT

IMPORTS = """
import torch

from tnpcore import Points, load, predict
from tnpcore.data.limit import predictor
from tnpcore.data.priors import prior
"""

BODY = """
drawn = Points(x, y)
pair, wipe = $pair, $wipe  # one model left of the wipe, one right of it
targets = $targets_and_wipe


def predict_both(name, xt):
    \"\"\"Mean and sd [Nt] of the named model.\"\"\"
    prediction = predict(load(name, "$prior"), drawn, xt)
    return prediction.mean[:, 0].double(), prediction.std[:, 0].double()


limit = predictor(prior("$prior"), $coarse)
best = limit.predict(drawn, grid).gaussian
for name in $family:
    mean, sd = predict_both(name, grid[::$thin])
    show(f"limit-{name}", rms((mean - best.mean[::$thin, 0]) / best.stddev[::$thin, 0]))
if len(pair) == 2:
    show("apart", rms(predict_both(pair[0], targets)[0] - predict_both(pair[1], targets)[0]))
$shifted$leave_one_out
for i in range(0, len(grid), (len(grid) - 1) // 4):
    mean, sd = predict_both(pair[0] if grid[i] <= wipe + 1e-9 else pair[-1], targets)
    at = (targets - grid[i]).abs().argmin()
    print(f"x = {grid[i].item(): .2f}   mean {mean[at]: .7f}   sd {sd[at]: .7f}")
"""

SHIFTED = """$shift_error
# Two sets of inputs in one batch: as drawn, and shifted by tau.
shifts = torch.tensor([0.0, $tau], dtype=torch.float64)[:, None, None]
for name in pair:
    both = predict(load(name, "$prior"), Points(x + shifts, y.expand(2, -1, -1)), grid + shifts)
    show_shift(name, both.mean[..., 0].double(), both.std[..., 0].double())
"""

LEAVE_ONE_OUT = """
# Every point in turn is a target, and all others are its context: a batch of as many tasks as there are points.
n = len(x)
others = torch.arange(n).expand(n, n)[~torch.eye(n, dtype=torch.bool)].reshape(n, n - 1)
tasks, left_out = Points(x[others], y[others]), y[:, None]
for name in pair:
    dist = predict(load(name, "$prior"), tasks, x[:, None]).dist
    show(f"hidden-{name}", dist.log_prob(left_out.to(dist.mean.dtype)).double().mean())
show("hidden-bayes", limit.predict(tasks, x[:, None]).mixture.log_prob(left_out).mean())
"""


def code(points: Pairs, controls: ZooControls) -> Program:
    """The program for these points and controls."""
    low, high = controls.view
    inside = "torch.cat([grid, grid.new_tensor([[wipe]])]).sort(0).values"
    compared = members(controls.family, controls.prior) if controls.family != ALL else ()
    family = tuple(trained_on(name, controls.prior) for name in compared)
    values = {
        "pair": tuple(map(plain, controls.pair)),
        "wipe": controls.wipe_x,
        "targets_and_wipe": inside if controls.right and low < controls.wipe_x < high else "grid",
        "prior": controls.prior,
        "coarse": COARSE,
        "thin": THIN,
        "family": tuple(map(plain, available_models(points, family))),
        "tau": controls.tau,
        "shift_error": SHIFT_ERROR,
    }
    body = BODY.replace("$leave_one_out", LEAVE_ONE_OUT if 0 < len(points) <= MAX_LEFT_OUT else "")
    body = body.replace("$shifted", SHIFTED if controls.tau else "")
    return program("The same data, different models", IMPORTS, body, points, controls, **values)
