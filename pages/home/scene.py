"""Home: predictions of four models and of the Bayes predictor for the same points."""

from __future__ import annotations

import numpy as np
import torch

from pages.home.controls import HomeControls
from pages.home.task import TARGET_X, TARGET_Y, left
from pages.shared.models.catalogue import NAMES, is_own, title
from pages.shared.models.checksum import checksum_reading
from pages.shared.models.each_model import error_panels, for_each_model
from pages.shared.models.model_panel import model_panel
from pages.shared.models.predictions import (
    THIN,
    GridPrediction,
    bayes_prediction,
    grid,
    predictions,
    rms_in_sd,
    shift_error,
)
from pages.shared.models.weights_panel import weights_panel
from pages.shared.scene.marks import TRAINED_ON, Curve, Dots, Line, Panel, Reading, Scene
from pages.shared.scene.quantities import Prose, along_y, at_x, at_y, plus_minus, words
from pages.shared.scene.readings import moved_back, shift_reading
from tnpcore import Points


def scene(points: Points, controls: HomeControls) -> Scene:
    """The chosen model on the stage, with its shifted prediction and its weights."""
    name, tau = controls.model, controls.tau
    here, shifted = predictions(controls.trained(name), points, (0.0, tau), grid(controls), record=True)
    marks = (
        here.curve(label=NAMES[name]),
        *_shifted(shifted, tau),
        *_average(points, controls),
        *_targets(points, controls),
    )
    return Scene(
        panels=(
            model_panel("stage", controls.heading, marks, name, controls, "stage"),
            *(() if is_own(name) else (weights_panel(here, points, _missed_at(points, controls)),)),
        ),
        readings=(shift_reading(name, NAMES[name], shift_error(here, shifted), tau, name), _prediction_reading(here)),
        caption=_caption(here, points),
        equation=_equation(here),
    )


def aside(points: Points, controls: HomeControls) -> Scene:
    """The predictions of all four models, small, how far each is from its own points, and that no weight changes."""
    thin = grid(controls)[::THIN]
    both = torch.cat([thin, points.x.to(thin.dtype)])  # one pass for the picture and for the points
    found, errors = for_each_model(lambda name: predictions(controls.trained(name), points, xt=both)[0])
    small = {name: _part(prediction, slice(len(thin))) for name, prediction in found.items()}
    at_points = {name: _part(prediction, slice(len(thin), None)) for name, prediction in found.items()}
    panels = (
        model_panel(name, NAMES[name], [prediction.curve()], name, controls) for name, prediction in small.items()
    )
    missed = (_miss_reading(name, farthest(prediction, points)) for name, prediction in at_points.items())
    return Scene((*panels, *error_panels(errors)), (*missed, checksum_reading(controls.trained(controls.model))))


def later(points: Points, controls: HomeControls) -> Scene:
    """The Bayes predictor beside every model, each model's distance from it, and the other shifted predictions."""
    tau, targets, seen = controls.tau, grid(controls), controls.view
    best = bayes_prediction(points, targets, controls.prior)
    panels = [Panel("stage", controls.heading, (best.curve("limit", "Bayes predictor"),), area="stage", x=seen)]
    best, readings, distances = best.every(THIN), [], []
    dashed = best.curve("limit", "Bayes predictor")
    pairs, _ = for_each_model(lambda other: predictions(controls.trained(other), points, (0.0, tau), targets))
    for other, (here, shifted) in pairs.items():
        curve = _shifted(shifted.every(THIN), tau)
        panels.append(Panel(other, NAMES[other], (dashed, *curve), area="multiple", x=seen))
        readings.append(shift_reading(other, NAMES[other], shift_error(here, shifted), tau, other))
        distances.append(_limit_reading(other, rms_in_sd(here.every(THIN), best)))
    return Scene(tuple(panels), tuple(readings + distances))


def farthest(prediction: GridPrediction, points: Points) -> float:
    """The largest distance along y between a context point and the mean at its x; 0 without points."""
    return float(_distances(prediction, points).max(initial=0.0))


