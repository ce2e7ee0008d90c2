"""Masks: an attention mask edited cell by cell, and what the trained TNP-D predicts under it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import torch
from jaxtyping import Bool
from torch import Tensor

from pages.masks.controls import MaskControls, cells_control
from pages.masks.mask_presets import PRESET_NAMES, TARGETS, targets_interact
from pages.masks.masked_prediction import (
    MODEL,
    STEP,
    Changes,
    MaskedPrediction,
    measure_changes,
    predict_along_x,
    predict_under,
)
from pages.shared.models.predictions import GridPrediction, rms_difference
from pages.shared.scene.marks import Dots, HeatMap, Line, Panel, Reading, Scene
from pages.shared.scene.quantities import along_x, along_y, at_x, at_y
from pages.shared.scene.readings import shift_reading
from tnpcore import Points

LETTERS = ("A", "B", "C")
EXACT = 1e-4  # in standard deviations: more than float32 loses, less than any eye sees


def scene(points: Points, controls: MaskControls) -> Scene:
    """Target A's band under the mask, the three targets, the mask itself and the targets' weights."""
    mask, at, tau = controls.mask(len(points)), controls.at, controls.tau
    prediction = predict_under(mask, points, at)
    here, *shifted = predict_along_x(mask, points, at, (0.0, tau) if tau else (0.0,), controls.view)
    stage = replace(_stage(prediction, at, here, shifted, tau), x=controls.view)
    change = rms_difference(here, shifted[0]) if shifted else 0.0
    return Scene(
        panels=(stage, _square(mask, prediction, controls), _rows(mask, prediction)),
        ledger=(_cost(mask), shift_reading(MODEL, "Target A", change, tau, MODEL)),
        caption=_caption(mask, prediction, controls),
        equation=_equation(prediction),
    )


def later(points: Points, controls: MaskControls) -> Scene:
    """The indicators: the model runs again with the context reordered, with one target moved, and as plain TNP-D."""
    changes = measure_changes(controls.mask(len(points)), points, controls.at)
    return Scene(panels=(), ledger=_indicators(changes, len(points)))


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
    prediction: MaskedPrediction, at: Tensor, here: GridPrediction, shifted: Sequence[GridPrediction], tau: float
) -> Panel:
    x = at[:, 0].numpy()
    dashed = tuple(one.curve("ghost", f"shifted by {along_x(tau, signed=True)}") for one in shifted)
    bars = tuple(
        Line(np.full(2, x[t]), prediction.mean[t] + 2 * prediction.sd[t] * np.array([-1.0, 1.0]), MODEL, model=MODEL)
        for t in range(TARGETS)
    )
    targets = Dots(x, prediction.mean, edit="targets", labels=LETTERS)
    return Panel(
        "stage",
        "TNP-D under your mask",
        (here.curve(label="target A moved along x"), *dashed, *bars, targets),
        area="stage",
        y_title="y",
        points=True,
        model=MODEL,
        note="The band is A's prediction as A is moved along x while B and C stay. Vertical lines: ±2 sd at A, B, C.",
    )


def _names(nc: int) -> tuple[str, ...]:
    return (*(f"c{i + 1}" for i in range(nc)), *(f"t{letter}" for letter in LETTERS))


def _keys(nc: int) -> tuple[int, ...]:
    """The drawn point behind each column; targets are none."""
    return (*range(nc), *(-1 for _ in LETTERS))


def _square(mask: Bool[Tensor, "N N"], prediction: MaskedPrediction, controls: MaskControls) -> Panel:
    """The editable mask; inside allowed cells the weights of the last layer."""
    nc = len(mask) - TARGETS
    heat = HeatMap(
        prediction.weights[:, 1:],
        "query",
        "key",
        _names(nc),
        _names(nc),
        mask=mask.numpy(),
        edit=cells_control(nc),
        show_numbers=True,
        keys=_keys(nc),
        model=MODEL,
    )
    title = "Attention mask and weights by query and key"
    return Panel("mask", title, (heat,), model=MODEL, note=_square_note(mask, controls.rule))


def _square_note(mask: Bool[Tensor, "N N"], rule: str) -> str:
    how = "Click or paint cells to switch them. The null token has no cell: it is never masked."
    nc = len(mask) - TARGETS
    if targets_interact(mask):
        depend = "Targets carry y = 0: predictions depend on where the other targets are."
        return f"{how} {depend} That is not autoregression." if rule == "causal" else f"{how} {depend}"
    if mask[nc:, nc:].any():
        return f"{how} A target that attends to itself attends to y = 0."
    return how


def _rows(mask: Bool[Tensor, "N N"], prediction: MaskedPrediction) -> Panel:
    """The targets' rows with the null token in front: each sums to 1 under every mask."""
    nc = len(mask) - TARGETS
    allowed = torch.nn.functional.pad(mask[nc:], (1, 0), value=True).numpy()
    names = _names(nc)
    heat = HeatMap(
        prediction.weights[nc:],
        "target (query)",
        "key",
        names[nc:],
        ("null", *names),
        mask=allowed,
        show_numbers=True,
        keys=(-1, *_keys(nc)),
        model=MODEL,
    )
    note = 'Last layer, averaged over heads. The column "null" is the learned null token. Each row sums to 1.'
    return Panel("weights", "Attention weights by target and key", (heat,), model=MODEL, note=note)


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
