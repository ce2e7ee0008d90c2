"""One step of autoregressive sampling: a value drawn at A joins the context of everything else that is predicted."""

from __future__ import annotations

from dataclasses import dataclass

import torch

from pages.paths.controls import PathsControls
from pages.shared.models.predictions import GridPrediction, predictions
from pages.shared.scene.marks import Reading
from pages.shared.scene.quantities import along_y, words
from tnpcore import Points


@dataclass(frozen=True, eq=False)
class DrawnValue:
    """The value `y` drawn at `x`, the context with it, the prediction from there, and the standard deviation at B
    before and after."""

    x: float
    y: float
    context: Points
    prediction: GridPrediction
    before: float
    after: float

    @property
    def reading(self) -> Reading:
        """The standard deviation at B, before and after."""
        label = "Standard deviation at B, without and with the value drawn at A"
        return Reading("given", label, self.after, words(along_y(self.before), " → ", along_y(self.after)))


def drawn_at_a(points: Points, controls: PathsControls) -> DrawnValue:
    """A value from the marginal at A, by the random numbers of the paths, and what it changes."""
    name, places = controls.model, controls.places
    (alone,) = predictions(name, points, xt=places)
    z = torch.randn((), generator=torch.Generator().manual_seed(controls.draw), dtype=torch.float64)
    y = float(alone.mean[0] + alone.sd[0] * z.item())
    context = points.joined(Points(places[:1], torch.tensor([[y]], dtype=torch.float64)))
    (prediction,) = predictions(name, context, xt=controls.grid, record=True)
    (given,) = predictions(name, context, xt=places)
    return DrawnValue(places[0, 0].item(), y, context, prediction, float(alone.sd[1]), float(given.sd[1]))
