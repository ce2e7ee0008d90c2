"""F(x − x′) of the TETNP in each form that was trained: how a difference of inputs enters the scores. Pure."""

from __future__ import annotations

import numpy as np
import torch

from pages.shared.drawing.presets import FIRST, PRESETS
from pages.shared.lesson.values import context
from pages.shared.models.displacement_bias import FORMS, JOINT, LEVELS, bias_heights, joint_heights
from pages.shared.models.each_model import error_panels, for_each_model
from pages.shared.scene.marks import Line, Panel
from pages.shared.scene.quantities import ALONG_X
from tnpcore.models.displacement import REACH

DIFFERENCES = torch.linspace(-REACH, REACH, 161, dtype=torch.float64)
LAYER = 0  # where tokens hold nothing but y: what is near enters here by F alone
LATE, HEAD = 2, 0  # where the joint form makes use of q·k: in the first layer its three curves are nearly one
NOTE = "A curve for each head, divided by its maximum. It is added to q·k as F: a factor e^F before the sum is made 1."
NOTE_JOINT = "F depends on q·k, too: a curve for each quartile of q·k in a drawn set, divided by the maximum of all."


def panels() -> tuple[Panel, ...]:
    """A small picture for each form; what is missing says why."""
    found, failed = for_each_model(lambda name: bias_heights(name, DIFFERENCES, LAYER), FORMS)
    joint, failed_joint = for_each_model(lambda _: _joint_panel(), (JOINT,))
    heads = {name: {f"head {head + 1}": height for head, height in enumerate(each)} for name, each in found.items()}
    return (
        *(_panel(name, f"layer {LAYER + 1}: {FORMS[name]}", each, NOTE) for name, each in heads.items()),
        *joint.values(),
        *error_panels({**failed, **failed_joint}),
    )


def _joint_panel() -> Panel:
    """F of one head in the joint form, for three values of q·k."""
    heights = joint_heights(context(PRESETS[FIRST]), DIFFERENCES, LATE, HEAD)
    title = f"layer {LATE + 1}, head {HEAD + 1}: MLP of q·k and x − x′"
    return _panel(
        JOINT, title, {f"q·k: {level}": each for level, each in zip(LEVELS, heights, strict=True)}, NOTE_JOINT
    )


def _panel(name: str, title: str, curves: dict[str, np.ndarray], note: str) -> Panel:
    return Panel(
        f"bias-{name}",
        f"exp F(x − x′), {title}",
        tuple(Line(DIFFERENCES.numpy(), height, "bump", label) for label, height in curves.items()),
        area="multiple",
        x=(-REACH, REACH),
        y=(0.0, 1.05),
        x_title="x − x′ (query minus key)",
        x_quantity=ALONG_X,
        y_title="exp F",
        tint=None,
        model="tetnp",
        note=note,
    )
