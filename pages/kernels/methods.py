"""The weights that each method gives the context points: at the targets in view, at the query, and on a fixed map."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from pages.kernels.controls import KernelControls
from pages.shared.models.catalogue import model
from pages.shared.models.predictions import TARGETS
from pages.shared.scene.marks import TRAINED_ON
from tnpcore import Points, predict
from tnpcore.kernel_regression import dot_product_weights, nadaraya_watson_weights, ridge_weights

MAP = torch.linspace(*TRAINED_ON, 41, dtype=torch.float64)[:, None]  # queries of the maps, and of the distance


@dataclass(frozen=True, eq=False)
class Weights:
    """Weights [T, Nc] by method, and the null token's [T], at the targets: 201 in view, the query, 41 of the map.

    "dot" has the term of the key's norm where that is chosen, "normed" has it always. Those of the head are shares of
    the points, the null token's part left out; `y` [Nc] is what they are to be multiplied with.
    """

    rows: dict[str, np.ndarray]
    null: np.ndarray
    y: np.ndarray

    def row(self, method: str) -> np.ndarray:
        """At the query, [Nc]."""
        return self.rows[method][TARGETS]

    def map(self, method: str) -> np.ndarray:
        """At the queries from -2 to 2, [41, Nc]."""
        return self.rows[method][TARGETS + 1 :]

    def curve(self, method: str) -> np.ndarray:
        """The weighted sum of the observed values at the targets in view, [201]."""
        return (self.rows[method] @ self.y)[:TARGETS]

    def at_query(self, method: str) -> float:
        """The weighted sum at the query."""
        return float(self.row(method) @ self.y)


def weights(points: Points, controls: KernelControls, tau: float = 0.0) -> Weights:
    """Every method's weights, with all inputs, the query's too, shifted by tau."""
    targets = torch.cat([controls.grid, controls.grid.new_tensor([[controls.at]]), MAP])
    x, xt, h = points.x + tau, targets + tau, controls.bandwidth
    head, null = head_weights(Points(x, points.y), xt, controls)
    rows = {
        "nw": nadaraya_watson_weights(x, xt, h),
        "dot": dot_product_weights(xt, x, h, controls.norm),
        "normed": dot_product_weights(xt, x, h),
        "krr": ridge_weights(controls.kernel, x, xt, controls.ridge),
        "gp": ridge_weights(controls.gp_kernel, x, xt, controls.noise**2),
        "head": head,
    }
    return Weights({name: row.numpy() for name, row in rows.items()}, null.numpy(), points.y[:, 0].numpy())


def head_weights(points: Points, xt: Tensor, controls: KernelControls) -> tuple[Tensor, Tensor]:
    """One head's weights at targets xt [T, 1]: the points' shares [T, Nc], which sum to 1, and the null token's [T]."""
    entry = predict(model(controls.model), points, xt, record=True).attention[controls.layer_index]
    rows = entry.weights[controls.head_index, -len(xt) :].double()
    return rows[:, 1:] / rows[:, 1:].sum(-1, keepdim=True).clamp_min(1e-12), rows[:, 0]


def nearest(points: Points, controls: KernelControls) -> int:
    """Number of the point nearest to the query; there must be one."""
    return int((points.x[:, 0] - controls.at).abs().argmin())


def doubled(points: Points, controls: KernelControls) -> Points:
    """The points with the one nearest to the query a second time, as the last."""
    i = nearest(points, controls)
    return Points(torch.cat([points.x, points.x[i : i + 1]]), torch.cat([points.y, points.y[i : i + 1]]))


def entered(points: Points, controls: KernelControls) -> Points:
    """The context as the methods get it: with the nearest point twice where that was chosen."""
    return doubled(points, controls) if controls.twice and len(points) else points


def pair_weights(once: Weights, twice: Weights, number: int) -> dict[str, tuple[float, float]]:
    """The weight at the query of a point by method: entered once, and of both together when it is entered twice."""
    both = {name: float(twice.row(name)[number] + twice.row(name)[-1]) for name in once.rows}
    return {name: (float(once.row(name)[number]), both[name]) for name in once.rows}


def total_variation(one: np.ndarray, other: np.ndarray) -> float:
    """Half the sum of absolute differences of two rows [Nc], or its mean over the rows of two maps [R, Nc]."""
    return float(np.abs(one - other).sum(-1).mean() / 2)


def moved_weight(here: Weights, shifted: Weights) -> dict[str, float]:
    """Total variation between the query's rows of two inputs, by method."""
    return {name: total_variation(shifted.row(name), here.row(name)) for name in here.rows}
