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
