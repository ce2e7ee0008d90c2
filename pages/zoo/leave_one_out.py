"""Each drawn point hidden in turn, and foretold from the others: a score for points that nobody else has seen."""

from __future__ import annotations

from collections.abc import Mapping

import torch
from jaxtyping import Float

from pages.shared.models.catalogue import model, plain, title
from pages.shared.models.each_model import for_each_model
from pages.shared.models.predictions import bayes_predictor
from pages.shared.scene.marks import Reading, shown
from tnpcore import Points, predict

MOST = 32  # points; hiding each of more would keep the hand waiting
UNLIKE = -3.0  # nats per point: what a prior draws is hardly ever foretold so badly, be it three points or thirty


def foretold(name: str, points: Points) -> Float[torch.Tensor, " N"]:
    """log p(y_i | x_i, all other points) of every point, in nats."""
    context, targets = leaving_out(points)
    dist = predict(model(name), context, targets.x).dist
    return dist.log_prob(targets.y.to(dist.mean.dtype))[:, 0, 0].double()


def foretold_at_best(prior: str, points: Points) -> Float[torch.Tensor, " N"]:
    """The same by the Bayes predictor of a prior: on points from that prior nobody does better on average."""
    context, targets = leaving_out(points)
    return bayes_predictor(prior).predict(context, targets.x).mixture.log_prob(targets.y)[:, 0, 0]


def leaving_out(points: Points) -> tuple[Points, Points]:
    """A batch of N tasks: the other points as context [N, N-1], the one left out as target [N, 1]."""
    n = len(points)
    others = torch.arange(n).expand(n, n)[~torch.eye(n, dtype=torch.bool)].reshape(n, max(0, n - 1))
    return Points(points.x[others], points.y[others]), Points(points.x[:, None], points.y[:, None])


def hidden_in_turn(hues: Mapping[str, str], points: Points, prior: str) -> tuple[Reading, ...]:
    """The mean of that for each model, in its hue, and for the Bayes predictor; nothing without points, or with too
    many."""
    if not 0 < len(points) <= MOST:
        return ()
    found, _ = for_each_model(lambda name: float(foretold(name, points).mean()), hues)
    best = float(foretold_at_best(prior, points).mean())
    models = (_reading(name, title(name), value, hues[name]) for name, value in found.items())
    strange = " (its prior hardly draws such points: take a random task)" if best < UNLIKE else ""
    return (*models, _reading("bayes", "Bayes predictor", best, "bayes", strange))


def _reading(name: str, who: str, value: float, hue: str, remark: str = "") -> Reading:
    told = f"{who}: log density of each point, hidden in turn{remark}"
    return Reading(f"hidden-{plain(name)}", told, value, f"{shown(value)} nats", "", hue)
