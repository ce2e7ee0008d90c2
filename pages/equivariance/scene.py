"""Translation equivariance: all inputs are shifted, and each shifted prediction is compared with the original one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from torch import Tensor

from pages.equivariance.controls import UNLABELLED, EquivarianceControls
from pages.equivariance.groups import DONE, SHIFT
from pages.equivariance.layers import layer_panels, weight_panels
from pages.equivariance.readings import changed_reading, fixed_reading, order_readings, summary, symmetry_readings
from pages.equivariance.shift_sweep import (
    COMPARED,
    EXACT_GRID,
    HIDDEN,
    added_to_sweeps,
    at_this_shift,
    grid_change,
    grid_panel,
    letters_on,
    sweep_lines,
    sweep_panels,
    without_names,
)
from pages.equivariance.stationarity import likelihood_panels
from pages.equivariance.tokens import token_panel
from pages.equivariance.variants import GRID_AT_ZERO, TRAINED_ON_SHIFTS
from pages.shared.models.catalogue import NAMES, SHOWN, is_own, training_range
from pages.shared.models.each_model import error_panels, for_each_model
from pages.shared.models.model_panel import model_panel
from pages.shared.models.predictions import (
    THIN,
    GridPrediction,
    bayes_prediction,
    shift_error,
    shift_inputs,
)
from pages.shared.models.shift_error import ShiftError
from pages.shared.scene.marks import TRAINED_ON, Curve, Panel, Reading, Scene
from pages.shared.scene.quantities import AT_X, Prose, along_x, at_x, at_y, words
from pages.shared.scene.readings import EXACT, both_changes, in_sd, shift_reading, signed, tone_of
from tnpcore import Points

# Inputs of the tasks on which the model with random shifts was trained.
ON_SHIFTS = (-6.0, 6.0)


def scene(points: Points, controls: EquivarianceControls) -> Scene:
    """One model's prediction and shifted prediction, and how far they lie apart."""
    name, tau, context, shifts = controls.model, controls.tau, controls.context(points), controls.group == SHIFT
    here, shifted = controls.shifting.predict_both(name, points, controls.targets, record=True)
    changed = shifted if shifts else controls.predict_both(name, points, controls.targets)[1]
    error = shift_error(here, shifted)
    curves = here.curve(label="prediction"), *_changed_curve(changed, controls, "shifted prediction, moved back")
    stage = model_panel("stage", controls.title, curves, here.model, controls, "stage")
    stage = replace(stage, tint=ON_SHIFTS) if name == TRAINED_ON_SHIFTS else stage
    return Scene(
        panels=(
            stage,
            _shifted_inputs_panel(shifted, context, controls),
            *sweep_panels(tau, error, controls.curves),
            *((grid_panel(at_this_shift(tau, error)),) if name == GRID_AT_ZERO else ()),
            *(() if is_own(name) else weight_panels(here, shifted, context, tau)),
        ),
        readings=(changed_reading(name, shift_error(here, changed), controls),),
        caption=_caption(context, controls),
        equation=_equation(here, shifted, error.mean, tau) if shifts else "",
    )


def aside(points: Points, controls: EquivarianceControls) -> Scene:
    """The four models small, each with its shifted prediction, and how far apart the two lie."""
    tau = controls.tau
    pairs, failed = for_each_model(lambda name: controls.predict_both(name, points, controls.targets))
    errors = {name: shift_error(here, shifted) for name, (here, shifted) in pairs.items()}
    others = {name: error for name, error in errors.items() if name != controls.model}
    return Scene(
        panels=(
            *added_to_sweeps(tau, list(others.values()) if controls.shows_four else ()),
            *(_multiple(*pair, errors[name], controls) for name, pair in pairs.items()),
            *error_panels(failed),
        ),
        readings=tuple(changed_reading(name, error, controls) for name, error in others.items()),
        caption=summary(errors) if controls.changes_data else "",
    )


def later(points: Points, controls: EquivarianceControls) -> Scene:
    """E for every shift, by layer, and with a grid anchored at zero; the Bayes predictor; the other symmetries."""
    context, tau, centre, targets = controls.context(points), controls.tau, controls.centre, controls.targets
    best, best_shifted = _bayes_both(context, tau, targets)
    dashed = best.every(THIN).curve("limit", "Bayes predictor")
    (here,) = controls.predict(controls.model, context, (0.0,), targets)
    compared = HIDDEN[controls.order] if controls.curves == UNLABELLED else COMPARED[controls.curves]
    lines, _ = for_each_model(lambda name: sweep_lines(name, context, targets, centre, controls.curves), compared)
    curves = list(lines.values())
    if controls.curves == UNLABELLED:
        curves = without_names(curves)
        curves = [*curves, letters_on(curves, list(lines))]
    grids, _ = for_each_model(lambda _: _anchored_grid(context, tau, targets), ("convcnp",))
    return Scene(
        panels=(
            *(Panel(id, "", marks) for id, marks in zip(("sweep", "sweep-sd"), zip(*curves))),
            *(panel for panel in (token_panel(context, tau, centre),) if panel),
            *layer_panels(context, tau, targets, centre),
            *(panel for panel, _ in grids.values()),
            *likelihood_panels(controls.model),
            *(Panel(name, NAMES[name], (dashed,), area="multiple", x=controls.view) for name in SHOWN),
        ),
        readings=(
            *(reading for _, reading in grids.values()),
            shift_reading("bayes", "Bayes predictor", shift_error(best, best_shifted), tau, "bayes"),
            fixed_reading(points, controls, here),
            *order_readings(points, controls, here),
            *symmetry_readings(points, controls),
        ),
    )


