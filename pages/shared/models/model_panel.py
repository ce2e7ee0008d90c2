"""The picture of a model's prediction, on the stage or small."""

from __future__ import annotations

from collections.abc import Sequence

from pages.shared.lesson.controls import PlotControls
from pages.shared.models.catalogue import plain, training_range
from pages.shared.scene.marks import Mark, Panel


def model_panel(
    id: str,
    title: str,
    marks: Sequence[Mark],
    name: str,
    controls: PlotControls,
    area: str = "multiple",
    note: str = "",
) -> Panel:
    """Marks in the view of these controls with the drawn points, where the model was trained tinted."""
    return Panel(
        id,
        title,
        tuple(marks),
        area=area,
        x=controls.view,
        points=True,
        tint=training_range(name),
        model=plain(name),
        note=note,
    )
