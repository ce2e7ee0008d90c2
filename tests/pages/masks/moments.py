"""How the tests of the masks story make a moment, a verdict and a prediction."""

from __future__ import annotations

from dataclasses import replace

from pages.masks.controls import MaskControls
from pages.masks.masked_prediction import MaskedPrediction, predict_under
from pages.masks.story import POINTS, STORY
from pages.shared.lesson.values import context
from tests.played import played

moment, verdict = played(STORY, MaskControls)


def cells(*switched, nc: int = len(POINTS)):
    """Switched cells as the control holds them."""
    return ((nc, tuple(switched)),)


def prediction(rule: str, switched=(), points=POINTS) -> MaskedPrediction:
    """Under the named mask, with the targets of the story."""
    controls = replace(MaskControls.parse(STORY.controls_at(1)), rule=rule, cells=switched)
    return predict_under(controls.masked_model(len(points)), context(points), controls.at, controls.y)
