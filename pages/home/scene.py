"""Home: the same points seen by four models and by the Bayes predictor."""

from __future__ import annotations

from collections.abc import Mapping

from pages.shared.lesson.controls import choice, number
from pages.shared.models.catalogue import FOUR, NAMES, PRIOR_NAMES, prior_suffix, title, trained_on
from pages.shared.models.each_model import error_panels, for_each_model
from pages.shared.models.predictions import (
    THIN,
    GridPrediction,
    attention_map,
    bayes_prediction,
    grid,
    predictions,
    rms_difference,
    rms_in_sd,
    view,
)
from pages.shared.scene.marks import Curve, HeatMap, Panel, Reading, Scene, shown
from pages.shared.scene.readings import row_names, shift_reading
from tnpcore import Points

EVERY = 4  # every fourth target is a row of the weights' map
ATTENTION = ("Attention weights", 'Last layer, averaged over heads. The column "null" is the learned null token.')
WEIGHTS = {
    "cnp": ("Weights of the average", "A CNP averages: every point counts the same, wherever you ask."),
    "convcnp": ("SetConv weights", "Each point's share in the normalised signal that the CNN reads at x."),
}
SHIFT = (-3.0, 3.0)


def scene(points: Points, controls: Mapping) -> Scene:
    """The chosen model large, with its shifted self and its weights."""
    name = choice(controls, "model", FOUR)
    tau = number(controls, "tau", 0.0, *SHIFT)
    here, moved = predictions(trained(controls, name), points, (0.0, tau), grid(controls), record=True)
    curves = (here.curve(label=NAMES[name]), *_ghost(moved, tau))
    return Scene(
        panels=(
            Panel("stage", _heading(controls), curves, area="stage", x=view(controls), points=True, model=name),
            _weights(name, here, points),
        ),
        ledger=(shift_reading(name, NAMES[name], rms_difference(here, moved), tau, name),),
        caption=_caption(here, points),
        equation=_equation(here),
    )


def aside(points: Points, controls: Mapping) -> Scene:
    """The four models small."""
    small, refused = for_each_model(
        lambda name: predictions(trained(controls, name), points, xt=grid(controls)[::THIN])[0]
    )
    panels = (
        Panel(name, NAMES[name], (answer.curve(),), area="multiple", x=view(controls), points=True, model=name)
        for name, answer in small.items()
    )
    return Scene((*panels, *error_panels(refused)))


def later(points: Points, controls: Mapping) -> Scene:
    """The Bayes predictor under every model, each model's distance from it, and the other models' shifted selves."""
    tau = number(controls, "tau", 0.0, *SHIFT)
    targets, seen = grid(controls), view(controls)
    best = bayes_prediction(points, targets, choice(controls, "prior", tuple(PRIOR_NAMES)))
    panels = [Panel("stage", _heading(controls), (best.curve("limit", "Bayes predictor"),), area="stage", x=seen)]
    best, readings, distances = best.every(THIN), [], []
    dashed = best.curve("limit", "Bayes predictor")
    pairs, _ = for_each_model(lambda other: predictions(trained(controls, other), points, (0.0, tau), targets[::THIN]))
    for other, (here, moved) in pairs.items():
        panels.append(Panel(other, NAMES[other], (dashed, *_ghost(moved, tau)), area="multiple", x=seen))
        readings.append(shift_reading(other, NAMES[other], rms_difference(here, moved), tau, other))
        distances.append(_limit_reading(other, rms_in_sd(here, best)))
    return Scene(tuple(panels), tuple(readings + distances))


def trained(controls: Mapping, name: str) -> str:
    """The model as it was trained on the chosen prior."""
    return trained_on(name, choice(controls, "prior", tuple(PRIOR_NAMES)))


def _heading(controls: Mapping) -> str:
    return NAMES[choice(controls, "model", FOUR)] + prior_suffix(choice(controls, "prior", tuple(PRIOR_NAMES)))


def _ghost(moved: GridPrediction, tau: float) -> tuple[Curve, ...]:
    """The prediction for the moved world, slid back; nothing while nothing moves."""
    return (moved.curve("ghost", f"moved by {_signed(tau)}, slid back"),) if tau else ()


def _weights(name: str, here: GridPrediction, points: Points) -> Panel:
    """The map of the weights that made the prediction: rows are targets, columns what they listen to."""
    listened = attention_map(here, points)
    title, note = WEIGHTS.get(name, ATTENTION)
    rows = row_names(here.x[::EVERY])
    titles = ("target x (query)", "context x (key)")
    heat = HeatMap(listened.values[::EVERY], *titles, rows, listened.labels, keys=listened.keys, model=name)
    return Panel("weights", title, (heat,), x_title=titles[1], y_title=titles[0], model=name, note=note)


def _limit_reading(name: str, value: float) -> Reading:
    return Reading(
        f"limit-{name}", f"{NAMES[name]}: distance from the Bayes predictor in view", value, f"{value:.2f} sd", "", name
    )


def _signed(tau: float) -> str:
    return shown(tau) if tau < 0 else f"+{shown(tau)}"


def _equation(here: GridPrediction) -> str:
    x, mean, sd = _near_zero(here)
    return f"p(y | x = {x}, your points) = N({shown(mean)}, {shown(sd)}²)"


def _near_zero(here: GridPrediction) -> tuple[str, float, float]:
    """The target in view that is nearest to 0, with mean and sd there."""
    x = here.x[here.nearest(0.0)]
    return ("0" if abs(x) < 1e-9 else shown(x), *here.at(0.0))


def _caption(here: GridPrediction, points: Points) -> str:
    widest = int(here.sd.argmax())
    x, mean, sd = _near_zero(here)
    count = {0: "no points: this is the prior", 1: "one point"}.get(len(points), f"{len(points)} points")
    return (
        f"{title(here.model)} with {count}. At x = {x} it predicts {shown(mean)}, and its ±2 sd band is {4 * sd:.2f} "
        f"wide; the band is widest, {4 * here.sd[widest]:.2f}, at x = {shown(here.x[widest])}."
    )
