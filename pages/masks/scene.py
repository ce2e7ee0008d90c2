"""Masks: an attention mask edited cell by cell, and what a trained model predicts under it."""

from __future__ import annotations

import numpy as np

from pages.masks.changes import measure_changes
from pages.masks.controls import MaskControls
from pages.masks.cost import cost_panels, latent_cells
from pages.masks.indicators import indicators, likelihood_readings
from pages.masks.likelihoods import leave_one_out
from pages.masks.mask_presets import (
    BACKWARD,
    BUILT_IN,
    JOINT,
    LETTERS,
    ORDERS,
    POINT_ORDERS,
    PRESET_NAMES,
    TARGETS,
    MaskedModel,
    token_names,
)
from pages.masks.masked_prediction import MaskedPrediction, every, predict_along_x, predict_under
from pages.masks.square import square_panels
from pages.shared.models.catalogue import NAMES
from pages.shared.models.predictions import TARGETS as TARGETS_IN_VIEW
from pages.shared.models.predictions import GridPrediction, grid, shift_error
from pages.shared.scene.marks import Dots, Line, Panel, Reading, Scene
from pages.shared.scene.quantities import Prose, at_x, joined, plus_minus, words
from pages.shared.scene.readings import moved_back, shift_reading
from tnpcore import Points

MANY = 12  # points from which their names would cover each other


def scene(points: Points, controls: MaskControls) -> Scene:
    """Target A's band under the mask, the three targets, the mask itself and the targets' weights."""
    nc, at, tau = len(points), controls.at, controls.tau
    run = controls.masked_model(nc)
    prediction = predict_under(run, points, at, controls.y)
    here, shifted = predict_along_x(run, points, at, (0.0, tau), grid(controls)[:: every(run)])
    stage = Panel(
        "stage",
        f"{NAMES[run.name]} under your mask",
        (*_bands(here, shifted, tau), *_targets(run, prediction, controls), *_point_names(points)),
        area="stage",
        x=controls.view,
        points=True,
        model=run.name,
        note=_stage_note(run),
    )
    return Scene(
        panels=(stage, *square_panels(run, prediction, controls, nc)),
        readings=(_cells(run), _shift_reading(here, shifted, tau)),
        caption=_caption(run, prediction, controls, nc),
        equation=_equation(run, prediction, nc),
    )


def later(points: Points, controls: MaskControls) -> Scene:
    """The indicators: the model runs again with the context reordered, and with one target or its y changed; what the
    drawn points say of a model whose targets carry y; and the cost."""
    nc = len(points)
    run = controls.masked_model(nc)
    changes = measure_changes(run, controls.trained_model(nc), points, controls.at, controls.y)
    found = leave_one_out(run.name, points) if run.tokens == JOINT else None
    more = likelihood_readings(found) if found else ()
    return Scene(panels=cost_panels(nc), readings=(*indicators(changes, run, nc), *more))


def _shift_reading(here: GridPrediction, shifted: GridPrediction, tau: float) -> Reading:
    """Over all targets in view; where each is a pass of its own, over fewer, and the label says how many."""
    who = f"{NAMES[here.model]}, target A" + (f" at {len(here.x)} x" if len(here.x) < TARGETS_IN_VIEW else "")
    return shift_reading(here.model, who, shift_error(here, shifted), tau, here.model)


def _cells(run: MaskedModel) -> Reading:
    if run.name == "lbanp":
        count = latent_cells(run.a, TARGETS)
        return Reading("cost", "Cost: cells of one layer, none of them masked", count, str(count))
    allowed = int(run.mask.sum())
    return Reading("cost", "Cost: allowed cells of the mask", allowed, f"{allowed} of {run.mask.numel()}")


def _bands(here: GridPrediction, shifted: GridPrediction, tau: float) -> tuple:
    dashed = (shifted.curve("shifted-prediction", moved_back(tau)),) if tau else ()
    return (here.curve(label="target A moved along x"), *dashed)


def _targets(run: MaskedModel, prediction: MaskedPrediction, controls: MaskControls) -> tuple:
    """The targets at their means with bars of two sd; where targets carry their y, that y, which can be dragged."""
    x, ends = np.array(controls.targets), 2 * np.array([-1.0, 1.0])
    each = zip(x, prediction.mean, prediction.sd)
    bars = (Line(np.full(2, at), mean + ends * sd, run.name, model=run.name) for at, mean, sd in each)
    targets = Dots(x, prediction.mean, edit="targets", labels=LETTERS)
    if run.tokens != JOINT:
        return (*bars, targets)
    names = tuple(f"y{letter}" for letter in LETTERS)
    y = Dots(x, np.array(controls.values), "value", "values", names, along="y", label="a target's own y")
    return (*bars, targets, y)


def _point_names(points: Points) -> tuple:
    """The names that the points have in the square."""
    nc = len(points)
    if not 0 < nc <= MANY:
        return ()
    x, y = (values[:, 0].numpy() for values in (points.x, points.y))
    return (Dots(x, y, "name", labels=token_names(nc, BUILT_IN)[:nc]),)


def _stage_note(run: MaskedModel) -> str:
    if run.tokens == JOINT:
        return (
            "The band is A's prediction in use, moved along x, when no target's y is known. Vertical lines: ±2 sd at "
            "A, B, C as in training, with the values yA, yB, yC among the tokens; drag these up and down."
        )
    return "The band is A's prediction as A is moved along x while B and C stay. Vertical lines: ±2 sd at A, B, C."


def _shares(run: MaskedModel, prediction: MaskedPrediction, nc: int) -> tuple[float, float, float]:
    """How A's weight splits into null token, context points and other tokens; LBANP's A attends to latent tokens."""
    row = prediction.weights()[-TARGETS]
    split = 1 if run.name == "lbanp" else 1 + nc
    return float(row[0]), float(row[1:split].sum()), float(row[split:].sum())


def _equation(run: MaskedModel, prediction: MaskedPrediction, nc: int) -> str:
    null, context, others = shares = _shares(run, prediction, nc)
    who = "latent tokens" if run.name == "lbanp" else "others" if run.tokens == JOINT else "targets"
    return f"A's weights: {null:.2f} null + {context:.2f} context + {others:.2f} {who} = {sum(shares):.2f}"


def _caption(run: MaskedModel, prediction: MaskedPrediction, controls: MaskControls, nc: int) -> Prose:
    switched = int((run.mask != controls.named_mask(nc)).sum())
    edited = {0: "", 1: " with one cell switched"}.get(switched, f" with {switched} cells switched")
    means = (plus_minus(prediction.mean[t], prediction.sd[t]) for t in range(len(controls.targets)))
    each = (
        words(f"{LETTERS[t]} at x = ", at_x(x), ": ", mean, " (2 sd)")
        for t, (x, mean) in enumerate(zip(controls.targets, means))
    )
    share = f"{100 * _shares(run, prediction, nc)[1]:.0f} % of A's weight is on the context"
    mask = f"Mask: {PRESET_NAMES[controls.rule]}{_in_order(controls, nc)}{edited}. Predictions: "
    return words(mask, joined("; ", each), f". {share}.")


def _in_order(controls: MaskControls, nc: int) -> str:
    """The chosen orders in words, where they change the mask."""
    if bool((controls.named_mask(nc) == controls.preset.build(nc)).all()):
        return ""
    points = f", points {POINT_ORDERS[controls.points_order]}" if controls.points_order == BACKWARD else ""
    return f" in the order {ORDERS[controls.order]}{points}"
