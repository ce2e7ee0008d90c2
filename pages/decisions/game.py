"""The game on show: the hidden function, measurements of a hand or a player, and what a player believes then."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import torch
from jaxtyping import Float

from pages.decisions.controls import DRAWN, TURNS, DecisionsControls
from pages.shared.models.catalogue import model
from pages.shared.models.once import once
from pages.shared.models.overtaken import go_on
from pages.shared.models.predictions import GridPrediction, bayes_predictor, grid
from tnpcore import Points
from tnpcore.data.exact import posterior
from tnpcore.data.kernels import matern32
from tnpcore.decisions import PLACES, Game, Played, Player, acquisition, draw_game, place_of, play, predict_y
from tnpcore.decisions.storage import BAYES

X = PLACES.numpy()
PATHS = 8  # draws of Thompson sampling that are shown beside each other
THROUGH = {"lengthscale": 1.0, "scale": 1.0}  # of the smooth curve through what is drawn by hand, a posterior mean
SLACK = 0.02  # of y: by so much it may miss a point, and points that contradict each other do no harm
DRAWN_NOISE = 0.075  # the standard deviation of measurements of a drawn function
Pairs = tuple[tuple[float, float], ...]


def pairs_of(points: Points) -> Pairs:
    """Drawn points as what a cache can keep."""
    return tuple(zip(points.x[:, 0].tolist(), points.y[:, 0].tolist(), strict=True))


def player(name: str) -> Player:
    """The player of that name."""
    return bayes_predictor("smooth") if name == BAYES else model(name)


@once(keep=64)
def numbered(number: int) -> Game:
    """The hidden function of that number."""
    return draw_game(number)


def game_on_show(points: Points, controls: DecisionsControls) -> Game:
    """The hidden function of these controls, or the curve through the drawn points; its first measurement and noise
    draws are those of the numbered game."""
    known = numbered(controls.game)
    if controls.function != DRAWN:
        return known
    curve = posterior(lambda a, b: matern32(a, b, **THROUGH), points, PLACES[:, None], SLACK).mean[:, 0]
    return replace(known, f=curve, noise=torch.tensor(DRAWN_NOISE, dtype=torch.float64))


def measurements(points: Points, game: Game) -> Played:
    """The drawn places as measurements in their order. After the tenth the noise draws begin again."""
    measured = torch.tensor([place_of(x) for x in points.x[:, 0].tolist()], dtype=torch.long)
    draws = game.draws[torch.arange(len(measured)) % TURNS]
    return Played(measured, game.f[measured] + game.noise * draws)


@once(keep=32)
def played(name: str, rule: str, pairs: Pairs, controls: DecisionsControls) -> Played:
    """A game on the curve through the drawn points, by the named player."""
    go_on()
    points = Points(torch.tensor([x for x, _ in pairs])[:, None], torch.tensor([y for _, y in pairs])[:, None])
    game = game_on_show(points, controls)
    return play(game, player(name), rule, game.generator())


def played_on(points: Points, name: str, controls: DecisionsControls) -> Played:
    """The named player's game by the rule on show; what else is set does not matter to it."""
    bare = DecisionsControls(function=DRAWN, game=controls.game)
    return played(name, controls.rule, pairs_of(points), bare)


@dataclass(frozen=True, eq=False)
class Belief:
    """What a player believes after some measurements: its band of y over the view; its mean and sd of y at `PLACES`
    [201]; what its rule maximises there, and the row of the largest of these, where it measures next (None where
    nothing was measured yet)."""

    band: GridPrediction
    mean: Float[np.ndarray, " 201"]
    sd: Float[np.ndarray, " 201"]
    wanted: Float[np.ndarray, " 201"] | None
    following: int | None

    @property
    def next_x(self) -> float | None:
        """The place of the next measurement."""
        return None if self.following is None else float(X[self.following])


def belief(seen: Played, game: Game, controls: DecisionsControls, tau: float = 0.0) -> Belief:
    """The model on show after these measurements, with all inputs shifted by tau, shown back at the original ones."""
    go_on()
    context, view, who = seen.context(len(seen.measured)), grid(controls), player(controls.model)
    shifted, xt = Points(context.x + tau, context.y), PLACES[:, None] + tau
    # Both at once: a prediction at one place does not depend on the others.
    mean, sd = (each.numpy() for each in predict_y(who, shifted, torch.cat([view + tau, xt])))
    count = len(view)
    band = GridPrediction(controls.model, view[:, 0].numpy(), mean[:count], sd[:count])
    if not len(context):
        return Belief(band, mean[count:], sd[count:], None, None)
    wanted = acquisition(who, controls.rule, shifted, xt, game.generator())
    return Belief(band, mean[count:], sd[count:], wanted.numpy(), int(wanted.argmax()))


def drawn_paths(seen: Played, game: Game, controls: DecisionsControls) -> Float[np.ndarray, "8 201"]:
    """Paths of f that Thompson sampling may draw in this turn."""
    go_on()
    context = seen.context(len(seen.measured))
    several = Points(*(part.expand(PATHS, *part.shape) for part in (context.x, context.y)))
    xt = PLACES[:, None].expand(PATHS, -1, 1)
    return acquisition(player(controls.model), "thompson", several, xt, game.generator()).numpy()
