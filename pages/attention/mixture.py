"""From scores to weights to what a head adds: the rows of bars, and the values that the weights mix."""

from __future__ import annotations

import math

import numpy as np
import torch

from pages.attention.controls import AttentionControls
from pages.attention.weights import LayerRecord
from pages.shared.models.catalogue import model
from pages.shared.scene.marks import Bars, HeatMap, Panel, shown
from pages.shared.scene.quantities import Prose, words
from pages.shared.scene.readings import KEYS_BY_X
from tnpcore.attention import MultiHeadAttention

SUM = "sum"  # the column of the head's output
ROW_NOTE = (
    "Softmax depends only on differences of scores. The last row is the length of weight × value, after the head's "
    "columns of Wₒ."
)
MIX_NOTE = 'The columns add up to "sum", the output of the head; Wₒ turns it into a change of the query\'s token.'


def contributions(layer: LayerRecord, controls: AttentionControls, head: int) -> np.ndarray:
    """What the head adds to the query's token for each key: weight times value, times the head's columns of Wₒ.

    Args:
        layer: what the layer computed.
        controls: name the model and the layer.
        head: number of the head, from 0.

    Returns:
        [1+Nc, D]; their sum, over all heads, and the bias of Wₒ are what the layer's attention adds to the token.

    Reference: Kobayashi et al. 2020 (norm-based analysis).
    """
    width = layer.v.shape[-1]
    with torch.no_grad():
        to_out = _attention(controls).to_out.weight[:, head * width : (head + 1) * width].numpy()
    return layer.weights[head, layer.row, :, None] * (layer.v[head] @ to_out.T)


def score_to_mixture(
    layer: LayerRecord, controls: AttentionControls, columns: np.ndarray, names: tuple[Prose, ...]
) -> Panel:
    """Score, weight and contribution of every key, one row of bars below the other."""
    head, keys = controls.heads[0], tuple((columns - 1).tolist())
    lengths = np.linalg.norm(contributions(layer, controls, head), axis=-1)
    rows = (
        (f"score {score_formula(controls)}", layer.logits[head]),
        ("weight = softmax of the scores", layer.weights[head, layer.row]),
        ("length of weight × value, after Wₒ", lengths),
    )
    bars = tuple(Bars(values[columns], names, controls.model, keys, title) for title, values in rows)
    title = f"From score to weight to contribution: {controls.layer_and_head}"
    return Panel("row", title, bars, model=controls.model, note=ROW_NOTE)


def values_panel(
    layer: LayerRecord, controls: AttentionControls, columns: np.ndarray, names: tuple[Prose, ...]
) -> Panel:
    """Weight times value of every key by dimension of the head, and their sum."""
    head = controls.heads[0]
    mixed = (layer.weights[head, layer.row, :, None] * layer.v[head])[columns]
    values = np.concatenate([mixed, mixed.sum(0, keepdims=True)]).T
    keys = (*(columns - 1).tolist(), -1)
    across = f"{KEYS_BY_X}, and the {SUM}"
    labels = tuple(str(d + 1) for d in range(len(values)))
    heat = HeatMap(values, "dimension", across, labels, (*names, SUM), diverging=True, keys=keys, model=controls.model)
    return Panel("mix", f"Weight × value: {controls.layer_and_head}", (heat,), model=controls.model, note=MIX_NOTE)


def product_panel(
    layer: LayerRecord, controls: AttentionControls, columns: np.ndarray, names: tuple[Prose, ...]
) -> Panel:
    """The query's numbers, those of the key with most weight, and their products."""
    head = controls.heads[0]
    key = int(layer.weights[head, layer.row].argmax())
    q, k = layer.q[head], layer.k[head, key]
    name = names[int(np.flatnonzero(columns == key)[0])]
    across = f"the {len(q)} dimensions of the head"
    heat = HeatMap(np.stack([q, k, q * k]), "", across, ("q", "k", "q × k"), diverging=True, model=controls.model)
    note = _worked(float(q @ k), len(q), float(layer.logits[head, key]), controls)
    of = "the null token" if key == 0 else words("x = ", name)
    title = words("Query, key and their products by dimension: ", of)
    return Panel("product", title, (heat,), model=controls.model, note=note)


def score_formula(controls: AttentionControls) -> str:
    """The formula of the score as it runs now."""
    dot = "q·k/√dₖ" if controls.scale else "q·k"
    dot += " + F(Δx)" if controls.model == "tetnp" else ""
    return dot if controls.temperature == 1.0 else f"({dot}) / {controls.temperature:.2f}"


def _worked(dot: float, width: int, logit: float, controls: AttentionControls) -> str:
    """From the dot product to the score, in numbers. Only a TETNP adds F; for its null token that is F(0)."""
    scaled = dot / math.sqrt(width) if controls.scale else dot
    text = f"q·k = {shown(dot)}" + (f", divided by √{width}: {shown(scaled)}" if controls.scale else "")
    if controls.model == "tetnp":
        text += f", plus F = {shown(logit * controls.temperature - scaled)}"
    if controls.temperature != 1.0:
        text += f", divided by {controls.temperature:.2f}"
    return f"{text}. Score {shown(logit)}."


def _attention(controls: AttentionControls) -> MultiHeadAttention:
    """The module of the layer on show; an ANP numbers that of its targets after those of its context."""
    found = (m for m in model(controls.model).modules() if isinstance(m, MultiHeadAttention))
    return next(m for m in found if m.layer == controls.layer_index)
