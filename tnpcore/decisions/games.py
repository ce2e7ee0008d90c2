"""Hidden functions on a grid of places, and what a measurement of one returns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from jaxtyping import Float, Int
from torch import Tensor

from tnpcore.data.drawing import factor
from tnpcore.data.priors import GPPrior, prior
from tnpcore.quantities import whole

TURNS = 10
PLACES = torch.linspace(-2, 2, 201, dtype=torch.float64)  # where the prior `smooth` has its inputs
JITTER = 1e-9  # of the variance of f, which has no noise: less than a millionth of y is seen of it


@dataclass(frozen=True, eq=False)
class Game:
    """A hidden function, and all that is random in its measurements. *B is empty, or one batch of games.

    Args:
        number: the seed, of one game; that of the first in a batch.
        f: the function at `PLACES`, [*B, 201].
        noise: the standard deviation of a measurement's noise, [*B].
        draws: the standard normal draws of the noise, one for each turn, [*B, T].
        first: the place of the first measurement, a row of `PLACES`, [*B].
    """

    number: int
    f: Float[Tensor, "*B 201"]
    noise: Float[Tensor, "*B"]
    draws: Float[Tensor, "*B T"]
    first: Int[Tensor, "*B"]

    @property
    def turns(self) -> int:
        """The number of measurements T, the first one included."""
        return self.draws.shape[-1]

    def values(self, measured: Int[Tensor, "*B t"]) -> Float[Tensor, "*B t"]:
        """The noisy y that the first t measurements return, by their places."""
        return self.f.gather(-1, measured) + self.noise[..., None] * self.draws[..., : measured.shape[-1]]

    def regret(self, measured: Int[Tensor, "*B t"]) -> Float[Tensor, "*B t"]:
        """The simple regret after each measurement, in units of y: the maximum of f over `PLACES` less the largest f
        at a measurement so far. It counts f, not the noisy y."""
        return self.f.amax(-1, keepdim=True) - self.f.gather(-1, measured).cummax(-1).values

    def generator(self) -> torch.Generator:
        """Of a player's own random numbers in this game, always in the same state."""
        return torch.Generator().manual_seed(self.number)


def draw_game(number: int, drawn_from: GPPrior | None = None, turns: int = TURNS) -> Game:
    """The game of that number: function, noise and first measurement are drawn from a prior.

    Args:
        number: the seed, from 0.
        drawn_from: a GP prior with inputs between -2 and 2; None: `smooth`.
        turns: the number of measurements.

    Raises:
        ValueError: for a number below 0, and for fewer than one turn.
    """
    whole(number, "the number of a game", least=0)
    whole(turns, "turns")
    known = drawn_from or prior("smooth")
    assert isinstance(known, GPPrior)
    generator = torch.Generator().manual_seed(number)
    lengthscale, scale, noise = known.hyperparameters(1, generator)
    x = PLACES[None, :, None]
    normal = torch.randn(1, len(PLACES), 1, generator=generator, dtype=torch.float64)
    f = factor(known.kernel(x, x, lengthscale, scale), JITTER * scale**2, x) @ normal
    draws = torch.randn(turns, generator=generator, dtype=torch.float64)
    first = torch.randint(len(PLACES), (), generator=generator)
    return Game(number, f[0, :, 0], noise[0, 0, 0], draws, first)


def stack(games: Sequence[Game]) -> Game:
    """Games of equally many turns as one batch.

    Args:
        games: of one function each.

    Raises:
        ValueError: for no games.
    """
    if not games:
        raise ValueError("a batch must have at least one game, got none")
    parts = ([getattr(game, name) for game in games] for name in ("f", "noise", "draws", "first"))
    return Game(games[0].number, *(torch.stack(part) for part in parts))


def place_of(x: float) -> int:
    """The row of `PLACES` nearest to x; beyond them the last one on that side.

    Args:
        x: any finite number.
    """
    return int((PLACES - x).abs().argmin())
