"""The zoo as a program: the pair on the stage, its family, each point hidden in turn, and sample paths."""

from __future__ import annotations

from collections.abc import Mapping

from pages.shared.lesson.program import Pairs, available_models, program
from pages.shared.models.catalogue import plain, trained_on
from pages.shared.models.predictions import COARSE, THIN, grid, view
from pages.zoo.choice import Chosen, chosen
from pages.zoo.families import ALL, members
from pages.zoo.guarantees import CERTAIN
from pages.zoo.leave_one_out import MOST
from pages.zoo.sample_paths import BANDS, EVERY, FEWEST, IN_TURN, LARGE, lag

IMPORTS = """
import torch

from tnpcore import Points, $ask
from tnpcore.data.limit import predictor
from tnpcore.data.priors import prior
"""

BODY = """
drawn = Points(x, y)
pair, wipe = $pair, $wipe  # one model left of the wipe, one right of it
targets = $targets_and_wipe


def predict_both(name, xt):
    \"\"\"Mean and sd [Nt] of the named model.\"\"\"
    told = predict(load(name, "$prior"), drawn, xt)
    return told.mean[:, 0].double(), told.std[:, 0].double()


limit = predictor(prior("$prior"), $coarse)
best = limit.predict(drawn, grid).gaussian
for name in $family:
    mean, sd = predict_both(name, grid[::$thin])
    show(f"limit-{name}", rms((mean - best.mean[::$thin, 0]) / best.stddev[::$thin, 0]))
if len(pair) == 2:
    show("apart", rms(predict_both(pair[0], targets)[0] - predict_both(pair[1], targets)[0]))
$hidden$paths
for i in range(0, len(grid), (len(grid) - 1) // 4):
    mean, sd = predict_both(pair[0] if grid[i] <= wipe + 1e-9 else pair[-1], targets)
    at = (targets - grid[i]).abs().argmin()
    print(f"x = {grid[i].item(): .2f}   mean {mean[at]: .7f}   sd {sd[at]: .7f}")
"""

HIDDEN = """
# Every point in turn is a target, and all others are its context: a batch of as many tasks as there are points.
n = len(x)
others = torch.arange(n).expand(n, n)[~torch.eye(n, dtype=torch.bool)].reshape(n, n - 1)
tasks, left_out = Points(x[others], y[others]), y[:, None]
for name in pair:
    told = predict(load(name, "$prior"), tasks, x[:, None]).dist
    show(f"hidden-{name}", told.log_prob(left_out.to(told.mean.dtype)).double().mean())
show("hidden-bayes", limit.predict(tasks, x[:, None]).mixture.log_prob(left_out).mean())
"""

AT_ONCE = """
sparse = grid[::$every]
for name in pair:
    generator = torch.Generator().manual_seed($draw)
    with torch.inference_mode():
        paths = load(name, "$prior").sample(drawn, sparse, $count, generator)[..., 0].double()
"""

VALUE_BY_VALUE = """
sparse = grid[::$every]
for name in pair:
    generator = torch.Generator().manual_seed($draw)
    order = torch.randperm(len(sparse), generator=generator)
    outside = (sparse[order, 0].abs() - 2).clamp(min=0.0)
    order = order[outside.argsort(stable=True)]  # what lies outside the training comes last, outwards
    paths = sample_autoregressively(load(name, "$prior"), drawn, sparse[order], $count, generator)
    paths = paths[:, order.argsort(), 0].double()
"""

AGREEMENT = """\
    mean, sd = predict_both(name, sparse)
    unsure = (sparse[:, 0].abs() <= 2) & (sd >= $certain)  # elsewhere a path is mostly noise, or anything
    pairs = unsure[$lag:] & unsure[:-$lag]
    if pairs.sum() >= $fewest:
        here, there = (part[:, pairs] for part in (((paths - mean) / sd)[:, :-$lag], ((paths - mean) / sd)[:, $lag:]))
        show(f"paths-{name}", (here * there).mean() / (here.square().mean() * there.square().mean()).sqrt())
"""


def code(points: Pairs, controls: Mapping) -> str:
    """The program for these points and controls; ControlError names a control that does not fit."""
    asked = chosen(controls)
    low, high = view(controls)
    inside = "torch.cat([grid, grid.new_tensor([[wipe]])]).sort(0).values"
    compared = members(asked.family, asked.prior) if asked.family != ALL else ()
    family = tuple(trained_on(name, asked.prior) for name in compared)
    values = {
        "pair": tuple(map(plain, asked.pair)),
        "wipe": asked.wipe,
        "targets_and_wipe": inside if asked.right and low < asked.wipe < high else "grid",
        "prior": asked.prior,
        "coarse": COARSE,
        "thin": THIN,
        "family": tuple(map(plain, available_models(points, family))),
        "every": EVERY,
        "count": LARGE,
        "draw": asked.draw,
        "certain": CERTAIN,
        "lag": lag(grid(controls)[::EVERY, 0].numpy()),
        "fewest": FEWEST,
    }
    imports = IMPORTS.replace("$ask", "load, predict" + (", sample_autoregressively" if asked.show == IN_TURN else ""))
    body = BODY.replace("$hidden", HIDDEN if 0 < len(points) <= MOST else "").replace("$paths", _paths(asked))
    return program("Same points, many minds", imports, body, points, controls, **values)


def _paths(asked: Chosen) -> str:
    if asked.show == BANDS:
        return ""
    return (VALUE_BY_VALUE if asked.show == IN_TURN else AT_ONCE) + AGREEMENT
