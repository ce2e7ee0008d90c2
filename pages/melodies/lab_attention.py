"""What every head of every layer attends to for the prediction at the query."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pages.melodies.controls import CAUSAL, HEADS, KINDS, LAYERS, MASKED
from pages.melodies.view import View
from pages.shared.scene.marks import HeatMap, Panel

NOTE = "The row of the token from which the note at the query is predicted: {token}. Every row sums to 1."
TOKENS = {CAUSAL: "the one before it", MASKED: "its own, hidden"}


def panels(view: View) -> tuple[Panel, ...]:
    """The query's row of the weights in all heads of the model on show."""
    kind = view.controls.model
    every = {(layer, head): replace(view.controls, layer=layer, head=head) for layer in LAYERS for head in HEADS[1:]}
    found = [View(view.melody, controls, view.position).attention(kind) for controls in every.values()]
    heat = HeatMap(
        np.stack([one.weights[one.row] for one in found]),
        "layer, head",
        "reads (key)",
        tuple(f"{layer}, {head}" for layer, head in every),
        found[0].labels,
        keys=found[0].keys,
        model=kind,
        wide=True,
    )
    title = f"{KINDS[kind]}: weights at the query, by layer and head"
    return (Panel("heads", title, (heat,), model=kind, note=NOTE.format(token=TOKENS[kind])),)
