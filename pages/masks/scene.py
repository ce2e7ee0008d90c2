"""Masks: an attention mask edited cell by cell, and what a trained model predicts under it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import torch
from jaxtyping import Bool
from torch import Tensor

from pages.masks.controls import MaskControls, cells_control
from pages.masks.mask_presets import CAUSAL, PRESET_NAMES, TARGETS, MaskedModel, targets_interact
from pages.masks.masked_prediction import (
    STEP,
    Changes,
    MaskedPrediction,
    every,
    measure_changes,
    predict_along_x,
    predict_under,
)
from pages.shared.models.catalogue import NAMES
from pages.shared.models.predictions import TARGETS as TARGETS_IN_VIEW
from pages.shared.models.predictions import GridPrediction, grid, shift_error
from pages.shared.scene.marks import Dots, HeatMap, Line, Panel, Reading, Scene
from pages.shared.scene.quantities import along_x, along_y, at_x, at_y
from pages.shared.scene.readings import shift_reading, signed
from tnpcore import Points

LETTERS = ("A", "B", "C")
WEIGHTS = "Weights of the last layer, mean over its heads."
EXACT = 1e-4  # in standard deviations: more than float32 loses, less than any eye sees


def scene(points: Points, controls: MaskControls) -> Scene:
    """Target A's band under the mask, the three targets, the mask itself and the targets' weights."""
    run, at, tau = controls.masked_model(len(points)), controls.at, controls.tau
    prediction, step = predict_under(run, points, at), every(run.mask, len(points))
    here, shifted = predict_along_x(run, points, at, (0.0, tau), grid(controls)[::step])
    stage = replace(_stage(prediction, at, here, shifted, tau), x=controls.view)
    return Scene(
        panels=(stage, _square(run, prediction, controls), _rows(run, prediction)),
        ledger=(_cost(run.mask), _shift_reading(here, shifted, tau)),
        caption=_caption(run.mask, prediction, controls),
        equation=_equation(prediction),
    )


def later(points: Points, controls: MaskControls) -> Scene:
    """The indicators: the model runs again with the context reordered, with one target moved, and as plain TNP-D."""
    changes = measure_changes(controls.masked_model(len(points)), points, controls.at)
    return Scene(panels=(), ledger=_indicators(changes, len(points)))


def _shift_reading(here: GridPrediction, shifted: GridPrediction, tau: float) -> Reading:
    """Over all targets in view; where each is a pass of its own, over fewer, and the label says how many."""
    who = f"{NAMES[here.model]}, target A" + (f" at {len(here.x)} x" if len(here.x) < TARGETS_IN_VIEW else "")
    return shift_reading(here.model, who, shift_error(here, shifted), tau, here.model)


def _indicators(changes: Changes, count: int) -> tuple[Reading, ...]:
    moved, changed = np.unravel_index(changes.others.argmax(), changes.others.shape)
    pair = f": {LETTERS[moved]} moves, {LETTERS[changed]} changes"
    order = _indicator("order", "Largest change when the context is reordered", changes.order)
    return (
        order if count > 1 else replace(order, text="needs two points", tone=""),
        _indicator(
            "others",
            f"Largest change when another target moves by {along_x(STEP, 1)}",
            float(changes.others.max()),
            pair,
        ),
        _indicator("equal", "Largest difference from TNP-D at A, B, C", changes.apart),
    )


def _indicator(id: str, label: str, value: float, more: str = "") -> Reading:
    if value < EXACT:
        return Reading(id, label, value, f"< {EXACT} sd", "good")
    return Reading(id, label, value, f"{value:.4f} sd{more}" if value < 0.01 else f"{value:.2f} sd{more}", "bad")


def _cost(mask: Bool[Tensor, "N N"]) -> Reading:
    allowed = int(mask.sum())
    return Reading("cost", "Cost: allowed cells of the mask", allowed, f"{allowed} of {mask.numel()}")


def _stage(
    prediction: MaskedPrediction, at: Tensor, here: GridPrediction, shifted: GridPrediction, tau: float
) -> Panel:
    x, name = at[:, 0].numpy(), here.model
    dashed = (shifted.curve("ghost", f"shifted by {signed(tau)}"),) if tau else ()
    bars = tuple(
        Line(np.full(2, x[t]), prediction.mean[t] + 2 * prediction.sd[t] * np.array([-1.0, 1.0]), name, model=name)
        for t in range(TARGETS)
    )
    targets = Dots(x, prediction.mean, edit="targets", labels=LETTERS)
    return Panel(
        "stage",
        f"{NAMES[name]} under your mask",
        (here.curve(label="target A moved along x"), *dashed, *bars, targets),
        area="stage",
        y_title="y",
        points=True,
        model=name,
        note="The band is A's prediction as A is moved along x while B and C stay. Vertical lines: ±2 sd at A, B, C.",
    )


def _names(nc: int) -> tuple[str, ...]:
    return (*(f"c{i + 1}" for i in range(nc)), *(f"t{letter}" for letter in LETTERS))


def _keys(nc: int) -> tuple[int, ...]:
    """The drawn point behind each column; targets are none."""
    return (*range(nc), *(-1 for _ in LETTERS))


def _square(run: MaskedModel, prediction: MaskedPrediction, controls: MaskControls) -> Panel:
    """The editable mask, the null token's column in front; inside allowed cells the weights of the last layer."""
    nc = len(run.mask) - TARGETS
    heat = HeatMap(
        prediction.weights,
        "query",
        "key",
        _names(nc),
        ("null", *_names(nc)),
        mask=_with_null(run.mask),
        edit=cells_control(nc),
        fixed=1,
        show_numbers=True,
        keys=(-1, *_keys(nc)),
        model=run.name,
    )
    title = "Attention mask and weights by query and key"
    return Panel("mask", title, (heat,), model=run.name, note=_square_note(run, controls.rule))


