"""F(x − x′) of the TETNP in each form that was trained: how a difference of inputs enters the scores. Pure."""

from __future__ import annotations

import torch

from pages.shared.models.displacement_bias import FORMS, bias_heights
from pages.shared.models.each_model import error_panels, for_each_model
from pages.shared.scene.marks import Line, Panel
from pages.shared.scene.quantities import ALONG_X
from tnpcore.models.displacement import REACH

DIFFERENCES = torch.linspace(-REACH, REACH, 161, dtype=torch.float64)
LAYER = 0  # where tokens hold nothing but y: what is near enters here by F alone
NOTE = "A curve for each head, divided by its maximum. It is added to q·k as F: a factor e^F before the sum is made 1."


def panels() -> tuple[Panel, ...]:
    """A small picture for each form; what is missing says why."""
    found, failed = for_each_model(lambda name: bias_heights(name, DIFFERENCES, LAYER), FORMS)
    x = DIFFERENCES.numpy()
    return tuple(
        Panel(
            f"bias-{name}",
            f"exp F(x − x′), layer {LAYER + 1}: {FORMS[name]}",
            tuple(Line(x, height, "bump", f"head {head + 1}") for head, height in enumerate(heights)),
            area="multiple",
            x=(-REACH, REACH),
            y=(0.0, 1.05),
            x_title="x − x′ (query minus key)",
            x_quantity=ALONG_X,
            y_title="exp F",
            tint=None,
            model="tetnp",
            note=NOTE,
        )
        for name, heights in found.items()
    ) + error_panels(failed)
