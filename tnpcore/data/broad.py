"""Functions as data of one's own may be: rough or smooth, periodic, with trends, and with little or much noise."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields

import torch
from jaxtyping import Float, Int
from torch import Tensor
from torch.distributions import Normal

from tnpcore.data import kernels
from tnpcore.data.drawing import Range, check_draw, check_ranges, split, uniform
from tnpcore.gaussian import JointGaussian
from tnpcore.quantities import whole
from tnpcore.task import Points, Task

# Each is drawn for a quarter of the functions.
FAMILIES = ("rbf", "matern32", "matern12", "periodic")
# What a function's mean and variance are taken over: as many places, evenly over the range of the inputs.
PLACES = 33
PerFunction = Float[Tensor, "n 1 1"]


@dataclass(frozen=True, eq=False)
class Functions:
    """The parameters of n Gaussian processes, each a sum of a short-term part, a smooth long-term part and a line.

    Args:
        family: of the short-term part, the index of one of `FAMILIES`.
        lengthscale: of the short-term part, in units of x; of a periodic one its period.
        shape: lengthscale of a periodic part within its period, relative to the period.
        decay: lengthscale over which a periodic part changes, in units of x.
        long_lengthscale: of the long-term part, in units of x.
        short, long, line: variances of the three parts, in units of y squared (the line's for each squared unit of x).
        noise: its standard deviation, in units of y.
    """

    family: Int[Tensor, " n"]
    lengthscale: PerFunction
    shape: PerFunction
    decay: PerFunction
    long_lengthscale: PerFunction
    short: PerFunction
    long: PerFunction
    line: PerFunction
    noise: PerFunction

    def __getitem__(self, chosen: slice) -> Functions:
        return Functions(*(getattr(self, part.name)[chosen] for part in fields(self)))

    def single(self) -> Functions:
        """The same in single precision."""
        parts = (getattr(self, part.name) for part in fields(self))
        return Functions(*(part.float() if part.is_floating_point() else part for part in parts))


@dataclass(frozen=True)
class BroadPrior:
    """Gaussian processes of many kinds, for data whose kind is not known: standardised, so that x fills the range of
    the inputs and y has mean 0 and, in expectation, variance 1.

    A quarter each is RBF, Matérn 3/2, Matérn 1/2, and periodic times RBF. Half of them have a smooth long-term part,
    and a third a line. Noise is up to twice as large as the function. Half of the sets are on a regular grid.

    Args:
        name: see `tnpcore.data.priors.Prior`.
        lengthscale: range in units of x, also of the period; its logarithm is uniform, as those of all ranges here.
        noise: range of the noise's standard deviation, in units of the function's.
        inputs: range of x.
        max_context: see `tnpcore.data.priors.Prior`.

    Raises:
        ValueError: naming the range, for one that is reversed or not positive.
    """

    name: str = "broad"
    lengthscale: Range = (0.05, 3.0)
    noise: Range = (0.02, 2.0)
    inputs: Range = (-2.0, 2.0)
    max_context: int = 128

    def __post_init__(self) -> None:
        check_ranges(0.0, lengthscale=self.lengthscale, noise=self.noise)
        check_ranges(-math.inf, inputs=self.inputs)
        whole(self.max_context, "max_context")

    def sample_parameters(self, n: int, generator: torch.Generator) -> Functions:
        """Random parameters of n functions, in float64.

        Args:
            n: how many.
            generator: the only source of randomness.
        """

        def between(low: float, high: float) -> PerFunction:
            return uniform((math.log(low), math.log(high)), (n, 1, 1), generator).exp()

        def with_share(share: float) -> PerFunction:
            return (torch.rand(n, 1, 1, generator=generator) < share) * between(0.1, 10.0)

        lengthscale = between(*self.lengthscale)
        raw = Functions(
            family=torch.randint(len(FAMILIES), (n,), generator=generator),
            lengthscale=lengthscale,
            shape=between(0.5, 2.0),
            decay=lengthscale * between(1.0, 30.0),
            long_lengthscale=between(1.0, 4.0),
            short=torch.ones(n, 1, 1, dtype=torch.float64),
            long=with_share(1 / 2),
            line=with_share(1 / 3),
            noise=between(*self.noise),
        )
        return self._standardised(raw, between(0.8, 1.25))

    def _standardised(self, raw: Functions, spread: PerFunction) -> Functions:
        """With variances that were relative to each other, and a noise relative to the function, in units of y."""
        places = self._places(len(raw.family))
        parts = {
            "short": _short(raw, places, places),
            "long": kernels.rbf(places, places, raw.long_lengthscale),
            "line": places @ places.mT,
        }
        relative = {name: getattr(raw, name) / _variance(covariance) for name, covariance in parts.items()}
        total = raw.short + raw.long + raw.line
        # The function's variance is 1 / (1 + noise^2) of that of y, which is spread^2.
        unit = spread**2 / (1 + raw.noise**2)
        scaled = {name: unit * variance / total for name, variance in relative.items()}
        given = {part.name: getattr(raw, part.name) for part in fields(raw)}
        return Functions(**{**given, **scaled, "noise": raw.noise * unit.sqrt()})

    def _places(self, n: int) -> Float[Tensor, "n P 1"]:
        return torch.linspace(*self.inputs, PLACES, dtype=torch.float64)[:, None].expand(n, -1, -1)

    def covariance(
        self, functions: Functions, x1: Float[Tensor, "n N 1"], x2: Float[Tensor, "n M 1"]
    ) -> Float[Tensor, "n N M"]:
        """The covariance of each function, less its mean over the range of the inputs, without the noise.

        Args:
            functions: the parameters of n functions.
            x1, x2: inputs of each.
        """
        places = self._places(len(x1)).to(x1.dtype)
        rows, columns = torch.cat([x1, places], -2), torch.cat([x2, places], -2)
        whole = _covariance(functions, rows, columns)
        n, m = x1.shape[-2], x2.shape[-2]
        left, right = whole[:, :n, m:].mean(-1, keepdim=True), whole[:, n:, :m].mean(-2, keepdim=True)
        return whole[:, :n, :m] - left - right + whole[:, n:, m:].mean((-2, -1), keepdim=True)

    def sample(self, batch: int, num_context: int, num_target: int, generator: torch.Generator) -> Task:
        """A batch of tasks, as `tnpcore.data.priors.Prior.sample`, with the exact distribution of the targets."""
        check_draw(batch, num_context, num_target, generator)
        functions = self.sample_parameters(batch, generator)
        x = self._inputs(batch, num_context + num_target, generator)
        # In single precision, in a fifth of the time: the noise is far larger than what that rounds off.
        function = self.covariance(functions.single(), x.float(), x.float())
        factor = _with_noise(function.double(), functions.noise)
        z = torch.randn(x.shape, generator=generator, dtype=x.dtype)
        drawn = split(x, factor @ z, num_context)
        # y = L z: what the context leaves open of the targets is L's last block, and the rest of them is known.
        mean = factor[:, num_context:, :num_context] @ z[:, :num_context]
        known = JointGaussian(mean, factor[:, num_context:, num_context:])
        return Task(drawn.context, drawn.target, known, {"noise": functions.noise})

    def _inputs(self, batch: int, number: int, generator: torch.Generator) -> Float[Tensor, "B N 1"]:
        """Uniform for half of the sets; the others are places of a regular grid that is up to twice as fine."""
        free = uniform(self.inputs, (batch, number, 1), generator)
        finer = number + torch.randint(number + 1, (batch, 1), generator=generator)
        ranks = torch.rand(batch, 2 * number, generator=generator, dtype=torch.float64)
        ranks[torch.arange(2 * number) >= finer] = 2.0
        steps = ranks.argsort(-1)[:, :number].double() / (finer - 1).clamp_min(1)
        low, high = self.inputs
        regular = (low + (high - low) * steps)[..., None]
        return torch.where(torch.rand(batch, 1, 1, generator=generator) < 0.5, free, regular)

    def _factor(self, functions: Functions, x: Float[Tensor, "n N 1"]) -> Float[Tensor, "n N N"]:
        """The Cholesky factor of the covariance of y."""
        return _with_noise(self.covariance(functions, x, x), functions.noise)

    def log_likelihood(self, parameters: Functions, points: Points) -> Float[Tensor, " n"]:
        """log p(y of all points | x, parameters), as `tnpcore.data.monte_carlo.SampledPrior.log_likelihood`."""
        found = [self._log_likelihood(part, points) for part in _chunks(parameters)]
        return torch.cat(found)

    def _log_likelihood(self, functions: Functions, points: Points) -> Float[Tensor, " n"]:
        n = len(functions.family)
        x, y = points.x.double().expand(n, -1, -1), points.y.double().expand(n, -1, -1)
        if not len(points):
            return torch.zeros(n, dtype=torch.float64)
        return JointGaussian(torch.zeros_like(y), self._factor(functions, x)).log_prob(y)

    def predict(self, parameters: Functions, context: Points, xt: Float[Tensor, "Nt 1"]) -> Normal:
        """The prediction given parameters and context, as `tnpcore.data.monte_carlo.SampledPrior.predict`.

        Reference: Rasmussen and Williams 2006, equations 2.25 and 2.26.
        """
        found = [self._predicted(part, context, xt) for part in _chunks(parameters)]
        mean, stddev = (torch.cat(part) for part in zip(*found, strict=True))
        return Normal(mean, stddev, validate_args=False)

    def _predicted(self, functions: Functions, context: Points, xt: Tensor) -> tuple[Tensor, Tensor]:
        n = len(functions.family)
        x, y, xt = (values.double().expand(n, -1, -1) for values in (context.x, context.y, xt))
        factor = self._factor(functions, x)
        cross = torch.linalg.solve_triangular(factor, self.covariance(functions, x, xt), upper=False)
        mean = cross.mT @ torch.linalg.solve_triangular(factor, y, upper=False)
        prior = self.covariance(functions, xt, xt).diagonal(dim1=-2, dim2=-1)[..., None]
        return mean, (prior - cross.square().sum(-2)[..., None] + functions.noise**2).sqrt()


def _with_noise(function: Float[Tensor, "n N N"], noise: PerFunction) -> Float[Tensor, "n N N"]:
    """The Cholesky factor of the covariance of function and noise."""
    return torch.linalg.cholesky(function + noise**2 * torch.eye(function.shape[-1], dtype=function.dtype))


def _short(functions: Functions, x1: Tensor, x2: Tensor) -> Float[Tensor, "n N M"]:
    """The short-term part of unit variance; of each function its own family alone is computed."""
    found = x1.new_empty(len(x1), x1.shape[-2], x2.shape[-2])
    for index, family in enumerate(FAMILIES):
        chosen = functions.family == index
        inputs = x1[chosen], x2[chosen]
        lengthscale = functions.lengthscale[chosen]
        if family == "periodic":
            fading = kernels.rbf(*inputs, functions.decay[chosen])
            found[chosen] = fading * kernels.periodic(*inputs, lengthscale, functions.shape[chosen])
        else:
            found[chosen] = getattr(kernels, family)(*inputs, lengthscale)
    return found


def _covariance(functions: Functions, x1: Tensor, x2: Tensor) -> Float[Tensor, "n N M"]:
    """Of the sum of the three parts."""
    smooth = kernels.rbf(x1, x2, functions.long_lengthscale, functions.long.sqrt())
    return functions.short * _short(functions, x1, x2) + smooth + functions.line * (x1 @ x2.mT)


def _variance(covariance: Float[Tensor, "n P P"]) -> PerFunction:
    """The expected variance of a function's values about their mean."""
    mean_square = covariance.diagonal(dim1=-2, dim2=-1).mean(-1)
    return (mean_square - covariance.mean((-2, -1)))[:, None, None]


def _chunks(functions: Functions, size: int = 512) -> list[Functions]:
    """Few enough at a time that covariances fit into the processor's cache."""
    return [functions[start : start + size] for start in range(0, len(functions.family), size)]
