"""Decisions one after the other: find the maximum of a hidden function with few noisy measurements.

A game is a hidden function f on `PLACES`, without noise; a measurement at one of them returns y = f + noise. A player
predicts f from what it has seen, an acquisition rule turns the prediction into the next measurement. All players of a
game have the same first measurement and the same random noise in each turn, so that games can be compared in pairs.
Simple regret is what the largest f at a measurement so far falls short of the maximum of f.

>>> from tnpcore import load
>>> game, player = draw_game(7), load("tetnp")
>>> game.regret(play(game, player, "ucb", game.generator()).measured)[[0, 9]].round(decimals=2)
tensor([3.5100, 0.0000], dtype=torch.float64)
"""

from tnpcore.decisions.bands import Coverage, coverage
from tnpcore.decisions.games import PLACES, Game, draw_game, place_of, stack
from tnpcore.decisions.players import NOISE_VARIANCE, Player, draw_path, predict_y, sd_of_f
from tnpcore.decisions.rules import RULES, acquisition, expected_improvement, log_expected_improvement
from tnpcore.decisions.storage import Stored, stored
from tnpcore.decisions.turns import Played, play

__all__ = [
    "NOISE_VARIANCE",
    "PLACES",
    "RULES",
    "Coverage",
    "Game",
    "Played",
    "Player",
    "Stored",
    "acquisition",
    "coverage",
    "draw_game",
    "draw_path",
    "expected_improvement",
    "log_expected_improvement",
    "place_of",
    "play",
    "predict_y",
    "sd_of_f",
    "stack",
    "stored",
]
