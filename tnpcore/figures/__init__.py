"""Figures for papers and slides, drawn from a running model: SVG and PDF, legible at a width of 8 cm.

They need matplotlib: `pip install "tnpcore[figures]"`.
"""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from typing import TYPE_CHECKING

import torch

from tnpcore.extras import extra
from tnpcore.task import Points

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["EXAMPLE", "FIGURES", "draw", "export"]

# Where no points are given: seven on a sine, and the prediction at four places.
EXAMPLE = Points(
    torch.tensor([-1.7, -1.2, -0.6, -0.1, 0.5, 1.1, 1.6], dtype=torch.float64)[:, None],
    torch.tensor([-1.7, -1.2, -0.6, -0.1, 0.5, 1.1, 1.6], dtype=torch.float64).mul(2.0).sin()[:, None],
)
# By name: what the figure shows.
FIGURES: Mapping[str, str] = {
    "tnpd": "architecture of TNP-D",
    "tetnp": "architecture of TETNP",
    "eqtnp": "architecture of the efficient-query TNP",
    "masks": "the attention masks",
    "tokens": "what TNP-D's and TETNP's tokens carry, before and after a shift",
    "shift": "the effect of a shift on TNP-D and TETNP",
}


def draw(name: str, context: Points = EXAMPLE) -> "Figure":
    """A figure, drawn from these points.

    Args:
        name: one of `FIGURES`.
        context: one task with one input dimension, [Nc, 1].

    Raises:
        ValueError: for another name; without points; for a batch, or more than one input or output dimension.
        ImportError: where matplotlib is not installed.
    """
    if name not in FIGURES:
        raise ValueError(f"the figure must be one of {', '.join(FIGURES)}, got {name!r}")
    if context.x.ndim != 2 or context.x.shape[-1] != 1 or context.y.shape[-1] != 1 or not len(context.x):
        raise ValueError(f"a figure needs at least one point, x and y [Nc, 1], got {tuple(context.x.shape)}")
    extra("matplotlib", "figures")
    from tnpcore.figures import drawings

    return drawings.draw(name, context)


def export(figure: Figure, form: str = "svg") -> bytes:
    """The figure as a file, the same bytes for the same figure.

    Args:
        figure: from `draw`.
        form: "svg" or "pdf".

    Raises:
        ValueError: for another form.
    """
    if form not in ("svg", "pdf"):
        raise ValueError(f"a figure is written as svg or pdf, got {form!r}")
    from tnpcore.figures.style import settings

    date = {"svg": "Date", "pdf": "CreationDate"}[form]
    file = BytesIO()
    with settings():
        figure.savefig(file, format=form, metadata={date: None})
    return file.getvalue()
