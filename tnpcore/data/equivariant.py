"""The best that a translation-equivariant predictor can do on a prior that is not stationary."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import torch
from jaxtyping import Float
from torch import Tensor
from torch.distributions import Normal

from tnpcore.data.gp import BayesPredictor
from tnpcore.data.priors import GPPrior
from tnpcore.data.quadrature import BayesPrediction
from tnpcore.task import Points


class EquivariantBayesPredictor:
    """The Bayes predictor that sees differences of inputs alone: where they lie is integrated out, too.

    Inputs are uniform over the prior's range. Given the differences between a context and one target, all of them
    together are therefore as likely to lie at any place where they fit into that range. No translation-equivariant
    model that predicts one target at a time has a higher expected log-likelihood on the prior's tasks.

    Args:
        prior: kernel, ranges of the hyper-parameters, and range of the inputs.
        resolution: numbers of lengthscales, and of scales and noises.
        spacing: of the places that are summed over, in units of x.

    >>> import torch
    >>> from tnpcore import Points
    >>> from tnpcore.data.priors import prior
    >>> best = EquivariantBayesPredictor(prior("nonstationary"))
    >>> context, xt = Points(torch.tensor([[-1.0], [0.5]]), torch.tensor([[0.3], [-0.8]])), torch.zeros(1, 1)
    >>> here, shifted = best.predict(context, xt), best.predict(context.shifted(7.0), xt + 7.0)
    >>> bool(torch.isclose(here.mean, shifted.mean).all())
    True
    """

    def __init__(self, prior: GPPrior, resolution: tuple[int, int, int] = (4, 6, 3), spacing: float = 0.1):
        low, high = prior.inputs
        self.width, self.spacing = high - low, spacing
        # Where the middle of the context lies, seen from the middle of the prior's range.
        places = torch.arange(-self.width / 2, self.width / 2 + spacing / 2, spacing, dtype=torch.float64)
        self.best = BayesPredictor(prior, resolution)
        centres = (low + high) / 2 + places.repeat_interleave(resolution[0])[:, None, None]
        self.best.kernel = partial(_moved, self.best.kernel, centres)
        self.best.lengthscales = self.best.lengthscales.repeat(len(places))
        self.best.log_prior = self.best.log_prior.repeat(len(places), 1)
        self.places, self.per_place = places, resolution[0] * resolution[1] * resolution[2]

    def predict(self, context: Points, xt: Float[Tensor, "*B Nt 1"]) -> Normal:
        """The best Gaussian of y at each target, noise included, in float64.

        Args:
            context: points x [*B, Nc, 1], y [*B, Nc, Dy]; Nc may be 0.
            xt: target inputs [*B, Nt, 1]; each is predicted as if it were the only one.

        Returns:
            A distribution with mean and stddev [*B, Nt, Dy].
        """
        xc, xt = context.x.double(), xt.double()
        middle = (xc.amin(-2, keepdim=True) + xc.amax(-2, keepdim=True)) / 2 if len(context) else xt[..., :1, :]
        xc, xt = xc - middle, xt - middle
        mixture = self.best.predict(Points(xc, context.y), xt)
        fits = self._log_fit(xc, xt).repeat_interleave(self.per_place, -1)
        each = [_at(mixture, fits[..., t, :], t) for t in range(xt.shape[-2])]
        mean, stddev = torch.cat([g.mean for g in each], -2), torch.cat([g.stddev for g in each], -2)
        return Normal(mean, stddev, validate_args=False)

    def _log_fit(self, xc: Float[Tensor, "*B Nc 1"], xt: Float[Tensor, "*B Nt 1"]) -> Float[Tensor, "*B Nt P"]:
        """Log-weight of each place for each target: how much of its cell leaves all inputs inside the range."""
        x = torch.cat([xc.mT.expand(*xt.shape[:-1], xc.shape[-2]), xt], -1)
        least = -self.width / 2 - x.amin(-1, keepdim=True)
        most = self.width / 2 - x.amax(-1, keepdim=True)
        half = self.spacing / 2
        share = torch.minimum(most, self.places + half) - torch.maximum(least, self.places - half)
        # Inputs that fit nowhere: every place is as good as another.
        return share.clamp_min(1e-300).log()


def _moved(
    kernel: Callable[..., Tensor], by: Tensor, x1: Tensor, x2: Tensor, lengthscale: Tensor, scale: float
) -> Tensor:
    """The kernel, of inputs that lie elsewhere."""
    return kernel(x1 + by, x2 + by, lengthscale, scale)


def _at(mixture: BayesPrediction, fits: Float[Tensor, "*B G"], target: int) -> Normal:
    """The mixture's best Gaussian at one target [*B, 1, Dy], its components weighted by how their places fit."""
    weights, one = (mixture.log_weights + fits).log_softmax(-1), slice(target, target + 1)
    return BayesPrediction(weights, mixture.means[..., one, :], mixture.stds[..., one, :]).gaussian
