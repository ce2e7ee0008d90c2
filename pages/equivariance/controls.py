"""What a person can set in the equivariance lesson: what is done to the data, and how the models read x."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import torch
from torch import Tensor

from pages.equivariance.groups import ACTS, GROUPS, SHIFT, shown_back
from pages.equivariance.variants import TITLES, process, weights_of
from pages.shared.lesson.control_fields import choice, flag, number
from pages.shared.lesson.controls import PlotControls
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
ORDERS = 24  # of the four curves without names
FOUR_MODELS, LEARNED, UNLABELLED = "four", "learned", "unlabelled"
CURVES = {FOUR_MODELS: "four models", LEARNED: "learned or built in", UNLABELLED: "four without names"}


@dataclass(frozen=True)
class EquivarianceControls(PlotControls):
    """The slider covers a small part of the shifts that buttons and links may set."""

    model: str = choice(TITLES, label="Model", parameter="equivariance_model")
    group: str = choice(GROUPS, label="Change", parameter="equivariance_group")
    input: str = choice(tuple(DTYPES), label="dtype of x", parameter="equivariance_input")
    tau: float = number(
        START, -FARTHEST, FARTHEST, step=0.01, slider=SPAN, label="Shift all inputs by τ", quantity=ALONG_X
    )
    centre: bool = flag(
        label="Centre all inputs",
        parameter="equivariance_centre",
        help="Subtracts the middle of the context's range from every x before a model reads it.",
    )
    curves: str = choice(CURVES, label="Curves E(τ)", parameter="equivariance_curves")
    order: int = number(0, 0, ORDERS - 1, whole=True)

    @property
    def dtype(self) -> torch.dtype:
        """The precision in which x reaches the models."""
        return DTYPES[self.input]

    @property
    def targets(self) -> Tensor:
        """The targets in view [Nt, 1], in the chosen precision."""
        return grid(self).to(self.dtype)

    @property
    def title(self) -> str:
        """What people read of the chosen model."""
        return TITLES[self.model]

    @property
    def changes_data(self) -> bool:
        """Whether there is anything to compare."""
        return self.group != SHIFT or self.tau != 0

    @property
    def shows_four(self) -> bool:
        """Whether the curves E(τ) are those of the four usual models, under the shift on show."""
        return self.curves == FOUR_MODELS and self.group == SHIFT

    @property
    def shifting(self) -> EquivarianceControls:
        """The same controls with a shift as what is done to the data."""
        return replace(self, group=SHIFT)

    def context(self, points: Points) -> Points:
        """The points with x in the chosen precision."""
        return Points(points.x.to(self.dtype), points.y)

    def predict_both(
        self, name: str, points: Points, xt: Tensor, record: bool = False
    ) -> tuple[GridPrediction, GridPrediction]:
        """The model's prediction, and that for the changed data (shown back at the original inputs), at xt [Nt, 1],
        which reaches the model in the chosen precision as the points do."""
        xt = xt.to(self.dtype)
        if self.group == SHIFT:
            return tuple(self.predict(name, self.context(points), (0.0, self.tau), xt, record))
        (here,) = self.predict(name, self.context(points), (0.0,), xt, record)
        context, targets = ACTS[self.group](self.context(points), xt)
        (changed,) = self.predict(name, context, (0.0,), targets, record)
        return here, shown_back(self.group, changed, here)

    def predict(
        self, name: str, context: Points, shifts: Sequence[float], xt: Tensor, record: bool = False
    ) -> list[GridPrediction]:
        """The named model's prediction for every shift of context and targets, shown back at the original inputs."""
        return predictions(weights_of(name), context, shifts, xt, record, self.centre, process(name))

    def shift_error(self, name: str, points: Points) -> ShiftError:
        """How far the model's prediction for the changed data lies from the original one, over the targets in view."""
        return shift_error(*self.predict_both(name, points, self.targets))
