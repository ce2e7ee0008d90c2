"""The weights behind a prediction as a panel: rows are targets, columns context points. Pure."""

from __future__ import annotations

import numpy as np

from pages.shared.models.catalogue import plain
from pages.shared.models.predictions import GridPrediction, attention_map
from pages.shared.scene.marks import HeatMap, Panel
from pages.shared.scene.readings import KEYS_BY_X, NOT_TO_SCALE, row_names
from tnpcore import Points

EVERY = 4  # every fourth target is a row
ATTENTION = (
    "Attention weights by target and context point",
    'Last layer, averaged over heads. The column "null" is the learned null token.',
)
WEIGHTS = {
    "cnp": (
        "Weights of the average by target and context point",
        "A CNP averages: every point has the same weight at every target.",
    ),
    "convcnp": (
        "SetConv weights by target and context point",
        "Each point's share in the normalised signal that the CNN reads at x.",
    ),
}


def nearest(shown: GridPrediction, x: float) -> int:
    """Number of the target nearest to x."""
    return int(np.abs(shown.x - x).argmin())


def weights_panel(here: GridPrediction, points: Points, marked: float | None = None) -> Panel:
    """The map of the weights that made the prediction, whose attention was recorded; the row nearest to the target
    `marked` is outlined."""
    name, shown = plain(here.model), here.every(EVERY)
    weights = attention_map(shown, points)
    row = None if marked is None else nearest(shown, marked)
    title, note = WEIGHTS.get(name, ATTENTION)
    rows = row_names(shown.x)
    titles = ("target x (query)", KEYS_BY_X)
    heat = HeatMap(weights.values, *titles, rows, weights.labels, active_row=row, keys=weights.keys, model=name)
    note = f"{note} {NOT_TO_SCALE}"
    return Panel("weights", title, (heat,), x_title=titles[1], y_title=titles[0], model=name, note=note)
