"""The Bayes predictor of any prior whose parameters can be drawn: importance sampling, with its own standard error."""

from __future__ import annotations

import math
import warnings
from functools import cached_property
from typing import Any, Protocol, runtime_checkable

import torch
from jaxtyping import Float
from torch import Tensor
from torch.distributions import Distribution

from tnpcore.arrays import Numbers, check_generator, kind_of
from tnpcore.data.quadrature import BayesPrediction
from tnpcore.quantities import whole
from tnpcore.task import Points, Task, check_one_output, check_points, check_task, together

ENOUGH = 100
METHODS = ("sample_parameters", "log_likelihood", "predict")  # of a `SampledPrior`


class FewEffectiveSamples(UserWarning):
    """So few of the drawn parameters explain the points that the prediction is not to be trusted."""


@runtime_checkable
class SampledPrior(Protocol):
    """A prior whose parameters can be drawn, and that knows each parameter's likelihood and prediction.

    Any class that has these methods is one, and `tnpcore.data.limit.predictor` finds its Bayes predictor.
    """

    def sample_parameters(self, n: int, generator: torch.Generator) -> Any:
        """Random parameters of n functions, in whatever object the other methods understand."""

    def log_likelihood(self, parameters: Any, points: Points) -> Float[Tensor, " n"]:
        """log p(y of all points | x, parameters) for each of n parameters, in nats, noise included.

        Args:
            parameters: as from `sample_parameters`.
            points: x [N, Dx], y [N, Dy]; 0 for no points.
        """

    def predict(self, parameters: Any, context: Points, xt: Float[Tensor, "Nt Dx"]) -> Distribution:
        """The prediction at each target given the parameters and the context.

        Args:
            parameters: as from `sample_parameters`.
            context: x [Nc, Dx], y [Nc, Dy]; Nc may be 0.
            xt: target inputs [Nt, Dx].

        Returns:
            A distribution with mean and stddev [n, Nt, Dy], noise included; taken as Gaussian.
        """


class MonteCarloPrediction(BayesPrediction):
    """A mixture over drawn parameters that knows how precise it is. Its G components are the parameters."""

    @cached_property
    def effective_sample_size(self) -> Float[Tensor, "*B"]:
        """How many draws from the posterior would be as precise: 1 / sum of squared weights.

        Reference: Kong 1992, "A Note on Importance Sampling using Standardized Weights".
        """
        return effective_size(self.log_weights)

    @property
    def mean_error(self) -> Float[Tensor, "*B Nt Dy"]:
        """The standard error of `mean`, by the delta method.

        Reference: Owen 2013, "Monte Carlo theory, methods and examples", equation 9.8.
        """
        weights = self.log_weights.exp()[..., None, None]
        return (weights * (self.means - self.mean[..., None, :, :])).square().sum(-3).sqrt()

    def gaussian_error(self, y: Float[Tensor, "*B Nt Dy"]) -> Float[Tensor, "*B Nt Dy"]:
        """The standard error of the log density `gaussian.log_prob(y)`, by the delta method.

        Args:
            y: values [*B, Nt, Dy]. Reference as in `mean_error`.
        """
        weights = self.log_weights.exp()[..., None, None]
        apart, variance = self.means - self.mean[..., None, :, :], self.stddev.square()
        residual = y - self.mean
        by_mean, by_variance = residual / variance, (residual.square() / variance - 1) / (2 * variance)
        spread = apart.square() + self.stds.square() - variance[..., None, :, :]
        changes = by_mean[..., None, :, :] * apart + by_variance[..., None, :, :] * spread
        return (weights * changes).square().sum(-3).sqrt()

    def log_prob_error(self, y: Float[Tensor, "*B Nt Dy"]) -> Float[Tensor, "*B Nt Dy"]:
        """The standard error of the log predictive density `mixture.log_prob(y)`, by the delta method.

        Args:
            y: values [*B, Nt, Dy]. Reference as in `mean_error`.
        """
        mixture = self.mixture
        each = mixture.component_distribution.log_prob(y[..., None])
        ratio = (each - mixture.log_prob(y)[..., None]).exp()
        return (self.log_weights.exp()[..., None, None, :] * (ratio - 1)).square().sum(-1).sqrt()


