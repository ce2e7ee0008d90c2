"""Sawtooth functions: their prior, and its Bayes predictor, with all parameters integrated over the prior."""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
from jaxtyping import Float, Int
from torch import Tensor

from tnpcore.arrays import Numbers
from tnpcore.data.drawing import Range, check_draw, check_ranges, split, uniform
from tnpcore.data.quadrature import BayesPrediction, nodes
from tnpcore.gaussian import JointGaussian
from tnpcore.quantities import whole
from tnpcore.task import Points, Task, check_one_output, check_points, check_task, together

PARTICLES = 8192
# Functions whose best amplitude fits so many nats worse than the best function are left out.
NEGLIGIBLE = 40.0
GOLDEN = (math.sqrt(5) - 1) / 2
LOG_2PI = math.log(2 * math.pi)


@dataclass(frozen=True)
class SawtoothPrior:
    """Lines that rise and drop, or fall and jump: sign * amplitude * (2 frac(frequency * x + phase) - 1) + noise.

    No Gaussian process: near a jump the value is one of two, and never between. The sign is random, and the phase
    uniform over [0, 1].

    Args:
        name: see `Prior.name`.
        frequency: range in cycles per unit of x.
        amplitude: range in units of y.
        noise: range of the noise's standard deviation, in units of y.
        inputs: range of x, over which inputs are uniform.
        max_context: see `Prior.max_context`.

    Raises:
        ValueError: naming the range, for one that is reversed or not positive.
    """

    name: str
    frequency: Range
    amplitude: Range
    noise: Range
    inputs: Range = (-2.0, 2.0)
    max_context: int = 50

    def __post_init__(self) -> None:
        check_ranges(0.0, frequency=self.frequency, amplitude=self.amplitude, noise=self.noise)
        check_ranges(-math.inf, inputs=self.inputs)
        whole(self.max_context, "max_context")

    def sample(self, batch: int, num_context: int, num_target: int, generator: torch.Generator) -> Task:
        """A batch of tasks, as `Prior.sample`; `Task.known` is the distribution under the task's own function."""
        check_draw(batch, num_context, num_target, generator)
        one = (batch, 1, 1)
        frequency, amplitude, noise, phase = (
            uniform(r, one, generator) for r in (self.frequency, self.amplitude, self.noise, (0.0, 1.0))
        )
        sign = torch.randint(0, 2, one, generator=generator) * 2 - 1
        x = uniform(self.inputs, (batch, num_context + num_target, 1), generator)
        f = sign * amplitude * (2 * torch.remainder(frequency * x + phase, 1.0) - 1)
        y = f + noise * torch.randn(x.shape, generator=generator, dtype=x.dtype)
        drawn, target_f = split(x, y, num_context), f[:, num_context:]
        # Given the function, the noise alone is random.
        known = JointGaussian(target_f, noise.expand(target_f.shape)[..., 0].diag_embed())
        parameters = {"frequency": frequency, "amplitude": amplitude, "noise": noise, "phase": phase}
        return Task(drawn.context, drawn.target, known, parameters)


@dataclass(frozen=True, eq=False)
class Posterior:
    """M functions (grid point and sign) of non-negligible weight, for S noises.

    log_weights is log p(y, function, noise); mean and std are those of the amplitude before it is truncated to the
    prior's range."""

    log_weights: Float[Tensor, "M S"]
    point: Int[Tensor, " M"]
    sign: Float[Tensor, " M"]
    mean: Float[Tensor, " M"]
    std: Float[Tensor, "M S"]

    @property
    def log_evidence(self) -> Float[Tensor, ""]:
        """log p(y), with all integrated."""
        return self.log_weights.logsumexp((0, 1))


