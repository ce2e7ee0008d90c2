"""The displacement bias F of a TETNP layer at the query: the part of the scores that depends on inputs only."""

from __future__ import annotations

import torch

from pages.attention.controls import AttentionControls
from pages.shared.models.catalogue import model
from pages.shared.models.displacement_bias import bias_heights
from pages.shared.scene.marks import Line, Panel
from pages.shared.scene.quantities import Prose, along_x, words

NOTE = "Each curve is divided by its maximum."


def bias_panel(controls: AttentionControls) -> Panel:
    """e^F of every head over the inputs at which a context point could be."""
    x = controls.grid[:, 0]
    heights = bias_heights(controls.model, controls.at - x, controls.layer_index).round(4)
    lines = [
        Line(x.numpy().round(4), height, "bump", f"head {head + 1}", dashed=head not in controls.heads)
        for head, height in enumerate(heights)
    ]
    title = f"Displacement bias exp F(Δx) over key x: layer {controls.layer_index + 1}"
    view = (float(x.min()), float(x.max()))
    note = words(NOTE, _centre_and_lengthscale(controls))
    return Panel("nearness", title, tuple(lines), "strip", view, (0.0, 1.05), y_title="exp F", tint=None, note=note)


def _centre_and_lengthscale(controls: AttentionControls) -> Prose:
    """The parameters of e^F of the one chosen head, in words; nothing for several heads."""
    if len(controls.heads) > 1:
        return ""
    bias, index = model(controls.model).bias, (controls.layer_index, controls.heads[0])
    with torch.no_grad():
        centre, lengthscale = bias.centre[index].item(), bias.lengthscale[index].item()
    side = "left" if centre > 0 else "right"
    where = words("centre ", along_x(abs(centre)), f" to the {side} of the query")
    return words(f" Head {index[1] + 1}: ", where, ", lengthscale ", along_x(lengthscale), ".")
