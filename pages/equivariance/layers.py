"""Inside the models under a shift: the weights and how they change, and the change of each layer."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import torch
from torch import Tensor

from pages.shared.models.catalogue import NAMES, model, plain
from pages.shared.models.each_model import for_each_model
from pages.shared.models.predictions import GridPrediction, attention_map, forward, predictions, shift_inputs
from pages.shared.scene.marks import Bars, HeatMap, Panel
from pages.shared.scene.quantities import words
from pages.shared.scene.readings import EXACT, KEYS_BY_X, NOT_TO_SCALE, UNSHIFTED, row_names, signed
from tnpcore import Points
from tnpcore.shift_error import shift_errors

EVERY = 3  # every third target is a row of the map
CHANGE = "Blue: more weight than without the shift, orange: less."
DEPTH = "tokens, attention in each layer, output"
LAYER_NOTES = {
    "tnpd": "Unless x is centred, the first embedding reads raw x, and every later layer inherits its change.",
    "tetnp": "No token carries absolute x; after layer 1 tokens carry differences. Nothing changes but rounding.",
}
JOINT_NOTE = (
    "tokens: relative change of the first embedding; 1 to 4: share of attention weight that moves to other keys; "
    "output: E(τ) in sd. Outlined: 0.001 or more."
)
WEIGHT_NOTES = {
    "cnp": "Every point has the same weight at every target. Unless x is centred, what changes is the averaged codes: "
    "they contain x.",
    "convcnp": "Each point's share in the signal at x. It depends only on differences of x.",
}
ATTENTION_NOTE = 'Mean over heads; column "null" is the learned null token.'


def weight_panels(here: GridPrediction, shifted: GridPrediction, context: Points, tau: float) -> tuple[Panel, Panel]:
    """The weights that made the shifted prediction, and what the shift has changed in them."""
    name, here, shifted = plain(here.model), here.every(EVERY), shifted.every(EVERY)
    weights, shifted_weights = attention_map(here, context), attention_map(shifted, context, tau)
    rows, before, after = row_names(here.x), weights.values, shifted_weights.values
    titles = ("target x", KEYS_BY_X)
    labels, keys = weights.labels, weights.keys
    shown = HeatMap(after, *titles, rows, labels, keys=keys, model=name)
    change = HeatMap(after - before, *titles, rows, labels, diverging=True, keys=keys, model=name)
    kind = {"cnp": "Weights of the average", "convcnp": "SetConv weights"}.get(name, "Attention weights, last layer")
    moved = _moved(before, after)
    note = words(
        "With all inputs shifted by ", signed(tau), f". {WEIGHT_NOTES.get(name, ATTENTION_NOTE)} {NOT_TO_SCALE}"
    )
    moves = f"{CHANGE} On average {moved:.1%} of a row's weight moves to other columns."
    axes = {"x_title": titles[1], "y_title": titles[0], "model": name}
    return (
        Panel("weights", kind, (shown,), note=note, **axes),
        Panel(
            "weights-change",
            "What the shift changes in these weights",
            (change,) if tau else (),
            note=moves if tau else UNSHIFTED,
            **axes,
        ),
    )


def weight_moved(name: str, context: Points, tau: float, xt: Tensor) -> float:
    """The share of a row's weight that a shift of all inputs by tau moves to other columns, on average over rows."""
    here, shifted = (found.every(EVERY) for found in predictions(name, context, (0.0, tau), xt, record=True))
    return _moved(attention_map(here, context).values, attention_map(shifted, context, tau).values)


def _moved(before: np.ndarray, after: np.ndarray) -> float:
    return float(np.abs(after - before).sum(1).mean() / 2)


def layer_panels(context: Points, tau: float, xt: Tensor, centre: bool) -> tuple[Panel, ...]:
    """For the two Transformers: where the change begins."""
    changes, _ = for_each_model(lambda name: layer_changes(name, context, tau, xt, centre), LAYER_NOTES)
    return _joint_panel(changes) + tuple(
        Panel(
            f"layers-{name}",
            f"{NAMES[name]}: change by layer",
            (bars,),
            area="multiple",
            x_title="from the tokens to the output",
            y_title="change",
            model=name,
            note=LAYER_NOTES[name],
        )
        for name, bars in changes.items()
    )


def _joint_panel(changes: Mapping[str, Bars]) -> tuple[Panel, ...]:
    """The same numbers of both models in one map; nothing where one of them is missing."""
    if len(changes) < len(LAYER_NOTES):
        return ()
    labels = next(iter(changes.values())).labels
    values = np.stack([bars.values for bars in changes.values()])
    marks = HeatMap(
        values,
        "model",
        DEPTH,
        tuple(NAMES[name] for name in changes),
        tuple(label.removeprefix("attn ") for label in labels),
        show_numbers=True,
        marked=values >= EXACT,
    )
    title = "What the shift changes, layer by layer"
    return (Panel("layers", title, (marks,), x_title=DEPTH, y_title="model", note=JOINT_NOTE),)


def layer_changes(name: str, context: Points, tau: float, xt: Tensor, centre: bool) -> Bars:
    """What the shift changes in the tokens after embedding (relative), the attention weights of each layer (total
    variation, mean over targets and heads) and the output mean (in sd)."""
    process = model(name)
    batch, targets = shift_inputs(context, (0.0, tau), xt, centre)
    with torch.inference_mode():
        tokens = process.embed.tokens(batch.x, batch.y, targets)
    found = forward(process, batch, targets, record=True)
    changes = {
        "tokens": float((tokens[1] - tokens[0]).norm() / tokens[0].norm()),
        **{f"attn {i + 1}": float(np.abs(w[1] - w[0]).sum(-1).mean() / 2) for i, w in enumerate(found.layers)},
        "output": float(shift_errors(found.mean[0], found.sd[0], found.mean[1], found.sd[1])[0]),
    }
    return Bars(np.array(list(changes.values())), tuple(changes), name)
