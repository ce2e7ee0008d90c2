"""The scoreboard: models predict held-out targets of tasks, and are scored against the Bayes predictor.

All measurements of a model on some tasks are a `Score`, and scores of different tasks add up. Targets are scored by
their marginals here; scores of joint predictions stand in a model's card.
"""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce

import torch
from jaxtyping import Float
from torch import Tensor
from torch.distributions import Distribution

from pages.shared.models import catalogue as models
from pages.shared.models import predictions
from pages.shared.models.each_model import for_each_model
from tnpcore import Points, Task, predict
from tnpcore.data.priors import Prior
from tnpcore.evaluation.seeded import NUM_TARGET

LEVELS = tuple(step / 20 for step in range(1, 20))
CLASSES, EACH = 5, 4  # a round has four tasks of each of five classes of context size
BAYES = "bayes"
TIMED = 5


@dataclass(frozen=True)
class Score:
    """How a model did on some tasks, as sums: of the tasks' excess (nats per target) and its square, of squared
    errors of the mean over all targets, and of the targets inside the central interval of each of `LEVELS`."""

    tasks: int = 0
    excess: float = 0.0
    excess_squared: float = 0.0
    targets: int = 0
    error_squared: float = 0.0
    inside: tuple[int, ...] = (0,) * len(LEVELS)

    def plus(self, other: Score) -> Score:
        """The score on both sets of tasks."""
        return Score(
            self.tasks + other.tasks,
            self.excess + other.excess,
            self.excess_squared + other.excess_squared,
            self.targets + other.targets,
            self.error_squared + other.error_squared,
            tuple(a + b for a, b in zip(self.inside, other.inside, strict=True)),
        )

    @property
    def mean_excess(self) -> float:
        """Excess over the Bayes predictor's best Gaussian, in nats per target, averaged over tasks."""
        return self.excess / self.tasks

    @property
    def standard_error(self) -> float:
        """Of the mean excess; infinite for a single task, which predicts nothing of the next."""
        if self.tasks < 2:
            return math.inf
        variance = (self.excess_squared - self.excess**2 / self.tasks) / (self.tasks - 1)
        return math.sqrt(max(0.0, variance) / self.tasks)

    @property
    def rmse(self) -> float:
        """Root mean squared error of the mean, in units of y."""
        return math.sqrt(self.error_squared / self.targets)

    @property
    def calibration(self) -> tuple[float, ...]:
        """The share of targets inside the central interval, for each of `LEVELS`."""
        return tuple(count / self.targets for count in self.inside)

    @property
    def coverage(self) -> float:
        """That of the 95 % interval."""
        return self.calibration[-1]


def total(scores: Iterable[Score]) -> Score:
    """The score on all tasks."""
    return reduce(Score.plus, scores, Score())


def score_tasks(predictive: Distribution, y: Float[Tensor, "B Nt 1"], limit: Float[Tensor, " B"]) -> tuple[Score, ...]:
    """One score for each task of a batch.

    A target is inside the central interval of a level when its probability integral transform is, for mixtures as for
    Gaussians.

    Args:
        predictive: of targets [B, Nt, 1].
        y: the held-out values.
        limit: mean log density of each task under the Bayes predictor's best Gaussian, in nats per target.
    """
    y = y.to(predictive.mean.dtype)
    excess = limit - predictive.log_prob(y).double().mean((-1, -2))
    central = (2 * predictive.cdf(y).double() - 1).abs()[..., 0]
    inside = (central[..., None] <= torch.tensor(LEVELS, dtype=torch.float64)).sum(-2)
    squared = (y - predictive.mean).double().square().sum((-1, -2))
    rows = zip(excess.tolist(), squared.tolist(), inside.tolist(), strict=True)
    return tuple(Score(1, e, e * e, y.shape[-2], s, tuple(counts)) for e, s, counts in rows)


# ---- tasks -----------------------------------------------------------------------------------------


