"""The prediction as it comes about, layer by layer: read-outs, lengths, entropies, and where a shift begins to act."""

from __future__ import annotations

import math

import numpy as np
import torch

from pages.layer.controls import LAYERS, NUM_HEADS, LayerControls
from pages.layer.trace import Trace
from pages.shared.models.predictions import THIN, rms_in_sd
from pages.shared.scene.marks import Bars, HeatMap, Line, Panel, Reading
from pages.shared.scene.quantities import words
from pages.shared.scene.readings import UNSHIFTED, in_sd, signed

STAGES = ("tokens", *(f"layer {layer}" for layer in LAYERS))
DEPTH_NOTE = "rms over x, in sd of the final prediction. The head was trained to read the last layer alone."
LENGTH_NOTE = "Mean over the targets in view. A token carries on what earlier layers have added."
ENTROPY_NOTE = "Mean over the targets in view; 1: all keys have the same weight, 0: one key has all of it."
SHIFT_NOTE = "Length of the change of the query's token, as a share of its length without the shift."


def distances(run: Trace) -> np.ndarray:
    """How far the mean read out after every layer lies from the last one's, rms over the targets in sd, [L + 1]."""
    return np.array([rms_in_sd(after, run.after[-1]) for after in run.after])


def entropies(run: Trace) -> np.ndarray:
    """Normalised entropy of the targets' weights by layer and head, [L, H], mean over the targets; 0 for one key."""
    found = []
    for layer in range(len(run.attention)):
        weights = run.weights(layer).astype(np.float64)
        terms = np.where(weights > 0, weights * np.log(np.maximum(weights, 1e-300)), 0.0)
        found.append(-terms.sum(-1).mean(-1) / math.log(max(2, weights.shape[-1])))
    return np.array(found) + 0.0


def shift_by_layer(run: Trace) -> np.ndarray:
    """How much the shift changes the query's token before the first layer and after every one, relative, [L + 1]."""
    here, shifted = (run.streams(which)[:, run.row] for which in (False, True))
    return np.linalg.norm(shifted - here, axis=-1) / np.linalg.norm(here, axis=-1)


def panels(run: Trace, controls: LayerControls) -> tuple[Panel, ...]:
    """How far each read-out is from the prediction, lengths, entropies, and the shift by layer."""
    model = controls.model
    distance = Bars(distances(run), STAGES, model)
    change = Bars(shift_by_layer(run), STAGES, model)
    rows = tuple(f"layer {layer}" for layer in LAYERS)
    heads = tuple(f"head {head + 1}" for head in range(NUM_HEADS))
    heat = HeatMap(entropies(run), "layer", "head", rows, heads, show_numbers=True, model=model)
    title = words("Change of the query's token, all inputs shifted by ", signed(controls.tau))
    return (
        Panel("depth", "Distance of each read-out from the prediction", (distance,), model=model, note=DEPTH_NOTE),
        _lengths(run, controls),
        Panel("entropy", "Normalised entropy of the weights", (heat,), model=model, note=ENTROPY_NOTE),
        Panel("shift-depth", title, (change,), model=model, note=SHIFT_NOTE)
        if controls.tau
        else Panel("shift-depth", "Change of the query's token under a shift", (), model=model, note=UNSHIFTED),
    )


def small_pictures(run: Trace, controls: LayerControls) -> tuple[Panel, ...]:
    """The band read out of every stream."""
    drawn = [after.without(run.row).every(THIN) for after in run.after]  # the query is no target of the grid
    final = drawn[-1]
    return tuple(
        Panel(
            f"after-{number}",
            "Read out of the tokens" if number == 0 else f"After {stage}",
            (after.curve(), Line(final.x, final.mean, "signal", "the last layer's mean", dashed=True)),
            area="multiple",
            x=controls.view,
            points=True,
            model=controls.model,
        )
        for number, (stage, after) in enumerate(zip(STAGES, drawn, strict=True))
    )


def readings(run: Trace, controls: LayerControls) -> tuple[Reading, ...]:
    """How far the read-out on the stage is from the prediction."""
    distance = float(distances(run)[controls.after])
    label = f"Read out after layer {controls.after}: distance of the mean from the prediction, in view"
    return (Reading("depth-distance", label, distance, in_sd(distance)),)


def _lengths(run: Trace, controls: LayerControls) -> Panel:
    attention = np.array([_length(run, layer.mixed) for layer in run.layers])
    feedforward = np.array([_length(run, layer.change) for layer in run.layers])
    stream = np.linalg.norm(run.streams()[1:], axis=-1).mean(-1)
    rows = (
        ("attention adds", attention),
        ("the feed-forward network adds", feedforward),
        ("the token after the layer", stream),
    )
    names = tuple(f"layer {layer}" for layer in LAYERS)
    bars = tuple(Bars(values, names, controls.model, title=title) for title, values in rows)
    return Panel("lengths", "Lengths of the vectors, by layer", bars, model=controls.model, note=LENGTH_NOTE)


def _length(run: Trace, vectors: torch.Tensor | None) -> float:
    """Mean length over the targets; 0 of what a layer does not have."""
    return 0.0 if vectors is None else float(np.linalg.norm(run.of_targets(vectors), axis=-1).mean())
