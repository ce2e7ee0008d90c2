"""What SetConv's story compares: two sets, two models, a curve that was drawn and the one that is right."""

from __future__ import annotations

import numpy as np
import torch
from jaxtyping import Float

from pages.setconv.controls import SetConvControls
from pages.shared.models.predictions import predictions
from tnpcore import Points
from tnpcore.setconv import midrange

NO_DENSITY = "convcnp-nodensity"
SKETCH_AT = tuple(np.linspace(-2.4, 2.4, 25).round(2).tolist())


def same(before: Points, now: Points) -> bool:
    """Whether two drawings have the same points."""
    return before.x.shape == now.x.shape and torch.equal(before.x, now.x) and torch.equal(before.y, now.y)


def rms(difference: Float[np.ndarray, " N"]) -> float:
    """The root mean square."""
    return float(np.sqrt(np.mean(difference**2)))


def curves(points: Points, controls: SetConvControls) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """At SKETCH_AT: the divided signal, the raw sum, and straight lines from point to point."""
    at = np.array(SKETCH_AT)
    _, signal, raw = controls.encoding(points).channels(torch.from_numpy(at)[:, None])
    order = np.argsort(points.x[:, 0].numpy(), kind="stable")
    straight = np.interp(at, points.x[order, 0].numpy(), points.y[order, 0].numpy()) if len(points) else 0 * at
    return signal, raw, straight


def on_zero(points: Points) -> np.ndarray:
    """The numbers of the points whose y is exactly 0."""
    return np.flatnonzero(points.y[:, 0].numpy() == 0)


def without(points: Points, number: int) -> Points:
    """All points but one."""
    kept = torch.arange(len(points)) != number
    return Points(points.x[kept], points.y[kept])


def anchor_moved(points: Points, others: Points) -> float:
    """How far the middle of the grid moves when `others` become `points`; 0 without others, where it is at 0."""
    return float(midrange(points.x) - midrange(others.x)) if len(others) else 0.0


def band(name: str, points: Points, at: float) -> tuple[float, float]:
    """Mean and standard deviation that a model predicts at one x."""
    (found,) = predictions(name, points, xt=torch.tensor([[at]], dtype=torch.float64))
    return float(found.mean[0]), float(found.sd[0])


def twins(points: Points, place: float) -> tuple[int, int] | None:
    """The two points that are nearest along x; None where they are further apart than `place`."""
    x = points.x[:, 0].numpy()
    apart = np.abs(x[:, None] - x[None])
    apart[np.tril_indices(len(x))] = np.inf
    if not len(x) or apart.min() > place:
        return None
    one, other = np.unravel_index(int(apart.argmin()), apart.shape)
    return int(one), int(other)


def put_together(points: Points, pair: tuple[int, int]) -> tuple[Points, float, tuple[float, float]]:
    """The points with that pair exactly at one x, halfway; that x, and the two y."""
    numbers = list(pair)
    at = float(points.x[numbers].mean())
    x = points.x.clone()
    x[numbers] = at
    one, other = points.y[numbers, 0].tolist()
    return Points(x, points.y), at, (one, other)


def raw_difference(before: Points, now: Points, controls: SetConvControls) -> tuple[float, float]:
    """Where in view the raw sums of two sets, as they are drawn, differ most, and by how much."""
    (_, _, then), (_, _, here) = (controls.encoding(points).channels(controls.targets) for points in (before, now))
    change = np.abs(here - then)
    at = int(change.argmax())
    return float(controls.targets[at, 0]), float(change[at])


def band_difference(
    before: Points, now: Points, controls: SetConvControls, name: str = "convcnp"
) -> tuple[float, float]:
    """Where in view a model's bands of two sets differ most, and by how much their edges do."""
    (then,), (here,) = (predictions(name, points, xt=controls.targets) for points in (before, now))
    edges = [np.abs(here.mean - then.mean + sign * 2 * (here.sd - then.sd)) for sign in (-1, 1)]
    change = np.maximum(*edges)
    at = int(change.argmax())
    return float(here.x[at]), float(change[at])
