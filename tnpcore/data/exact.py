"""The exact posterior of a Gaussian process whose hyper-parameters are known."""

from __future__ import annotations

from collections.abc import Callable

import torch
from jaxtyping import Float
from torch import Tensor
from torch.distributions import Normal

from tnpcore.arrays import Numbers
from tnpcore.gaussian import JointGaussian
from tnpcore.task import Points, check_one_output, together

Kernel = Callable[[Tensor, Tensor], Tensor]
TOGETHER = 256  # targets whose variances are read off one matrix


def posterior(kernel: Kernel, context: Points, xt: Numbers, noise: float | Tensor) -> Normal:
    """The exact posterior of y at xt, target by target, noise included, in float64.

    Args:
        kernel: k(x1, x2), a covariance function of inputs [*B, N, Dx] and [*B, M, Dx].
        context: points x [*B, Nc, Dx], y [*B, Nc, Dy]; Nc may be 0. Output dimensions are independent.
        xt: target inputs [*B, Nt, Dx], as in `tnpcore.predict`.
        noise: standard deviation in units of y; a float or a tensor that broadcasts against [*B, N, N].

    Returns:
        A distribution with mean and stddev [*B, Nt, Dy]. There is no jitter beyond the noise.

    Raises:
        ValueError: for a context that is no Points, and naming the shapes, where xt does not fit it.
        torch.linalg.LinAlgError: when the covariance of the context is singular, which a noise of 0 can make it.

    Reference: Rasmussen and Williams 2006, equations 2.25 and 2.26, by algorithm 2.1.

    >>> import torch
    >>> from tnpcore import Points
    >>> from tnpcore.data import kernels
    >>> one = Points(torch.zeros(1, 1), torch.ones(1, 1))
    >>> found = posterior(lambda a, b: kernels.rbf(a, b, 1.0), one, torch.zeros(1, 1), noise=0.1)
    >>> found.mean.round(decimals=3), found.stddev.round(decimals=3)
    (tensor([[0.9900]], dtype=torch.float64), tensor([[0.1410]], dtype=torch.float64))
    """
    context, xt = together(context, xt)
    mean, cross, noise = _conditioned(kernel, context, xt, noise)
    variance = _prior_variance(kernel, xt.double())[..., None] + noise**2 - cross.square().sum(-2)[..., None]
    return Normal(mean, variance.sqrt().expand_as(mean), validate_args=False)


def joint_posterior(kernel: Kernel, context: Points, xt: Numbers, noise: float | Tensor) -> JointGaussian:
    """The exact posterior of all targets together, noise included, in float64.

    Args:
        kernel, context, xt, noise: as in `posterior`, for one output dimension.

    Returns:
        A Gaussian over y [*B, Nt, 1] with the covariance of all targets. Raises and Reference as there.
    """
    context, xt = together(context, xt)
    check_one_output(context, "a joint prediction")
    mean, cross, noise = _conditioned(kernel, context, xt, noise)
    xt = xt.double()
    eye = torch.eye(xt.shape[-2], dtype=torch.float64, device=xt.device)
    return JointGaussian(mean, torch.linalg.cholesky(kernel(xt, xt) - cross.mT @ cross + noise**2 * eye))


def _conditioned(
    kernel: Kernel, context: Points, xt: Tensor, noise: float | Tensor
) -> tuple[Float[Tensor, "*B Nt Dy"], Float[Tensor, "*B Nc Nt"], Tensor]:
    """The posterior mean, the part of the targets that the context explains (whitened), and the noise, in float64."""
    xc, yc, xt = context.x.double(), context.y.double(), xt.double()
    noise = torch.as_tensor(noise, dtype=torch.float64)
    covariance = kernel(xc, xc) + noise**2 * torch.eye(xc.shape[-2], dtype=torch.float64, device=xc.device)
    factor = torch.linalg.cholesky(covariance)
    cross = torch.linalg.solve_triangular(factor, kernel(xc, xt), upper=False)
    mean = cross.mT @ torch.linalg.solve_triangular(factor, yc, upper=False)
    return mean, cross, noise


def _prior_variance(kernel: Kernel, x: Tensor) -> Float[Tensor, "*B N"]:
    """k(x, x) of each target."""
    parts = [kernel(part, part).diagonal(dim1=-2, dim2=-1) for part in x.split(TOGETHER, -2)]
    return torch.cat(parts, -1).expand(x.shape[:-1])