class SawtoothPredictor:
    """The sawtooth model with all its parameters integrated over the prior.

    Frequency and phase are on an even grid, the noise on Gauss-Legendre nodes; the amplitude is integrated in closed
    form: given the rest it is a Gaussian, truncated to the prior's range. The phase is that at x = 0, the middle of the
    inputs, where it is least correlated with the frequency. Predictions are mixtures of 8,192 draws from the posterior,
    spread evenly over it and not random. Tasks are computed one after the other, in float64, for one output dimension.

    Args:
        prior: ranges of frequency, amplitude and noise.
        resolution: numbers of frequencies, phases and noises.
    """

    def __init__(self, prior: SawtoothPrior, resolution: tuple[int, int, int] = (512, 256, 8)):
        num_frequencies, num_phases, num_noises = resolution
        low, high = prior.frequency
        frequency = low + (high - low) * (torch.arange(num_frequencies, dtype=torch.float64) + 0.5) / num_frequencies
        phase = torch.arange(num_phases, dtype=torch.float64) / num_phases
        self.frequency, self.phase = (t.flatten() for t in torch.meshgrid(frequency, phase, indexing="ij"))
        self.noise, self.log_noise_weight = nodes(prior.noise, num_noises)
        self.amplitude = prior.amplitude

    def predict(self, context: Points, xt: Numbers) -> BayesPrediction:
        """The predictive density of y, noise included.

        Args:
            context: points of one output dimension, x [*B, Nc, 1]; Nc may be 0.
            xt: target inputs [*B, Nt, 1], as in `tnpcore.predict`.

        Returns:
            A mixture of G = 8,192 Gaussians for every target.

        Raises:
            ValueError: for a context that is no Points, and naming the shapes, where xt does not fit it.
        """
        context, xt = together(context, xt)
        check_one_output(context, "a sawtooth")
        if xt.ndim == 2:
            return BayesPrediction(*self._particles(context.x.double(), context.y.double(), xt.double()))
        each = [
            self._particles(*task) for task in zip(context.x.double(), context.y.double(), xt.double(), strict=True)
        ]
        return BayesPrediction(*(torch.stack(parts) for parts in zip(*each, strict=True)))

    def log_joint(self, task: Task) -> Float[Tensor, " B"]:
        """log p(all targets | context) of every task in a batch, in nats: log p(all points) - log p(context)."""
        check_task(task)
        check_one_output(task.context, "a sawtooth")
        everything = task.context.joined(task.target)
        pairs = [
            [self._posterior(*self._sums(x, y)).log_evidence for x, y in zip(s.x.double(), s.y.double(), strict=True)]
            for s in (everything, task.context)
        ]
        return torch.stack(pairs[0]) - torch.stack(pairs[1])

    def log_leave_one_out(self, points: Points) -> Float[Tensor, " N"]:
        """log p(y_i | all other points) of every point of one set: log p(all points) - log p(the others), in nats.

        What the others sum to is the sum over all points less the one's own share."""
        check_points(points, "the points")
        check_one_output(points, "leave-one-out", one_set=True)
        x, y = points.x.double(), points.y.double()
        count, total, power, product = self._sums(x, y)
        others = []
        for i in range(count):
            _, square, own_power, own_product = self._sums(x[i : i + 1], y[i : i + 1])
            rest = self._posterior(count - 1, total - square, power - own_power, product - own_product)
            others.append(rest.log_evidence)
        return self._posterior(count, total, power, product).log_evidence - torch.stack(others)

    def _sawtooth(self, x: Float[Tensor, "N 1"]) -> Float[Tensor, "G N"]:
        return 2 * torch.remainder(self.frequency[:, None] * x[:, 0] + self.phase[:, None], 1.0) - 1

    def _sums(
        self, x: Float[Tensor, "N 1"], y: Float[Tensor, "N 1"]
    ) -> tuple[int, Float[Tensor, ""], Float[Tensor, " G"], Float[Tensor, " G"]]:
        """All that the posterior needs to know of N points: N and the sums of y^2, sawtooth^2 and sawtooth y."""
        sawtooth = self._sawtooth(x)
        return len(y), y.square().sum(), sawtooth.square().sum(-1), sawtooth @ y[:, 0]

    def _posterior(
        self, count: int, total: Float[Tensor, ""], power: Float[Tensor, " G"], product: Float[Tensor, " G"]
    ) -> Posterior:
        """Of one task's sums, at the grid points and signs that fit y well enough to matter."""
        # Without points the amplitude is uniform; a hair's breadth of evidence keeps its Gaussian proper.
        power = power.clamp_min(1e-9)
        power, product = torch.stack([power, power]).flatten(), torch.stack([product, -product]).flatten()
        mean = product / power
        best = mean.clamp(*self.amplitude)
        misfit = total - 2 * best * product + best.square() * power
        kept = ((misfit - misfit.min()) / (2 * self.noise.max().square()) < NEGLIGIBLE).nonzero()[:, 0]
        mean, power = mean[kept], power[kept]
        std = self.noise / power.sqrt()[:, None]
        low, high = ((bound - mean[:, None]) / std for bound in self.amplitude)
        inside = _log_between(low, high) + std.log() + 0.5 * LOG_2PI - math.log(self.amplitude[1] - self.amplitude[0])
        unexplained = (total - mean.square() * power)[:, None]
        fit = -0.5 * (unexplained / self.noise.square() + count * (LOG_2PI + 2 * self.noise.log()))
        prior = self.log_noise_weight - math.log(2 * len(self.frequency))
        grid = len(self.frequency)
        return Posterior(prior + fit + inside, kept % grid, 1.0 - 2 * (kept >= grid), mean, std)

    def _particles(
        self, x: Float[Tensor, "Nc 1"], y: Float[Tensor, "Nc 1"], xt: Float[Tensor, "Nt 1"]
    ) -> tuple[Float[Tensor, " K"], Float[Tensor, "K Nt 1"], Float[Tensor, "K Nt 1"]]:
        """Log-weights [K], means and standard deviations [K, Nt, 1] of evenly spread draws from the posterior."""
        posterior = self._posterior(*self._sums(x, y))
        cumulated = posterior.log_weights.flatten().softmax(0).cumsum(0)
        number = torch.arange(PARTICLES, dtype=torch.float64)
        drawn = torch.searchsorted(cumulated, (number + 0.5) / PARTICLES * cumulated[-1])
        entry, noise = torch.unravel_index(drawn.clamp_max(len(cumulated) - 1), posterior.log_weights.shape)
        centre, std = posterior.mean[entry], posterior.std[entry, noise]
        low, high = (torch.special.ndtr((bound - centre) / std) for bound in self.amplitude)
        # Multiples of the golden ratio fill the interval evenly, in whatever order the draws come.
        share = torch.remainder(number * GOLDEN, 1.0)
        normal = torch.special.ndtri((low + (high - low) * share).clamp(1e-15, 1 - 1e-15))
        amplitude = (centre + std * normal).clamp(*self.amplitude) * posterior.sign[entry]
        point = posterior.point[entry]
        sawtooth = 2 * torch.remainder(self.frequency[point, None] * xt[:, 0] + self.phase[point, None], 1.0) - 1
        mean = (amplitude[:, None] * sawtooth)[..., None]
        spread = self.noise[noise][:, None, None].expand_as(mean)
        return torch.full_like(number, -math.log(PARTICLES)), mean, spread


def _log_between(low: Tensor, high: Tensor) -> Tensor:
    """log of the probability of a standard normal between the two, precise in both tails."""
    flip = low > 0
    low, high = torch.where(flip, -high, low), torch.where(flip, -low, high)
    top = torch.special.log_ndtr(high)
    return top + torch.log1p(-torch.exp(torch.special.log_ndtr(low) - top).clamp_max(1 - 1e-15))
