"""Whether a player's bands are as wide as they claim: where its rule measures, and at random places."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from tnpcore.decisions.games import PLACES, Game
from tnpcore.decisions.players import Player, predict_y
from tnpcore.decisions.turns import Played

NOMINAL = 0.9545  # of a Gaussian lies within two standard deviations


@dataclass(frozen=True, eq=False)
class Coverage:
    """Whether y lay within two standard deviations of the mean, in every turn but the first, [*B, T - 1].

    Args:
        measured: at the next measurement of the rule, before it was made.
        random: at a place drawn at random, with the same measurements before it.
    """

    measured: Bool[Tensor, "*B t"]
    random: Bool[Tensor, "*B t"]


def coverage(game: Game, player: Player, played: Played, generator: torch.Generator) -> Coverage:
    """The band of y in every turn of played games, against the y at the next measurement and at a random place.

    Args:
        game: as it was played.
        player: whose bands they are.
        played: its measurements.
        generator: of the random places and of the noise there.

    Raises:
        ValueError: as `predict_y`.
    """
    shape = (*game.first.shape, game.turns - 1)
    places = torch.randint(len(PLACES), shape, generator=generator)
    noise = torch.randn(shape, generator=generator, dtype=torch.float64)
    elsewhere = game.f.gather(-1, places) + game.noise[..., None] * noise
    found = [
        _within(player, played, t + 1, rows[..., t : t + 1], y[..., t])
        for t in range(game.turns - 1)
        for rows, y in ((played.measured[..., 1:], played.y[..., 1:]), (places, elsewhere))
    ]
    return Coverage(torch.stack(found[::2], -1), torch.stack(found[1::2], -1))


def _within(
    player: Player, played: Played, turns: int, rows: Int[Tensor, "*B 1"], y: Float[Tensor, "*B"]
) -> Bool[Tensor, "*B"]:
    mean, sd = predict_y(player, played.context(turns), PLACES[rows, None])
    return (y - mean[..., 0]).abs() <= 2 * sd[..., 0]
