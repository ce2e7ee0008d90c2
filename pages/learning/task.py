"""A task of the drawn points, and its loss: by a model along its training, by one of few functions, by the limit."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float

from pages.shared.models.catalogue import USUAL
from pages.shared.models.once import once
from pages.shared.models.overtaken import go_on
from pages.shared.models.predictions import bayes_predictor
from tnpcore import Points, Task, predict
from tnpcore.data.gp import joint_posterior
from tnpcore.data.kernels import rbf
from tnpcore.data.priors import prior
from tnpcore.learned import STEPS, load, step_name
from tnpcore.models import NeuralProcess
from tnpcore.models.neural_process import expected_loss, normal

DECK, POINTS = 5, 40  # other functions that are dealt, and how many points of each are shown
DOZEN = 12  # points of which half are targets, drawn for these alone
DRAWS = 40  # of all targets of a task
# Of the middle of the prior: in training every task has its own.
LENGTHSCALE, SCALE, NOISE = 0.625, 1.0, 0.075


@dataclass(frozen=True, eq=False)
class Dealt:
    """A task, and which of the drawn points are its targets, by number."""

    task: Task
    targets: tuple[int, ...]

    @property
    def context(self) -> Points:
        """What the model is given."""
        return self.task.context

    @property
    def kept(self) -> tuple[int, ...]:
        """The numbers of the context points."""
        return tuple(i for i in range(len(self.context) + len(self.targets)) if i not in self.targets)


def dealt(points: Points, deal: int) -> Dealt:
    """Half of the drawn points as targets, picked at random by the number of the deal."""
    targets = torch.tensor(drawn_targets(len(points), deal), dtype=torch.long)
    context = torch.ones(len(points), dtype=torch.bool)
    context[targets] = False
    task = Task(Points(points.x[context], points.y[context]), Points(points.x[targets], points.y[targets]))
    return Dealt(task, tuple(targets.tolist()))


def drawn_targets(count: int, deal: int) -> list[int]:
    """The numbers of the points that are targets: half of every twelve, drawn for these alone, so that a point that is
    added leaves the others as they are. Where all of few points would be alike, the first one is not."""
    generator = torch.Generator().manual_seed(deal)
    starts = range(0, count, DOZEN)
    order = [start + i for start in starts for i in torch.randperm(DOZEN, generator=generator)[: DOZEN // 2].tolist()]
    targets = sorted(number for number in order if number < count)
    if len(targets) == count:
        return targets[1:]
    return targets or [0] * (count > 1)


@once(keep=4)
def deck(deal: int) -> Points:
    """Other functions of the training prior [DECK, POINTS], in the order of x, with their noise."""
    drawn = prior(USUAL).sample(DECK, POINTS, 0, torch.Generator().manual_seed(deal)).context
    order = drawn.x.argsort(1)
    return Points(drawn.x.gather(1, order), drawn.y.gather(1, order))


@once
def network(name: str) -> NeuralProcess:
    """The trained model; raises ValueError, naming the file and how to get it back, when its weights are not there."""
    return load(name)


def terms(name: str, task: Task) -> Float[np.ndarray, " Nt"]:
    """-log p(y) at every target, in nats."""
    go_on()
    found = predict(network(name), task.context, task.target.x).dist
    return -found.log_prob(task.target.y.to(found.mean.dtype))[:, 0].double().numpy()


def loss(name: str, task: Task) -> float:
    """Their mean: what a training step lowers, in nats per target; 0 without targets."""
    return float(terms(name, task).mean()) if len(task.target) else 0.0


def limit(task: Task) -> float:
    """The same of the best Gaussian of the Bayes predictor."""
    if not len(task.target):
        return 0.0
    best = bayes_predictor(USUAL).predict(task.context, task.target.x).gaussian
    return float(-best.log_prob(task.target.y.double()).mean())


def along(name: str, task: Task) -> Float[np.ndarray, " S"]:
    """The loss after each number of steps in `STEPS`."""
    return np.array([loss(step_name(name, steps), task) for steps in STEPS])


def redrawn(name: str, task: Task) -> tuple[Float[np.ndarray, " D"], float]:
    """The loss of the same task with its targets drawn anew, D times, and its exact expectation over all draws.

    Targets are drawn from the exact posterior given the context, as of a Gaussian process in the middle of the prior.
    """
    if not len(task.target):
        return np.zeros(DRAWS), 0.0
    context = Points(task.context.x.double(), task.context.y.double())
    known = joint_posterior(
        lambda a, b: rbf(a, b, LENGTHSCALE, SCALE), context, task.target.x.double(), torch.tensor(NOISE).double()
    )
    noise = normal(DRAWS, known.mean, torch.Generator().manual_seed(0))
    drawn = known.mean + (known.scale_tril @ noise.flatten(1)[..., None]).view_as(noise)
    found = predict(network(name), task.context, task.target.x).dist
    losses = -found.log_prob(drawn.to(found.mean.dtype)).mean((-1, -2)).double().numpy()
    return losses, float(expected_loss(found, task, known))
