"""Covariance functions: x1 [*B, N, Dx], x2 [*B, M, Dx] -> [*B, N, M].

`scale` is the standard deviation of the function; it, lengthscale and period are floats or tensors that broadcast
against [*B, N, M]. Formulas: Rasmussen and Williams 2006, chapter 4."""

from __future__ import annotations

import math

import torch
from jaxtyping import Float
from torch import Tensor

Parameter = float | Tensor
Covariance = Float[Tensor, "*B N M"]


def _squared_distance(x1: Tensor, x2: Tensor) -> Tensor:
    """From differences, not from |a|^2 - 2ab + |b|^2, which loses all digits far from the origin."""
    return (x1[..., :, None, :] - x2[..., None, :, :]).square().sum(-1)


def _distance(x1: Tensor, x2: Tensor) -> Tensor:
    return _squared_distance(x1, x2).sqrt()


def rbf(x1: Tensor, x2: Tensor, lengthscale: Parameter, scale: Parameter = 1.0) -> Covariance:
    """scale^2 exp(-d^2 / (2 lengthscale^2)); its functions are infinitely smooth."""
    return scale**2 * torch.exp(-0.5 * _squared_distance(x1, x2) / lengthscale**2)


def matern12(x1: Tensor, x2: Tensor, lengthscale: Parameter, scale: Parameter = 1.0) -> Covariance:
    """scale^2 exp(-d / lengthscale); continuous functions without a derivative."""
    return scale**2 * torch.exp(-_distance(x1, x2) / lengthscale)


def matern32(x1: Tensor, x2: Tensor, lengthscale: Parameter, scale: Parameter = 1.0) -> Covariance:
    """Matern with nu = 3/2: once differentiable functions."""
    r = math.sqrt(3) * _distance(x1, x2) / lengthscale
    return scale**2 * (1 + r) * torch.exp(-r)


def matern52(x1: Tensor, x2: Tensor, lengthscale: Parameter, scale: Parameter = 1.0) -> Covariance:
    """Matern with nu = 5/2: twice differentiable functions."""
    r = math.sqrt(5) * _distance(x1, x2) / lengthscale
    return scale**2 * (1 + r + r.square() / 3) * torch.exp(-r)


def periodic(x1: Tensor, x2: Tensor, period: Parameter, lengthscale: Parameter, scale: Parameter = 1.0) -> Covariance:
    """scale^2 exp(-2 sin^2(pi d / period) / lengthscale^2), multiplied over input dimensions; lengthscale is
    relative to the period."""
    sine = torch.sin(math.pi * (x1[..., :, None, :] - x2[..., None, :, :]) / _unsqueeze(period))
    return scale**2 * torch.exp(-2 * sine.square().sum(-1) / lengthscale**2)


def _unsqueeze(parameter: Parameter) -> Parameter:
    return parameter[..., None] if isinstance(parameter, Tensor) else parameter


def periodic_features(
    x: Float[Tensor, "*B N 1"], period: Parameter, lengthscale: float, order: int = 10
) -> Float[Tensor, "*B N R"]:
    """Features whose inner products are `periodic` of unit scale, for one input dimension: R = 2 order + 1 waves.

    exp((cos t - 1) / l^2) is a Fourier series with modified Bessel functions of 1 / l^2 for coefficients (Abramowitz
    and Stegun 1964, 9.6.34). They fall so fast that for a lengthscale of 1 ten waves leave out less than 1e-9.
    """
    order_of = torch.arange(order + 1, dtype=x.dtype)
    share = torch.tensor([(1 if k == 0 else 2) * _bessel(k, lengthscale**-2) for k in range(order + 1)], dtype=x.dtype)
    size = (share * math.exp(-(lengthscale**-2))).sqrt()
    angle = 2 * math.pi * x / period * order_of
    return torch.cat([size * angle.cos(), (size * angle.sin())[..., 1:]], -1)


def _bessel(order: int, z: float) -> float:
    """The modified Bessel function I_order(z), by its series; for z of some units at the most."""
    return sum((z / 2) ** (2 * m + order) / (math.factorial(m) * math.factorial(m + order)) for m in range(30))
