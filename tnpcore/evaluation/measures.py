"""Measures of a model on given tasks: log-likelihood, excess over the Bayes predictor, smoothness, calibration, shifts.

Tasks are batches: context [B, Nc, Dx] and targets [B, Nt, Dx] with their y, in float64. Models are in
evaluation mode.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import chain

import numpy as np
import torch
from jaxtyping import Bool, Float
from torch import Tensor
from torch.distributions import Distribution, Normal

from tnpcore.data import limit as bayes
from tnpcore.data.monte_carlo import MonteCarloPrediction
from tnpcore.data.quadrature import BayesPrediction
from tnpcore.models import NeuralProcess
from tnpcore.prediction import predict_anywhere
from tnpcore.shift_error import shift_errors
from tnpcore.task import Points, Shift, Task

LINE = torch.linspace(-2.0, 2.0, 401, dtype=torch.float64)[:, None]


@torch.no_grad()
def loglik(model: NeuralProcess, task: Task) -> Float[Tensor, " B"]:
    """The marginal log-likelihood of each task, in nats per target."""
    return log_density(model(task.context.x, task.context.y, task.target.x), task.target.y).mean((-1, -2))


def log_density(predictive: Distribution, y: Float[Tensor, "*B Nt Dy"]) -> Float[Tensor, "*B Nt Dy"]:
    """The log density of every target value, in nats, in float64."""
    return predictive.log_prob(y.to(predictive.mean.dtype)).double()


def inside(predictive: Distribution, y: Float[Tensor, "*B Nt Dy"], width: float) -> Bool[Tensor, "*B Nt Dy"]:
    """Which target values lie within so many predictive standard deviations of the mean."""
    return (y - predictive.mean).abs() <= width * predictive.stddev


def central(level: float) -> float:
    """The width to either side, in standard deviations, of a Gaussian's central interval of that probability."""
    return Normal(0.0, 1.0).icdf(torch.tensor(0.5 + level / 2)).item()


@torch.no_grad()
def joint_loglik(model: NeuralProcess, task: Task) -> Float[Tensor, " B"]:
    """The model's own joint log-likelihood of all targets of each task, in nats per target; estimates have one seed."""
    return model.loglik(task, torch.Generator().manual_seed(0)).double()


def limits(tasks: Iterable[Task], predictor: bayes.Predictor) -> dict[str, Float[Tensor, " n"]]:
    """The marginal log-likelihood of the Bayes predictor for each task, in nats per target.

    Args:
        tasks: batches, n tasks in all.
        predictor: of the prior that they were drawn from.

    Returns:
        "mixture": the exact one; "gaussian": that of the Gaussian of the same mean and variance, the best that a model
        with a mean and a standard deviation can reach. Where they are Monte-Carlo estimates, "gaussian_error", the
        standard error of the second, and "effective_sample_size".
    """
    scored = [_scores(predictor.predict(task.context, task.target.x), task.target.y) for task in tasks]
    return {key: torch.cat([scores[key] for scores in scored]) for key in scored[0]}


def _scores(best: BayesPrediction, y: Float[Tensor, "B Nt Dy"]) -> dict[str, Float[Tensor, " B"]]:
    """Of one batch, so that its mixture, which may have thousands of components, is kept no longer than needed."""
    scores = {"gaussian": best.gaussian.log_prob(y), "mixture": best.mixture.log_prob(y)}
    if not isinstance(best, MonteCarloPrediction):
        return {key: values.mean((-1, -2)) for key, values in scores.items()}
    # All targets share the draws, so that their errors may be equal: they are averaged as if they were.
    scores["gaussian_error"] = best.gaussian_error(y)
    means = {key: values.mean((-1, -2)) for key, values in scores.items()}
    return {**means, "effective_sample_size": best.effective_sample_size}


def joint_limit(tasks: Iterable[Task], predictor: bayes.Predictor) -> Float[Tensor, " n"]:
    """The joint log-likelihood of the Bayes predictor for each task, in nats per target."""
    return torch.cat([predictor.log_joint(task) / task.target.y[0].numel() for task in tasks])


def mean_and_error(values: Float[Tensor, " n"]) -> tuple[float, float]:
    """The mean of n values and its standard error, which is nan for a single value."""
    error = (values.std() / len(values) ** 0.5).item() if len(values) > 1 else math.nan
    return values.mean().item(), error


def total_variation(curve: Float[Tensor, "*B N 1"]) -> Float[Tensor, "*B"]:
    """The sum of all rises and falls of a curve, in units of y."""
    return curve.diff(dim=-2).abs().sum((-1, -2))


def roughness(predictive: Distribution, limit: Distribution) -> Float[Tensor, " B"]:
    """The larger of two ratios of total variation to the Bayes predictor's: of the mean and of the standard deviation.

    Args:
        predictive: of one output at N inputs in a row, [B, N, 1].
        limit: the Bayes predictor's best Gaussian at the same inputs.
    """
    ratios = [
        total_variation(a) / total_variation(b)
        for a, b in ((predictive.mean, limit.mean), (predictive.stddev, limit.stddev))
    ]
    return torch.maximum(*ratios)


def lines(tasks: Iterable[Task], predictor: bayes.Predictor) -> list[tuple[Points, Distribution]]:
    """The context of each batch, with the Bayes predictor's best Gaussian at 401 inputs in a row: over [-2, 2], in
    several dimensions from corner to corner.

    Args:
        tasks: batches.
        predictor: of the prior that they were drawn from.
    """
    return [(t.context, predictor.predict(t.context, _line(t.context)).gaussian) for t in tasks]


@torch.no_grad()
def median_roughness(model: NeuralProcess, lines: Iterable[tuple[Points, Distribution]]) -> float:
    """The median over tasks of `roughness`: 1 is as smooth as the Bayes predictor."""
    predictions = [(model(c.x, c.y, _line(c)), best) for c, best in lines]
    return torch.cat([roughness(predictive, best) for predictive, best in predictions]).median().item()


def _line(context: Points) -> Float[Tensor, "B N Dx"]:
    return LINE.expand(context.x.shape[0], -1, context.x.shape[-1])


@torch.no_grad()
def coverage(model: NeuralProcess, tasks: Iterable[Task], level: float = 0.95) -> float:
    """The share of targets inside the central interval of that level; a calibrated model reaches `level`."""
    width, shares = central(level), []
    for task in tasks:
        predictive = model(task.context.x, task.context.y, task.target.x)
        shares.append(inside(predictive, task.target.y, width).double().mean((-1, -2)))
    return torch.cat(shares).mean().item()


@torch.no_grad()
def rmse(model: NeuralProcess, tasks: Iterable[Task]) -> float:
    """The root mean squared error of the predictive mean over all targets of all tasks, in units of y."""
    errors = [model(t.context.x, t.context.y, t.target.x).mean - t.target.y for t in tasks]
    return torch.cat([error.double().square().mean((-1, -2)) for error in errors]).mean().sqrt().item()


def shift_change(model: NeuralProcess, tasks: Sequence[Task], tau: Shift) -> float:
    """The change of the mean when all inputs are shifted, in predictive standard deviations (root mean square).

    Args:
        model: in evaluation mode.
        tasks: batches.
        tau: shift of every input dimension, in units of x, or a vector [Dx] of shifts.
    """
    errors = []
    for task in tasks:
        both = (predict_anywhere(model, task.context.shifted(by), task.target.x + by).numpy() for by in (0.0, tau))
        error, _ = shift_errors(*(values.ravel() for values in chain.from_iterable(both)))
        errors.append(error)
    return float(np.sqrt(np.average(np.square(errors), weights=[len(task.target.x) for task in tasks])))
