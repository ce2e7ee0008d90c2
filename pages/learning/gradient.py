"""One gradient step from the drawn task alone, one of the same length from many tasks: what each does to new ones."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor

from pages.learning.task import network
from pages.shared.models.catalogue import USUAL
from pages.shared.models.once import once
from pages.shared.models.overtaken import go_on
from tnpcore import Points, Task
from tnpcore.data.priors import prior
from tnpcore.models import NeuralProcess

MANY, NEW = 16, 64  # tasks of a training step, and tasks on which both steps are judged
CONTEXT, TARGETS = 10, 20  # points of each
LENGTHS = np.linspace(0.0, 0.05, 6)  # of a step, as the norm of the change of all weights
Weights = dict[str, Tensor]


@dataclass(frozen=True, eq=False)
class Stepped:
    """How a loss changes with the length of a step [L], in nats per target: that of the drawn task and that of new
    tasks by a step from the drawn task, that of new tasks by a step from many; and the cosine between the two steps."""

    own: Float[np.ndarray, " L"]
    new: Float[np.ndarray, " L"]
    new_by_many: Float[np.ndarray, " L"]
    cosine: float


def stepped(name: str, task: Task) -> Stepped:
    """Both steps from the weights of that name; the model itself stays as it is. The task has no batch."""
    go_on()
    model, mine = _copy(name), _batched(task)
    direction, others = _direction(model, mine), _from_many(name)
    cosine = sum(float((direction[key] * others[key]).sum()) for key in direction)
    own, new = (_along(model, direction, each) for each in (mine, _tasks(NEW)))
    return Stepped(own, new, _by_many(name), cosine)


@once
def _from_many(name: str) -> Weights:
    return _direction(_copy(name), _tasks(MANY))


@once
def _by_many(name: str) -> np.ndarray:
    return _along(_copy(name), _from_many(name), _tasks(NEW))


def _copy(name: str) -> NeuralProcess:
    """A model of one's own: `functional_call` puts other weights into it for a moment, and the other is shared."""
    return deepcopy(network(name))


@once
def _tasks(count: int) -> Task:
    """Tasks of the training prior; the counts differ, and with them the seeds, so that none is among the others."""
    return prior(USUAL).sample(count, CONTEXT, TARGETS, torch.Generator().manual_seed(count))


def _batched(task: Task) -> Task:
    context, target = (Points(each.x[None], each.y[None]) for each in (task.context, task.target))
    return Task(context, target)


def _loss(model: NeuralProcess, weights: Weights, task: Task) -> Tensor:
    *inputs, y = (each.float() for each in (task.context.x, task.context.y, task.target.x, task.target.y))
    return -torch.func.functional_call(model, weights, tuple(inputs)).log_prob(y).mean()


def _direction(model: NeuralProcess, task: Task) -> Weights:
    """Minus the gradient of the loss, of norm 1 over all weights."""
    weights = {name: value.detach().requires_grad_() for name, value in model.named_parameters()}
    with torch.enable_grad():
        found = torch.autograd.grad(_loss(model, weights, task), list(weights.values()))
    norm = torch.stack([each.square().sum() for each in found]).sum().sqrt()
    return {name: -each / norm for name, each in zip(weights, found, strict=True)}


@torch.no_grad()
def _along(model: NeuralProcess, direction: Weights, task: Task) -> np.ndarray:
    start = dict(model.named_parameters())
    losses = []
    for length in LENGTHS.tolist():
        go_on()
        moved = {name: value + length * direction[name] for name, value in start.items()}
        losses.append(_loss(model, moved, task).item())
    return np.array(losses) - losses[0]
