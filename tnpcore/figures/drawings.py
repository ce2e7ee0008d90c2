"""The figures by name, from context points: what `tnpcore.figures.draw` draws once matplotlib is there."""

from __future__ import annotations

import torch
from matplotlib.figure import Figure

from tnpcore import pretrained
from tnpcore.figures import masks, shift, tokens
from tnpcore.figures.architecture import architecture
from tnpcore.figures.calls import watch
from tnpcore.figures.style import settings
from tnpcore.models import NeuralProcess
from tnpcore.models.registry import spec
from tnpcore.task import Points

TARGETS = torch.tensor([-1.5, -0.35, 0.8, 1.9], dtype=torch.float64)[:, None]


def draw(name: str, context: Points) -> Figure:
    """The figure of that name, drawn from one task with one input dimension."""
    with settings():
        match name:
            case "masks":
                return masks.all_masks(context)
            case "tokens":
                return tokens.tokens(_both(), context, TARGETS[1:2])
            case "shift":
                return shift.shifted_predictions(_both(), context)
            case _:
                return architecture(watch(pretrained.load(name), context, TARGETS), spec(name).title)


def _both() -> dict[str, NeuralProcess]:
    return {name: pretrained.load(name) for name in ("tnpd", "tetnp")}
