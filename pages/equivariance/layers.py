"""Inside the models while the world moves: the map of weights here and its change, and the change layer by layer."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from pages.shared.models.catalogue import NAMES, model
from pages.shared.models.each_model import for_each_model
from pages.shared.models.predictions import GridPrediction, attention_map, shift_inputs
from pages.shared.scene.marks import Bars, HeatMap, Panel
from pages.shared.scene.readings import row_names
from tnpcore import Points, predict

EVERY = 3  # every third target is a row of the map
CHANGE = "change (blue more, orange less)"


def weight_panel(here: GridPrediction, moved: GridPrediction, context: Points, tau: float) -> Panel:
    """The weights that made the prediction here, and how they change in the moved world."""
    name = here.model
    listened, moved_on = attention_map(here, context), attention_map(moved, context, tau)
    rows = row_names(here.x[::EVERY])
    before, after = listened.values[::EVERY], moved_on.values[::EVERY]
    titles = ("target x (query), here", "context x (key)")
    labels, keys = listened.labels, listened.keys
    maps = (
        HeatMap(before, *titles, rows, labels, keys=keys, model=name),
        HeatMap(after - before, CHANGE, titles[1], rows, labels, diverging=True, keys=keys, model=name),
    )
    kind = {"cnp": "Weights of the average", "convcnp": "SetConv weights"}.get(name, "Attention weights, last layer")
    title = f"{kind}: here, and what the move changes"
    return Panel(
        "weights", title, maps, x_title=titles[1], y_title=titles[0], model=name, note=_told(name, before, after)
    )


def layer_panels(context: Points, tau: float, xt: Tensor, centre: bool) -> tuple[Panel, ...]:
    """For the two Transformers: where the change begins."""
    notes = {
        "tnpd": "Raw x enters the first embedding; all that follows inherits the change.",
        "tetnp": "No token carries x: nothing changes at any depth.",
    }
    changes, _ = for_each_model(lambda name: layer_changes(name, context, tau, xt, centre), notes)
    return tuple(
        Panel(
            f"layers-{name}",
            f"{NAMES[name]}, layer by layer",
            (bars,),
            area="multiple",
            x_title="from the tokens to the output",
            y_title="change",
            model=name,
            note=notes[name],
        )
        for name, bars in changes.items()
    )


def layer_changes(name: str, context: Points, tau: float, xt: Tensor, centre: bool) -> Bars:
    """What the move changes in the tokens after embedding (relative), the attention weights of each layer (total
    variation, mean over targets and heads) and the output mean (in sd)."""
    process = model(name)
    batch, targets = shift_inputs(context, (0.0, tau), xt, centre)
    with torch.inference_mode():
        tokens = process.embed.tokens(batch.x, batch.y, targets)
    prediction = predict(process, batch, targets, record=True)
    mean, sd = prediction.numpy()
    weights = [entry.weights[..., -xt.shape[-2] :, :] for entry in prediction.attention]
    amounts = {
        "tokens": float((tokens[1] - tokens[0]).norm() / tokens[0].norm()),
        **{f"attn {i + 1}": float((w[1] - w[0]).abs().sum(-1).mean() / 2) for i, w in enumerate(weights)},
        "output": float(np.sqrt(np.mean(((mean[1] - mean[0]) / sd[0]) ** 2))),
    }
    return Bars(np.array(list(amounts.values())), tuple(amounts), name)


def _told(name: str, before: np.ndarray, after: np.ndarray) -> str:
    """What the two maps say, in numbers."""
    change = float(np.abs(after - before).sum(1).mean() / 2)
    told = {
        "cnp": "Every point weighs the same, here and there; what changes in a CNP is what is averaged: it holds x.",
        "convcnp": "Each point's share in the signal at x. It depends on differences of x alone.",
    }.get(name, 'Mean over heads; column "null" is the learned null token.')
    return f"{told} On average {100 * change:.1f} % of a row's weight moves elsewhere."
