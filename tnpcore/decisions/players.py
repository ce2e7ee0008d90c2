"""What a player believes of f: mean and standard deviation at any place, and coherent paths.

A player is a neural process or the Bayes predictor; both predict y, noise included. One rule makes f of it, the same
for all players: the noise variance that is subtracted is the prior's mean, E[noise^2], and at least (0.01)^2 of the
variance stays.
"""

from __future__ import annotations

import torch
from jaxtyping import Float
from torch import Tensor

from tnpcore.boundary import check_model
from tnpcore.data.exact import joint_posterior
from tnpcore.data.gp import BayesPredictor
from tnpcore.data.priors import GPPrior, prior
from tnpcore.models import NeuralProcess
from tnpcore.prediction import predict_anywhere, sample_autoregressively
from tnpcore.task import Points

Player = NeuralProcess | BayesPredictor

LEAST_VARIANCE = 0.01**2
PATH_PLACES = 21  # of a drawn path, 0.2 apart: the shortest lengthscale is 0.25
GROUP = 25  # games for which the Bayes predictor's mixtures are in memory together


def mean_noise_variance(known: GPPrior) -> float:
    """E[noise^2] of a noise that is uniform over the prior's range."""
    low, high = known.noise
    return (low**2 + low * high + high**2) / 3


_SMOOTH = prior("smooth")
assert isinstance(_SMOOTH, GPPrior)
NOISE_VARIANCE = mean_noise_variance(_SMOOTH)  # (.05^2 + .05 * .1 + .1^2) / 3 = 0.00583


def predict_y(
    player: Player, context: Points, xt: Float[Tensor, "*B N 1"]
) -> tuple[Float[Tensor, "*B N"], Float[Tensor, "*B N"]]:
    """Mean and standard deviation of y, noise included, in float64; of the Bayes predictor, its best Gaussian.

    Args:
        player: a neural process or a Bayes predictor.
        context: the measurements so far, x and y [*B, t, 1].
        xt: places.

    Raises:
        ValueError: for a player that is neither.
    """
    if isinstance(player, BayesPredictor):
        if context.x.ndim == 3 and len(context.x) > GROUP:
            parts = zip(context.x.split(GROUP), context.y.split(GROUP), xt.split(GROUP), strict=True)
            means, sds = zip(*(predict_y(player, Points.unchecked(x, y), at) for x, y, at in parts), strict=True)
            return torch.cat(means), torch.cat(sds)
        found = player.predict(context, xt).gaussian
        return found.mean[..., 0], found.stddev[..., 0]
    check_model(player)
    known = predict_anywhere(player, context, xt)
    return known.mean[..., 0].double(), known.std[..., 0].double()


def sd_of_f(sd: Float[Tensor, "*S"]) -> Float[Tensor, "*S"]:
    """The standard deviation of f from that of y: `NOISE_VARIANCE` subtracted, at least 0.01.

    Args:
        sd: of y, noise included.
    """
    return (sd.square() - NOISE_VARIANCE).clamp_min(LEAST_VARIANCE).sqrt()


def draw_path(
    player: Player, context: Points, xt: Float[Tensor, "*B N 1"], generator: torch.Generator
) -> Float[Tensor, "*B N"]:
    """One coherent path of f at xt.

    Noisy y are drawn at 21 places, together: of a neural process autoregressively in a random order (a pass for each),
    of the Bayes predictor from the posterior of the Gaussian process, with hyper-parameters drawn from theirs. The
    path is the player's mean given the measurements and these y, which takes the noise out, for all players alike.

    Args:
        player: a neural process or a Bayes predictor.
        context: the measurements so far, x and y [*B, t, 1].
        xt: places.
        generator: of the random numbers.

    Raises:
        ValueError: as `predict_y`.

    Reference: Bruinsma et al. 2023, Autoregressive Conditional Neural Processes, section 2 (the means after a sample).
    """
    order = torch.randperm(PATH_PLACES, generator=generator)
    x = torch.linspace(-2, 2, PATH_PLACES, dtype=torch.float64)[order, None].expand(*xt.shape[:-2], PATH_PLACES, 1)
    if isinstance(player, BayesPredictor):
        y = _exact_values(player, context, x, generator)
    else:
        check_model(player)
        y = sample_autoregressively(player, context, x, 1, generator)[0]
    return predict_y(player, context.joined(Points.unchecked(x, y.double())), xt)[0]


def _exact_values(
    player: BayesPredictor, context: Points, x: Float[Tensor, "*B N 1"], generator: torch.Generator
) -> Float[Tensor, "*B N 1"]:
    """A draw of y: first the hyper-parameters, then all values together."""
    weights = player.predict(context, x[..., :1, :]).log_weights.exp()
    chosen = torch.multinomial(weights, 1, generator=generator)
    pairs = len(player.scale2)
    lengthscale = player.lengthscales[chosen // pairs][..., None]
    scale, noise = (variance[chosen % pairs].sqrt()[..., None] for variance in (player.scale2, player.noise2))
    found = joint_posterior(lambda a, b: player.kernel(a, b, lengthscale, scale), context, x, noise)
    normal = torch.randn(x.shape, generator=generator, dtype=torch.float64)
    return found.mean + found.scale_tril @ normal
