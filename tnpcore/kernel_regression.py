"""Predictions that are weighted sums of observed values: Nadaraya-Watson, kernel ridge regression, Gaussian process.

Each function gives the weights alone, one row for every target: times the observed values they are the prediction.
`tnpcore.data.gp.posterior` gives the Gaussian process's mean and standard deviation by another way.

>>> import torch
>>> x = torch.tensor([[0.0], [1.0]], dtype=torch.float64)
>>> nadaraya_watson_weights(x, x[:1], bandwidth=1.0).round(decimals=4)
tensor([[0.6225, 0.3775]], dtype=torch.float64)
"""

from __future__ import annotations

import math

import torch
from jaxtyping import Float
from torch import Tensor

from tnpcore.data.gp import Kernel
from tnpcore.task import Points


def nadaraya_watson_weights(
    x: Float[Tensor, "*B Nc Dx"], xt: Float[Tensor, "*B Nt Dx"], bandwidth: float
) -> Float[Tensor, "*B Nt Nc"]:
    """k_i / sum_j k_j with k_i = exp(-|x* - x_i|^2 / (2 h^2)): no weight is negative, their sum is 1.

    Args:
        x: inputs of the context [*B, Nc, Dx].
        xt: target inputs x* [*B, Nt, Dx].
        bandwidth: h, in units of x.

    Returns:
        Weights [*B, Nt, Nc], by softmax of the logarithms: far from all points the nearest one has all the weight.

    Reference: Nadaraya 1964; Watson 1964.
    """
    return (_squared_distance(xt, x) / (-2 * bandwidth**2)).softmax(-1)


def dot_product_weights(
    q: Float[Tensor, "*B Nq Dk"], k: Float[Tensor, "*B Nk Dk"], bandwidth: float, key_norm: bool = True
) -> Float[Tensor, "*B Nq Nk"]:
    """softmax(q.k / h^2 - |k|^2 / (2 h^2)), which is Nadaraya-Watson on queries and keys.

    The logit is -|q - k|^2 / (2 h^2) plus |q|^2 / (2 h^2), which is the same for all keys and cancels in the softmax.
    Scaled dot-product attention has h^2 = sqrt(Dk) and no term of the key's norm.

    Args:
        q: queries [*B, Nq, Dk].
        k: keys [*B, Nk, Dk].
        bandwidth: h, in the units of queries and keys.
        key_norm: whether the term of the key's norm is there. Without it, of two keys in the query's direction the
            longer is favoured.

    Returns:
        Weights [*B, Nq, Nk].

    Reference: Tsai et al. 2019 (arXiv 1908.11775), attention as a kernel smoother; Nguyen et al. 2022 (arXiv
    2206.00206), keys of equal norm.

    >>> import torch
    >>> q, k = torch.tensor([[0.5]]), torch.tensor([[0.0], [1.0], [3.0]])
    >>> dot_product_weights(q, k, 1.0).round(decimals=4)  # as far from 0 as from 1
    tensor([[0.4879, 0.4879, 0.0243]])
    >>> dot_product_weights(q, k, 1.0, key_norm=False).round(decimals=4)
    tensor([[0.1402, 0.2312, 0.6285]])
    """
    logits = q @ k.mT
    if key_norm:
        logits = logits - 0.5 * k.square().sum(-1)[..., None, :]
    return (logits / bandwidth**2).softmax(-1)


def ridge_weights(
    kernel: Kernel, x: Float[Tensor, "*B Nc Dx"], xt: Float[Tensor, "*B Nt Dx"], ridge: float | Float[Tensor, "*B Nc"]
) -> Float[Tensor, "*B Nt Nc"]:
    """K(x*, x) (K(x, x) + diag(ridge))^-1: the weights of kernel ridge regression, and of a Gaussian process's mean.

    They may be negative, and need not sum to 1. With a kernel of unit scale and ridge = noise^2 / scale^2 they are
    those of the Gaussian process with scale^2 times that kernel, whose own ridge is noise^2.

    Args:
        kernel: k(x1, x2), a covariance function of inputs [*B, N, Dx] and [*B, M, Dx].
        x: inputs of the context [*B, Nc, Dx].
        xt: target inputs [*B, Nt, Dx].
        ridge: added to the diagonal, in the kernel's units; one for all points, or one for each [*B, Nc].

    Returns:
        Weights [*B, Nt, Nc].

    Raises:
        torch.linalg.LinAlgError: when the regularised matrix is not positive definite.

    Reference: Rasmussen and Williams 2006, equation 2.25.

    >>> import torch
    >>> from tnpcore.data.kernels import rbf
    >>> one = torch.zeros(1, 1)
    >>> ridge_weights(lambda a, b: rbf(a, b, 1.0), one, one, ridge=0.25)
    tensor([[0.8000]])
    """
    covariance = kernel(x, x)
    diagonal = torch.as_tensor(ridge, dtype=x.dtype).expand(covariance.shape[:-1])
    factor = torch.linalg.cholesky(covariance + torch.diag_embed(diagonal))
    return torch.cholesky_solve(kernel(x, xt), factor).mT


def joint_density(
    context: Points, x: Float[Tensor, "Nx 1"], y: Float[Tensor, "Ny 1"], bandwidth: float, bandwidth_y: float
) -> Float[Tensor, "Nx Ny"]:
    """The kernel density estimate p(x, y) = mean_i N(x; x_i, h^2) N(y; y_i, h_y^2).

    The mean of y under p(y | x) is the Nadaraya-Watson prediction of bandwidth h, whatever h_y is.

    Args:
        context: points x and y [Nc, 1], Nc at least 1.
        x: where, [Nx, 1].
        y: where, [Ny, 1].
        bandwidth: h, in units of x.
        bandwidth_y: h_y, in units of y.

    Returns:
        Densities [Nx, Ny]; they integrate to 1.

    Reference: Nguyen et al. 2022 (arXiv 2206.00206), section 2.
    """
    across = _normal_density(x, context.x, bandwidth)
    upwards = _normal_density(y, context.y, bandwidth_y)
    return across @ upwards.mT / len(context)


def conditional_density(
    context: Points, xt: Float[Tensor, "Nt 1"], y: Float[Tensor, "Ny 1"], bandwidth: float, bandwidth_y: float
) -> Float[Tensor, "Nt Ny"]:
    """p(y | x*) = p(x*, y) / p(x*) of `joint_density`: a mixture of Gaussians with the weights of Nadaraya-Watson.

    Args:
        context, y, bandwidth, bandwidth_y: as in `joint_density`.
        xt: target inputs x* [Nt, 1].

    Returns:
        Densities [Nt, Ny]; each row integrates to 1, and its mean is the Nadaraya-Watson prediction.
    """
    upwards = _normal_density(y, context.y, bandwidth_y)
    return nadaraya_watson_weights(context.x, xt, bandwidth) @ upwards.mT


def _normal_density(at: Tensor, centres: Tensor, sd: float) -> Float[Tensor, "N Nc"]:
    return torch.exp(_squared_distance(at, centres) / (-2 * sd**2)) / (sd * math.sqrt(2 * math.pi))


def _squared_distance(a: Tensor, b: Tensor) -> Float[Tensor, "*B N M"]:
    """From differences: far from the origin |a|^2 - 2ab + |b|^2 would lose all digits."""
    return (a[..., :, None, :] - b[..., None, :, :]).square().sum(-1)
