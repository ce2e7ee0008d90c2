"""Sample paths as a program: the shift error, and the probability of the event by all the ways on the page."""

from __future__ import annotations

from pages.paths.controls import PathsControls
from pages.paths.event import NODES
from pages.paths.joint import is_joint, num_paths
from pages.shared.lesson.program import PREDICT_BOTH, PREDICTION, SHIFT_ERROR, Pairs, Program, program
from pages.shared.models.predictions import COARSE

IMPORTS = """
import math

import torch
from torch.special import ndtr

from tnpcore import Points, $functions
from tnpcore.data.limit import predictor
from tnpcore.data.priors import prior
from tnpcore.data.quadrature import nodes
"""

BODY = f"""
model, drawn = load("$name"), Points(x, y)
tau, level = $tau, $level  # the shift of all inputs; the value that both places are to exceed
places = torch.tensor([[$a], [$b]], dtype=torch.float64)
{PREDICT_BOTH.rstrip()}
{SHIFT_ERROR}
def both_above(mean, covariance):
    \"\"\"P(y1 > level and y2 > level): the product of the marginals, and an integral over the correlation.\"\"\"
    sd = covariance.diagonal(dim1=-2, dim2=-1).sqrt()
    h, k = ((level - mean) / sd).unbind(-1)
    angle = (covariance[..., 0, 1] / sd.prod(-1)).clamp(-1, 1).asin()
    at, log_weights = nodes((0.0, 1.0), $nodes)
    theta = angle[..., None] * at
    squares, crossed = (h.square() + k.square())[..., None], 2 * (h * k)[..., None] * theta.sin()
    integrand = torch.exp((crossed - squares) / (2 * theta.cos().square()))
    return ndtr(-h) * ndtr(-k) + angle * (log_weights.exp() * integrand).sum(-1) / (2 * math.pi)


mean, sd = predict_both(model)
show_shift("$name", mean, sd)
dist = predict(model, drawn, places).dist
at_a, at_b = (1 - dist.cdf(torch.full_like(dist.mean, level))[:, 0].double()).tolist()
show("p-a", at_a)
show("p-b", at_b)
show("product", at_a * at_b)
generator = torch.Generator().manual_seed($draw)
$paths
share = (paths > level).all(1).double().mean().item()
show("paths", share)
best = predictor(prior("smooth"), $coarse).predict_jointly(drawn, places)
show("bayes", (best.log_weights.exp() * both_above(best.means, best.covariances)).sum())
$joint$given
{PREDICTION.strip()}
"""

AT_ONCE = """\
with torch.inference_mode():
    paths = model.sample(drawn, places, $count, generator)[..., 0].double()"""

IN_TURN = """\
order = torch.randperm(2, generator=generator)
order = order[(places[order, 0].abs() - 2).clamp(min=0.0).argsort(stable=True)]  # what lies outside comes last
paths = sample_autoregressively(model, drawn, places[order], $count, generator)[:, order.argsort(), 0].double()"""

COVARIANCE = """\
with torch.inference_mode():
    gaussian = model.joint(x, y, places)
factor = gaussian.scale_tril.double()
covariance = factor @ factor.mT
show("correlation", covariance[0, 1] / (covariance[0, 0] * covariance[1, 1]).sqrt())
show("difference", both_above(gaussian.mean[:, 0].double(), covariance) - at_a * at_b)
"""

FROM_PATHS = """\
show("correlation", torch.corrcoef(paths.mT)[0, 1])
show("difference", share - at_a * at_b)
"""

INDEPENDENT = """\
show("correlation", 0.0)  # each value is drawn from its own marginal
show("difference", share - at_a * at_b)
"""

GIVEN = """\
# A value drawn at A joins the context; with it the sd at B is another one.
z = torch.randn((), generator=torch.Generator().manual_seed($draw), dtype=torch.float64)
value = (dist.mean[0, 0].double() + dist.stddev[0, 0].double() * z).reshape(1, 1)
show("given", predict(model, drawn.joined(Points(places[:1], value)), places).std[1, 0])
"""


def code(points: Pairs, controls: PathsControls) -> Program:
    """The program for these points and controls."""
    a, b = controls.places[:, 0].tolist()
    values = {
        "name": controls.model,
        "tau": controls.tau,
        "level": controls.level,
        "a": a,
        "b": b,
        "draw": controls.draw,
        "nodes": NODES,
        "coarse": COARSE,
        "count": num_paths(controls),
    }
    functions = "load, predict" + (", sample_autoregressively" if controls.in_turn else "")
    body = BODY.replace("$paths", IN_TURN if controls.in_turn else AT_ONCE)
    how = COVARIANCE if is_joint(controls.model) else INDEPENDENT if controls.independent else FROM_PATHS
    body = body.replace("$joint", how)
    body = body.replace("$given", GIVEN if controls.given else "")
    imports = IMPORTS.replace("$functions", functions)
    return program("Sample paths: is a band at every x enough?", imports, body, points, controls, **values)
