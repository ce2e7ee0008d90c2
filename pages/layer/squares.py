"""Encoder-only, decoder-only and prefix models as masks of one square, under which the trained layers are run."""

from __future__ import annotations

import numpy as np
import torch

from pages.layer.controls import LayerControls
from pages.shared.models.catalogue import model
from pages.shared.scene.marks import HeatMap, Panel
from pages.shared.scene.quantities import at_x
from tnpcore import Points, intervene, masks, predict

TARGETS = 3  # the query, and one on either side
APART = 1.0
MOST_POINTS = 20  # of a square that can still be read
MASKS = {
    "encoder": lambda nc, nt: masks.full(nc + nt),
    "decoder": lambda nc, nt: masks.causal(nc + nt),
    "prefix": masks.causal_targets,
}
NOTES = {
    "encoder": "Encoder-only: every token attends to every token.",
    "decoder": "Decoder-only: every token attends to itself and to the tokens before it.",
    "prefix": "Prefix: the context attends to itself in both directions; then every token to those up to itself.",
}
UNTRAINED = " This TNP-D was trained under another mask, in which no token attends to a target."


def square(points: Points, controls: LayerControls) -> Panel:
    """The weights of the layer on show under the chosen mask, mean over heads; what may not be attended to is hatched.

    Tokens: the points in the order of x, then three targets."""
    order = np.argsort(points.x[:, 0].numpy(), kind="stable")[:MOST_POINTS]
    context = Points(points.x[order], points.y[order])
    xt = torch.tensor([[controls.at + APART * step] for step in (-1, 0, 1)], dtype=torch.float64)
    mask = MASKS[controls.square](len(context), TARGETS)
    with intervene(mask=mask):
        record = predict(model(controls.model), context, xt, record=True).attention[controls.layer_index]
    weights = record.weights.mean(-3).reshape(len(mask), len(mask) + 1).numpy()
    names = (*(at_x(x) for x in context.x[:, 0].tolist()), *(f"t{i + 1}" for i in range(TARGETS)))
    keys = (-1, *order.tolist(), *[-1] * TARGETS)
    allowed = np.concatenate([np.ones((len(mask), 1), bool), mask.numpy()], 1)
    heat = HeatMap(weights, "query", "key", names, ("null", *names), mask=allowed, keys=keys, model=controls.model)
    title = f"One square of tokens, layer {controls.layer}: {controls.square}"
    return Panel("square", title, (heat,), model=controls.model, note=NOTES[controls.square] + UNTRAINED)
