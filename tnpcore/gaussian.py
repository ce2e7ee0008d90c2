"""A joint Gaussian over the values of all targets."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property
from typing import Any

import torch
from jaxtyping import Float, Int
from torch import Tensor
from torch.distributions import Distribution, Normal


class JointGaussian(Distribution):
    """N(mean, L L') over y [*B, Nt, Dy], values in the order of the targets. `log_prob` is joint: [*B].

    Args:
        mean: [*B, Nt, Dy].
        scale_tril: L [*B, Nt Dy, Nt Dy], lower triangular with a positive diagonal (the Cholesky factor).
    """

    has_rsample = True

    def __init__(self, mean: Float[Tensor, "*B Nt Dy"], scale_tril: Float[Tensor, "*B N N"]):
        super().__init__(mean.shape[:-2], mean.shape[-2:], validate_args=False)
        self._mean, self._scale_tril = mean, scale_tril

    def __repr__(self) -> str:
        return f"{type(self).__name__}(mean: {tuple(self._mean.shape)})"

    @property
    def scale_tril(self) -> Float[Tensor, "*B N N"]:
        """The Cholesky factor L of the covariance."""
        return self._scale_tril

    @property
    def mean(self) -> Float[Tensor, "*B Nt Dy"]:
        return self._mean

    @property
    def variance(self) -> Float[Tensor, "*B Nt Dy"]:
        """The marginal variance of each value."""
        return self.scale_tril.square().sum(-1).unflatten(-1, self._event_shape)

    def log_prob(self, value: Float[Tensor, "*B Nt Dy"]) -> Float[Tensor, "*B"]:
        return self._log_density(self._residual(value))

    def expected_log_prob(self, truth: JointGaussian) -> Float[Tensor, "*B"]:
        """The exact mean of `log_prob` over values drawn from `truth`: minus the cross-entropy of the two."""
        residual = self._residual(truth.mean)
        return self._log_density(torch.cat([residual, truth.scale_tril.to(residual.dtype)], -1))

    def _residual(self, value: Float[Tensor, "*B Nt Dy"]) -> Float[Tensor, "*B N 1"]:
        if value.shape[-2:] != self._event_shape:
            got = tuple(value.shape)
            raise ValueError(f"values must be [*S, Nt, Dy] with (Nt, Dy) = {tuple(self._event_shape)}, got {got}")
        return (value - self._mean).flatten(-2)[..., None].to(self._mean.dtype)

    def _log_density(self, residuals: Float[Tensor, "*B N K"]) -> Float[Tensor, "*B"]:
        """The log density of values whose second moment about the mean is the sum of the columns'."""
        whitened = torch.linalg.solve_triangular(self.scale_tril, residuals, upper=False)
        log_det = self.scale_tril.diagonal(dim1=-2, dim2=-1).log().sum(-1)
        return -0.5 * whitened.square().sum((-1, -2)) - log_det - 0.5 * whitened.shape[-2] * math.log(2 * math.pi)

    def conditionals(self, value: Float[Tensor, "*B Nt Dy"]) -> Normal:
        """The distribution of each value given those before it (the chain rule), read off the factor."""
        whitened = torch.linalg.solve_triangular(self.scale_tril, self._residual(value), upper=False)
        correction = (self.scale_tril.tril(-1) @ whitened)[..., 0].unflatten(-1, self._event_shape)
        spread = self.scale_tril.diagonal(dim1=-2, dim2=-1).unflatten(-1, self._event_shape)
        return Normal(self._mean + correction, spread, validate_args=False)

    def ordered(self, order: Int[Tensor, " Nt"]) -> JointGaussian:
        """The same distribution with the targets in another order.

        Args:
            order: a permutation of the targets' indices [Nt].
        """
        dim_y = self._event_shape[-1]
        values = (order[:, None] * dim_y + torch.arange(dim_y, device=order.device)).flatten()
        rows = self.scale_tril[..., values, :].double()
        return JointGaussian(self._mean[..., order, :], torch.linalg.cholesky(rows @ rows.mT).to(self._mean.dtype))

    def to(self, *args: Any, **kwargs: Any) -> JointGaussian:
        """The same on another device or in another dtype, as `Tensor.to`."""
        return JointGaussian(self._mean.to(*args, **kwargs), self.scale_tril.to(*args, **kwargs))

    def rescaled(self, offset: Float[Tensor, "*B 1 Dy"], factor: Float[Tensor, "*B 1 Dy"]) -> JointGaussian:
        """The distribution of offset + factor y.

        Args:
            offset, factor: of every output dimension [*B, 1, Dy]; factors are positive.
        """
        rows = factor.expand(self._mean.shape).flatten(-2)[..., None]
        return JointGaussian(offset + factor * self._mean, rows * self.scale_tril)

    def rsample(self, sample_shape: Sequence[int] = ()) -> Float[Tensor, "*S Nt Dy"]:
        """Samples from PyTorch's global generator; `tnpcore.sample` takes one of its own.

        Args:
            sample_shape: of the samples, before the shape of the distribution.
        """
        shape = torch.Size(sample_shape) + self._mean.shape
        return self.from_noise(torch.randn(shape, dtype=self._mean.dtype, device=self._mean.device))

    def from_noise(self, noise: Float[Tensor, "*S Nt Dy"]) -> Float[Tensor, "*S Nt Dy"]:
        """mean + L noise: a sample, for standard normal noise."""
        return self._mean + (self.scale_tril @ noise.flatten(-2)[..., None])[..., 0].unflatten(-1, self._event_shape)


class LowRankGaussian(JointGaussian):
    """N(mean, F F' + diag(std^2)): a covariance of low rank plus noise.

    Its density costs R-by-R matrices instead of N-by-N (Woodbury's identity), in float64: where the noise is small,
    nearly equal numbers are subtracted. `scale_tril` is computed only when it is used.

    Args:
        mean: [*B, Nt, Dy].
        factors: F [*B, Nt Dy, R].
        std: of the noise [*B, Nt, Dy].
    """

    def __init__(
        self, mean: Float[Tensor, "*B Nt Dy"], factors: Float[Tensor, "*B N R"], std: Float[Tensor, "*B Nt Dy"]
    ):
        Distribution.__init__(self, mean.shape[:-2], mean.shape[-2:], validate_args=False)
        self._mean, self.factors, self.std = mean, factors, std

    @cached_property
    def scale_tril(self) -> Float[Tensor, "*B N N"]:
        """The Cholesky factor of the covariance."""
        wide = self.factors.double()
        covariance = wide @ wide.mT + self.std.double().flatten(-2).square().diag_embed()
        return torch.linalg.cholesky(covariance).to(self._mean.dtype)

    @property
    def variance(self) -> Float[Tensor, "*B Nt Dy"]:
        return self.factors.square().sum(-1).unflatten(-1, self._event_shape) + self.std.square()

    def _log_density(self, residuals: Float[Tensor, "*B N K"]) -> Float[Tensor, "*B"]:
        std = self.std.double().flatten(-2)[..., None]
        factors, scaled = self.factors.double() / std, residuals.double() / std
        eye = torch.eye(factors.shape[-1], dtype=factors.dtype, device=factors.device)
        inner = torch.linalg.cholesky(eye + factors.mT @ factors)
        explained = torch.linalg.solve_triangular(inner, factors.mT @ scaled, upper=False)
        log_det = std.log().sum((-1, -2)) + inner.diagonal(dim1=-2, dim2=-1).log().sum(-1)
        squares = scaled.square().sum((-1, -2)) - explained.square().sum((-1, -2))
        density = -0.5 * squares - log_det - 0.5 * scaled.shape[-2] * math.log(2 * math.pi)
        return density.to(self._mean.dtype)