def most_missed(prediction: GridPrediction, points: Points) -> int:
    """Number of the context point that is farthest from the mean at its x."""
    return int(_distances(prediction, points).argmax())


def _distances(prediction: GridPrediction, points: Points) -> np.ndarray:
    return np.abs(prediction.mean - points.y[:, 0].numpy())


def widest(prediction: GridPrediction) -> int:
    """Number of the target inside the training range where the standard deviation is largest; of all targets where
    none is inside. Outside that range there was nothing to learn from."""
    low, high = TRAINED_ON
    inside = (prediction.x >= low) & (prediction.x <= high)
    return int(np.where(inside | ~inside.any(), prediction.sd, -1.0).argmax())


def _part(prediction: GridPrediction, rows: slice) -> GridPrediction:
    return GridPrediction(prediction.model, prediction.x[rows], prediction.mean[rows], prediction.sd[rows])


def _average(points: Points, controls: HomeControls) -> tuple[Line, ...]:
    """The mean of the CNP beside another model's prediction, where it is chosen."""
    if not controls.show_cnp or controls.model == "cnp":
        return ()
    (cnp,) = predictions(controls.trained("cnp"), points, xt=grid(controls))
    return (Line(cnp.x, cnp.mean, "cnp", "CNP: mean", "cnp"),)


def _missed_at(points: Points, controls: HomeControls) -> float | None:
    """The x of the point that the CNP misses most, where a step shows its mean."""
    if not controls.show_cnp or not len(points):
        return None
    (cnp,) = predictions(controls.trained("cnp"), points, xt=points.x)
    return float(cnp.x[most_missed(cnp, points)])


def _targets(points: Points, controls: HomeControls) -> tuple[Dots, ...]:
    """The targets of the example task that are still held out, where a step shows them."""
    if not controls.show_targets:
        return ()
    kept = left([(x, y) for (x,), (y,) in zip(points.x.tolist(), points.y.tolist())])
    return (Dots(TARGET_X[kept], TARGET_Y[kept]),)


def _shifted(prediction: GridPrediction, tau: float) -> tuple[Curve, ...]:
    """The shifted prediction, shown back at the original inputs; nothing at τ = 0."""
    return (prediction.curve("shifted-prediction", moved_back(tau)),) if tau else ()


def _limit_reading(name: str, value: float) -> Reading:
    return Reading(
        f"limit-{name}",
        f"{NAMES[name]}: distance of the mean from the Bayes predictor in view",
        value,
        f"{value:.2f} sd",
        "",
        name,
    )


def _miss_reading(name: str, value: float) -> Reading:
    label = f"{NAMES[name]}: largest distance between the mean and a context point"
    return Reading(f"miss-{name}", label, value, along_y(value), "", name)


def _prediction_reading(here: GridPrediction) -> Reading:
    """What follows the points while the weights do not."""
    x, mean, sd = _near_zero(here)
    return Reading("prediction", words("Prediction at x = ", x), mean, plus_minus(mean, sd), "", here.model)


def _equation(here: GridPrediction) -> Prose:
    x, mean, sd = _near_zero(here)
    return words("p(y | x = ", x, ", your points) = N(", at_y(mean), ", ", along_y(sd), "²)")


def _near_zero(here: GridPrediction) -> tuple[Prose, float, float]:
    """The target in view that is nearest to 0, with mean and sd there."""
    x = here.x[here.nearest(0.0)]
    return (at_x(x, 0 if abs(x) < 1e-9 else 2), *here.at(0.0))


def _caption(here: GridPrediction, points: Points) -> Prose:
    wide = widest(here)
    x, mean, sd = _near_zero(here)
    count = {0: "no points", 1: "one point"}.get(len(points), f"{len(points)} points")
    low, high = TRAINED_ON
    where = "inside the training range" if low <= here.x[wide] <= high else "in view"
    return words(
        f"{title(here.model)} with {count}. At x = ",
        x,
        " it predicts ",
        at_y(mean),
        ", and its ±2 sd band is ",
        along_y(4 * sd),
        f" wide; {where} it is widest, ",
        along_y(4 * here.sd[wide]),
        ", at x = ",
        at_x(here.x[wide]),
        ".",
    )
