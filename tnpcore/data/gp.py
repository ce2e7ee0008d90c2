"""Gaussian processes: the exact posterior, and the predictor that does not know the hyper-parameters.

The posterior under the true hyper-parameters is an oracle that nobody can reach. `BayesPredictor` integrates them
over the prior: it is the best that any model can do, the limit that quality is measured against.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor
from torch.distributions import Categorical, MixtureSameFamily, Normal

from tnpcore.data.priors import GPPrior, Range
from tnpcore.gaussian import JointGaussian
from tnpcore.task import Points, Task


def posterior(
    kernel: Callable[[Tensor, Tensor], Tensor], context: Points, xt: Float[Tensor, "*B Nt Dx"], noise: float | Tensor
) -> Normal:
    """The exact GP posterior of y at xt (Rasmussen and Williams 2006, algorithm 2.1), noise included, in float64.

    kernel(x1, x2) gives covariances; noise is a standard deviation, a float or a tensor that broadcasts against
    [*B, N, N]. mean and stddev are [*B, Nt, Dy]. There is no jitter beyond the noise.
    """
    mean, cross, noise = _given(kernel, context, xt, noise)
    variance = _prior_variance(kernel, xt.double())[..., None] + noise**2 - cross.square().sum(-2)[..., None]
    return Normal(mean, variance.sqrt().expand_as(mean), validate_args=False)


def joint_posterior(
    kernel: Callable[[Tensor, Tensor], Tensor], context: Points, xt: Float[Tensor, "*B Nt Dx"], noise: float | Tensor
) -> JointGaussian:
    """As `posterior`, of all targets together; for one output dimension."""
    mean, cross, noise = _given(kernel, context, xt, noise)
    xt = xt.double()
    eye = torch.eye(xt.shape[-2], dtype=torch.float64, device=xt.device)
    return JointGaussian(mean, torch.linalg.cholesky(kernel(xt, xt) - cross.mT @ cross + noise**2 * eye))


def _given(
    kernel: Callable[[Tensor, Tensor], Tensor], context: Points, xt: Tensor, noise: float | Tensor
) -> tuple[Float[Tensor, "*B Nt Dy"], Float[Tensor, "*B Nc Nt"], Tensor]:
    """The posterior mean, what the context explains of the targets (whitened), and the noise, in float64."""
    xc, yc, xt = context.x.double(), context.y.double(), xt.double()
    noise = torch.as_tensor(noise, dtype=torch.float64)
    observed = kernel(xc, xc) + noise**2 * torch.eye(xc.shape[-2], dtype=torch.float64, device=xc.device)
    factor = torch.linalg.cholesky(observed)
    cross = torch.linalg.solve_triangular(factor, kernel(xc, xt), upper=False)
    mean = cross.mT @ torch.linalg.solve_triangular(factor, yc, upper=False)
    return mean, cross, noise


def _prior_variance(kernel: Callable[[Tensor, Tensor], Tensor], x: Tensor) -> Float[Tensor, "*B N"]:
    """k(x, x) of a stationary kernel, from the first target: all have the same."""
    first = x[..., :1, :]
    return kernel(first, first)[..., 0].expand(x.shape[:-1])


@dataclass(frozen=True, eq=False)
class BayesPrediction:
    """The posterior-weighted mixture over a grid of G hyper-parameters: weights [*B, G], mean and std [*B, G, Nt, Dy].

    `mixture` is the exact predictive density; `gaussian`, with the mixture's mean and variance, is the best Gaussian.
    """

    log_weights: Float[Tensor, "*B G"]
    means: Float[Tensor, "*B G Nt Dy"]
    stds: Float[Tensor, "*B G Nt Dy"]

    @property
    def gaussian(self) -> Normal:
        weights = self.log_weights.exp()[..., None, None]
        mean = (weights * self.means).sum(-3)
        second = (weights * (self.stds.square() + (self.means - mean[..., None, :, :]).square())).sum(-3)
        return Normal(mean, second.sqrt(), validate_args=False)

    @property
    def mean(self) -> Float[Tensor, "*B Nt Dy"]:
        return self.gaussian.mean

    @property
    def stddev(self) -> Float[Tensor, "*B Nt Dy"]:
        return self.gaussian.stddev

    @property
    def mixture(self) -> MixtureSameFamily:
        means, stds = self.means.movedim(-3, -1), self.stds.movedim(-3, -1)
        weights = self.log_weights[..., None, None, :].expand(means.shape)
        return MixtureSameFamily(Categorical(logits=weights), Normal(means, stds, validate_args=False))


class BayesPredictor:
    """The GP with its hyper-parameters integrated over the prior, on a Gauss-Legendre grid.

    resolution: numbers of lengthscales, scales and noises (default: the prior's). One eigen-decomposition of the kernel
    matrix for every lengthscale serves all scales and noises: with K = scale^2 U diag(d) U',
    K + noise^2 I = U diag(scale^2 d + noise^2) U'. A kernel of few features has few d > 0 (R of them), and they come
    from the features' own small matrix.
    """

    def __init__(self, prior: GPPrior, resolution: tuple[int, int, int] | None = None):
        resolution = resolution or prior.resolution
        self.kernel, self.features = prior.kernel, prior.features
        axes = [nodes(r, n) for r, n in zip((prior.lengthscale, prior.scale, prior.noise), resolution, strict=True)]
        self.lengthscales, log_l = axes[0]
        self.scale2, self.noise2 = (
            t.flatten() for t in torch.meshgrid(axes[1][0].square(), axes[2][0].square(), indexing="ij")
        )
        self.log_prior = log_l[:, None] + (axes[1][1][:, None] + axes[2][1]).flatten()

    def predict(self, context: Points, xt: Float[Tensor, "*B Nt Dx"]) -> BayesPrediction:
        """The predictive density of y at xt, noise included, in float64; the context may be empty."""
        xc, yc, xt = context.x.double()[..., None, :, :], context.y.double()[..., None, :, :], xt.double()
        vectors, spectrum = self._decomposed(xc)
        projected = vectors.mT @ yc
        log_posterior = self.log_prior + self._log_evidence(yc, projected, spectrum)
        cross = self._correlation(xt[..., None, :, :], xc) @ vectors
        return self._combine(log_posterior, cross, projected, spectrum)

    def log_joint(self, task: Task) -> Float[Tensor, "*B"]:
        """log p(all targets | context), the exact joint density: evidence of everything, less that of the context."""
        everything, context = task.context.joined(task.target), task.context
        return self._total_evidence(everything) - self._total_evidence(context)

    def _total_evidence(self, points: Points) -> Float[Tensor, "*B"]:
        x, y = points.x.double()[..., None, :, :], points.y.double()[..., None, :, :]
        vectors, spectrum = self._decomposed(x)
        return (self.log_prior + self._log_evidence(y, vectors.mT @ y, spectrum)).flatten(-2).logsumexp(-1)

    def _decomposed(
        self, x: Float[Tensor, "*B 1 N Dx"]
    ) -> tuple[Float[Tensor, "*B L N R"], Float[Tensor, "*B L SN R"]]:
        """Eigenvectors of the kernel matrix, and the eigenvalues of the noisy covariance for every scale and noise."""
        if self.features is None:
            values, vectors = torch.linalg.eigh(self._correlation(x, x))
        else:
            features = self.features(x, self.lengthscales[:, None, None])
            values, turns = torch.linalg.eigh(features.mT @ features)
            # Features that no point excites leave a column of zeros, whose eigenvalue is zero.
            real = values > 1e-10 * max(1, x.shape[-2])
            vectors = features @ (turns * torch.where(real, values, torch.inf).rsqrt()[..., None, :])
            values = torch.where(real, values, 0.0)
        return vectors, values.clamp_min(0)[..., None, :] * self.scale2[:, None] + self.noise2[:, None]

    def _correlation(self, x1: Tensor, x2: Tensor) -> Float[Tensor, "*B L N M"]:
        return self.kernel(x1, x2, self.lengthscales[:, None, None], 1.0)

    def _log_evidence(self, y: Tensor, projected: Tensor, spectrum: Tensor) -> Float[Tensor, "*B L SN"]:
        """Of the values y [*B, 1, N, Dy]; what the R eigenvectors leave of them is noise alone."""
        num_points, dim_y = y.shape[-2:]
        fit = (projected.square()[..., None, :, :] / spectrum[..., None]).sum((-1, -2))
        log_det = spectrum.log().sum(-1)
        if self.features is not None:
            left = (y.square().sum((-1, -2)) - projected.square().sum((-1, -2))).clamp_min(0)
            fit = fit + left[..., None] / self.noise2
            log_det = log_det + (num_points - projected.shape[-2]) * self.noise2.log()
        return -0.5 * (fit + dim_y * (log_det + num_points * math.log(2 * math.pi)))

    def _combine(self, log_posterior: Tensor, cross: Tensor, projected: Tensor, spectrum: Tensor) -> BayesPrediction:
        gain = self.scale2[:, None] / spectrum
        # mean = scale^2 k U diag(1/spectrum) U'y for all (scale, noise) at once: [*B, L, Nt, SN] per output.
        # The context's part first: nothing of the size of targets times context times (scale, noise) ever exists.
        means = torch.einsum("...tn,...snd->...std", cross, gain[..., None] * projected[..., None, :, :])
        explained = torch.einsum("...tn,...sn->...st", cross.square(), gain) * self.scale2[:, None]
        variances = (self.scale2 + self.noise2)[:, None] - explained
        stds = variances.clamp_min(1e-12).sqrt()[..., None].expand_as(means)
        log_weights = log_posterior.flatten(-2)
        return BayesPrediction(
            log_weights - log_weights.logsumexp(-1, keepdim=True), means.flatten(-4, -3), stds.flatten(-4, -3)
        )


def nodes(bounds: Range, count: int) -> tuple[Tensor, Tensor]:
    """Gauss-Legendre nodes on an interval and the logarithms of their weights, which sum to 1."""
    nodes, weights = np.polynomial.legendre.leggauss(count)
    low, high = bounds
    return torch.from_numpy(low + (high - low) * (nodes + 1) / 2), torch.from_numpy(np.log(weights / 2))
