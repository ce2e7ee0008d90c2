"""Games that ship: the same 200 hidden functions, played by every player with every rule."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import torch
from jaxtyping import Float, Int
from torch import Tensor

from tnpcore import weights
from tnpcore.decisions.bands import coverage
from tnpcore.decisions.games import Game, draw_game, stack
from tnpcore.decisions.players import Player
from tnpcore.decisions.turns import play
from tnpcore.evaluation import evaluating
from tnpcore.evaluation.measures import mean_and_error
from tnpcore.models import NeuralProcess

FILE = "decisions.json"
GAMES = 200
BAYES = "bayes"
PLAYERS = ("cnp", "anp", "tnpd", "tetnp", BAYES)
NEAR = 0.05  # of y: a regret below it found the maximum


@dataclass(frozen=True, eq=False)
class Stored:
    """What one player and one rule did in N stored games, those of the numbers 0 to N - 1.

    Args:
        measured: the places of the measurements, rows of `PLACES`, [N, T].
        covered: of each game's turns but the first, the share in which y at the measurement lay within two standard
            deviations, [N].
        covered_at_random: the same at a random place, [N].
    """

    measured: Int[Tensor, "N T"]
    covered: Float[Tensor, " N"]
    covered_at_random: Float[Tensor, " N"]

    def regret(self) -> Float[Tensor, "N T"]:
        """The simple regret after each measurement, in units of y."""
        return all_games(len(self.measured)).regret(self.measured)

    def after(self, turns: int) -> tuple[float, float]:
        """The mean simple regret after so many measurements, with its standard error.

        Args:
            turns: from 1.
        """
        return mean_and_error(self.regret()[:, turns - 1])

    def found(self) -> tuple[float, float]:
        """The share of games whose regret is below 0.05 in the end, with its standard error."""
        return mean_and_error((self.regret()[:, -1] < NEAR).double())

    def coverages(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """The coverage where the rule measures, and at random places, each with its standard error over games."""
        return mean_and_error(self.covered), mean_and_error(self.covered_at_random)


@cache
def all_games(count: int = GAMES) -> Game:
    """The hidden functions of the numbers 0 to count - 1, as one batch."""
    return stack([draw_game(number) for number in range(count)])


def play_all(player: Player, rule: str, count: int = GAMES) -> Stored:
    """The stored games, played now.

    Args:
        player: a neural process or a Bayes predictor.
        rule: one of `RULES`.
        count: how many games.

    Raises:
        ValueError: as `play`.
    """
    games = all_games(count)
    if isinstance(player, NeuralProcess):
        with evaluating(player):
            return _played(games, player, rule)
    return _played(games, player, rule)


def _played(games: Game, player: Player, rule: str) -> Stored:
    played = play(games, player, rule, games.generator())
    within = coverage(games, player, played, torch.Generator().manual_seed(1))
    return Stored(played.measured, within.measured.double().mean(-1), within.random.double().mean(-1))


@cache
def stored(where: Path | None = None) -> dict[str, dict[str, Stored]]:
    """The games that ship, by player and rule.

    Args:
        where: the folder of the file; None: the one that ships.

    Raises:
        ValueError: where there is no such file.
    """
    file = (where or weights.shipped()) / FILE
    if not file.is_file():
        raise ValueError(f"{file} must be there: python -m tnpcore.decisions.report --play --where {file.parent}")
    return {
        player: {rule: _read(found) for rule, found in rules.items()}
        for player, rules in json.loads(file.read_text("utf-8")).items()
    }


def write(known: dict[str, dict[str, Stored]], where: Path) -> Path:
    """The file, after the games were written into it.

    Args:
        known: by player and rule.
        where: the folder.
    """
    plain = {player: {rule: _plain(found) for rule, found in rules.items()} for player, rules in known.items()}
    file = where / FILE
    file.write_text(json.dumps(plain, separators=(",", ":")) + "\n", "utf-8")
    return file


def _plain(found: Stored) -> dict[str, list[Any]]:
    """Coverages as the number of turns in which y was covered: whole numbers, like the places."""
    turns = found.measured.shape[-1] - 1
    counts = {name: (getattr(found, name) * turns).round().int().tolist() for name in ("covered", "covered_at_random")}
    return {"measured": found.measured.tolist(), **counts}


def _read(plain: dict[str, list[Any]]) -> Stored:
    measured = torch.tensor(plain["measured"])
    shares = (
        torch.tensor(plain[name]).double() / (measured.shape[-1] - 1) for name in ("covered", "covered_at_random")
    )
    return Stored(measured, *shares)
