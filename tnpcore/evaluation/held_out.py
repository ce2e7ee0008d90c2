"""How good a model is on tasks of one's own: beside a Gaussian process that is fitted to each task's context."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor
from torch.distributions import Distribution, Normal

from tnpcore.arrays import check_generator, kind_of
from tnpcore.data.drawing import split
from tnpcore.data.gp import fit
from tnpcore.data.stored import MOST_POINTS, shuffled
from tnpcore.evaluation.measures import central, inside, log_density, mean_and_error
from tnpcore.markdown import table
from tnpcore.models import NeuralProcess
from tnpcore.models.neural_process import evaluating
from tnpcore.prediction import predict
from tnpcore.task import Points, Task, check_points

MEASURES = ("loglik", "rmse", "coverage_95")


def score(model: NeuralProcess, held_out: Sequence[Points], generator: torch.Generator) -> dict[str, Any]:
    """The model's measures on held-out sets of points, and those of a Gaussian process on the same contexts.

    A random half of every set, but at most 100 points, is the context, and the rest are the targets. The Gaussian
    process is fitted to each context by maximum marginal likelihood, one for each output dimension
    (`tnpcore.data.gp.fit`).

    Args:
        model: trained; on the CPU.
        held_out: sets x [N, Dx], y [N, Dy] of at least 2 points, for example `StoredTasks.held_out`.
        generator: of the choice of the context points.

    Returns:
        Under "model", "gp" and "difference" (model minus Gaussian process, task by task): the means over tasks of
        "loglik" in nats per target value, "rmse" in units of y and "coverage_95", each with its standard error
        "..._se" over tasks (nan for a single one). "tasks": how many; "gp_at_bounds": of how many tasks the points do
        not determine all hyper-parameters of the Gaussian process.

    Raises:
        ValueError: for what is no list of Points and no generator, no sets, a set of one point or a batch, and for
            dimensions that are not the model's.
        ImportError: where scikit-learn is not installed.
    """
    measured: dict[str, list[Tensor]] = {"model": [], "gp": []}
    at_bounds = 0
    with evaluating(model):
        for task in halves(held_out, generator):
            predictive = predict(model, task.context, task.target.x).dist
            fitted, bound = _fitted(task.context, task.target.x)
            measured["model"].append(_measures(predictive, task.target.y))
            measured["gp"].append(_measures(fitted, task.target.y))
            at_bounds += bound
    ours, theirs = (torch.stack(values) for values in measured.values())
    summaries = {"model": ours, "gp": theirs, "difference": ours - theirs}
    means = {name: _summary(values) for name, values in summaries.items()}
    return {**means, "tasks": len(held_out), "gp_at_bounds": at_bounds}


def score_table(found: dict[str, Any]) -> str:
    """What `score` gives, as a table in Markdown with a line below it."""
    rows = [
        [title, *(f"{found[key][name]:.3f} ± {found[key][f'{name}_se']:.3f}" for name in MEASURES)]
        for key, title in (("model", "model"), ("gp", "Gaussian process"), ("difference", "difference"))
    ]
    head = "held-out files|log-likelihood (nats per value)|RMSE (standardised y)|coverage of 95 %"
    about = f"Means over {found['tasks']} files ± standard error; y is standardised: 1 is an sd of the training files."
    unsure = found["gp_at_bounds"]
    bounds = f" The points of {unsure} do not determine the Gaussian process." if unsure else ""
    return f"\n{table(head, rows)}\n{about}{bounds}\n"


def loglik_on(model: NeuralProcess, held_out: Sequence[Points], generator: torch.Generator) -> dict[str, float]:
    """The model's log-likelihood alone, on the same contexts and targets as `score`: "loglik" and "loglik_se".
    Arguments and errors as of `score`."""
    with evaluating(model):
        each = [
            log_density(predict(model, task.context, task.target.x).dist, task.target.y).mean()
            for task in halves(held_out, generator)
        ]
    mean, error = mean_and_error(torch.stack(each))
    return {"loglik": round(mean, 4), "loglik_se": round(error, 4)}


def halves(held_out: Sequence[Points], generator: torch.Generator) -> list[Task]:
    """Each set as a task: a random half of it, but at most 100 points, is the context. The rest as of `score`."""
    check_generator(generator)
    if not isinstance(held_out, Sequence):
        raise ValueError(f"score needs a list of Points, one for each held-out set, got {kind_of(held_out)}")
    for points in held_out:
        check_points(points, "each held-out set")
    if not held_out or any(points.x.ndim != 2 or len(points) < 2 for points in held_out):
        shapes = [tuple(points.x.shape) for points in held_out]
        raise ValueError(f"score needs at least one set of points x [N, Dx] with N >= 2, got shapes {shapes}")
    mixed = [shuffled(points, generator) for points in held_out]
    return [split(points.x, points.y, min(len(points), MOST_POINTS) // 2) for points in mixed]


def _fitted(context: Points, xt: Float[Tensor, "Nt Dx"]) -> tuple[Normal, bool]:
    """The prediction of Gaussian processes, one for each output, and whether a fit is at the bounds of the search."""
    fits = [fit(Points.unchecked(context.x, y[:, None])) for y in context.y.unbind(-1)]
    found = [fitted.predict(xt) for fitted in fits]
    mean, stddev = (torch.cat(parts, -1) for parts in ([f.mean for f in found], [f.stddev for f in found]))
    return Normal(mean, stddev, validate_args=False), any(fitted.at_bounds for fitted in fits)


def _measures(predictive: Distribution, y: Float[Tensor, "Nt Dy"]) -> Float[Tensor, "3"]:
    """Those of `MEASURES`, of one task."""
    error = predictive.mean.double() - y
    share = inside(predictive, y, central(0.95)).double().mean()
    return torch.stack([log_density(predictive, y).mean(), error.square().mean().sqrt(), share])


def _summary(values: Float[Tensor, "n 3"]) -> dict[str, float]:
    found: dict[str, float] = {}
    for name, column in zip(MEASURES, values.unbind(-1), strict=True):
        mean, error = mean_and_error(column)
        found |= {name: round(mean, 4), f"{name}_se": round(error, 4)}
    return found
