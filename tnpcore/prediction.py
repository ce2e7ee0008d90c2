"""Ask a model: one pass for the marginals, or value by value for coherent samples."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor
from torch.distributions import Distribution

from tnpcore import autoregression, trace
from tnpcore.models import NeuralProcess
from tnpcore.task import Points, Task


@dataclass(frozen=True, eq=False)
class Prediction:
    """The predictive distribution at the targets, noise included, and what attention did if that was recorded."""

    dist: Distribution
    attention: tuple[trace.AttentionRecord, ...] = ()

    @property
    def mean(self) -> Float[Tensor, "*B Nt Dy"]:
        return self.dist.mean

    @property
    def std(self) -> Float[Tensor, "*B Nt Dy"]:
        return self.dist.stddev

    def numpy(self) -> tuple[np.ndarray, np.ndarray]:
        """Mean and standard deviation as float64 arrays [*B, Nt, Dy]."""
        return tuple(t.detach().double().cpu().numpy() for t in (self.mean, self.std))


def predict(model: NeuralProcess, context: Points, xt: Float[Tensor, "*B Nt Dx"], record: bool = False) -> Prediction:
    """One pass without gradients. With `record`, `attention` holds one AttentionRecord per layer, in order."""
    with torch.inference_mode():
        if not record:
            return Prediction(model(context.x, context.y, xt))
        with trace.record() as records:
            dist = model(context.x, context.y, xt)
        return Prediction(dist, tuple(records))


def sample_autoregressively(
    model: NeuralProcess,
    context: Points,
    xt: Float[Tensor, "*B Nt Dx"],
    num_samples: int,
    generator: torch.Generator,
    refresh: int = 1,
) -> Float[Tensor, "S *B Nt Dy"]:
    """Coherent samples of y at xt from a conditional model (Bruinsma et al. 2023): draw the first target's y, add it to
    the context, go on. The order of the targets matters; the samples carry observation noise.

    The context is encoded anew after every `refresh` values; between, Transformers append to their keys and values,
    which is much faster and slightly different. Raises ValueError for refresh < 1.
    """
    with torch.inference_mode():
        return autoregression.sample(model, context, xt, num_samples, generator, refresh)


def loglik_autoregressively(model: NeuralProcess, task: Task, refresh: int = 1) -> Float[Tensor, "*B"]:
    """The joint log-likelihood that the same procedure gives a task's targets, in nats per target value."""
    with torch.inference_mode():
        return autoregression.loglik(model, task, refresh)
