"""The weights on the way onto the grid and back: of points in cells, and of cells in targets."""

from __future__ import annotations

import numpy as np
import torch
from jaxtyping import Float

from pages.setconv.channels import Encoding, learned_lengthscale
from pages.shared.models.catalogue import model
from pages.shared.scene.marks import HeatMap, Panel
from pages.shared.scene.quantities import along_x, at_x, words
from pages.shared.scene.readings import row_names
from tnpcore.models.convcnp import interpolation_weights
from tnpcore.setconv import rbf_weights

MOST_ROWS = 60  # so many cells at most are rows of the map of RBF values
EVERY = 6  # every sixth target is a row of the map of interpolation weights
CELL_X, TARGET_X, POINT_X = "grid cell x", "target x (query)", "context x (key)"


def interpolation(name: str, encoding: Encoding, x: Float[np.ndarray, " N"]) -> Float[np.ndarray, "N G"]:
    """The trained model's weight of every cell of its grid at each x; rows sum to 1."""
    network = model(name)
    cells = network.grid.offsets(encoding.points.x, torch.float32)
    relative = (torch.from_numpy(x)[:, None] - network.grid.anchor(encoding.points.x)).float()
    with torch.no_grad():
        return interpolation_weights(cells, relative, network.from_grid.lengthscale).numpy()


def interpolation_panel(name: str, encoding: Encoding, query: float) -> tuple[Panel, ...]:
    """What each target reads from the grid: the trained model's own weights, rows summing to 1. Nothing where the view
    shows no cell of the grid."""
    network, x = model(name), encoding.targets[::EVERY, 0].numpy()
    weights = interpolation(name, encoding, x)
    cells = network.grid.offsets(encoding.points.x, torch.float64) + network.grid.anchor(encoding.points.x)
    at = cells[:, 0].numpy()
    inside = encoding.is_in_view(at)
    if not inside.any():
        return ()
    heat = HeatMap(
        weights[:, inside].round(3),
        TARGET_X,
        f"{CELL_X} (key)",
        row_names(x),
        columns_at=at[inside],
        active_row=int(np.abs(x - query).argmin()),
        model=name,
    )
    note = words(
        "Of the trained model, with learned lengthscale ", along_x(learned_lengthscale(name, "from_grid"), 3), ". "
    )
    titles = {"y_title": TARGET_X, "note": words(note, "Rows sum to 1.")}
    title = "Interpolation weights by target and grid cell"
    return (Panel("weights", title, (heat,), x=encoding.view, model=name, **titles),)


def rbf_panel(name: str, encoding: Encoding) -> tuple[Panel, ...]:
    """What each grid cell receives from each point: the RBFs with the trained model's lengthscale. Not every cell
    within the view; nothing without points or where the view shows no cell."""
    network, points = model(name), encoding.points
    anchor = network.grid.anchor(points.x)
    cells = network.grid.offsets(points.x, torch.float64) + anchor
    cells = cells[encoding.is_in_view(cells[:, 0].numpy())]
    if not len(cells) or not len(points):
        return ()
    step = max(2, -(-len(cells) // MOST_ROWS))
    cells = cells[::step]
    keys = np.argsort(points.x[:, 0].numpy(), kind="stable")
    values = rbf_weights(points.x[keys], cells, learned_lengthscale(name)).numpy().round(3)
    rows, columns = (tuple(map(at_x, x[:, 0].tolist())) for x in (cells, points.x[keys]))
    titles = (f"{CELL_X} (query)", POINT_X)
    heat = HeatMap(values, *titles, rows, columns, keys=tuple(keys.tolist()), model=name)
    note = words("Of the trained model, with learned lengthscale ", along_x(learned_lengthscale(name), 3), ". ")
    note += f"{_every(step)} cell; rows do not sum to 1."
    labels = {"x_title": titles[1], "y_title": titles[0]}
    return (Panel("bumps", "RBF values by grid cell and context point", (heat,), model=name, note=note, **labels),)


def _every(step: int) -> str:
    return {2: "Every second", 3: "Every third"}.get(step, f"Every {step}th")
