"""From the values of four heads to what attention adds: the mixes side by side, then the matrix Wₒ. Pure."""

from __future__ import annotations

import numpy as np

from pages.layer.controls import NUM_HEADS, LayerControls
from pages.layer.flow import columns
from pages.layer.trace import Trace
from pages.shared.models.catalogue import model
from pages.shared.scene.field import matrix
from pages.shared.scene.marks import HeatMap, Mark, Panel, shown
from pages.shared.scene.symbols import Symbols
from tnpcore import Points

WIDE, TALL = 32.0, 11.0  # of Wₒ in the picture: half a unit for each of the 64 numbers
ROW, MAP, WORDS = 1.6, 4.0, 2.1  # heights: of a row of numbers, of a head's values, of a line of words
WEIGHT, GAP = 0.7, 0.35  # a head's column of weights, and what lies beside it
INDEX = "₁₂₃₄"
NOTE = (
    "At the query. Weights w (the column beside V: null, then the points by x) × V = a row for each head. Every number "
    "that attention adds is the row of 64, multiplied by one column of Wₒ and summed, plus a bias."
)
SHARES_NOTE = "Row h: the 16 numbers of head h, times the 16 rows of Wₒ that read them. Lengths in brackets."


def output_matrix(name: str, layer: int) -> tuple[np.ndarray, np.ndarray]:
    """Wₒ of a layer, a row for every number of the joined heads, [D, D], and its bias [D]."""
    to_out = model(name).blocks[layer].attention.to_out
    return to_out.weight.detach().numpy().T, to_out.bias.detach().numpy()


def shares(run: Trace, name: str, layer: int) -> np.ndarray:
    """What of the vector that attention adds at the query comes of each head, and of the bias: [H + 1, D].

    Reference: Vaswani et al. 2017, section 3.2.2, its product written as a sum over the heads.
    """
    mapped, bias = output_matrix(name, layer)
    heads = run.outputs(layer)[:, run.row]
    return np.stack([*np.einsum("hk,hkd->hd", heads, mapped.reshape(len(heads), -1, len(bias))), bias])


def panels(points: Points, run: Trace, controls: LayerControls) -> tuple[Panel, ...]:
    """The four mixes, side by side, through Wₒ; and the share of every head."""
    return _joined(points, run, controls), _shares(run, controls)


def _joined(points: Points, run: Trace, controls: LayerControls) -> Panel:
    layer, name = controls.layer_index, controls.model
    order, _, _ = columns(points)
    weights, values = run.weights(layer)[:, run.row][:, order], run.keys_and_values(layer)[1][:, order]
    mapped, _ = output_matrix(name, layer)
    marks: list[Mark] = []
    words: list[tuple[float, float, str]] = []
    top = -WORDS
    for head in range(NUM_HEADS):
        left, right = (WIDE * (head + end) / NUM_HEADS for end in (0, 1))
        sides = (left, left + WEIGHT), (left + WEIGHT + GAP, right - GAP)
        for picture, x in zip((weights[head][:, None], values[head]), sides, strict=True):
            marks.append(matrix(picture, x, (top - MAP, top), name))
        words.append(((left + right) / 2, top + WORDS / 2, f"w{INDEX[head]} × V{INDEX[head]}"))
    below = (
        (run.outputs(layer)[:, run.row].reshape(1, -1), ROW, "heads 1 to 4, side by side"),
        (mapped, TALL, "× Wₒ"),
        (run.of_query(run.layers[layer].mixed)[None], ROW, "= what attention adds"),
    )
    bottom = top - MAP
    for picture, tall, text in below:
        words.append((WIDE / 2, bottom - WORDS / 2, text))
        bottom -= WORDS + tall
        marks.append(matrix(picture, (0.0, WIDE), (bottom, bottom + tall), name))
    x, y, texts = zip(*words, strict=True)
    marks.append(Symbols(np.array(x), np.array(y), texts, ("",) * len(texts)))
    title = f"From the heads to what attention adds: layer {controls.layer}"
    ends = {"x": (-GAP, WIDE + GAP), "y": (bottom - GAP, 0.0)}
    return Panel("joined", title, tuple(marks), **ends, drawing=True, equal=True, tint=None, model=name, note=NOTE)


def _shares(run: Trace, controls: LayerControls) -> Panel:
    found = shares(run, controls.model, controls.layer_index)
    rows = np.concatenate([found, found.sum(0, keepdims=True)])
    names = (*(f"head {head + 1}" for head in range(NUM_HEADS)), "bias", "= sum")
    labels = tuple(f"{name} ({shown(np.linalg.norm(row), 1)})" for name, row in zip(names, rows, strict=True))
    heat = HeatMap(rows, "", "the 64 numbers that attention adds", labels, diverging=True, model=controls.model)
    title = f"The share of every head, after Wₒ: layer {controls.layer}"
    return Panel("shares", title, (heat,), model=controls.model, note=SHARES_NOTE)
