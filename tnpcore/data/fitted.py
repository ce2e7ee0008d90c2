"""A Gaussian process fitted to one set of points, by maximum marginal likelihood.

It is the usual alternative to a model that learned from many sets. scikit-learn gives the marginal likelihood with its
gradient; the prediction is `tnpcore.data.exact.posterior`.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor
from torch.distributions import Normal

from tnpcore.arrays import Numbers, as_points, check_finite
from tnpcore.data import kernels
from tnpcore.data.exact import joint_posterior, posterior
from tnpcore.extras import extra
from tnpcore.gaussian import JointGaussian
from tnpcore.task import Points, check_points

# The search runs between these: the lengthscale in units of the widest range of x, the others in units of the standard
# deviation of y. The smallest noise beside the largest scale still leaves the covariance of 1,000 points invertible.
BOUNDS = {"lengthscale": (1e-3, 10.0), "scale": (0.05, 100.0), "noise": (1e-3, 3.0)}
# (lengthscale, scale, noise) from which the search may start; it does so from the few of the highest likelihood.
STARTS = tuple(itertools.product((0.03, 0.1, 0.3, 1.0), (1.0,), (0.03, 0.3)))
NUM_STARTS = 3
TINY = 1e-6  # of the scale: the least standard deviation of f

Theta = tuple[float, float, float]


@dataclass(frozen=True, eq=False)
class FittedGP:
    """A Gaussian process with an RBF kernel and a constant mean, conditioned on the points that it was fitted to.

    All input dimensions share the lengthscale. Output dimensions are independent and share all hyper-parameters.

    Args:
        lengthscale: in units of x.
        scale, noise: standard deviations of function and noise, in units of y.
        mean: of the function, in units of y.
        log_marginal_likelihood: of all y of the points, in nats.
        at_bounds: which of "lengthscale", "scale" and "noise" stand at a bound of the search: the points do not
            determine these.
        points: x [N, Dx], y [N, Dy], in float64.
    """

    lengthscale: float
    scale: float
    noise: float
    mean: float
    log_marginal_likelihood: float
    at_bounds: tuple[str, ...]
    points: Points = field(repr=False)

    def predict(self, xt: Numbers, of: Literal["y", "f"] = "y") -> Normal:
        """The posterior at xt, target by target, in float64.

        Args:
            xt: target inputs [Nt, Dx], a tensor, an array or a list; [Nt] stands for [Nt, 1].
            of: of "y", a new measurement, noise included; or of "f", the function without noise.

        Returns:
            A distribution with mean and stddev [Nt, Dy].

        Raises:
            ValueError: naming the shapes, when xt has other dimensions than the points, and for another `of`.

        Reference: Rasmussen and Williams 2006, equations 2.25 and 2.26.
        """
        if of not in ("y", "f"):
            raise ValueError(f"of must be 'y', a new measurement, or 'f', the function without noise, got {of!r}")
        found = posterior(self._kernel, *self._centred(xt), self.noise)
        stddev = found.stddev
        if of == "f":  # rounding leaves tiny negative variances where f is known
            stddev = (stddev**2 - self.noise**2).clamp_min((TINY * self.scale) ** 2).sqrt()
        return Normal(found.mean + self.mean, stddev, validate_args=False)

    def predict_jointly(self, xt: Numbers) -> JointGaussian:
        """The posterior of y at all of xt together, noise included, in float64, for one output dimension.

        Args:
            xt: target inputs [Nt, Dx], a tensor, an array or a list; [Nt] stands for [Nt, 1].

        Raises:
            ValueError: as `predict`, and for points of several output dimensions.

        Reference: Rasmussen and Williams 2006, equation 2.24.
        """
        found = joint_posterior(self._kernel, *self._centred(xt), self.noise)
        return JointGaussian(found.mean + self.mean, found.scale_tril)

    def given(self, points: Points) -> FittedGP:
        """The same hyper-parameters, conditioned on other points; their likelihood is that of the fit.

        Args:
            points: x [N, Dx], y [N, Dy], for example a part of those that it was fitted to.
        """
        return replace(self, points=_checked(points))

    def _kernel(self, a: Tensor, b: Tensor) -> Tensor:
        return kernels.rbf(a, b, self.lengthscale, self.scale)

    def _centred(self, xt: Numbers) -> tuple[Points, Float[Tensor, "Nt Dx"]]:
        """The points about the mean, and targets of their dimensions."""
        xt = as_points(xt, "xt")
        if xt.ndim != 2 or xt.shape[-1] != self.points.x.shape[-1]:
            raise ValueError(f"predict needs xt [Nt, {self.points.x.shape[-1]}], got {tuple(xt.shape)}")
        check_finite(xt, "xt")
        return Points(self.points.x, self.points.y - self.mean), xt


def fit(points: Points) -> FittedGP:
    """The Gaussian process under which these points have the highest marginal likelihood; always the same one.

    The likelihood has several maxima, so the search has several starts, which are fixed. Where all y are equal (as for
    one point) it has none: lengthscale, scale and noise are then at the bounds of the search.

    Args:
        points: x [N, Dx], y [N, Dy], N from 1 to a few hundred: the time grows with N cubed.

    Returns:
        The hyper-parameters in the units of the points, and the prediction.

    Raises:
        ValueError: for what is no Points, a batch, and no points.
        ImportError: where scikit-learn is not installed.

    Reference: Rasmussen and Williams 2006, section 5.4.1, equations 5.8 and 5.9.

    >>> import torch
    >>> x = torch.linspace(-2, 2, 30, dtype=torch.float64)[:, None]
    >>> fitted = fit(Points(x, 5 + torch.sin(3 * x)))
    >>> round(fitted.lengthscale, 1), fitted.at_bounds, fitted.predict(torch.zeros(1, 1)).mean.round(decimals=2)
    (0.9, ('noise',), tensor([[5.]], dtype=torch.float64))
    """
    points = _checked(points)
    unit_x, unit_y, centre = _units(points)
    scaled = Points(points.x / unit_x, (points.y - centre) / unit_y)
    theta = _most_likely(scaled)
    at_bounds = tuple(name for name, value in zip(BOUNDS, theta, strict=True) if _at_bound(name, value))
    lengthscale, scale, noise = theta
    found = lengthscale * unit_x, scale * unit_y, noise * unit_y
    mean = centre + unit_y * _best_constant(scaled, theta)
    centred = Points(points.x, points.y - mean)
    return FittedGP(*found, mean, _log_marginal_likelihood(centred, found), at_bounds, points)


def _checked(points: Points) -> Points:
    check_points(points, "what is fitted")
    shapes = f"x {tuple(points.x.shape)} and y {tuple(points.y.shape)}"
    if points.x.ndim != 2 or 0 in points.x.shape or 0 in points.y.shape:
        raise ValueError(f"fit needs one set of at least one point, x [N, Dx] and y [N, Dy], got {shapes}")
    return points.to("cpu", torch.float64)


def _units(points: Points) -> tuple[float, float, float]:
    """The widest range of x, and standard deviation and mean of y. A unit is 1 where all values are equal."""
    span = (points.x.amax(0) - points.x.amin(0)).max().item()
    spread, mean = points.y.std(correction=0).item(), points.y.mean().item()
    # The mean of equal values may differ from them in its last digit.
    return span or 1.0, spread if spread > 1e-12 * abs(mean) else 1.0, mean


def _most_likely(points: Points) -> Theta:
    """Lengthscale, scale and noise of the highest marginal likelihood, for points in units of their own."""
    gaussian_process, optimize = _scikit_learn()
    sk = gaussian_process.kernels
    kernel = sk.ConstantKernel() * sk.RBF() + sk.WhiteKernel()
    # With a regressor's own optimiser, a maximum at a bound would be a warning.
    regressor = gaussian_process.GaussianProcessRegressor(kernel, alpha=0.0, optimizer=None)
    regressor.fit(points.x.numpy(), points.y.numpy())

    def loss(theirs: np.ndarray) -> tuple[float, np.ndarray]:
        # At the best mean the likelihood is flat in the mean: the gradient needs no term for its change.
        regressor.y_train_ = points.y.numpy() - _best_constant(points, _from_theirs(theirs))
        value, gradient = regressor.log_marginal_likelihood(theirs, eval_gradient=True, clone_kernel=False)
        return -value, -gradient

    bounds = np.stack([_to_theirs(edge) for edge in zip(*BOUNDS.values(), strict=True)], -1)
    starts = sorted((_to_theirs(start) for start in STARTS), key=lambda start: loss(start)[0])[:NUM_STARTS]
    optima = [optimize.minimize(loss, start, jac=True, method="L-BFGS-B", bounds=bounds) for start in starts]
    return _from_theirs(min(optima, key=lambda found: found.fun).x)


def _to_theirs(theta: tuple[float, ...]) -> np.ndarray:
    """scikit-learn's order, of logarithms: variance of the function, lengthscale, variance of the noise."""
    lengthscale, scale, noise = theta
    return np.log([scale**2, lengthscale, noise**2])


