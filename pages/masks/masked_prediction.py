"""What a trained model predicts under a mask: at the three targets, and for target A all along x. No marks here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import torch
from jaxtyping import Bool, Float
from torch import Tensor

from pages.masks.mask_presets import MODEL, TARGETS, MaskedModel, reachable
from pages.shared.models.catalogue import model
from pages.shared.models.predictions import GRID, GridPrediction
from tnpcore import Points, intervene, predict

STEP = 0.7  # how far a target is moved to see which other predictions change
STEPS, TOKENS = (2, 5), 450  # of 201 targets every second or fifth, where each needs a pass of its own: so many tokens


@dataclass(frozen=True, eq=False)
class MaskedPrediction:
    """Mean and sd [3] of the targets under a mask, and the last layer's weights, averaged over the heads,
    [Nc + 3, 1 + Nc + 3] with the null token in column 0."""

    mean: np.ndarray
    sd: np.ndarray
    weights: np.ndarray


def predict_under(run: MaskedModel, points: Points, at: Tensor) -> MaskedPrediction:
    """The prediction at the targets `at` [3, 1]: one pass of context and targets under the mask."""
    with intervene(mask=run.mask):
        prediction = predict(model(run.name), points, at, record=True)
    mean, sd = prediction.numpy()
    return MaskedPrediction(mean[:, 0], sd[:, 0], prediction.attention[-1].weights.mean(0).double().numpy())


def predict_along_x(
    run: MaskedModel, points: Points, at: Tensor, shifts: Sequence[float] = (0.0,), grid: Tensor = GRID
) -> list[GridPrediction]:
    """Target A's prediction as A is moved along the grid [Nt, 1] while B and C stay; for each of `shifts` the
    prediction for all inputs shifted by it, shown back at the original inputs.

    If no token that A can depend on, directly or through others, may attend to A, then all positions of A fit side by
    side into one pass, none of them attending to another. Otherwise each position is a pass of its own.
    """
    nc = len(points)
    sources = reachable(run.mask, nc)
    if pass_for_each(run.mask, nc):
        xt = torch.cat([grid[:, None], at[1:].expand(len(grid), -1, -1)], 1)
        return [_on_grid(grid, run, Points(points.x + tau, points.y), xt + tau) for tau in shifts]
    kept = points.x[sources[:nc]], points.y[sources[:nc]]
    xt = torch.cat([at[1:][sources[nc + 1 :]], grid])
    wide = replace(run, mask=_side_by_side(run.mask, sources, nc, len(grid)))
    return [_on_grid(grid, wide, Points(kept[0] + tau, kept[1]), xt + tau) for tau in shifts]


def pass_for_each(mask: Bool[Tensor, "N N"], nc: int) -> bool:
    """Whether a token that target A can depend on may attend to A: each position of A is then a pass of its own."""
    return bool(mask[reachable(mask, nc), nc].any())


def every(mask: Bool[Tensor, "N N"], nc: int) -> int:
    """Of the targets in view every so many-th carries the band: fewer where each of them is a pass of its own."""
    if not pass_for_each(mask, nc):
        return 1
    return next((step for step in STEPS if len(GRID) * len(mask) <= step * TOKENS), STEPS[-1])


def _on_grid(grid: Tensor, run: MaskedModel, context: Points, xt: Tensor) -> GridPrediction:
    """A's prediction for the whole grid: xt [Nt, 1] ends with the grid, or xt [G, 3, 1] begins each task with A."""
    if xt.ndim == 3:
        context = Points(context.x.expand(len(xt), -1, -1), context.y.expand(len(xt), -1, -1))
    with intervene(mask=run.mask):
        mean, sd = predict(model(run.name), context, xt).numpy()
    pick = (slice(None), 0, 0) if xt.ndim == 3 else (slice(-len(grid), None), 0)
    return GridPrediction(run.name, grid[:, 0].numpy(), mean[pick], sd[pick])


def _side_by_side(mask: Bool[Tensor, "N N"], sources: Bool[Tensor, " N"], a: int, count: int) -> Bool[Tensor, "M K"]:
    """The tokens that A can depend on, then A at `count` positions: each has A's row and attends to no position but its
    own. The positions have columns only if A may attend to itself."""
    rows = torch.cat([mask[sources], mask[a].expand(count, -1)])[:, sources]
    if not mask[a, a]:
        return rows
    return torch.cat([rows, torch.cat([torch.zeros(int(sources.sum()), count), torch.eye(count)]).bool()], 1)


@dataclass(frozen=True, eq=False)
class Changes:
    """By how much the targets' predictions, mean or sd, change, in standard deviations.

    order: the largest change when the context points are reordered; others [3, 3]: of the column's target when the
    row's target moves by STEP; apart: the largest difference from the fast form of TNP-D.
    """

    order: float
    others: Float[np.ndarray, "3 3"]
    apart: float


def measure_changes(run: MaskedModel, points: Points, at: Tensor) -> Changes:
    """Runs the model again: one batch under the mask, and one run of plain TNP-D."""
    orders, moves = _orders(len(points)), torch.eye(TARGETS, dtype=torch.float64)[..., None] * STEP
    index = torch.cat([torch.arange(len(points)).expand(1 + TARGETS, -1), orders])
    xt = torch.cat([at[None], at + moves, at.expand(len(orders), -1, -1)])
    with intervene(mask=run.mask):
        mean, sd = predict(model(run.name), Points(points.x[index], points.y[index]), xt).numpy()
    change = _in_sd(mean, sd, mean[0], sd[0])
    plain = predict(model(MODEL), points, at).numpy()
    return Changes(
        order=float(change[1 + TARGETS :].max()),
        others=change[1 : 1 + TARGETS] * (1 - np.eye(TARGETS)),
        apart=float(_in_sd(mean[0], sd[0], *plain).max()),
    )


def _in_sd(mean: np.ndarray, sd: np.ndarray, mean_before: np.ndarray, sd_before: np.ndarray) -> np.ndarray:
    """Differences [..., 3] from a prediction [3, 1], the larger one of mean and sd, in units of its sd."""
    larger = np.maximum(np.abs(mean - mean_before), np.abs(sd - sd_before))
    return (larger / sd_before)[..., 0]


def _orders(n: int) -> Tensor:
    """Three other orders of n places, [3, n]: backwards, rotated by one, and the first two swapped."""
    places = torch.arange(n)
    swapped = torch.cat([places[:2].flip(0), places[2:]])
    return torch.stack([places.flip(0), places.roll(1), swapped])
