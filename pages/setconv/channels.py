"""The encoding that a ConvCNP makes of a set of points, drawn: bumps, channels, and a grid that samples them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import torch

from pages.shared.lesson.controls import number
from pages.shared.models.catalogue import model
from pages.shared.models.each_model import for_each_model
from pages.shared.models.predictions import grid, view
from pages.shared.scene.marks import Dots, Line, Panel
from tnpcore import Points
from tnpcore.models.convcnp import density_and_signal, signal_only
from tnpcore.setconv import Grid, midrange, rbf_weights, with_density

LENGTHSCALE = (0.05, 1.0)
PER_UNIT = (4.0, 32.0)
DOTS_UP_TO = 97  # cells in view: more dots than that would be a line
BUMPS_UP_TO = 64  # points: more bumps than that would be a fog


def learned(name: str, layer: str = "to_grid") -> float:
    """The lengthscale, in units of x, that the trained model's SetConv has learned."""
    return getattr(model(name), layer).lengthscale.item()


def starting_lengthscale() -> float:
    """Where the slider of the picture starts: the learned lengthscale, rounded to its steps."""
    return min(max(round(learned(_at_hand()), 2), LENGTHSCALE[0]), LENGTHSCALE[1])


def slider_start() -> float:
    """`starting_lengthscale`; the shortest while the weights are away, so that the page opens and says so."""
    try:
        return starting_lengthscale()
    except ValueError:
        return LENGTHSCALE[0]


def _at_hand() -> str:
    """The ConvCNP, or the one without density while its weights are away: their grids are alike."""
    answered, _ = for_each_model(model, ("convcnp", "convcnp-nodensity"))
    return next(iter(answered), "convcnp")


@dataclass(frozen=True)
class Picture:
    """The encoding as it is drawn: its own lengthscale and grid, not the trained model's; and what of it is in view."""

    points: Points
    lengthscale: float
    grid: Grid
    view: tuple[float, float]
    targets: torch.Tensor

    def summed(self, x: torch.Tensor) -> torch.Tensor:
        """The channels (density, raw sum of y) at x [N, 1]: [N, 2], not divided."""
        return rbf_weights(self.points.x, x, self.lengthscale) @ with_density(self.points.y)

    def channels(self, x: torch.Tensor) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Density, signal divided by it, and raw signal at x [N, 1], each [N]."""
        summed = self.summed(x)
        density, signal = density_and_signal(summed).T.numpy()
        return density, signal, signal_only(summed)[:, 0].numpy()

    def cells(self) -> torch.Tensor:
        """The grid's cells within the view [G, 1], anchored to the data."""
        cells = self.grid.offsets(self.points.x, torch.float64) + midrange(self.points.x)
        low, high = self.view
        return cells[(cells[:, 0] >= low) & (cells[:, 0] <= high)]


def chosen(points: Points, controls: Mapping) -> Picture:
    lengthscale = number(controls, "lengthscale", starting_lengthscale(), *LENGTHSCALE)
    own = model(_at_hand()).grid
    drawn = Grid(round(number(controls, "ppu", 16.0, *PER_UNIT)), own.margin, own.stride)
    return Picture(points, lengthscale, drawn, view(controls), grid(controls))


def strips(name: str, picture: Picture) -> list[Panel]:
    """The channels that the model is shown, under the stage: density and divided signal, or the raw sum alone."""
    x, dots = picture.targets[:, 0].numpy(), _samples(picture)
    density, signal, raw = picture.channels(picture.targets)
    ones = torch.ones_like(picture.points.y)
    summed = Line(x, raw.round(4), "signal", "raw sum", dashed=name == "convcnp")
    if name != "convcnp":
        marks = (*_bumps(picture, picture.points.y), summed, *dots[2])
        return [_strip(picture, "signal", "The only channel: the sum of bumps of height y", marks, _around(raw))]
    counted = (*_bumps(picture, ones), Line(x, density.round(4), "density", "density"), *dots[0])
    divided = (summed, Line(x, signal.round(4), "signal", "signal = raw sum / density"), *dots[1])
    reach = _around(np.concatenate([signal, raw.clip(-3, 3)]))
    return [
        _strip(picture, "density", "Density: the sum of bumps of height 1", counted, (0.0, _top(density))),
        _strip(picture, "signal", "Signal: bumps of height y, divided by the density", divided, reach),
    ]


def _strip(picture: Picture, id: str, title: str, marks: tuple, y: tuple[float, float]) -> Panel:
    note = f"Picture: lengthscale {picture.lengthscale:.2f}, {picture.grid.points_per_unit} cells per unit."
    return Panel(id, title, marks, area="strip", x=picture.view, y=y, y_title=id, note=note)


def _samples(picture: Picture) -> list[list[Dots]]:
    """What the grid reads of each channel; nothing where the cells are too many to be told apart."""
    cells = picture.cells()
    if len(cells) > DOTS_UP_TO:
        return [[], [], []]
    return [[Dots(cells[:, 0].numpy(), values.round(4), "grid")] for values in picture.channels(cells)]


def _bumps(picture: Picture, heights: torch.Tensor) -> list[Line]:
    """Every point's bump of the given height [N, 1], drawn where it is more than a hundredth of it."""
    across = torch.linspace(-3.0, 3.0, 25, dtype=torch.float64)[:, None] * picture.lengthscale
    bump = rbf_weights(torch.zeros(1, 1, dtype=torch.float64), across, picture.lengthscale)
    centres = picture.points.x[:BUMPS_UP_TO].T
    x, y = ((across + centres).T.numpy().round(4), (bump * heights[:BUMPS_UP_TO].T).T.numpy().round(4))
    return [Line(place, height, "bump") for place, height in zip(x, y)]


def _top(values: np.ndarray) -> float:
    """A round number above all values, so that the axis rests while little changes."""
    most = max(1.0, float(np.abs(values).max(initial=0.0)))
    return next((top for top in (1.2, 2.5, 5.0, 10.0, 25.0, 50.0, 100.0) if top >= most), 1.1 * most)


def _around(values: np.ndarray) -> tuple[float, float]:
    top = max(1.5, 1.2 * _top(values))
    return -top, top
