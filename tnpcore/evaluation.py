"""What a model is worth: log-likelihood against the best that anyone could do, smoothness, calibration, shifts."""

from __future__ import annotations

import hashlib
from dataclasses import fields

import torch
from jaxtyping import Float
from torch import Tensor
from torch.distributions import Normal

from tnpcore.data import limit as bayes
from tnpcore.data.gp import BayesPrediction
from tnpcore.data.priors import Prior
from tnpcore.models import NeuralProcess
from tnpcore.task import Points, Task

GROUP = 16
NUM_TARGET = 50
LINE = torch.linspace(-2.0, 2.0, 401, dtype=torch.float64)[:, None]


def fixed_tasks(prior: Prior, count: int, seed: int) -> list[Task]:
    """`count` tasks in groups of 16 with equal context size, the sizes spread evenly over 1 .. max_context."""
    generator = torch.Generator().manual_seed(seed)
    groups = count // GROUP
    sizes = [1 + (g * prior.max_context) // groups for g in range(groups)]
    return [prior.sample(GROUP, size, NUM_TARGET, generator) for size in sizes]


def fingerprint(prior: Prior, tasks: list[Task]) -> str:
    """A hash of the prior's numbers and of all inputs: says whether two machines measure on the same tasks. (Values
    pass through linear algebra whose last bit may differ; inputs do not tell a changed prior.)"""
    told = {field.name: getattr(prior, field.name) for field in fields(prior)}
    numbers = {name: value for name, value in told.items() if not callable(value)}
    digest = hashlib.sha256(repr(numbers).encode())
    for task in tasks:
        digest.update(task.context.x.numpy().tobytes() + task.target.x.numpy().tobytes())
    return digest.hexdigest()[:16]


@torch.no_grad()
def loglik(model: NeuralProcess, task: Task) -> Float[Tensor, " B"]:
    """Log-likelihood per target of each task in the batch, in nats."""
    predictive = model(task.context.x, task.context.y, task.target.x)
    return predictive.log_prob(task.target.y.to(predictive.mean.dtype)).double().mean((-1, -2))


def limits(tasks: list[Task], predictor: bayes.Predictor) -> dict[str, Float[Tensor, " n"]]:
    """Per task, nats per target: "gaussian" (best Gaussian) and "mixture" (exact) of the Bayes predictor."""
    scored = [_scores(predictor.predict(task.context, task.target.x), task.target.y) for task in tasks]
    gaussian, mixture = (torch.cat(parts) for parts in zip(*scored, strict=True))
    return {"gaussian": gaussian, "mixture": mixture}


def _scores(best: BayesPrediction, y: Float[Tensor, "B Nt Dy"]) -> tuple[Float[Tensor, " B"], Float[Tensor, " B"]]:
    """Of one batch, so that its mixture, which may have thousands of components, is kept no longer than needed."""
    return best.gaussian.log_prob(y).mean((-1, -2)), best.mixture.log_prob(y).mean((-1, -2))


def joint_limit(tasks: list[Task], predictor: bayes.Predictor) -> Float[Tensor, " n"]:
    """What the Bayes predictor scores on all targets of each task together, in nats per target."""
    return torch.cat([predictor.log_joint(task) / task.target.y[0].numel() for task in tasks])


@torch.no_grad()
def joint_loglik(model: NeuralProcess, task: Task) -> Float[Tensor, " B"]:
    """What the model says of all targets of each task together, per target; where it draws, the draws are fixed."""
    return model.loglik(task, torch.Generator().manual_seed(0)).double()


def mean_and_error(values: Float[Tensor, " n"]) -> tuple[float, float]:
    """The mean and its standard error."""
    return values.mean().item(), (values.std() / len(values) ** 0.5).item()


def total_variation(curve: Float[Tensor, "*B N 1"]) -> Float[Tensor, "*B"]:
    """The way up and down that a curve travels, in units of y."""
    return curve.diff(dim=-2).abs().sum((-1, -2))


def roughness(predictive: Normal, limit: Normal) -> Float[Tensor, " B"]:
    """The larger of two ratios of total variation to the Bayes predictor's on the same line: mean and sd."""
    ratios = [
        total_variation(a) / total_variation(b)
        for a, b in ((predictive.mean, limit.mean), (predictive.stddev, limit.stddev))
    ]
    return torch.maximum(*ratios)


class ValidationSet:
    """256 tasks apart from the evaluation set, for choosing settings: their limit is worked out on the spot, with two
    thirds of the usual nodes."""

    def __init__(self, prior: Prior, count: int = 256, seed: int = 4321):
        self.tasks = fixed_tasks(prior, count, seed)
        predictor = bayes.predictor(prior, 2 / 3)
        self.limit = limits(self.tasks, predictor)["gaussian"]
        self.lines = lines(self.tasks[::4], predictor)

    def measure(self, model: NeuralProcess) -> dict[str, float]:
        """Excess over the Gaussian Bayes limit with its standard error, and the median roughness."""
        training = model.training
        model.eval()
        excess, error = mean_and_error(self.limit - torch.cat([loglik(model, task) for task in self.tasks]))
        rough = median_roughness(model, self.lines)
        model.train(training)
        return {"excess": round(excess, 4), "excess_se": round(error, 4), "roughness": round(rough, 3)}


def lines(tasks: list[Task], predictor: bayes.Predictor) -> list[tuple[Points, Normal]]:
    """Contexts, with the Bayes predictor's best Gaussian on the line of 401 inputs."""
    return [(t.context, predictor.predict(t.context, LINE.expand(GROUP, -1, -1)).gaussian) for t in tasks]


@torch.no_grad()
def median_roughness(model: NeuralProcess, lines: list[tuple[Points, Normal]]) -> float:
    """The median over tasks of `roughness`: 1 is as smooth as the Bayes predictor."""
    predictions = [(model(c.x, c.y, LINE.expand(GROUP, -1, -1)), best) for c, best in lines]
    return torch.cat([roughness(predictive, best) for predictive, best in predictions]).median().item()


@torch.no_grad()
def coverage(model: NeuralProcess, tasks: list[Task], level: float = 0.95) -> float:
    """The share of targets inside the central interval of that level; a calibrated model has `level`."""
    width = Normal(0.0, 1.0).icdf(torch.tensor(0.5 + level / 2)).item()
    inside = []
    for task in tasks:
        predictive = model(task.context.x, task.context.y, task.target.x)
        inside.append(((task.target.y - predictive.mean).abs() <= width * predictive.stddev).double().mean())
    return torch.stack(inside).mean().item()


@torch.no_grad()
def shift_change(model: NeuralProcess, tasks: list[Task], tau: float) -> float:
    """How far the mean moves, in units of its sd, when all inputs move by tau: root mean square over all targets."""
    squares = []
    for task in tasks:
        here = model(task.context.x, task.context.y, task.target.x)
        there = model(task.context.x + tau, task.context.y, task.target.x + tau)
        squares.append(((there.mean - here.mean) / here.stddev).square().double().mean())
    return torch.stack(squares).mean().sqrt().item()
