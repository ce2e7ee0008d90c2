"""A whole game: measurement after measurement, by one player and one rule."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from jaxtyping import Float, Int
from torch import Tensor

from tnpcore.decisions.games import PLACES, Game
from tnpcore.decisions.players import Player
from tnpcore.decisions.rules import acquisition
from tnpcore.task import Points


@dataclass(frozen=True, eq=False)
class Played:
    """The measurements of a game.

    Args:
        measured: their places, rows of `PLACES`, [*B, T].
        y: what they returned, [*B, T].
    """

    measured: Int[Tensor, "*B T"]
    y: Float[Tensor, "*B T"]

    def context(self, turns: int) -> Points:
        """What the player had seen after so many turns: x and y [*B, turns, 1].

        Args:
            turns: from 0.
        """
        return Points.unchecked(PLACES[self.measured[..., :turns], None], self.y[..., :turns, None])


def play(game: Game, player: Player, rule: str, generator: torch.Generator, turns: int | None = None) -> Played:
    """The game, or a batch of them, as this player plays it by this rule.

    Args:
        game: hidden functions.
        player: a neural process or a Bayes predictor.
        rule: one of `RULES`.
        generator: of the player's random numbers; those of a batch are drawn together.
        turns: how many measurements; None: all of the game's.

    Raises:
        ValueError: as `acquisition`.
    """
    xt = PLACES[:, None].expand(*game.first.shape, -1, 1)
    measured = game.first[..., None]
    while measured.shape[-1] < (turns or game.turns):
        context = Played(measured, game.values(measured)).context(measured.shape[-1])
        following = acquisition(player, rule, context, xt, generator).argmax(-1, keepdim=True)
        measured = torch.cat([measured, following], -1)
    return Played(measured, game.values(measured))