def _anchored_grid(context: Points, tau: float, targets: Tensor) -> tuple[Panel, Reading]:
    """The trained ConvCNP with its grid anchored at zero."""
    lines, error = grid_change(context, tau, targets)
    reading = shift_reading("grid", "ConvCNP, grid anchored at zero", error, tau, "grid")
    return grid_panel(lines), replace(reading, tone=tone_of(error.largest, EXACT_GRID) if tau else "")


def _changed_curve(changed: GridPrediction, controls: EquivarianceControls, label: str = "") -> tuple[Curve, ...]:
    """The prediction for the changed data, shown back at the original inputs; nothing while nothing is changed."""
    label = label if controls.group == SHIFT else f"prediction with {DONE[controls.group]}"
    return (changed.curve("shifted-prediction", label),) if controls.changes_data else ()


def _shifted_inputs_panel(shifted: GridPrediction, context: Points, controls: EquivarianceControls) -> Panel:
    """The same prediction at the shifted inputs. The frame shifts with it, so the training range leaves the frame."""
    tau, (low, high), (first, last) = controls.tau, controls.view, TRAINED_ON
    far = abs(tau) > 1e4  # where six digits would not fit under a tick
    origin = 0.0 if far else tau
    x, tint, note = context.x + tau, training_range(shifted.model), words("All inputs shifted by ", signed(tau))
    if tint:
        inside = int(((x >= first) & (x <= last)).sum())
        note += f": {inside} of {len(context)} points in the training range{'' if far else ' (tinted)'}"
    return Panel(
        "moved",
        "Prediction at the shifted inputs",
        (replace(shifted, x=shifted.x + origin).curve(label="at the shifted inputs"),),
        area="strip",
        x=(low + origin, high + origin),
        x_title=words("x − ", along_x(tau)) if far else "x",
        x_quantity=AT_X if far else "",
        points=True,
        moved=origin,
        tint=None if far else tint,
        model=shifted.model,
        note=words(note, "."),
    )


def _multiple(
    here: GridPrediction, changed: GridPrediction, error: ShiftError, controls: EquivarianceControls
) -> Panel:
    name, note = here.model, f"Change: {both_changes(error)}" if controls.changes_data else ""
    dashed = (changed.every(THIN).curve("shifted-prediction"),) if controls.changes_data else ()
    marks = (here.every(THIN).curve(), *dashed)
    return model_panel(name, NAMES[name], marks, name, controls, note=note)


def _bayes_both(context: Points, tau: float, xt: Tensor) -> tuple[GridPrediction, GridPrediction]:
    """The Bayes predictor's prediction and its shifted prediction."""
    batch, targets = shift_inputs(context, (0.0, tau), xt)
    here, shifted = (bayes_prediction(Points(batch.x[i].double(), batch.y[i]), targets[i].double()) for i in (0, 1))
    return here, shifted


def _equation(here: GridPrediction, shifted: GridPrediction, change: float, tau: float) -> Prose:
    """The definition with its numbers, at the x where it fails most; in the middle where it holds."""
    gap = np.abs(shifted.mean - here.mean) / here.sd
    i = int(gap.argmax()) if gap.max() > EXACT else len(gap) // 2
    x, before, after = at_x(here.x[i]), at_y(here.mean[i]), at_y(shifted.mean[i])
    there = words("f(", x, " ", signed(tau), "; D ", signed(tau), ") = ", after)
    return words("f(", x, "; D) = ", before, ",  ", there, ",  E(", signed(tau), f") = {in_sd(change)}")


def _caption(context: Points, controls: EquivarianceControls) -> Prose:
    if controls.group != SHIFT:
        return f"With {DONE[controls.group]}, the prediction is shown back over the original one."
    if not controls.tau:
        return "At τ = 0 nothing is shifted. Drag τ: each model's shifted prediction appears as a dashed curve."
    text = words(
        "All inputs are shifted by ", signed(controls.tau), "; shifted predictions are shown at the original inputs."
    )
    nothing = controls.centre and not len(context)
    return words(text, " Without points there is no middle to subtract from x.") if nothing else text
