"""The best that anyone can do on a prior: its Bayes predictor."""

from __future__ import annotations

from functools import singledispatch
from typing import Protocol

from jaxtyping import Float
from torch import Tensor

from tnpcore.data.gp import BayesPrediction, BayesPredictor
from tnpcore.data.priors import GPPrior, Prior, SawtoothPrior
from tnpcore.data.sawtooth import SawtoothPredictor
from tnpcore.task import Points, Task


class Predictor(Protocol):
    """Predicts with everything unknown integrated over the prior."""

    def predict(self, context: Points, xt: Float[Tensor, "*B Nt Dx"]) -> BayesPrediction:
        """The predictive density of y at xt, noise included."""

    def log_joint(self, task: Task) -> Float[Tensor, " B"]:
        """log p(all targets | context) of every task in a batch."""


@singledispatch
def predictor(prior: Prior, share: float = 1.0) -> Predictor:
    """The Bayes predictor of a prior, with a share of its usual nodes along every axis."""
    raise ValueError(f"no Bayes predictor is known for the prior {prior.name!r}")


@predictor.register
def _(prior: GPPrior, share: float = 1.0) -> BayesPredictor:
    return BayesPredictor(prior, tuple(round(share * n) for n in prior.resolution))


@predictor.register
def _(prior: SawtoothPrior, share: float = 1.0) -> SawtoothPredictor:
    return SawtoothPredictor(prior, tuple(round(share * n) for n in (512, 256, 8)))
