"""Home: the same points seen by four models and by the Bayes predictor."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from pages.shared.answers import GRID, THIN, Answer, answers, distance, limit, residual
from pages.shared.controls import choice, number
from pages.shared.models import FOUR, NAMES, model
from pages.shared.readings import shift_reading
from pages.shared.scene import Curve, HeatMap, Panel, Reading, Scene, shown
from tnpcore import Points
from tnpcore.models.convcnp import EPSILON
from tnpcore.setconv import rbf_weights

EVERY = 4  # every fourth target is a row of the weights' map
SHIFT = (-3.0, 3.0)


def scene(points: Points, controls: Mapping) -> Scene:
    """The chosen model large, with its shifted self and its weights."""
    name = choice(controls, "model", FOUR)
    tau = number(controls, "tau", 0.0, *SHIFT)
    here, moved = answers(name, points, (0.0, tau), record=True)
    curves = (here.curve(label=NAMES[name]), *_ghost(moved, tau))
    return Scene(
        panels=(
            Panel("stage", NAMES[name], curves, area="stage", points=True, model=name),
            _weights(name, here, points),
        ),
        ledger=(shift_reading(name, NAMES[name], residual(here, moved), tau, name),),
        caption=_caption(here, points),
        equation=_equation(here),
    )


def aside(points: Points, _controls: Mapping) -> Scene:
    """The four models small."""
    small = ((name, answers(name, points, xt=GRID[::THIN])[0]) for name in FOUR)
    return Scene(
        tuple(
            Panel(name, NAMES[name], (answer.curve(),), area="multiple", points=True, model=name)
            for name, answer in small
        )
    )


def later(points: Points, controls: Mapping) -> Scene:
    """The Bayes predictor under every model, each model's distance from it, and the other models' shifted selves."""
    name = choice(controls, "model", FOUR)
    tau = number(controls, "tau", 0.0, *SHIFT)
    best = limit(points)
    panels = [Panel("stage", NAMES[name], (best.curve("limit", "Bayes predictor"),), area="stage")]
    best, readings, distances = best.every(THIN), [], []
    dashed = best.curve("limit", "Bayes predictor")
    for other in FOUR:
        here, moved = answers(other, points, (0.0, tau), GRID[::THIN])
        panels.append(Panel(other, NAMES[other], (dashed, *_ghost(moved, tau)), area="multiple"))
        readings.append(shift_reading(other, NAMES[other], residual(here, moved), tau, other))
        distances.append(_limit_reading(other, distance(here, best)))
    return Scene(tuple(panels), tuple(readings + distances))


def _ghost(moved: Answer, tau: float) -> tuple[Curve, ...]:
    """The prediction for the moved world, slid back; nothing while nothing moves."""
    return (moved.curve("ghost", f"{NAMES[moved.model]} moved by {_signed(tau)}, slid back"),) if tau else ()


def _weights(name: str, here: Answer, points: Points) -> Panel:
    """The map of the weights that made the prediction: rows are targets, columns what they listen to."""
    columns = np.argsort(points.x[:, 0].numpy(), kind="stable")
    keys = tuple(columns.tolist())
    labels = tuple(shown(x) for x in points.x[columns, 0].tolist())
    if name == "cnp":
        values = np.full((len(here.x), len(points)), 1 / max(1, len(points)))
        title, note = "Weights of the average", "A CNP averages: every point counts the same, wherever you ask."
    elif name == "convcnp":
        values = _setconv_shares(points)[:, columns]
        title = "SetConv weights"
        note = "Each point's share in the normalised signal that the CNN reads at x."
    else:
        values = here.attention[-1].mean(0)
        values = np.concatenate([values[:, :1], values[:, 1:][:, columns]], 1)
        keys, labels = (-1, *keys), ("prior", *labels)
        title = "Attention weights"
        note = 'Last layer, averaged over heads. The column "prior" is the learned null token.'
    rows = tuple(shown(x, 1) for x in here.x[::EVERY])
    heat = HeatMap(values[::EVERY], "target x (query)", "context x (key)", rows, labels, keys=keys, model=name)
    return Panel("weights", title, (heat,), x_title=heat.column_title, y_title=heat.row_title, model=name, note=note)


def _setconv_shares(points: Points) -> np.ndarray:
    """Weights [Nt, Nc] of the normalised signal: bumps of the learned width, divided by their sum."""
    lengthscale = model("convcnp").to_grid.lengthscale.double()
    bumps = rbf_weights(points.x, GRID, lengthscale)
    return (bumps / (bumps.sum(-1, keepdim=True) + EPSILON)).detach().numpy()


def _limit_reading(name: str, value: float) -> Reading:
    return Reading(
        f"limit-{name}", f"{NAMES[name]}: distance from the Bayes predictor", value, f"{value:.2f} sd", "", name
    )


def _signed(tau: float) -> str:
    return shown(tau) if tau < 0 else f"+{shown(tau)}"


def _equation(here: Answer) -> str:
    mean, sd = here.at(0.0)
    return f"p(y | x = 0, your points) = N({shown(mean)}, {shown(sd)}²)"


def _caption(here: Answer, points: Points) -> str:
    widest = int(here.sd.argmax())
    mean, sd = here.at(0.0)
    count = {0: "no points: this is the prior", 1: "one point"}.get(len(points), f"{len(points)} points")
    return (
        f"{NAMES[here.model]} with {count}. At x = 0 it predicts {shown(mean)}, and its ±2 sd band is {4 * sd:.2f} "
        f"wide; the band is widest, {4 * here.sd[widest]:.2f}, at x = {shown(here.x[widest])}."
    )
