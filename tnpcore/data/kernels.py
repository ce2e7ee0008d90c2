"""Covariance functions k(x1, x2) of one or more input dimensions.

All take x1 [*B, N, Dx] and x2 [*B, M, Dx] and give [*B, N, M]. `scale` is the standard deviation of the function; it,
lengthscale and period are floats or tensors that broadcast against [*B, N, M], and in the units of y, x and x.

Reference: Rasmussen and Williams 2006, chapter 4, which writes l for the lengthscale and r for the distance.

>>> import torch
>>> x = torch.tensor([[0.0], [1.0]])
>>> rbf(x, x, lengthscale=1.0, scale=2.0)
tensor([[4.0000, 2.4261],
        [2.4261, 4.0000]])
"""

from __future__ import annotations

import math
from collections.abc import Callable

import torch
from jaxtyping import Float
from torch import Tensor

Parameter = float | Tensor
Inputs = Float[Tensor, "*#B N Dx"]
OtherInputs = Float[Tensor, "*#B M Dx"]
Covariance = Float[Tensor, "*C N M"]


def rbf(x1: Inputs, x2: OtherInputs, lengthscale: Parameter, scale: Parameter = 1.0) -> Covariance:
    """The radial basis function kernel, scale^2 exp(-r^2 / (2 l^2)): its functions are infinitely smooth.

    Args:
        x1, x2: inputs [*B, N, Dx] and [*B, M, Dx].
        lengthscale: l, in units of x.
        scale: standard deviation of the function, in units of y.

    Returns:
        Covariances [*B, N, M], in units of y squared.

    Reference: Rasmussen and Williams 2006, equation 4.9 (times scale^2).
    """
    return scale**2 * torch.exp(-0.5 * _squared_distance(x1, x2) / lengthscale**2)


def matern12(x1: Inputs, x2: OtherInputs, lengthscale: Parameter, scale: Parameter = 1.0) -> Covariance:
    """The Matérn kernel of nu = 1/2, scale^2 exp(-r / l): continuous functions without a derivative.

    Args and Returns as in `rbf`.

    Reference: Rasmussen and Williams 2006, section 4.2.1.
    """
    return scale**2 * torch.exp(-_distance(x1, x2) / lengthscale)


def matern32(x1: Inputs, x2: OtherInputs, lengthscale: Parameter, scale: Parameter = 1.0) -> Covariance:
    """The Matérn kernel of nu = 3/2: functions that can be differentiated once.

    Args and Returns as in `rbf`.

    Reference: Rasmussen and Williams 2006, equation 4.17.
    """
    r = math.sqrt(3) * _distance(x1, x2) / lengthscale
    return scale**2 * (1 + r) * torch.exp(-r)


def matern52(x1: Inputs, x2: OtherInputs, lengthscale: Parameter, scale: Parameter = 1.0) -> Covariance:
    """The Matérn kernel of nu = 5/2: functions that can be differentiated twice.

    Args and Returns as in `rbf`.

    Reference: Rasmussen and Williams 2006, equation 4.17.
    """
    r = math.sqrt(5) * _distance(x1, x2) / lengthscale
    return scale**2 * (1 + r + r.square() / 3) * torch.exp(-r)


def periodic(
    x1: Inputs, x2: OtherInputs, period: Parameter, lengthscale: Parameter, scale: Parameter = 1.0
) -> Covariance:
    """The periodic kernel, scale^2 exp(-2 sin^2(pi r / period) / l^2), multiplied over input dimensions.

    Args:
        x1, x2: inputs [*B, N, Dx] and [*B, M, Dx].
        period: in units of x.
        lengthscale: l, without a unit: it is relative to the period.
        scale: standard deviation of the function, in units of y.

    Returns:
        Covariances [*B, N, M], in units of y squared.

    Reference: Rasmussen and Williams 2006, equation 4.31, where the period is 2 pi.
    """
    # One more axis on a tensor of periods, for the input dimensions of the differences.
    period = period[..., None] if isinstance(period, Tensor) else period
    sine = torch.sin(math.pi * _differences(x1, x2) / period)
    return scale**2 * torch.exp(-2 * sine.square().sum(-1) / lengthscale**2)


