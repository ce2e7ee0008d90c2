"""One row of one attention layer: the query's attention weights, and the effect of leaving out each context point."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch

from pages.attention.controls import AttentionControls
from pages.shared.models.catalogue import model
from pages.shared.models.predictions import GridPrediction, predictions
from tnpcore import Points, predict, record

# Leaving out each of n points costs n passes over n^2 pairs of tokens: 48 points take no longer than this.
MOST_PAIRS = 48**3


@dataclass(frozen=True, eq=False)
class LayerRecord:
    """What one layer computed. Rows are the targets `here.x`, of which number `row` is the query itself.

    Column 0 belongs to the null token, the others to the context points in the order drawn. weights
    [H, Nt, 1+Nc]; of the query alone q [H, Dk], logits [H, 1+Nc], and its weights with all inputs shifted, shifted_row
    [H, 1+Nc]; keys k and values v [H, 1+Nc, Dk]. `trained` is the prediction without the intervention.
    """

    here: GridPrediction
    shifted: GridPrediction
    trained: GridPrediction
    row: int
    weights: np.ndarray
    q: np.ndarray
    k: np.ndarray
    v: np.ndarray
    logits: np.ndarray
    shifted_row: np.ndarray


def record_layer(points: Points, controls: AttentionControls) -> LayerRecord:
    """The layer on show, with the query as one more target of the grid, for these inputs and for shifted ones."""
    targets, order = torch.cat([controls.grid, controls.grid.new_tensor([[controls.at]])]).sort(0)
    row = int(order[:, 0].argmax())
    with controls.intervention(), record() as layers:
        here, shifted = predictions(controls.model, points, (0.0, controls.tau), targets)
    entry, nt = layers[controls.layer_index], len(targets)  # a batch of one, or of two: the shifted one is the last
    trained = predictions(controls.model, points, xt=targets)[0] if controls.intervenes else here
    weights, logits = entry.weights[..., -nt:, :].numpy(), entry.logits[..., -nt:, :].numpy()
    q, k, v = entry.q[0, :, -nt:].numpy()[:, row], entry.k[0].numpy(), entry.v[0].numpy()
    return LayerRecord(here, shifted, trained, row, weights[0], q, k, v, logits[0, :, row], weights[-1, :, row])


def leave_one_out(points: Points, controls: AttentionControls, row: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """How the mean at the query changes when a point is left out: the points' numbers [K] and the changes [K].

    All points while there are at most 48; of more only those with the largest weights in `row` [1+Nc], so that the
    work stays bounded.
    """
    n = len(points)
    which = np.argsort(-row[1:], kind="stable")[: MOST_PAIRS // max(1, n * n)]
    which.sort()
    indices = torch.arange(n).expand(len(which), n)
    kept = indices[indices != torch.from_numpy(which)[:, None]].reshape(len(which), max(0, n - 1))
    query = controls.grid.new_tensor([[controls.at]])
    with controls.intervention():
        full = predict(model(controls.model), points, query).mean
        less = predict(
            model(controls.model), Points(points.x[kept], points.y[kept]), query.expand(len(which), 1, 1)
        ).mean
    return which, (less - full).double()[:, 0, 0].numpy()
