"""Leave-one-out: each drawn point is predicted from all the others. A score for points without held-out targets."""

from __future__ import annotations

from collections.abc import Mapping

import torch
from jaxtyping import Float

from pages.shared.models.catalogue import model, plain, title
from pages.shared.models.each_model import for_each_model
from pages.shared.models.predictions import bayes_predictor
from pages.shared.scene.marks import Reading
from pages.shared.scene.readings import in_nats
from tnpcore import Points, predict

MAX_LEFT_OUT = 32  # points; more of them would keep the hand waiting
IMPROBABLE = -3.0  # nats per point: what a prior draws hardly ever scores so badly, be it three points or thirty


def log_densities(name: str, points: Points) -> Float[torch.Tensor, " N"]:
    """log p(y_i | x_i, all other points) of every point, in nats."""
    context, targets = leave_one_out(points)
    dist = predict(model(name), context, targets.x).dist
    return dist.log_prob(targets.y.to(dist.mean.dtype))[:, 0, 0].double()


def bayes_log_densities(prior: str, points: Points) -> Float[torch.Tensor, " N"]:
    """The same by the Bayes predictor of a prior: on points from that prior no model scores better on average."""
    return bayes_predictor(prior).log_leave_one_out(points)


def leave_one_out(points: Points) -> tuple[Points, Points]:
    """A batch of N tasks: the other points as context [N, N-1], the one left out as target [N, 1]."""
    n = len(points)
    others = torch.arange(n).expand(n, n)[~torch.eye(n, dtype=torch.bool)].reshape(n, max(0, n - 1))
    return Points(points.x[others], points.y[others]), Points(points.x[:, None], points.y[:, None])


def readings(hues: Mapping[str, str], points: Points, prior: str) -> tuple[Reading, ...]:
    """The mean log density of each model, in its hue, and of the Bayes predictor; none without points, or with too
    many."""
    if not 0 < len(points) <= MAX_LEFT_OUT:
        return ()
    means, _ = for_each_model(lambda name: float(log_densities(name, points).mean()), hues)
    best = float(bayes_log_densities(prior, points).mean())
    models = (_reading(name, title(name), value, hues[name]) for name, value in means.items())
    remark = " (its prior hardly draws such points: take a random task)" if best < IMPROBABLE else ""
    return (*models, _reading("bayes", "Bayes predictor", best, "bayes", remark))


def _reading(name: str, predictor: str, value: float, hue: str, remark: str = "") -> Reading:
    label = f"{predictor}: leave-one-out log density, mean over points{remark}"
    return Reading(f"hidden-{plain(name)}", label, value, in_nats(value), "", hue)
