"""Steps of the attention story as tests play them: points moved, verdicts, and weights by TNP-D alone."""

from __future__ import annotations

import torch

from pages.attention.controls import AttentionControls
from pages.attention.story import POINTS, STORY
from pages.shared.lesson.values import context
from pages.shared.models.catalogue import model
from tests.played import played
from tnpcore import intervene, predict

DRAG, SCORES, GUESS, EFFECT, UPWARDS, PROVE = range(1, 7)
moment, verdict = played(STORY, AttentionControls)


def moved(number, x=None, y=None):
    """The points with one of them elsewhere."""
    at = (POINTS[number][0] if x is None else x, POINTS[number][1] if y is None else y)
    return tuple(at if i == number else point for i, point in enumerate(POINTS))


def weights_at(query, points=POINTS, **changes):
    """Every layer's weights [H, 1+Nc] at one target of TNP-D, predicted alone."""
    with intervene(**changes):
        run = predict(model("tnpd"), context(points), torch.tensor([[query]], dtype=torch.float64), record=True)
    return [entry.weights[:, -1].numpy() for entry in run.attention]


def mean_at(query, points=POINTS, **changes):
    with intervene(**changes):
        return float(predict(model("tnpd"), context(points), torch.tensor([[query]], dtype=torch.float64)).mean)
