"""One layer with the norm before its parts, and one with the norm after its sums: two trained networks. Pure."""

from __future__ import annotations

import numpy as np
import torch

from pages.layer.controls import LayerControls
from pages.shared.models.catalogue import model
from pages.shared.models.each_model import for_each_model
from pages.shared.scene.field import matrix
from pages.shared.scene.marks import Mark, Panel, shown
from pages.shared.scene.symbols import Symbols
from tnpcore import LayerRecord, Points, predict, record
from tnpcore.ablation import POST_NORM, RETRAINED

POST = RETRAINED[POST_NORM]
NOTE = (
    "Left: attention and the feed-forward network (ffn) read a normed token, and the token itself is only added to. "
    "Right: they read the token; then the sum is normed, and that is passed on. Norm: (z − μ)/σ, then a learned gain "
    "and bias for each number: so its own σ is not exactly 1. Each side has a scale of its own."
)
SIDES = {"pre": (0.0, 15.6), "post": (16.4, 32.0)}
NAMED, DRAWN = 10, 8  # fifths of a unit: heights of a name, and of the 64 numbers below it
FINE = 3  # pictures of few pixels are blurred: so many for each number
HEADING = 2.0


def query_vectors(name: str, points: Points, at: float, layer: int) -> tuple[tuple[str, np.ndarray], ...]:
    """What the token of a target at x goes through in a layer of a model, in order: names and vectors [D]."""
    entry = _records(name, points, at)[layer]
    if entry.change is None:
        raise ValueError(f"the layer of {name} must have a feed-forward network")
    token, mixed, middle, change, out = map(_query, (entry.tokens, entry.mixed, entry.middle, entry.change, entry.out))
    if name == POST:
        return (
            ("token", token),
            ("+ attn", mixed),
            ("= sum", token + mixed),
            ("norm", middle),
            ("+ ffn", change),
            ("= sum", middle + change),
            ("norm", out),
        )
    return (
        ("token", token),
        ("norm", _query(entry.normed)),
        ("+ attn", mixed),
        ("= sum", middle),
        ("norm", _query(entry.normed_middle)),
        ("+ ffn", change),
        ("= sum", out),
    )


def spreads(name: str, points: Points, at: float) -> np.ndarray:
    """σ of a target's token, the sd over its numbers, before the first layer of a model and after each, [L + 1]."""
    layers = _records(name, points, at)
    return np.array([_query(z).std() for z in (layers[0].tokens, *(layer.out for layer in layers))])


def panels(points: Points, controls: LayerControls) -> tuple[Panel, ...]:
    """The layer on show in both forms, side by side; that of a model that is not there is left out."""
    forms = {"pre": controls.model, "post": POST}
    found, _ = for_each_model(
        lambda name: query_vectors(name, points, controls.at, controls.layer_index), tuple(forms.values())
    )
    marks: list[Mark] = []
    height = 0.0
    for form, name in forms.items():
        if name in found:
            marks += _column(form, found[name], controls.model)
            height = HEADING + (NAMED + DRAWN) / 5 * len(found[name])
    title = f"Pre-norm and post-norm: layer {controls.layer}"
    ends = {"x": (-0.4, 32.4), "y": (-height - 0.4, 0.0)}
    return (
        Panel(
            "norms", title, tuple(marks), **ends, drawing=True, equal=True, tint=None, model=controls.model, note=NOTE
        ),
    )


def _column(form: str, vectors: tuple[tuple[str, np.ndarray], ...], model: str) -> tuple[Mark, ...]:
    """A form: each vector under its name, with μ and σ. One picture, so that all have one scale."""
    x, tall = SIDES[form], (NAMED + DRAWN) / 5
    blank = np.zeros((NAMED, FINE * len(vectors[0][1])))
    rows = [band for _, z in vectors for band in (blank, np.tile(z.repeat(FINE), (DRAWN, 1)))]
    picture = matrix(np.concatenate(rows), x, (-HEADING - tall * len(vectors), -HEADING), model)
    labels = (f"{form}-norm", *(f"{what} μ {shown(z.mean(), 1)} σ {shown(z.std())}" for what, z in vectors))
    y = np.array([-HEADING / 2, *(-HEADING - tall * row - NAMED / 10 for row in range(len(vectors)))])
    tones = ("strong", *("" for _ in vectors))
    return picture, Symbols(np.full(len(y), sum(x) / 2), y, labels, tones, model=model)


def _records(name: str, points: Points, at: float) -> list[LayerRecord]:
    with record(LayerRecord) as layers:
        predict(model(name), points, torch.tensor([[at]], dtype=torch.float64))
    return layers


def _query(tokens: torch.Tensor) -> np.ndarray:
    return tokens.reshape(-1, tokens.shape[-1])[-1].numpy()
