"""Decisions as a program: the measurements, the next one by the rule, the shifted game, and regret."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable

from pages.decisions.controls import DRAWN, TURNS, DecisionsControls
from pages.decisions.game import DRAWN_NOISE, SLACK, THROUGH
from pages.decisions.scene import COMPARED
from pages.shared.lesson.program import WIDTH, Pairs, Program
from pages.shared.models.predictions import COARSE, TARGETS
from tnpcore.decisions.storage import BAYES

IMPORTS = """
from dataclasses import replace

import torch

from tnpcore import Points, load
from tnpcore.data.exact import posterior
from tnpcore.data.kernels import matern32
from tnpcore.data.limit import predictor
from tnpcore.data.priors import prior
from tnpcore.decisions import PLACES, Played, acquisition, draw_game, place_of, play, predict_y
from tnpcore.shift_error import shift_errors
"""

BODY = """
def player(name):
    return predictor(prior("smooth"), $coarse) if name == "$bayes" else load(name)


name, rule, tau = "$name", "$rule", $tau
game = draw_game($number)
$seen
$advice"""

ADVICE = """\
context, xt = seen.context(len(seen.measured)), PLACES[:, None]
grid = torch.linspace($low, $high, $targets, dtype=torch.float64)[:, None]  # what is in view
mean, sd = predict_y(player(name), context, grid)
shifted = Points(context.x + tau, context.y)
mean_there, sd_there = predict_y(player(name), shifted, grid + tau)
change, spread = shift_errors(*(values.numpy() for values in (mean, sd, mean_there, sd_there)))
show(f"shift-{name}", change)
show(f"spread-{name}", spread)
if len(context):
    wanted = acquisition(player(name), rule, context, xt, game.generator())
    show("next", PLACES[wanted.argmax()])
    if tau:
        there = acquisition(player(name), rule, shifted, xt + tau, game.generator())
        show("next-shifted", PLACES[there.argmax()])
"""

BY_HAND = """\
places = [$places]
measured = torch.tensor([place_of(x) for x in places], dtype=torch.long)
draws = game.draws[torch.arange(len(measured)) % $turns]
seen = Played(measured, game.f[measured] + game.noise * draws)
show("measurements", len(measured))
if len(measured):
    show("best", seen.y.max())
if len(measured) >= $turns:
    show("regret", game.regret(measured[:$turns])[-1])"""

BY_MODELS = """\
points = [$pairs]
x, y = torch.tensor(points, dtype=torch.float64).reshape(-1, 2).split(1, dim=-1)
curve = posterior(lambda a, b: matern32(a, b, $lengthscale, $scale), Points(x, y), PLACES[:, None], $slack).mean[:, 0]
game = replace(game, f=curve, noise=torch.tensor($noise, dtype=torch.float64))
for each in dict.fromkeys(($compared, name)):
    played = play(game, player(each), rule, game.generator())
    show(f"regret-{each}", game.regret(played.measured)[-1])
seen = play(game, player(name), rule, game.generator())"""


def code(points: Pairs, controls: DecisionsControls) -> Program:
    """The program for these points and controls."""
    values = {
        "name": controls.model,
        "rule": controls.rule,
        "tau": controls.tau,
        "number": controls.game,
        "bayes": BAYES,
        "coarse": COARSE,
        "turns": TURNS,
        "low": controls.view[0],
        "high": controls.view[1],
        "targets": TARGETS,
        "places": _listed(f"{x!r}" for x, _ in points),
        "pairs": _listed(f"({x!r}, {y!r})" for x, y in points),
        "compared": ", ".join(f'"{name}"' for name in COMPARED),
        **THROUGH,
        "slack": SLACK,
        "noise": DRAWN_NOISE,
    }
    drawn = controls.function == DRAWN
    body = BODY.replace("$seen", BY_MODELS if drawn else BY_HAND)
    body = body.replace("$advice", ADVICE if drawn or controls.advice else "")
    return Program("Decisions: where to look next?", IMPORTS, body, values)


def _listed(texts: Iterable[str]) -> str:
    """Numbers, or pairs of them, in rows that fit a page."""
    return "\n    ".join(textwrap.wrap(", ".join(texts), WIDTH))
