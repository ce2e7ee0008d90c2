"""Any conditional model, asked value by value (Bruinsma et al. 2023): each answer joins the context of the next.

The product of these conditionals is a joint density, and draws from it are coherent. It depends on the order of the
targets. `refresh` is the number of values after which the context is encoded anew; between, they are appended to the
model's memory (see `NeuralProcess.extend`), which is cheap. 1 is the published procedure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import torch
from jaxtyping import Float
from torch import Tensor
from torch.distributions import Distribution

from tnpcore.models.neural_process import NeuralProcess, normal
from tnpcore.task import Points, Task


def in_order(
    model: NeuralProcess,
    context: Points,
    xt: Float[Tensor, "*B Nt Dx"],
    value: Callable[[int, Distribution], Float[Tensor, "*B 1 Dy"]],
    refresh: int,
) -> Iterator[tuple[Distribution, Float[Tensor, "*B 1 Dy"]]]:
    """Each target's distribution, and the value that `value(t, distribution)` gave it. ValueError for refresh < 1."""
    if refresh < 1:
        raise ValueError(f"refresh must be at least 1, got {refresh}")
    memory = latest = None
    for t in range(xt.shape[-2]):
        anew = t % refresh == 0
        memory = model.encode(context.x, context.y) if anew else model.extend(memory, latest.x, latest.y)
        told = model.decode(memory, xt[..., t : t + 1, :])
        latest = Points(xt[..., t : t + 1, :], value(t, told))
        yield told, latest.y
        context = context.joined(latest)


def sample(
    model: NeuralProcess,
    context: Points,
    xt: Float[Tensor, "*B Nt Dx"],
    num_samples: int,
    generator: torch.Generator | None,
    refresh: int = 1,
) -> Float[Tensor, "S *B Nt Dy"]:
    """Coherent draws of y at xt, observation noise included, each value from a Gaussian of the told mean and sd."""
    batch = xt.shape[:-2]
    x, y, targets = (t.expand(num_samples, *t.shape).flatten(0, len(batch)) for t in (context.x, context.y, xt))

    def draw(t: int, told: Distribution) -> Tensor:
        return told.mean + told.stddev * normal(1, told.mean, generator)[0]

    values = [value for _, value in in_order(model, Points(x, y), targets, draw, refresh)]
    drawn = torch.cat(values, -2) if values else y[:, :0]
    return drawn.unflatten(0, (num_samples, *batch))


def loglik(model: NeuralProcess, task: Task, refresh: int = 1) -> Float[Tensor, "*B"]:
    """The joint log-likelihood of the targets, in the order in which they stand, in nats per target value."""
    y = task.target.y

    def given(t: int, told: Distribution) -> Tensor:
        return y[..., t : t + 1, :]

    steps = in_order(model, task.context, task.target.x, given, refresh)
    return torch.cat([told.log_prob(value) for told, value in steps], -2).mean((-1, -2))
