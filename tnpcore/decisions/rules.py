"""Acquisition rules: how much a player wants each place to be the next measurement, from its prediction of f."""

from __future__ import annotations

import math

import torch
from jaxtyping import Float
from torch import Tensor

from tnpcore.decisions.players import Player, draw_path, predict_y, sd_of_f
from tnpcore.models import NeuralProcess
from tnpcore.outside import warn_outside
from tnpcore.task import Points

BETA = 2.0
NEAR, FAR = -1.0, 100.0  # of the standardised gain z: where a sum of two terms is exact, and where -z has a series
RULES = {
    "ucb": "UCB",
    "ei": "expected improvement",
    "thompson": "Thompson sampling",
    "sd": "largest sd",
}


def acquisition(
    player: Player, rule: str, context: Points, xt: Float[Tensor, "*B N 1"], generator: torch.Generator
) -> Float[Tensor, "*B N"]:
    """What the rule maximises, at every place; a player's next measurement is at the largest.

    "ucb": mean + 2 sd of f. "ei": the expected improvement of f over the largest mean at the measurements so far.
    "thompson": a coherent path of f, drawn by `draw_path`. "sd": the sd of f, which looks for no maximum.

    Args:
        player: a neural process or a Bayes predictor.
        rule: one of `RULES`.
        context: the measurements so far, x and y [*B, t, 1], at least one.
        xt: places.
        generator: of the random numbers, which "thompson" needs.

    Raises:
        ValueError: for another rule, without a measurement, and as `predict_y`.

    Warns:
        OutsideTraining: as `tnpcore.predict`, of a neural process.

    Reference: Srinivas et al. 2010, equation 6 (UCB); Jones et al. 1998, equation 15 (expected improvement); Thompson
    1933; Frazier 2018, section 4, for all of them with noise.
    """
    if rule not in RULES:
        raise ValueError(f"the rule must be one of {', '.join(RULES)}, got {rule!r}")
    if not len(context):
        raise ValueError("an acquisition rule needs at least one measurement so far, got none")
    if isinstance(player, NeuralProcess):
        player.check(context.x, context.y, xt)
        warn_outside(player, context, xt)
    if rule == "thompson":
        return draw_path(player, context, xt, generator)
    mean, sd = predict_y(player, context, xt)
    sd = sd_of_f(sd)
    if rule == "ei":
        best = predict_y(player, context, context.x)[0].amax(-1, keepdim=True)
        return expected_improvement(mean, sd, best)
    return sd if rule == "sd" else mean + BETA * sd


def expected_improvement(
    mean: Float[Tensor, "*B N"], sd: Float[Tensor, "*B N"], best: Float[Tensor, "*B #N"] | float
) -> Float[Tensor, "*B N"]:
    """E[max(f - best, 0)] of a Gaussian f, in units of y.

    Args:
        mean, sd: of f [*B, N]; where sd is 0, f is known.
        best: what is to be improved on, a number or a tensor that broadcasts against the mean.

    Returns:
        Numbers [*B, N] of at least 0, in float64; for an sd of 0, max(mean - best, 0).

    Raises:
        ValueError: for a negative sd, and for values that are not finite.

    Reference: Jones et al. 1998, equation 15.

    >>> expected_improvement(torch.tensor([0.0, 1.0]), torch.tensor([1.0, 0.0]), 0.5).round(decimals=4)
    tensor([0.1978, 0.5000], dtype=torch.float64)
    """
    gain, scale, known = _checked(mean, sd, best)
    z = gain / scale
    found = torch.where(z < NEAR, scale * _log_tail(z.clamp_max(NEAR)).exp(), _above(gain, scale))
    return torch.where(known, gain, found).clamp_min(0.0)


def log_expected_improvement(
    mean: Float[Tensor, "*B N"], sd: Float[Tensor, "*B N"], best: Float[Tensor, "*B #N"] | float
) -> Float[Tensor, "*B N"]:
    """The logarithm of `expected_improvement`, which ranks places where that rounds to 0.

    Args:
        mean, sd, best: as in `expected_improvement`.

    Returns:
        Numbers [*B, N] in float64; minus infinity where f is known and no improvement. Raises as there.

    Reference: Ament et al. 2023, "Unexpected Improvements to Expected Improvement for Bayesian Optimization",
    equation 9.

    >>> log_expected_improvement(torch.tensor([-40.0]), torch.tensor([1.0]), 0.0).round(decimals=2)
    tensor([-808.3000], dtype=torch.float64)
    """
    gain, scale, known = _checked(mean, sd, best)
    z = gain / scale
    found = torch.where(z < NEAR, scale.log() + _log_tail(z.clamp_max(NEAR)), _above(gain, scale).log())
    return torch.where(known, gain.masked_fill(~known, 1.0).clamp_min(0.0).log(), found)


def _checked(mean: Tensor, sd: Tensor, best: Tensor | float) -> tuple[Tensor, Tensor, Tensor]:
    """mean - best and sd in float64, 1 in place of 0; and where it was. Raises ValueError as `expected_improvement`."""
    mean, sd, best = (torch.as_tensor(values, dtype=torch.float64) for values in (mean, sd, best))
    for name, values in (("mean", mean), ("sd", sd), ("best", best)):
        if not values.isfinite().all():
            raise ValueError(f"{name} must be finite, got {values[~values.isfinite()][0].item()}")
    if (sd < 0).any():
        raise ValueError(f"sd must be at least 0, got {sd.min().item():g}")
    gain, sd = torch.broadcast_tensors(mean - best, sd)
    return gain, sd.masked_fill(sd == 0, 1.0), sd == 0


def _above(gain: Tensor, sd: Tensor) -> Tensor:
    """gain Phi(z) + sd phi(z) for z = gain / sd of at least `NEAR`: a large z, of a small sd, multiplies nothing."""
    z = (gain / sd).clamp_min(NEAR)
    # Where z is clamped the gain is, too: nothing is infinite where the other form is taken, nor its gradient.
    return (sd * z).where(z == NEAR, gain) * torch.special.ndtr(z) + sd * _log_density(z).exp()


def _log_density(z: Tensor) -> Tensor:
    return -0.5 * z.square() - 0.5 * math.log(2 * math.pi)


def _log_tail(z: Float[Tensor, "*S"]) -> Float[Tensor, "*S"]:
    """log(phi(z) + z Phi(z)) for z of at most `NEAR`, where the two terms nearly cancel.

    With t = -z it is log phi(t) + log(1 - t M(t)), M the Mills ratio, which erfcx gives; from `FAR` on its series.
    """
    t = -z
    middle = t.clamp_max(FAR)
    mills = math.sqrt(math.pi / 2) * torch.special.erfcx(middle / math.sqrt(2))
    far = t.clamp_min(FAR)
    series = torch.log1p(-3 * far**-2 + 15 * far**-4 - 105 * far**-6) - 2 * far.log()
    return _log_density(z) + torch.where(t > FAR, series, torch.log1p(-middle * mills))
