"""The effect of a shift: the prediction as drawn, and that from shifted inputs shown back at the original ones."""

from __future__ import annotations

from collections.abc import Mapping

import torch
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from tnpcore.figures.style import BANDS, CM, INK, SMALL, TEXT, WIDTH, band, dots, plain
from tnpcore.models.neural_process import NeuralProcess
from tnpcore.models.registry import spec
from tnpcore.prediction import predict_anywhere
from tnpcore.properties.measurements import shift_changes
from tnpcore.task import Points

SHIFT = 2.0
LINE = torch.linspace(-2.0, 2.0, 201, dtype=torch.float64)[:, None]


def shifted_predictions(models: Mapping[str, NeuralProcess], context: Points) -> Figure:
    """A panel for each of two models: its band, and its shifted prediction dashed."""
    figure = Figure(figsize=(WIDTH * CM, 7.6 * CM), facecolor="white", layout="constrained")
    panels = figure.subplots(len(models), 1, sharex=True, sharey=True)
    for axes, (name, model), colour in zip(panels, models.items(), BANDS, strict=True):
        _panel(axes, model, context, colour)
        error = shift_error(model, context)
        axes.set_title(f"{spec(name).title}: shift error {error:.2f} sd", fontsize=TEXT, loc="left", pad=3)
    low, high = panels[0].get_ylim()
    panels[0].set_yticks([tick for tick in panels[0].get_yticks() if low <= tick <= high])
    panels[0].set_ylim(low, high)
    panels[-1].set_xlabel(f"x; dashed: all inputs shifted by {SHIFT:g}, shown back", fontsize=SMALL)
    return figure


def shift_error(model: NeuralProcess, context: Points) -> float:
    """sqrt(mean_x(((mu' - mu) / sigma)^2)) over 201 targets, mu' from inputs shifted by 2."""
    (error,), _ = shift_changes(model, context, LINE, (SHIFT,))
    return float(error)


def _panel(axes: Axes, model: NeuralProcess, context: Points, colour: str) -> None:
    here, there = (predict_anywhere(model, context.shifted(by), LINE + by) for by in (0.0, SHIFT))
    x, mean, sd = (values[:, 0].numpy() for values in (LINE, here.mean, here.std))
    band(axes, x, mean, sd, colour)
    moved, spread = (values[:, 0].numpy() for values in (there.mean, there.std))
    for curve, width in ((moved, 1.1), (moved - 2 * spread, 0.7), (moved + 2 * spread, 0.7)):
        axes.plot(x, curve, color=INK, linewidth=width, linestyle=(0, (3, 2)))
    dots(axes, context.x[:, 0].numpy(), context.y[:, 0].numpy())
    plain(axes)
    axes.set_xlim(-2, 2)
    axes.set_xticks([-2, -1, 0, 1, 2])
