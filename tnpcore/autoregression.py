"""Autoregressive prediction with any conditional model (Bruinsma et al. 2023): each value joins the next context.

The product of these conditionals is a joint density, and samples of it are coherent. It depends on the order of the
targets. `refresh` is the number of values after which the context is encoded again; between, they are appended to the
model's cache (see `NeuralProcess.extend`), which is cheap. 1 is the published procedure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import torch
from jaxtyping import Float
from torch import Tensor
from torch.distributions import Distribution

from tnpcore.models.neural_process import NeuralProcess, normal
from tnpcore.quantities import whole
from tnpcore.task import Points, Task


def in_order(
    model: NeuralProcess,
    context: Points,
    xt: Float[Tensor, "*B Nt Dx"],
    value: Callable[[int, Distribution], Float[Tensor, "*B 1 Dy"]],
    refresh: int,
) -> Iterator[tuple[Distribution, Float[Tensor, "*B 1 Dy"]]]:
    """Each target's predictive distribution given the context and the earlier values, and its own value.

    Args:
        model: any model.
        context: the context set.
        xt: target inputs [*B, Nt, Dx].
        value: (t, predictive distribution) -> the value of target t, [*B, 1, Dy].
        refresh: after how many values the context is encoded again.

    Raises:
        ValueError: for refresh < 1.
    """
    whole(refresh, "refresh")
    cache = latest = None
    for t in range(xt.shape[-2]):
        if latest is None or t % refresh == 0:
            cache = model.encode(context.x, context.y)
        else:
            cache = model.extend(cache, latest.x, latest.y)
        predictive = model.decode(cache, xt[..., t : t + 1, :])
        latest = Points.unchecked(xt[..., t : t + 1, :], value(t, predictive))
        yield predictive, latest.y
        context = context.joined(latest)


def sample(
    model: NeuralProcess,
    context: Points,
    xt: Float[Tensor, "*B Nt Dx"],
    num_samples: int,
    generator: torch.Generator | None,
    refresh: int = 1,
) -> Float[Tensor, "S *B Nt Dy"]:
    """Coherent samples of y at xt, noise included: each value from a Gaussian of the predictive mean and sd.

    Args:
        model: any model.
        context: the context set.
        xt: target inputs [*B, Nt, Dx].
        num_samples: S.
        generator: of the random numbers.
        refresh: after how many values the context is encoded again.

    Raises:
        ValueError: for refresh < 1.

    Reference: Bruinsma et al. 2023 (AR CNP).
    """
    batch = xt.shape[:-2]
    x, y, targets = (t.expand(num_samples, *t.shape).flatten(0, len(batch)) for t in (context.x, context.y, xt))

    def draw(t: int, predictive: Distribution) -> Tensor:
        return predictive.mean + predictive.stddev * normal(1, predictive.mean, generator)[0]

    values = [value for _, value in in_order(model, Points.unchecked(x, y), targets, draw, refresh)]
    drawn = torch.cat(values, -2) if values else y[:, :0]
    return drawn.unflatten(0, (num_samples, *batch))


def loglik(model: NeuralProcess, task: Task, refresh: int = 1) -> Float[Tensor, "*B"]:
    """The joint log-likelihood of the targets, in the order in which they stand, in nats per target value.

    Args:
        model: any model.
        task: context and targets.
        refresh: after how many values the context is encoded again.

    Raises:
        ValueError: for refresh < 1.

    Reference: Bruinsma et al. 2023 (AR CNP).
    """
    y = task.target.y

    def given(t: int, predictive: Distribution) -> Tensor:
        return y[..., t : t + 1, :]

    steps = in_order(model, task.context, task.target.x, given, refresh)
    return torch.cat([predictive.log_prob(value) for predictive, value in steps], -2).mean((-1, -2))
