"""A step's pictures have something to show as soon as they are there: none opens with zeros alone."""

from __future__ import annotations

import numpy as np
import pytest

from pages.lessons import LESSONS
from pages.shared.live.service import PredictionService
from pages.shared.scene.marks import Bars, HeatMap, Mark, Panel
from tests.pages.test_stories import opened


def amounts(mark: Mark) -> np.ndarray | None:
    """What a mark shows the size of; None for marks that show something else."""
    return np.asarray(mark.values, float) if isinstance(mark, (Bars, HeatMap)) else None


def blank(panel: Panel) -> bool:
    """Whether all that it shows are zeros."""
    found = [amounts(mark) for mark in panel.marks]
    return bool(found) and all(each is not None and not each.any() for each in found)


@pytest.mark.parametrize("name", LESSONS)
def test_no_picture_opens_with_zeros_alone(name):
    lesson, service, faults = LESSONS[name], PredictionService(), []
    for number, step in enumerate(lesson.story.steps, start=1):
        if not step.panels:
            continue
        controls = lesson.controls.defaults() | lesson.story.controls_at(number)
        scene = service.whole(lesson, tuple(map(tuple, opened(name, number))), controls).scene
        shown = [panel for panel in scene.panels if panel.id in step.panels]
        faults += [f"step {number}: {panel.title} ({panel.id})" for panel in shown if blank(panel)]
        faults += [
            f"step {number}: {panel.id} is empty and says nothing"
            for panel in shown
            if not panel.marks and not panel.note
        ]
    assert not faults, "\n".join(faults)
