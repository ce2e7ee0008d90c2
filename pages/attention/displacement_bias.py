"""Whom the TETNP's heads would hear by place alone: F of one layer, as the query sees it. Pure."""

from __future__ import annotations

import torch

from pages.attention.weights import Choice
from pages.shared.models.catalogue import model
from pages.shared.scene.marks import Line, Panel

NOTE = "e to the F, as shares of its top."


def nearness(choice: Choice) -> Panel:
    """One curve per head over the places where a context point could be."""
    x = choice.grid[:, 0]
    with torch.no_grad():
        terms = model(choice.model).bias((choice.query - x)[None, :, None].float())[choice.layer]
        scores = sum(term.pairs * term.heads for term in terms)[:, 0, 1:]  # column 0 is the null token's
        heights = (scores - scores.amax(-1, keepdim=True)).exp().numpy().round(4)
    lines = [
        Line(x.numpy().round(4), height, "bump", f"head {head + 1}", dashed=head not in choice.heads)
        for head, height in enumerate(heights)
    ]
    title = f"Whom layer {choice.layer + 1} would hear by place alone: F(Δx)"
    view = (float(x.min()), float(x.max()))
    note = f"{NOTE} {_told(choice)}".rstrip()
    return Panel("nearness", title, tuple(lines), "strip", view, (0.0, 1.05), y_title="e^F", tint=None, note=note)


def _told(choice: Choice) -> str:
    """Centre and width of the bump of the one chosen head."""
    if len(choice.heads) > 1:
        return ""
    bias, where = model(choice.model).bias, (choice.layer, choice.heads[0])
    with torch.no_grad():
        centre, width = bias.centre[where].item(), bias.lengthscale[where].item()
    side = "left" if centre > 0 else "right"
    return f"Head {where[1] + 1}: {abs(centre):.2f} to the {side} of the query, {width:.2f} wide."
