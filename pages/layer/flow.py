"""The query's token through one layer: what is scored, mixed, projected, added, normalised and added again."""

from __future__ import annotations

import numpy as np

from pages.layer.controls import LayerControls
from pages.layer.trace import Trace
from pages.shared.scene.marks import Bars, HeatMap, Panel, Reading, shown
from pages.shared.scene.quantities import Prose, at_x
from tnpcore import Points

NULL = "null"
DIMENSIONS = "the 64 numbers of the token"
STREAM_NOTE = (
    "Each row is a vector of 64 numbers, with its length. Row 1 + row 2 + row 3 = row 4, which the next layer reads."
)
OFF_NOTE = "Each row is a vector of 64 numbers, with its length. A part of this layer is switched off."
READ_NOTE = (
    "Layer norm subtracts a token's mean, divides by its standard deviation, then applies a learned gain and bias. The "
    "four heads' outputs of 16 numbers stand side by side; Wₒ turns them into what attention adds."
)
SCORE_NOTE = "score = q·k / √16. Softmax turns the scores into weights that sum to 1. “null” is a key of no point."


def columns(points: Points) -> tuple[np.ndarray, tuple[str, ...], tuple[int, ...]]:
    """The keys in the order of x, the null token first: their columns, their names, the drawn points behind them."""
    order = np.argsort(points.x[:, 0].numpy(), kind="stable")
    names = (NULL, *(at_x(x) for x in points.x[order, 0].tolist()))
    return np.concatenate([[0], order + 1]), names, (-1, *order.tolist())


def panels(points: Points, run: Trace, controls: LayerControls) -> tuple[Panel, ...]:
    """What is added to the token, what the layer's parts read, and how one head comes to its output."""
    return (
        _stream(run, controls),
        _heads(points, run, controls),
        *_one_head(points, run, controls),
        _read(run, controls),
    )


def lengths(run: Trace, layer: int) -> dict[str, float]:
    """The length at the query of what attention and what the feed-forward network of a layer add, and of the token."""
    entry = run.layers[layer]
    vectors = {"attention": entry.mixed, "feed-forward": entry.change, "token": entry.tokens, "sum": entry.out}
    return {name: float(np.linalg.norm(run.of_query(vector))) for name, vector in vectors.items()}


def readings(run: Trace, controls: LayerControls) -> tuple[Reading, ...]:
    """How long the two additions of the layer on show are."""
    found = lengths(run, controls.layer_index)
    where = f"at the query, layer {controls.layer}"
    return (
        Reading("attention-adds", f"Length of what attention adds {where}", *_shown(found["attention"])),
        Reading("ffn-adds", f"Length of what the feed-forward network adds {where}", *_shown(found["feed-forward"])),
        Reading("token-length", f"Length of the token {where}", *_shown(found["token"])),
    )


def _shown(value: float) -> tuple[float, str]:
    return value, shown(value, 1)


def _map(values: np.ndarray, names: tuple[Prose, ...], across: str, controls: LayerControls) -> HeatMap:
    """Rows of vectors, each named and with its length."""
    labels = tuple(f"{name} ({shown(np.linalg.norm(row), 1)})" for name, row in zip(names, values, strict=True))
    return HeatMap(values, "", across, labels, diverging=True, model=controls.model)


def _stream(run: Trace, controls: LayerControls) -> Panel:
    entry = run.layers[controls.layer_index]
    vectors = np.stack([run.of_query(z) for z in (entry.tokens, entry.mixed, entry.change, entry.out)])
    heat = _map(vectors, ("token", "+ attention", "+ feed-forward", "= sum"), DIMENSIONS, controls)
    off = controls.intervenes and controls.layer_index in controls.off_in
    title = f"The query's token through layer {controls.layer}"
    return Panel("stream", title, (heat,), model=controls.model, note=OFF_NOTE if off else STREAM_NOTE)


def _read(run: Trace, controls: LayerControls) -> Panel:
    entry, layer = run.layers[controls.layer_index], controls.layer_index
    side_by_side = run.outputs(layer)[:, run.row].reshape(-1)
    vectors = np.stack([run.of_query(entry.normed), side_by_side, run.of_query(entry.normed_middle)])
    heat = _map(vectors, ("into attention", "heads joined", "into feed-fwd"), DIMENSIONS, controls)
    return Panel(
        "read", f"What the parts of layer {controls.layer} read", (heat,), model=controls.model, note=READ_NOTE
    )


def _heads(points: Points, run: Trace, controls: LayerControls) -> Panel:
    order, names, keys = columns(points)
    values = run.weights(controls.layer_index)[:, run.row][:, order]
    labels = tuple(f"head {h + 1}" for h in range(len(values)))
    heat = HeatMap(
        values,
        "head",
        "context x (key)",
        labels,
        names,
        active_row=controls.head_index,
        keys=keys,
        model=controls.model,
    )
    return Panel(
        "heads", f"The query's attention weights by head: layer {controls.layer}", (heat,), model=controls.model
    )


def _one_head(points: Points, run: Trace, controls: LayerControls) -> tuple[Panel, ...]:
    """Query and keys, scores and weights, weight times value: one head."""
    layer, head = controls.layer_index, controls.head_index
    order, names, keys = columns(points)
    q, (k, v) = run.queries(layer)[head, run.row], run.keys_and_values(layer)
    weights, logits = run.weights(layer)[head, run.row], run.logits(layer)[head, run.row]
    mixed = (weights[:, None] * v[head])[order]
    which = f"layer {controls.layer}, head {controls.head}"
    across = "the 16 numbers of the head"
    stacked = np.concatenate([q[None], k[head][order]])
    projected = HeatMap(stacked, "", across, ("query", *names), diverging=True, model=controls.model)
    rows = (("score q·k / √16", logits), ("weight", weights))
    bars = tuple(Bars(values[order], names, controls.model, keys, title) for title, values in rows)
    added = np.concatenate([mixed, mixed.sum(0, keepdims=True)])
    mix = HeatMap(added, "", across, (*names, "= sum"), diverging=True, model=controls.model)
    return (
        Panel("keys", f"Query and keys: {which}", (projected,), model=controls.model),
        Panel("scores", f"From score to weight: {which}", bars, model=controls.model, note=SCORE_NOTE),
        Panel("mix", f"Weight × value, and the sum that leaves the head: {which}", (mix,), model=controls.model),
    )
