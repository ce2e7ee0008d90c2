"""What a person can set in the equivariance lesson: the shift of all inputs, and how the models read x."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from pages.shared.lesson.control_fields import choice, flag, number
from pages.shared.lesson.controls import Controls
from pages.shared.models.catalogue import FOUR, NAMES
from pages.shared.models.predictions import GridPrediction, grid, predictions, shift_error
from pages.shared.models.shift_error import ShiftError
from pages.shared.scene.quantities import ALONG_X
from tnpcore import Points

FARTHEST = 1e6
SPAN = (-6.0, 6.0)
# Large enough for TNP-D's prediction to change visibly, small enough to look harmless, and no whole number of a grid's
# cells: by those a grid anchored at zero would seem to hold.
START = 2.03
DTYPES = {"float64": torch.float64, "float32": torch.float32}


@dataclass(frozen=True)
class EquivarianceControls(Controls):
    """The slider covers a small part of the shifts that buttons and links may set."""

    model: str = choice({name: NAMES[name] for name in FOUR}, label="Model", parameter="equivariance_model")
    input: str = choice(tuple(DTYPES), label="dtype of x", parameter="equivariance_input")
    tau: float = number(START, -FARTHEST, FARTHEST, step=0.01, slider=SPAN, label="Shift all inputs by τ", unit=ALONG_X)
    centre: bool = flag(
        label="Centre all inputs",
        parameter="equivariance_centre",
        help="Subtracts the middle of the context's range from every x before a model reads it.",
    )

    @property
    def dtype(self) -> torch.dtype:
        """The precision in which x reaches the models."""
        return DTYPES[self.input]

    @property
    def targets(self) -> Tensor:
        """The targets in view [Nt, 1], in the chosen precision."""
        return grid(self).to(self.dtype)

    def context(self, points: Points) -> Points:
        """The points with x in the chosen precision."""
        return Points(points.x.to(self.dtype), points.y)

    def predict_both(
        self, name: str, points: Points, xt: Tensor, record: bool = False
    ) -> tuple[GridPrediction, GridPrediction]:
        """The model's prediction, and its shifted prediction (shown back at the original inputs), at xt [Nt, 1], which
        reaches the model in the chosen precision as the points do."""
        xt = xt.to(self.dtype)
        return tuple(predictions(name, self.context(points), (0.0, self.tau), xt, record, self.centre))

    def shift_error(self, name: str, points: Points) -> ShiftError:
        """How far the model's shifted prediction lies from the original one, over the targets in view."""
        return shift_error(*self.predict_both(name, points, self.targets))
