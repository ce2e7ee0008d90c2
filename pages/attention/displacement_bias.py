"""Whom the TETNP's heads would hear by place alone: F of one layer, as the query sees it. Pure."""

from __future__ import annotations

import torch

from pages.attention.controls import AttentionControls
from pages.shared.models.catalogue import model
from pages.shared.scene.marks import Line, Panel

NOTE = "e to the F, as shares of its top."


def nearness(controls: AttentionControls) -> Panel:
    """One curve per head over the places where a context point could be."""
    x = controls.grid[:, 0]
    with torch.no_grad():
        terms = model(controls.model).bias((controls.at - x)[None, :, None].float())[controls.layer_index]
        scores = sum(term.pairs * term.heads for term in terms)[:, 0, 1:]  # column 0 is the null token's
        heights = (scores - scores.amax(-1, keepdim=True)).exp().numpy().round(4)
    lines = [
        Line(x.numpy().round(4), height, "bump", f"head {head + 1}", dashed=head not in controls.heads)
        for head, height in enumerate(heights)
    ]
    title = f"Whom layer {controls.layer_index + 1} would hear by place alone: F(Δx)"
    view = (float(x.min()), float(x.max()))
    note = f"{NOTE} {_told(controls)}".rstrip()
    return Panel("nearness", title, tuple(lines), "strip", view, (0.0, 1.05), y_title="e^F", tint=None, note=note)


def _told(controls: AttentionControls) -> str:
    """Centre and width of the bump of the one chosen head."""
    if len(controls.heads) > 1:
        return ""
    bias, where = model(controls.model).bias, (controls.layer_index, controls.heads[0])
    with torch.no_grad():
        centre, width = bias.centre[where].item(), bias.lengthscale[where].item()
    side = "left" if centre > 0 else "right"
    return f"Head {where[1] + 1}: {abs(centre):.2f} to the {side} of the query, {width:.2f} wide."
