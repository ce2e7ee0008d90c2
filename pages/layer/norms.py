"""One layer with the norm before its parts, and one with the norm after its sums: two trained networks. Pure."""

from __future__ import annotations

import numpy as np
import torch

from pages.layer.controls import LayerControls
from pages.shared.models.catalogue import NAMES, model
from pages.shared.models.each_model import for_each_model
from pages.shared.scene.marks import HeatMap, Panel, shown
from tnpcore import LayerRecord, Points, predict, record
from tnpcore.ablation import POST_NORM, RETRAINED

POST = RETRAINED[POST_NORM]
NOTES = {
    "pre": "Attention and the feed-forward network read a normed token. The token itself is only added to.",
    "post": "Attention and the feed-forward network read the token; then the sum is normed, and that is passed on.",
}
LEARNED = " Norm: (z − μ)/σ, then a learned gain and bias for each number: so its own σ is not exactly 1."


def query_vectors(name: str, points: Points, at: float, layer: int) -> tuple[tuple[str, np.ndarray], ...]:
    """What the token of a target at x goes through in a layer of a model, in order: names and vectors [D]."""
    entry = _records(name, points, at)[layer]
    if entry.change is None:
        raise ValueError(f"the layer of {name} must have a feed-forward network")
    token, mixed, middle, change, out = map(_query, (entry.tokens, entry.mixed, entry.middle, entry.change, entry.out))
    if name == POST:
        return (
            ("token", token),
            ("+ attention", mixed),
            ("= sum", token + mixed),
            ("norm of it", middle),
            ("+ feed-fwd", change),
            ("= sum", middle + change),
            ("norm of it", out),
        )
    return (
        ("token", token),
        ("norm of it", _query(entry.normed)),
        ("+ attention", mixed),
        ("= sum", middle),
        ("norm of it", _query(entry.normed_middle)),
        ("+ feed-fwd", change),
        ("= sum", out),
    )


def spreads(name: str, points: Points, at: float) -> np.ndarray:
    """σ of a target's token, the sd over its numbers, before the first layer of a model and after each, [L + 1]."""
    layers = _records(name, points, at)
    return np.array([_query(z).std() for z in (layers[0].tokens, *(layer.out for layer in layers))])


def panels(points: Points, controls: LayerControls) -> tuple[Panel, ...]:
    """The layer on show in both forms; that of a model that is not there is left out."""
    forms = {"pre": controls.model, "post": POST}
    found, _ = for_each_model(
        lambda name: query_vectors(name, points, controls.at, controls.layer_index), tuple(forms.values())
    )
    return tuple(_panel(form, name, found[name], controls.layer) for form, name in forms.items() if name in found)


def _panel(form: str, name: str, vectors: tuple[tuple[str, np.ndarray], ...], layer: str) -> Panel:
    labels = tuple(f"{what}: μ {shown(z.mean(), 1)}, σ {shown(z.std())}" for what, z in vectors)
    values = np.stack([z for _, z in vectors])
    heat = HeatMap(values, "", "the 64 numbers of the token", labels, diverging=True, model="tnpd")
    title = f"{form.capitalize()}-norm, layer {layer}: {NAMES[name]}"
    return Panel(f"norm-{form}", title, (heat,), model="tnpd", note=NOTES[form] + LEARNED)


def _records(name: str, points: Points, at: float) -> list[LayerRecord]:
    with record(LayerRecord) as layers:
        predict(model(name), points, torch.tensor([[at]], dtype=torch.float64))
    return layers


def _query(tokens: torch.Tensor) -> np.ndarray:
    return tokens.reshape(-1, tokens.shape[-1])[-1].numpy()
