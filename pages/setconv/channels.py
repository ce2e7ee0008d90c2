"""The encoding that a ConvCNP makes of a set of points, drawn: RBFs, their sums (the channels), and the grid's samples
of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor

from pages.shared.models.catalogue import model
from pages.shared.models.each_model import for_each_model
from pages.shared.scene.marks import Dots, Line, Panel
from pages.shared.scene.quantities import along_x, words
from tnpcore import Points
from tnpcore.models.convcnp import density_and_signal, signal_only
from tnpcore.setconv import Grid, midrange, rbf_weights, with_density

# The trained models, and the channels that each of them reads from the grid.
CHANNELS = {
    "convcnp": ("density", "signal"),
    "convcnp-unnormalised": ("density", "raw sum"),
    "convcnp-nodensity": ("raw sum",),
}
MODELS = tuple(CHANNELS)
LENGTHSCALES = (0.05, 1.0)
MOST_DOTS = 97  # cells in view: more dots than that would be a line
MOST_RBFS = 64  # points: more curves than that could not be distinguished


def learned_lengthscale(name: str, layer: str = "to_grid") -> float:
    """The lengthscale, in units of x, that the trained model's SetConv has learned."""
    return getattr(model(name), layer).lengthscale.item()


def starting_lengthscale() -> float:
    """Where the slider of the drawing starts: the learned lengthscale, rounded to its steps. Raises ValueError without
    weights."""
    return min(max(round(learned_lengthscale(_available()), 2), LENGTHSCALES[0]), LENGTHSCALES[1])


def trained_grid() -> Grid:
    """The grid of the trained models, which is the same for all. Raises ValueError without weights."""
    return model(_available()).grid


def _available() -> str:
    """The ConvCNP, or another one while its weights are away."""
    loaded, _ = for_each_model(model, MODELS)
    return next(iter(loaded), MODELS[0])


@dataclass(frozen=True)
class Encoding:
    """The encoding as it is drawn: with a lengthscale and a grid of its own, not the trained model's; `view` and
    `targets` [Nt, 1] are what is in view."""

    points: Points
    lengthscale: float
    grid: Grid
    view: tuple[float, float]
    targets: Float[Tensor, "Nt 1"]

    def summed(self, x: Float[Tensor, "N 1"]) -> Float[Tensor, "N 2"]:
        """The channels (density, raw sum of y) at x, not divided."""
        return rbf_weights(self.points.x, x, self.lengthscale) @ with_density(self.points.y)

    def channels(self, x: Float[Tensor, "N 1"]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Density, signal divided by it, and raw sum at x, each [N]."""
        summed = self.summed(x)
        density, signal = density_and_signal(summed).T.numpy()
        return density, signal, signal_only(summed)[:, 0].numpy()

    def channels_at(self, x: float) -> tuple[float, float, float]:
        """Density, divided signal and raw sum at one x."""
        density, signal, raw = self.channels(torch.tensor([[x]], dtype=torch.float64))
        return float(density[0]), float(signal[0]), float(raw[0])

    def cells(self) -> Float[Tensor, "G 1"]:
        """The grid's cells within the view, anchored to the data."""
        cells = self.grid.offsets(self.points.x, torch.float64) + midrange(self.points.x)
        return cells[self.is_in_view(cells[:, 0].numpy())]

    def is_in_view(self, x: np.ndarray) -> np.ndarray:
        """Which of x [N] the view shows: booleans [N]."""
        return (x >= self.view[0]) & (x <= self.view[1])


def channel_panels(name: str, encoding: Encoding) -> list[Panel]:
    """The channels that the model reads, under the stage: density and divided signal, density and raw sum, or the raw
    sum alone."""
    x, (of_density, of_signal, of_raw) = encoding.targets[:, 0].numpy(), samples(encoding)
    density, signal, raw = encoding.channels(encoding.targets)
    ones = torch.ones_like(encoding.points.y)
    panels = []
    if "density" in CHANNELS[name]:
        marks = (*rbf_lines(encoding, ones), Line(x, density.round(4), "density", "density"), *of_density)
        title = "Density channel over x: sum of RBFs of height 1"
        panels.append(_strip(encoding, "density", title, marks, (0.0, _axis_top(density))))
    if "signal" in CHANNELS[name]:
        summed = Line(x, raw.round(4), "signal", "raw sum", dashed=True)
        marks = (summed, Line(x, signal.round(4), "signal", "signal = raw sum / density"), *of_signal)
        title, values = "Signal channel over x: raw sum / density", np.concatenate([signal, raw.clip(-3, 3)])
    else:
        marks = (*rbf_lines(encoding, encoding.points.y), Line(x, raw.round(4), "signal", "raw sum"), *of_raw)
        title, values = "Signal channel over x: sum of RBFs of height y", raw
    panels.append(_strip(encoding, "signal", title, marks, _axis_around_zero(values)))
    return panels


def _strip(encoding: Encoding, id: str, title: str, marks: tuple, y: tuple[float, float]) -> Panel:
    note = words(
        "As drawn: lengthscale ",
        along_x(encoding.lengthscale),
        f", {encoding.grid.points_per_unit} cells per unit of x.",
    )
    return Panel(id, title, marks, area="strip", x=encoding.view, y=y, y_title=id, note=note)


def samples(encoding: Encoding) -> list[list[Dots]]:
    """Each channel at the grid's cells; nothing where the cells are too many to be distinguished."""
    cells = encoding.cells()
    if len(cells) > MOST_DOTS:
        return [[], [], []]
    return [[Dots(cells[:, 0].numpy(), values.round(4), "grid")] for values in encoding.channels(cells)]


def rbf_lines(encoding: Encoding, heights: Float[Tensor, "Nc 1"]) -> list[Line]:
    """Every point's RBF of the given height, drawn where it is more than a hundredth of it."""
    across = torch.linspace(-3.0, 3.0, 25, dtype=torch.float64)[:, None] * encoding.lengthscale
    rbf = rbf_weights(torch.zeros(1, 1, dtype=torch.float64), across, encoding.lengthscale)
    centres = encoding.points.x[:MOST_RBFS].T
    x, y = ((across + centres).T.numpy().round(4), (rbf * heights[:MOST_RBFS].T).T.numpy().round(4))
    return [Line(places, values, "bump") for places, values in zip(x, y)]


def _axis_top(values: np.ndarray) -> float:
    """A round number above all values, so that the axis stays the same while little changes."""
    largest = max(1.0, float(np.abs(values).max(initial=0.0)))
    return next((top for top in (1.2, 2.5, 5.0, 10.0, 25.0, 50.0, 100.0) if top >= largest), 1.1 * largest)


def _axis_around_zero(values: np.ndarray) -> tuple[float, float]:
    """Ends of an axis, as far below zero as above, that holds all values."""
    top = max(1.5, 1.2 * _axis_top(values))
    return -top, top
