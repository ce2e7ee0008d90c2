"""What goes into the tokens of TNP-D and of TETNP, before and after all inputs are shifted; changed numbers marked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import torch
from jaxtyping import Float
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from torch import Tensor

from tnpcore.figures.calls import Run, watch
from tnpcore.figures.style import CHANGED, PALE, RULE, SAME, SMALL, TEXT, sheet
from tnpcore.models.neural_process import NeuralProcess
from tnpcore.models.registry import spec
from tnpcore.task import Points

SHIFT, MOST = 2.0, 4
CELL, LINE = 0.82, 0.42  # cm


def tokens(models: Mapping[str, NeuralProcess], context: Points, xt: Float[Tensor, "1 1"]) -> Figure:
    """For each model the numbers that its embedding was given, as drawn and shifted by 2; below them TETNP's
    differences between the target and the points.

    Args:
        models: "tnpd" and "tetnp".
        context: of many points the first four are drawn.
        xt: one target.
    """
    few = Points(context.x[:MOST], context.y[:MOST])
    runs = {name: [watch(model, few.shifted(by), xt + by) for by in (0.0, SHIFT)] for name, model in models.items()}
    rows = [f"$c_{{{i + 1}}}$" for i in range(len(few.x))] + ["target"]
    figure, axes = sheet(2 * (len(rows) + 2) * LINE + 2.9)
    top = 2 * (len(rows) + 2) * LINE + 2.9
    for name, heads in (("tnpd", ("x", "y", "flag")), ("tetnp", ("y", "flag"))):
        tables = [run.call("embed").given[0] for run in runs[name]]
        axes.text(0.15, top - 0.4, f"{spec(name).title}: token = MLP({', '.join(heads)})", fontsize=TEXT, weight="bold")
        top = _pair(axes, top - 0.75, tables, heads, rows)
    differences = [_differences(run) for run in runs["tetnp"]]
    axes.text(0.15, top - 0.4, "TETNP's scores: q·k/√d + F(target − point)", fontsize=TEXT, weight="bold")
    _pair(axes, top - 0.75, differences, tuple(rows[:-1]), ["target"])
    return figure


def _differences(run: Run) -> Float[Tensor, "1 Nc"]:
    """The target's row of what F was given."""
    return run.call("bias").given[0][-1:, :, 0]


def _pair(axes: Axes, top: float, tables: Sequence[Tensor], heads: Sequence[str], rows: Sequence[str]) -> float:
    """The table as drawn and, beside it, shifted; returns where it ends."""
    changed = (tables[0] - tables[1]).abs() > 1e-6
    for place, (table, title) in enumerate(zip(tables, ("as drawn", f"shifted by {SHIFT:g}"), strict=True)):
        left = 1.15 + 3.55 * place
        axes.text(left, top, title, fontsize=SMALL, color=PALE)
        for column, head in enumerate(heads):
            axes.text(left + (column + 0.5) * CELL, top - 0.3, head, ha="center", fontsize=SMALL)
        for row, name in enumerate(rows):
            y = top - 0.42 - (row + 1) * LINE
            if place == 0:
                axes.text(left - 0.12, y + LINE / 2, name, ha="right", va="center", fontsize=SMALL)
            for column in range(len(heads)):
                fill = CHANGED if place and bool(changed[row, column]) else SAME
                corner = left + column * CELL, y
                axes.add_patch(Rectangle(corner, CELL, LINE, facecolor=fill, edgecolor=RULE, linewidth=0.5))
                number = _number(table[row, column])
                axes.text(corner[0] + CELL / 2, y + LINE / 2, number, ha="center", va="center", fontsize=SMALL)
    return top - 0.42 - len(rows) * LINE - 0.25


def _number(value: Tensor) -> str:
    rounded = float(torch.round(value.double(), decimals=2))
    return f"{rounded:g}".replace("-", "−")
