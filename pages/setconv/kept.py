"""The set of points that is kept for comparison, beside the drawn one: its points, its raw sum and its bands."""

from __future__ import annotations

from dataclasses import replace

from pages.setconv.channels import Encoding
from pages.setconv.controls import BAND, DIVIDED, GRID, SUMS, SetConvControls
from pages.shared.models.predictions import THIN, predictions
from pages.shared.scene.marks import Curve, Dots, Line
from tnpcore import Points

SUM, SET = "raw sum of the kept set", "the kept set"


def kept_marks(name: str, encoding: Encoding, controls: SetConvControls) -> tuple[Dots | Line | Curve, ...]:
    """On the stage: the kept points, hollow, and what they make of the stage on show; nothing where no set is kept."""
    points = controls.kept_points
    if not len(points):
        return ()
    dots = _hollow(points)
    if controls.stage in (SUMS, DIVIDED, GRID):
        raw = replace(encoding, points=points).channels(encoding.targets)[2]
        return (Line(encoding.targets[:, 0].numpy(), raw.round(4), "residual", SUM, dashed=True), dots)
    if controls.stage == BAND:
        return (kept_band(name, controls), dots)
    return (dots,)


def kept_band(name: str, controls: SetConvControls, every: int = 1) -> Curve:
    """The prediction of a model from the kept set, at every so many-th target in view."""
    (found,) = predictions(name, controls.kept_points, xt=controls.targets)
    return found.every(every).curve("shifted-prediction", SET)


def kept_in_small(name: str, controls: SetConvControls) -> tuple[Curve | Dots, ...]:
    """The same in a small picture of the model; nothing where no set is kept."""
    points = controls.kept_points
    if not len(points):
        return ()
    return (kept_band(name, controls, THIN), _hollow(points))


def _hollow(points: Points) -> Dots:
    return Dots(points.x[:, 0].numpy(), points.y[:, 0].numpy(), "kept")
