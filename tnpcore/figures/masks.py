"""The attention masks as squares: rows are queries, columns are keys."""

from __future__ import annotations

from jaxtyping import Bool
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from torch import Tensor

from tnpcore import masks
from tnpcore.figures.style import INK, PALE, RULE, SMALL, TEXT, sheet
from tnpcore.task import Points

TARGETS, MOST = 2, 3
ALLOWED = "#4f86c6"
SIDE = 1.75  # cm


def all_masks(context: Points) -> Figure:
    """Six masks in the order context, targets, auxiliary tokens; of many context points the first three."""
    nc = min(len(context.x), MOST)
    count = nc + TARGETS
    named = [f"c{i + 1}" for i in range(nc)] + [f"t{i + 1}" for i in range(TARGETS)]
    auxiliary = [f"a{i + 1}" for i in range(TARGETS)]
    squares = (
        ("TNP-D", "context only", masks.context_only(nc, TARGETS), named),
        ("causal targets", "or prefix model", masks.causal_targets(nc, TARGETS), named),
        ("TNP-A", "autoregressive", masks.autoregressive(nc, TARGETS), named + auxiliary),
        ("cross-attention", "targets to context", masks.cross_only(nc, TARGETS), named),
        ("encoder", "every token to every", masks.full(count), [f"{i + 1}" for i in range(count)]),
        ("decoder", "causal", masks.causal(count), [f"{i + 1}" for i in range(count)]),
    )
    figure, axes = sheet(6.3)
    for place, (title, subtitle, mask, names) in enumerate(squares):
        left, top = 0.62 + 2.55 * (place % 3), 5.35 - 3.05 * (place // 3)
        axes.text(left + SIDE / 2, top + 0.62, title, ha="center", fontsize=TEXT, weight="bold")
        axes.text(left + SIDE / 2, top + 0.36, subtitle, ha="center", fontsize=SMALL, color=PALE)
        _square(axes, left, top, mask, names)
    axes.text(0.1, 0.08, "row: query, column: key; filled: may attend", fontsize=SMALL, color=PALE)
    return figure


def _square(axes: Axes, left: float, top: float, mask: Bool[Tensor, "N N"], names: list[str]) -> None:
    cell = SIDE / len(names)
    size = SMALL
    for row, query in enumerate(names):
        y = top - (row + 0.5) * cell
        axes.text(left - 0.06, y, query, ha="right", va="center", fontsize=size)
        axes.text(left + (row + 0.5) * cell, top + 0.05, query, ha="center", va="bottom", fontsize=size)
        for column in range(len(names)):
            fill = ALLOWED if mask[row, column] else "white"
            corner = left + column * cell, top - (row + 1) * cell
            axes.add_patch(Rectangle(corner, cell, cell, facecolor=fill, edgecolor=RULE, linewidth=0.4))
    axes.add_patch(Rectangle((left, top - SIDE), SIDE, SIDE, fill=False, edgecolor=INK, linewidth=0.7))
