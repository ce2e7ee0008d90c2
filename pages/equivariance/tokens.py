"""What the two Transformers embed for one context point, before and after a shift, with the numbers that changed."""

from __future__ import annotations

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor

from pages.shared.models.catalogue import model
from pages.shared.models.each_model import for_each_model
from pages.shared.models.predictions import shift_inputs
from pages.shared.scene.marks import HeatMap, Panel
from pages.shared.scene.readings import EXACT
from tnpcore import Points

COLUMNS = {"tnpd": ("x", "y", "flag"), "tetnp": ("y", "flag")}
NOTE = (
    "Left TNP-D (x, y, flag), right TETNP (y, flag). The flag is 0 where y is known and 1 at a target. "
    "Outlined: changed by the shift."
)


def token_inputs(name: str, context: Points, tau: float, centre: bool = False) -> Float[Tensor, "2 Nc In"]:
    """The numbers that a model embeds for every context point: as drawn [0], and with all inputs shifted by tau [1]."""
    batch, _ = shift_inputs(context, (0.0, tau), context.x, centre)
    embed = model(name).embed
    with torch.inference_mode():
        return embed.observed(batch.x, batch.y, None)


def token_panel(context: Points, tau: float, centre: bool) -> Panel | None:
    """The tokens of the leftmost point side by side; nothing without a point or without the models."""
    if not len(context):
        return None
    first = int(context.x[:, 0].argmin())
    found, failed = for_each_model(lambda name: token_inputs(name, context, tau, centre)[:, first], COLUMNS)
    if failed:
        return None
    values = np.concatenate([inputs.double().numpy() for inputs in found.values()], 1)
    changed = np.abs(values[1] - values[0]) > EXACT
    mark = HeatMap(
        values,
        "inputs",
        "TNP-D: x, y, flag  |  TETNP: y, flag",
        ("as drawn", "shifted"),
        tuple(label for name in found for label in COLUMNS[name]),
        show_numbers=True,
        diverging=True,
        marked=np.stack([np.zeros_like(changed), changed]),
    )
    return Panel("tokens", "One point's token, before it is embedded", (mark,), x_title="number", note=NOTE)