def _with_null(mask: Bool[Tensor, "R N"]) -> Bool[np.ndarray, "R M"]:
    """The mask with the null token's column in front, which is never masked."""
    return torch.nn.functional.pad(mask, (1, 0), value=True).numpy()


def _square_note(run: MaskedModel, rule: str) -> str:
    mask, how = run.mask, f"{WEIGHTS} Click or paint cells to switch them; the null token is never masked."
    nc = len(mask) - TARGETS
    if targets_interact(mask):
        depend = "Targets carry y = 0: predictions depend on where the other targets are."
        trained = f" {NAMES[CAUSAL]} was trained under this mask." if run.name == CAUSAL else ""
        return f"{how}{trained} {depend} That is not autoregression." if rule == "causal" else f"{how} {depend}"
    if mask[nc:, nc:].any():
        return f"{how} A target that attends to itself attends to y = 0."
    return how


def _rows(run: MaskedModel, prediction: MaskedPrediction) -> Panel:
    """The targets' rows of the same weights: each sums to 1 under every mask."""
    nc = len(run.mask) - TARGETS
    names = _names(nc)
    heat = HeatMap(
        prediction.weights[nc:],
        "target (query)",
        "key",
        names[nc:],
        ("null", *names),
        mask=_with_null(run.mask[nc:]),
        show_numbers=True,
        keys=(-1, *_keys(nc)),
        model=run.name,
    )
    note = f'{WEIGHTS} The column "null" is the learned null token. Each row sums to 1; a masked weight is 0.'
    return Panel("weights", "Attention weights by target and key", (heat,), model=run.name, note=note)


def _shares(prediction: MaskedPrediction) -> tuple[float, float, float]:
    """How A's weight splits into null token, context points and targets."""
    row = prediction.weights[-TARGETS]
    return float(row[0]), float(row[1:-TARGETS].sum()), float(row[-TARGETS:].sum())


def _equation(prediction: MaskedPrediction) -> str:
    shares = _shares(prediction)
    null, context, targets = shares
    return f"A's weights: {null:.2f} null + {context:.2f} context + {targets:.2f} targets = {sum(shares):.2f}"


def _caption(mask: Bool[Tensor, "N N"], prediction: MaskedPrediction, controls: MaskControls) -> str:
    switched = int((mask != controls.preset(len(mask) - TARGETS)).sum())
    edited = {0: "", 1: " with one cell switched"}.get(switched, f" with {switched} cells switched")
    at_targets = "; ".join(
        f"{LETTERS[t]} at x = {at_x(x)}: {at_y(prediction.mean[t])} ± {along_y(2 * prediction.sd[t])} (2 sd)"
        for t, x in enumerate(controls.targets)
    )
    share = f"{100 * _shares(prediction)[1]:.0f} % of A's weight is on the context"
    return f"Mask: {PRESET_NAMES[controls.rule]}{edited}. Predictions: {at_targets}. {share}."