def draw_task(prior: Prior, generator: torch.Generator) -> Task:
    """A batch of one task: 1 .. max_context points, every number as likely, and 50 held-out targets."""
    size = int(torch.randint(1, prior.max_context + 1, (), generator=generator))
    return prior.sample(1, size, NUM_TARGET, generator)


def draw_round(prior: Prior, generator: torch.Generator) -> list[Task]:
    """Twenty tasks in five batches of four: one context size from each fifth of 1 .. max_context, so that a round is as
    hard as the next."""
    width = prior.max_context // CLASSES
    sizes = [1 + width * c + int(torch.randint(0, width, (), generator=generator)) for c in range(CLASSES)]
    return [prior.sample(EACH, size, NUM_TARGET, generator) for size in sizes]


# ---- standings -------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Standing:
    """All that is known so far: totals by model, scores on the latest task, that task [1, N, 1], why some models have
    no prediction, and how long one forward pass took on it, in milliseconds."""

    totals: Mapping[str, Score]
    latest: Mapping[str, Score]
    task: Task
    errors: Mapping[str, str]
    milliseconds: Mapping[str, float]

    @property
    def tasks(self) -> int:
        """How many tasks there have been."""
        return self.totals[BAYES].tasks

    def after(self, earlier: Standing | None) -> Standing:
        """This one, with what was known before."""
        if earlier is None:
            return self
        names = [*self.totals, *(name for name in earlier.totals if name not in self.totals)]
        totals = {n: self.totals.get(n, Score()).plus(earlier.totals.get(n, Score())) for n in names}
        return Standing(totals, self.latest, self.task, self.errors, self.milliseconds)

    def ranking(self) -> list[str]:
        """The models, the smallest mean excess first; the Bayes predictor leads as the limit."""
        rest = [name for name in self.totals if name != BAYES]
        return [BAYES, *sorted(rest, key=lambda name: self.totals[name].mean_excess)]

    def extremes(self) -> tuple[str, ...]:
        """The models that did best and worst on the latest task; one name, or none, where there are no two."""
        order = sorted((n for n in self.latest if n != BAYES), key=lambda name: self.latest[name].excess)
        return tuple(dict.fromkeys(order[:1] + order[-1:]))


def evaluate(tasks: Sequence[Task], prior_name: str, names: Sequence[str]) -> Standing:
    """The named models, and the Bayes predictor of the prior, on batches of tasks; the last task is the latest."""
    best = [predictions.bayes_predictor(prior_name).predict(task.context, task.target.x).gaussian for task in tasks]
    limits = [gaussian.log_prob(task.target.y).mean((-1, -2)) for gaussian, task in zip(best, tasks, strict=True)]
    at_best = [score_tasks(b, t.target.y, limit) for b, t, limit in zip(best, tasks, limits, strict=True)]

    def score_model(name: str) -> list[tuple[Score, ...]]:
        dists = [predict(models.model(name), task.context, task.target.x).dist for task in tasks]
        return [score_tasks(d, t.target.y, limit) for d, t, limit in zip(dists, tasks, limits, strict=True)]

    scores, errors = for_each_model(score_model, names)
    found, latest = {BAYES: at_best, **scores}, last_task(tasks[-1])
    return Standing(
        {name: total(score for batch in batches for score in batch) for name, batches in found.items()},
        {name: batches[-1][-1] for name, batches in found.items()},
        latest,
        errors,
        {name: milliseconds(name, latest) for name in scores},
    )


def last_task(task: Task) -> Task:
    """The last task of a batch, as a batch of one."""
    return Task(*(Points(points.x[-1:], points.y[-1:]) for points in (task.context, task.target)))


def milliseconds(name: str, task: Task) -> float:
    """How long the model's forward pass takes on this machine, now: the median of five."""
    model, taken = models.model(name), []
    for _ in range(TIMED):
        start = time.perf_counter()
        predict(model, task.context, task.target.x)
        taken.append(time.perf_counter() - start)
    return 1e3 * statistics.median(taken)


def parameters(name: str) -> int:
    """The number of trained parameters."""
    return sum(p.numel() for p in models.model(name).parameters())
