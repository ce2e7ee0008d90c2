"""The limit that quality is measured against: the Bayes predictor of a prior.

It integrates all that is unknown over the prior; no predictor has a higher expected log-likelihood on its tasks.
Quality is stated as the excess over it, in nats per target.
"""

from __future__ import annotations

from functools import singledispatch
from typing import Protocol, runtime_checkable

from jaxtyping import Float
from torch import Tensor

from tnpcore.boundary import check_prior
from tnpcore.data.broad import BroadPrior
from tnpcore.data.gp import BayesPredictor
from tnpcore.data.monte_carlo import MonteCarloPredictor, SampledPrior
from tnpcore.data.priors import GPPrior, Prior
from tnpcore.data.quadrature import BayesPrediction
from tnpcore.data.sawtooth import SawtoothPredictor, SawtoothPrior
from tnpcore.quantities import real
from tnpcore.task import Points, Task


@runtime_checkable
class Predictor(Protocol):
    """A predictor with everything unknown integrated over the prior."""

    def predict(self, context: Points, xt: Float[Tensor, "*B Nt Dx"]) -> BayesPrediction:
        """The predictive density of y at xt [*B, Nt, Dx], noise included; the context may be empty."""

    def log_joint(self, task: Task) -> Float[Tensor, "*B"]:
        """log p(all targets | context) of every task in a batch, in nats: [*B]."""

    def log_leave_one_out(self, points: Points) -> Float[Tensor, " N"]:
        """log p(y_i | all other points) of every point of one set, in nats: [N]. The set has points, and Dy is 1."""


def predictor(prior: Prior | SampledPrior, share: float = 1.0) -> Predictor:
    """The Bayes predictor of a prior.

    Args:
        prior: one of `tnpcore.data.priors.PRIORS`, another of their classes, or any other that can draw its parameters,
            a `SampledPrior`.
        share: the share of the usual number of nodes along every axis, or of drawn parameters; 2/3 is enough for
            choosing settings.

    Raises:
        ValueError: for what is no prior, such as a name, for a prior of a class whose Bayes predictor is not known, and
            for a share that is not above 0.

    >>> import torch
    >>> from tnpcore import Points
    >>> from tnpcore.data.priors import prior
    >>> no_points = Points(torch.empty(0, 1), torch.empty(0, 1))
    >>> predictor(prior("smooth")).predict(no_points, torch.zeros(1, 1)).stddev.round(decimals=3)
    tensor([[1.0440]], dtype=torch.float64)
    """
    found = find_predictor(prior, real(share, "share", above=True))
    if found is None and not isinstance(prior, SampledPrior):
        # Not before: some that know their predictor are neither kind.
        check_prior(prior)
    if found is None:
        raise ValueError(f"no Bayes predictor is known for the prior {getattr(prior, 'name', prior)!r}")
    return found


def sampled_predictor(prior: Prior | SampledPrior, num_parameters: int) -> MonteCarloPredictor:
    """The Bayes predictor of a prior by Monte Carlo, with a number of parameters that one chooses.

    Args:
        prior: one that can draw its parameters.
        num_parameters: how many are drawn.

    Raises:
        ValueError: for a prior that cannot, and for fewer than one.
    """
    if not isinstance(prior, SampledPrior):
        raise ValueError(
            "num_parameters needs a prior that draws its parameters, with sample_parameters, log_likelihood and "
            f"predict, got {getattr(prior, 'name', prior)!r}"
        )
    return MonteCarloPredictor(prior, num_parameters)


@singledispatch
def find_predictor(prior: object, share: float = 1.0) -> Predictor | None:
    """The Bayes predictor of a prior, as `predictor`, or None for a prior of a class where none is known."""
    return None


@find_predictor.register
def _(prior: GPPrior, share: float = 1.0) -> BayesPredictor:
    return BayesPredictor(prior, _scaled(prior.resolution, share))


@find_predictor.register
def _(prior: SawtoothPrior, share: float = 1.0) -> SawtoothPredictor:
    return SawtoothPredictor(prior, _scaled((512, 256, 8), share))


@find_predictor.register
def _(prior: SampledPrior, share: float = 1.0) -> MonteCarloPredictor:
    return MonteCarloPredictor(prior, round(share * 4096))


@find_predictor.register
def _(prior: BroadPrior, share: float = 1.0) -> None:
    """Draws from so wide a prior explain a dozen points at the most; `MonteCarloPredictor` says how well."""


def _scaled(resolution: tuple[int, int, int], share: float) -> tuple[int, int, int]:
    first, second, third = resolution
    return round(share * first), round(share * second), round(share * third)