class MonteCarloPredictor:
    """The prior's functions, weighted by how well each explains the context: self-normalised importance sampling.

    The parameters are drawn once, from the prior, and serve all tasks; these are computed one after the other, in
    float64. Many or informative points leave few parameters of any weight: a warning says so. Below 100 effective
    samples the stated errors are not to be trusted, and log densities are too low: among few parameters none comes near
    the points, and what is missing shows in no error.

    Args:
        prior: see `SampledPrior`.
        num_parameters: how many are drawn.
        generator: the only source of randomness; default: one of a fixed seed.

    Raises:
        ValueError: for what is no such prior, no parameters and no generator; later, for a likelihood of another shape,
            or that is no number or 0 everywhere.

    Reference: Owen 2013, "Monte Carlo theory, methods and examples", section 9.2.
    """

    def __init__(self, prior: SampledPrior, num_parameters: int = 4096, generator: torch.Generator | None = None):
        if isinstance(prior, type) or not isinstance(prior, SampledPrior):
            missing = [name for name in METHODS if not isinstance(prior, type) and not hasattr(prior, name)]
            without = f", which has no {' and '.join(missing)}" if 0 < len(missing) < len(METHODS) else ""
            required = f"an object with {', '.join(METHODS[:-1])} and {METHODS[-1]}"
            raise ValueError(f"the prior must be {required}, got {kind_of(prior)}{without}")
        if generator is None:
            generator = torch.Generator().manual_seed(0)
        check_generator(generator)
        self.prior, self.num_parameters = prior, whole(num_parameters, "num_parameters")
        self.parameters = prior.sample_parameters(self.num_parameters, generator)
        self._warned = False

    def predict(self, context: Points, xt: Numbers) -> MonteCarloPrediction:
        """The predictive density of y at xt, noise included, in float64.

        Args:
            context: points x [*B, Nc, Dx], y [*B, Nc, Dy]; Nc may be 0.
            xt: target inputs [*B, Nt, Dx], as in `tnpcore.predict`.

        Returns:
            A mixture over the drawn parameters, with its effective sample size and standard errors.

        Raises:
            ValueError: for a context that is no Points, naming the shapes, where xt does not fit it, and for what the
                prior predicts that is no distribution over [n, Nt, Dy].
        """
        context, xt = together(context, xt)
        if xt.ndim == 2:
            return MonteCarloPrediction(*self._predicted(context, xt))
        each = [self._predicted(one, x) for one, x in zip(_sets(context), xt, strict=True)]
        return MonteCarloPrediction(*(torch.stack(parts) for parts in zip(*each, strict=True)))

    def log_joint(self, task: Task) -> Float[Tensor, "*B"]:
        """log p(all targets | context) of every task in a batch, in nats: log p(all points) - log p(context)."""
        check_task(task)
        everything = task.context.joined(task.target)
        if everything.x.ndim == 2:
            return self._log_evidence(everything) - self._log_evidence(task.context)
        pairs = zip(_sets(everything), _sets(task.context), strict=True)
        return torch.stack([self._log_evidence(whole) - self._log_evidence(part) for whole, part in pairs])

    def log_leave_one_out(self, points: Points) -> Float[Tensor, " N"]:
        """log p(y_i | all other points) of every point of one set: log p(all points) - log p(the others), in nats."""
        check_points(points, "the points")
        check_one_output(points, "leave-one-out", one_set=True)
        kept = ~torch.eye(len(points), dtype=torch.bool)
        others = [self._log_evidence(Points(points.x[rest], points.y[rest])) for rest in kept]
        return self._log_evidence(points) - torch.stack(others)

    def effective_sample_size(self, points: Points) -> Float[Tensor, "*B"]:
        """How many of the parameters, in effect, explain all these points: see `MonteCarloPrediction`.

        Args:
            points: x [*B, N, Dx], y [*B, N, Dy]; N may be 0.
        """
        if points.x.ndim == 2:
            return effective_size(self._log_likelihood(points))
        return torch.stack([effective_size(self._log_likelihood(one)) for one in _sets(points)])

    def _predicted(self, context: Points, xt: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Log-weights [G], means and standard deviations [G, Nt, Dy] for one task."""
        found: Any = self.prior.predict(self.parameters, context, xt)
        required = [self.num_parameters, len(xt), context.y.shape[-1]]
        if not isinstance(found, Distribution) or list(found.mean.shape) != required:
            got = f"means {list(found.mean.shape)}" if isinstance(found, Distribution) else kind_of(found)
            raise ValueError(f"predict of the prior must give a distribution over [n, Nt, Dy] = {required}, got {got}")
        return self._log_likelihood(context).log_softmax(0), found.mean.double(), found.stddev.double()

    def _log_evidence(self, points: Points) -> Float[Tensor, ""]:
        """log p(y), averaged over the prior."""
        return self._log_likelihood(points).logsumexp(0) - math.log(self.num_parameters)

    def _log_likelihood(self, points: Points) -> Float[Tensor, " G"]:
        found = self.prior.log_likelihood(self.parameters, points).double()
        if found.shape != (self.num_parameters,):
            raise ValueError(f"log_likelihood must give [{self.num_parameters}] numbers, got {list(found.shape)}")
        if not found.logsumexp(0).isfinite():
            raise ValueError(f"log_likelihood must give numbers, not all of them -inf, got {found.max():g} at the most")
        size = effective_size(found).item()
        if size < ENOUGH and not self._warned:
            self._warned = True
            warn_of_few(size, self.num_parameters, stacklevel=5)
        return found


def effective_size(log_weights: Float[Tensor, "*B G"]) -> Float[Tensor, "*B"]:
    """How many equal weights would be as precise: the square of their sum over the sum of their squares.

    Args:
        log_weights: up to a constant.
    """
    return (2 * log_weights.logsumexp(-1) - (2 * log_weights).logsumexp(-1)).exp()


def warn_of_few(size: float, num_parameters: int, stacklevel: int = 2) -> None:
    """Warn of so few effective samples.

    Args:
        size: their number.
        num_parameters: of how many.
        stacklevel: as of `warnings.warn`, where this function is called.
    """
    message = (
        f"only {size:.1f} of {num_parameters} parameters, in effect, explain the points: the prediction needs at least "
        f"{ENOUGH}, below which its log density is too low and its error not reliable; give a larger num_parameters"
    )
    warnings.warn(message, FewEffectiveSamples, stacklevel=stacklevel + 1)


def _sets(points: Points) -> list[Points]:
    """Each set of a batch."""
    return [Points(x, y) for x, y in zip(points.x, points.y, strict=True)]