def _from_theirs(theirs: np.ndarray) -> Theta:
    """The inverse of `_to_theirs`."""
    log_variance, log_lengthscale, log_noise = theirs.tolist()
    return math.exp(log_lengthscale), math.exp(log_variance / 2), math.exp(log_noise / 2)


def _scikit_learn() -> tuple[Any, Any]:
    """scikit-learn's Gaussian processes, and the optimisers of SciPy, which it brings."""
    return extra("sklearn.gaussian_process", "fit"), extra("scipy.optimize", "fit")


def _factor(x: Float[Tensor, "N Dx"], theta: Theta) -> Float[Tensor, "N N"]:
    """The Cholesky factor of the covariance of all points, noise included."""
    lengthscale, scale, noise = theta
    covariance = kernels.rbf(x, x, lengthscale, scale) + noise**2 * torch.eye(len(x), dtype=x.dtype)
    return torch.linalg.cholesky(covariance)


def _best_constant(points: Points, theta: Theta) -> float:
    """The constant mean of the highest marginal likelihood, given the hyper-parameters: generalised least squares.

    Reference: Rasmussen and Williams 2006, equation 2.42 for one basis function, h(x) = 1.
    """
    weights = torch.cholesky_solve(torch.ones_like(points.x[:, :1]), _factor(points.x, theta))
    return ((weights * points.y).sum() / (weights.sum() * points.y.shape[-1])).item()


def _log_marginal_likelihood(points: Points, theta: Theta) -> float:
    """Of all y, for mean 0. Reference: Rasmussen and Williams 2006, equation 2.30."""
    values = points.y.mT[..., None]
    return JointGaussian(torch.zeros_like(values[0]), _factor(points.x, theta)).log_prob(values).sum().item()


def _at_bound(name: str, value: float) -> bool:
    return any(abs(math.log(value / bound)) < 1e-3 for bound in BOUNDS[name])
