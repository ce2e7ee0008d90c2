"""What a trained model predicts under a mask: at the three targets, and for target A all along x. No marks here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor
from torch.distributions import Distribution

from pages.masks.mask_presets import BUILT_IN, JOINT, PLAIN, Mask, MaskedModel, reachable
from pages.shared.models.catalogue import model
from pages.shared.models.predictions import GRID, GridPrediction
from tnpcore import Points, intervene, predict, record
from tnpcore.models.tnpa import in_order
from tnpcore.trace import AttentionRecord

STEPS, TOKENS = (2, 5), 450  # of 201 targets every second or fifth, where each needs a pass of its own: so many tokens


@dataclass(frozen=True, eq=False)
class MaskedPrediction:
    """Mean and sd [3] of the targets under a mask, and the attention of every layer in the order of their numbers."""

    mean: np.ndarray
    sd: np.ndarray
    layers: tuple[AttentionRecord, ...]

    def weights(self, layer: int = -1) -> Float[np.ndarray, "Nq K"]:
        """A layer's weights, averaged over its heads, with the null token in column 0."""
        return self.layers[layer].weights.mean(0).double().numpy()


def predict_under(run: MaskedModel, points: Points, at: Tensor, values: Tensor) -> MaskedPrediction:
    """The prediction at the targets `at` [3, 1] under the mask; `values` [3, 1] are their y, which reach the model only
    where targets carry their y."""
    with record() as layers:
        prediction = distribution_under(run, points, at, values)
    mean, sd = (t[:, 0].double().numpy() for t in (prediction.mean, prediction.stddev))
    return MaskedPrediction(mean, sd, tuple(sorted(layers, key=lambda layer: int(layer.name.split()[-1]))))


def distribution_under(run: MaskedModel, points: Points, at: Tensor, values: Tensor) -> Distribution:
    """The predictive distribution over [*B, 3, 1] of one pass under the mask; all arguments may be batches."""
    process, context = model(run.name), run.context(points)
    if run.tokens == JOINT:
        with torch.inference_mode():
            return in_order(process, context, Points(at, values), run.mask)
    with intervene(mask=None if run.tokens == BUILT_IN else run.mask):
        return predict(process, context, at).dist


def predict_along_x(
    run: MaskedModel, points: Points, at: Tensor, shifts: Sequence[float] = (0.0,), grid: Tensor = GRID
) -> list[GridPrediction]:
    """Target A's prediction as A is moved along the grid [Nt, 1] while B and C stay; for each of `shifts` the
    prediction for all inputs shifted by it, shown back at the original inputs.

    Where targets carry their y, it is the prediction in use: A's row without any target's y, which are unknown then.
    If no token that A can depend on, directly or through others, may attend to A, then all positions of A fit side by
    side into one pass, none of them attending to another. Otherwise each position is a pass of its own.
    """
    wide, others = _one_pass(run, at, len(grid))
    if pass_for_each(run):
        xt = torch.cat([grid[:, None], at[1:].expand(len(grid), -1, -1)], 1)
        return [_on_grid(grid, run, Points(points.x + tau, points.y), xt + tau) for tau in shifts]
    return [_on_grid(grid, wide, Points(points.x + tau, points.y), torch.cat([others, grid]) + tau) for tau in shifts]


def pass_for_each(run: MaskedModel) -> bool:
    """Whether a token that target A can depend on may attend to A: each position of A is then a pass of its own."""
    return run.tokens not in (JOINT, BUILT_IN) and bool(run.mask[reachable(run.mask, run.a), run.a].any())


def every(run: MaskedModel) -> int:
    """Of the targets in view every so many-th carries the band: fewer where each of them is a pass of its own."""
    if not pass_for_each(run):
        return 1
    return next((step for step in STEPS if len(GRID) * len(run.mask) <= step * TOKENS), STEPS[-1])


def _one_pass(run: MaskedModel, at: Tensor, count: int) -> tuple[MaskedModel, Tensor]:
    """A at `count` positions side by side: the mask for it, and the other targets that A can depend on."""
    nc = run.a - at.shape[0] if run.tokens == JOINT else run.a
    if run.tokens in (JOINT, BUILT_IN):
        rows = torch.cat([run.mask[:nc], run.mask[run.a].expand(count, -1)])[:, :nc]
        return replace(run, mask=rows, tokens=BUILT_IN if run.tokens == BUILT_IN else PLAIN), at[:0]
    sources = reachable(run.mask, nc)
    sources[:nc] = True  # unused points change nothing, and padding stays where it is
    return replace(run, mask=_side_by_side(run.mask, sources, nc, count)), at[1:][sources[nc + 1 :]]


def _on_grid(grid: Tensor, run: MaskedModel, context: Points, xt: Tensor) -> GridPrediction:
    """A's prediction for the whole grid: xt [Nt, 1] ends with the grid, or xt [G, 3, 1] begins each task with A."""
    if xt.ndim == 3:
        context = Points(context.x.expand(len(xt), -1, -1), context.y.expand(len(xt), -1, -1))
    prediction = distribution_under(run, context, xt, torch.zeros_like(xt))
    pick = (slice(None), 0, 0) if xt.ndim == 3 else (slice(-len(grid), None), 0)
    mean, sd = (t.double().numpy()[pick] for t in (prediction.mean, prediction.stddev))
    return GridPrediction(run.name, grid[:, 0].numpy(), mean, sd)


def _side_by_side(mask: Mask, sources: Tensor, a: int, count: int) -> Tensor:
    """The tokens that A can depend on, then A at `count` positions: each has A's row and attends to no position but its
    own. The positions have columns only if A may attend to itself."""
    rows = torch.cat([mask[sources], mask[a].expand(count, -1)])[:, sources]
    if not mask[a, a]:
        return rows
    return torch.cat([rows, torch.cat([torch.zeros(int(sources.sum()), count), torch.eye(count)]).bool()], 1)
