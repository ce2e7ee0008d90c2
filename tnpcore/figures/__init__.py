"""Figures for papers and slides, drawn from a running model: SVG and PDF, legible at a width of 8 cm.

They need matplotlib: `pip install "tnpcore[figures]"`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from io import BytesIO

import torch

try:
    from matplotlib.figure import Figure
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError('figures need matplotlib: pip install "tnpcore[figures]"') from missing

from tnpcore import pretrained
from tnpcore.figures import masks, shift, tokens
from tnpcore.figures.architecture import architecture
from tnpcore.figures.calls import watch
from tnpcore.figures.style import settings
from tnpcore.models.registry import spec
from tnpcore.task import Points

__all__ = ["EXAMPLE", "FIGURES", "draw", "export"]

# Where no points are given: seven on a sine, and the prediction at four places.
EXAMPLE = Points(
    torch.tensor([-1.7, -1.2, -0.6, -0.1, 0.5, 1.1, 1.6], dtype=torch.float64)[:, None],
    torch.tensor([-1.7, -1.2, -0.6, -0.1, 0.5, 1.1, 1.6], dtype=torch.float64).mul(2.0).sin()[:, None],
)
TARGETS = torch.tensor([-1.5, -0.35, 0.8, 1.9], dtype=torch.float64)[:, None]


def _architecture(name: str) -> Callable[[Points], Figure]:
    def drawn(context: Points) -> Figure:
        return architecture(watch(pretrained.load(name), context, TARGETS), spec(name).title)

    return drawn


def _tokens(context: Points) -> Figure:
    models = {name: pretrained.load(name) for name in ("tnpd", "tetnp")}
    return tokens.tokens(models, context, TARGETS[1:2])


def _shift(context: Points) -> Figure:
    return shift.shifted_predictions({name: pretrained.load(name) for name in ("tnpd", "tetnp")}, context)


# By name: what the figure shows, and how it is drawn from context points.
FIGURES: Mapping[str, tuple[str, Callable[[Points], Figure]]] = {
    "tnpd": ("architecture of TNP-D", _architecture("tnpd")),
    "tetnp": ("architecture of TETNP", _architecture("tetnp")),
    "eqtnp": ("architecture of the efficient-query TNP", _architecture("eqtnp")),
    "masks": ("the attention masks", masks.all_masks),
    "tokens": ("what TNP-D's and TETNP's tokens carry, before and after a shift", _tokens),
    "shift": ("the effect of a shift on TNP-D and TETNP", _shift),
}


def draw(name: str, context: Points = EXAMPLE) -> Figure:
    """A figure, drawn from these points.

    Args:
        name: one of `FIGURES`.
        context: one task with one input dimension, [Nc, 1].

    Raises:
        ValueError: for another name; without points; for a batch, or more than one input or output dimension.
    """
    if name not in FIGURES:
        raise ValueError(f"the figure must be one of {', '.join(FIGURES)}, got {name!r}")
    if context.x.ndim != 2 or context.x.shape[-1] != 1 or context.y.shape[-1] != 1 or not len(context.x):
        raise ValueError(f"a figure needs at least one point, x and y [Nc, 1], got {tuple(context.x.shape)}")
    with settings():
        return FIGURES[name][1](context)


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
    date = {"svg": "Date", "pdf": "CreationDate"}[form]
    file = BytesIO()
    with settings():
        figure.savefig(file, format=form, metadata={date: None})
    return file.getvalue()
