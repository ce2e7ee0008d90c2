"""Acquisition rules: how much a player wants each place to be the next measurement, from its prediction of f."""

from __future__ import annotations

import math

import torch
from jaxtyping import Float
from torch import Tensor

from tnpcore.decisions.players import Player, draw_path, predict_y, sd_of_f
from tnpcore.task import Points

BETA = 2.0
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

    Reference: Srinivas et al. 2010, equation 6 (UCB); Jones et al. 1998, equation 15 (expected improvement); Thompson
    1933; Frazier 2018, section 4, for all of them with noise.
    """
    if rule not in RULES:
        raise ValueError(f"the rule must be one of {', '.join(RULES)}, got {rule!r}")
    if not len(context):
        raise ValueError("an acquisition rule needs at least one measurement so far, got none")
    if rule == "thompson":
        return draw_path(player, context, xt, generator)
    mean, sd = predict_y(player, context, xt)
    sd = sd_of_f(sd)
    if rule == "ei":
        best = predict_y(player, context, context.x)[0].amax(-1, keepdim=True)
        return expected_improvement(mean, sd, best)
    return sd if rule == "sd" else mean + BETA * sd


def expected_improvement(
    mean: Float[Tensor, "*B N"], sd: Float[Tensor, "*B N"], best: Float[Tensor, "*B 1"]
) -> Float[Tensor, "*B N"]:
    """E[max(f - best, 0)] of a Gaussian f, in units of y.

    Args:
        mean, sd: of f.
        best: what is to be improved on.

    Reference: Jones et al. 1998, equation 15.
    """
    gain = mean - best
    z = gain / sd
    density = torch.exp(-0.5 * z.square()) / math.sqrt(2 * math.pi)
    return gain * torch.special.ndtr(z) + sd * density
