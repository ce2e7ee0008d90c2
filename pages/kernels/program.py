"""Kernels as a program: the weights of four methods at the query, and what depends on them."""

from __future__ import annotations

from pages.kernels.controls import KernelControls
from pages.shared.lesson.program import PREDICT_BOTH, PREDICTION, SHIFT_ERROR, Pairs, Program, program

IMPORTS = """
from functools import partial

import torch

from tnpcore import Points, load, predict
from tnpcore.data.gp import posterior
from tnpcore.data.kernels import rbf
from tnpcore.kernel_regression import dot_product_weights, nadaraya_watson_weights, ridge_weights
"""

BODY = """
model, layer, head = load("$name"), $layer, $head  # counted from 0
h, ridge, scale, noise = $bandwidth, $ridge, $scale, $noise
query, tau = torch.tensor([[$query]], dtype=torch.float64), $tau
unit, scaled = partial(rbf, lengthscale=h), partial(rbf, lengthscale=h, scale=scale)
queries = torch.linspace(-2.0, 2.0, 41, dtype=torch.float64)[:, None]
$twice
$shift_error
$predict_both
def rows(xt, shift=0.0):
    \"\"\"Weights of the points at targets xt, by method, and the null token's; all inputs shifted.\"\"\"
    xs, xt = x + shift, xt + shift
    entry = predict(model, Points(xs, y), xt, record=True).attention[layer]
    weights = entry.weights[head, -len(xt):].double()
    return {
        "nw": nadaraya_watson_weights(xs, xt, h),
        "head": weights[:, 1:] / weights[:, 1:].sum(-1, keepdim=True),
        "krr": ridge_weights(unit, xs, xt, ridge),
        "gp": ridge_weights(scaled, xs, xt, noise**2),
        "dot": dot_product_weights(xt, xs, h),
    }, weights[:, 0]


def total_variation(one, other):
    return (one - other).abs().sum(-1).mean() / 2


mean, sd = predict_both(model)
show_shift("$name", mean, sd)
if len(points):
    here, null = rows(query)
    shifted, _ = rows(query, tau)
    show("bandwidth", h)
    for name in ("nw", "head", "krr", "gp"):
        show(f"at-{name}", here[name] @ y)
    map_of_weights, _ = rows(queries)
    show("distance", total_variation(map_of_weights["nw"], map_of_weights["head"]))
    show("smallest", here["krr"].min())
    in_view, _ = rows(grid)
    show("krr-gp", ((in_view["krr"] - in_view["gp"]) @ y).abs().max())
    show("norm", (here["nw"] - here["dot"]).abs().max())
    show("null", null)
    show("moved", total_variation(here["head"], shifted["head"]))
$curve"""

TWICE = """
# The point nearest to the query a second time.
i = (x - query).abs().argmin()
x, y = torch.cat([x, x[i : i + 1]]), torch.cat([y, y[i : i + 1]])
"""

# What is printed last is the band on the stage: the model's, or that of the Gaussian process.
GP = """
exact = posterior(scaled, Points(x, y), grid, noise)
mean, sd = exact.mean[None, :, 0], exact.stddev[None, :, 0]
"""


def code(points: Pairs, controls: KernelControls) -> Program:
    """The program for these points and controls."""
    values = {
        "name": controls.model,
        "layer": controls.layer_index,
        "head": controls.head_index,
        "bandwidth": controls.bandwidth,
        "ridge": controls.ridge,
        "scale": controls.scale,
        "noise": controls.noise,
        "query": controls.at,
        "tau": controls.tau,
        "twice": TWICE if controls.twice and points else "",
        "shift_error": SHIFT_ERROR.strip() + "\n",
        "predict_both": PREDICT_BOTH,
        "curve": "" if controls.show == "model" else GP,
    }
    title = "Which weights does each method give the points?"
    return program(title, IMPORTS, BODY + PREDICTION, points, controls, **values)
