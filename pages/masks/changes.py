"""The tests behind the indicators: the model runs again on changed inputs, and its predictions are compared. Pure."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor

from pages.masks.mask_presets import JOINT, MODEL, TARGETS, MaskedModel
from pages.masks.masked_prediction import distribution_under
from pages.shared.models.catalogue import model
from tnpcore import Points, predict

STEP = 0.7  # how far a target is moved, or its y, to see which predictions change
EXACT = 1e-4  # in standard deviations: less than any eye sees
ROUNDING = 1e-5  # of y: more than float32 loses; it counts where a standard deviation is tiny


@dataclass(frozen=True, eq=False)
class Changes:
    """By how much the targets' predictions, mean or sd, change, in standard deviations.

    order: the largest change when the context points are reordered; moved [3, 3]: of the column's target when the x of
    the row's target changes by STEP; values [3, 3]: when its y changes by STEP; apart: the largest difference from the
    model that is the measure: TNP-D, or one whose targets carry y as it was trained. Below `exact` is no change.
    """

    order: float
    moved: Float[np.ndarray, "3 3"]
    values: Float[np.ndarray, "3 3"]
    apart: float
    exact: float

    @property
    def others(self) -> Float[np.ndarray, "3 3"]:
        """The larger change of the column's target, by x or y of the row's target; 0 of a target by its own x or y."""
        return np.maximum(self.moved, self.values) * (1 - np.eye(TARGETS))

    @property
    def leak(self) -> float:
        """The largest change of a prediction by its own target's y."""
        return float(self.values.diagonal().max())


def measure_changes(run: MaskedModel, trained: MaskedModel, points: Points, at: Tensor, values: Tensor) -> Changes:
    """Runs the model again, all changes in one batch, and `trained`, the model under its own mask, once."""
    one = torch.eye(TARGETS, dtype=torch.float64)[..., None] * STEP
    orders = _orders(len(points))
    index = torch.cat([torch.arange(len(points)).expand(1 + 2 * TARGETS, -1), orders])
    same, still = torch.zeros_like(one), one.new_zeros(len(orders), TARGETS, 1)
    start = one.new_zeros(1, TARGETS, 1)
    xt, yt = at + torch.cat([start, one, same, still]), values + torch.cat([start, same, one, still])
    found = distribution_under(run, Points(points.x[index], points.y[index]), xt, yt)
    mean, sd = (t.double().numpy() for t in (found.mean, found.stddev))
    change = larger_change(mean, sd, mean[0], sd[0])
    measure = _measure(trained, points, at, values)
    return Changes(
        order=float(change[1 + 2 * TARGETS :].max()),
        moved=change[1 : 1 + TARGETS],
        values=change[1 + TARGETS : 1 + 2 * TARGETS],
        apart=float(larger_change(mean[0], sd[0], *measure).max()),
        exact=max(EXACT, ROUNDING / float(sd[0].min())),
    )


def _measure(trained: MaskedModel, points: Points, at: Tensor, values: Tensor) -> tuple[np.ndarray, np.ndarray]:
    """Mean and sd [3, 1] of what the run is compared with."""
    if trained.tokens != JOINT:
        return predict(model(MODEL), points, at).numpy()
    found = distribution_under(trained, points, at, values)
    return found.mean.double().numpy(), found.stddev.double().numpy()


def larger_change(mean: np.ndarray, sd: np.ndarray, mean_before: np.ndarray, sd_before: np.ndarray) -> np.ndarray:
    """Differences [..., 3] from a prediction [3, 1], the larger one of mean and sd, in units of its sd."""
    larger = np.maximum(np.abs(mean - mean_before), np.abs(sd - sd_before))
    return (larger / sd_before)[..., 0]


def _orders(n: int) -> Tensor:
    """Three other orders of n places, [3, n]: backwards, rotated by one, and the first two swapped."""
    places = torch.arange(n)
    swapped = torch.cat([places[:2].flip(0), places[2:]])
    return torch.stack([places.flip(0), places.roll(1), swapped])