def periodic_features(
    x: Float[Tensor, "*#B N 1"], period: Parameter, lengthscale: float, order: int = 10
) -> Float[Tensor, "*C N R"]:
    """Features whose inner products are `periodic` of unit scale, for one input dimension.

    exp((cos t - 1) / l^2) is a Fourier series whose coefficients are modified Bessel functions of 1 / l^2. They fall so
    fast that for l = 1 ten harmonics leave out less than 1e-9.

    Args:
        x: inputs [*B, N, 1].
        period: in units of x; a float or a tensor that broadcasts against [*B, N, 1].
        lengthscale: l, relative to the period.
        order: number of harmonics.

    Returns:
        Features [*B, N, R] with R = 2 order + 1: the constant and `order` cosines, then `order` sines.

    Reference: Abramowitz and Stegun 1964, 9.6.34.
    """
    harmonics = torch.arange(order + 1, dtype=x.dtype)
    share = torch.tensor([(1 if k == 0 else 2) * _bessel(k, lengthscale**-2) for k in range(order + 1)], dtype=x.dtype)
    size = (share * math.exp(-(lengthscale**-2))).sqrt()
    angle = 2 * math.pi * x / period * harmonics
    return torch.cat([size * angle.cos(), (size * angle.sin())[..., 1:]], -1)


def gibbs(x1: Inputs, x2: OtherInputs, lengthscale: Callable[[Tensor], Tensor], scale: Parameter = 1.0) -> Covariance:
    """The kernel of Gibbs, for a lengthscale l(x) that depends on x: it is not stationary.

    scale^2 (2 l l' / (l^2 + l'^2))^(Dx / 2) exp(-r^2 / (l^2 + l'^2)) with l = l(x1) and l' = l(x2). It is `rbf` where
    l is constant, positive definite for every positive l(x), and scale^2 at r = 0 everywhere.

    Args:
        x1, x2: inputs [*B, N, Dx] and [*B, M, Dx].
        lengthscale: l, a function that takes inputs [*B, N, Dx] and gives lengthscales [*B, N, 1], in units of x.
        scale: standard deviation of the function, in units of y.

    Returns:
        Covariances [*B, N, M], in units of y squared.

    Reference: Gibbs 1997, "Bayesian Gaussian Processes for Regression and Classification"; Rasmussen and Williams 2006,
    equation 4.32.

    >>> x = torch.tensor([[0.0], [1.0]])
    >>> gibbs(x, x, lengthscale=lambda x: 2.0**x)
    tensor([[1.0000, 0.7323],
            [0.7323, 1.0000]])
    """
    l1, l2 = lengthscale(x1), lengthscale(x2).mT
    squares = l1.square() + l2.square()
    overlap = (2 * l1 * l2 / squares) ** (x1.shape[-1] / 2)
    return scale**2 * overlap * torch.exp(-_squared_distance(x1, x2) / squares)


def _differences(x1: Tensor, x2: Tensor) -> Float[Tensor, "*C N M Dx"]:
    return x1[..., :, None, :] - x2[..., None, :, :]


def _squared_distance(x1: Tensor, x2: Tensor) -> Covariance:
    """From differences, not from |a|^2 - 2ab + |b|^2, which loses all digits far from the origin."""
    return _differences(x1, x2).square().sum(-1)


def _distance(x1: Tensor, x2: Tensor) -> Covariance:
    return _squared_distance(x1, x2).sqrt()


def _bessel(order: int, z: float) -> float:
    """The modified Bessel function I_order(z) by its power series; for z of some units at the most."""
    return sum((z / 2) ** (2 * m + order) / (math.factorial(m) * math.factorial(m + order)) for m in range(30))
