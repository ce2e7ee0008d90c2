"""Which points a prediction uses: the map of weights of each model on the stage that has one. Pure."""

from __future__ import annotations

from pages.shared.models.catalogue import FOUR, plain, title
from pages.shared.models.each_model import for_each_model
from pages.shared.models.predictions import THIN, attention_map, predictions
from pages.shared.scene.marks import HeatMap, Panel
from pages.shared.scene.readings import NOT_TO_SCALE, row_names
from pages.zoo.controls import ZooControls
from tnpcore import Points


def weight_maps(points: Points, controls: ZooControls) -> tuple[Panel, ...]:
    """A panel for each side of the wipe: rows are targets, columns context points."""
    sides = [side for side in zip(("left", "right"), controls.pair) if plain(side[1]) in FOUR]
    found, _ = for_each_model(lambda name: _map(name, points, controls), [name for _, name in sides])
    return tuple(
        Panel(
            f"weights-{side}",
            f"{title(name)}: weights by target and context point",
            (found[name],),
            x_title="context x (key)",
            y_title="target x (query)",
            model=plain(name),
            note=NOT_TO_SCALE,
        )
        for side, name in sides
        if name in found
    )


def _map(name: str, points: Points, controls: ZooControls) -> HeatMap:
    (here,) = predictions(name, points, xt=controls.grid[::THIN], record=True)
    weights, rows = attention_map(here, points), row_names(here.x)
    return HeatMap(
        weights.values,
        "target x (query)",
        "context x (key)",
        rows,
        weights.labels,
        keys=weights.keys,
        model=plain(name),
    )
