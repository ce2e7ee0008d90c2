"""Where a density of one or two latent variables lies, and sums over a grid there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor
from torch.distributions import Normal

LogDensity = Callable[[Tensor], Tensor]

# A density is taken to vanish below exp(-16) of its maximum: of a Gaussian in two dimensions, exp(-16) lies there.
DEPTH = 16.0
COARSE = 17
ROUNDS = 12
# Of a Gaussian in the frame of its own covariance, the support fills .4 to .8 of the box around it.
FILLED = 0.3
# Between neighbours on a grid of at most one standard deviation a step, a Gaussian falls by less, in nats.
RESOLVED = 2.0


@dataclass(frozen=True, eq=False)
class Frame:
    """A box in coordinates of its own: z = centre + axes u with low <= u <= high.

    Args:
        centre: [Dz].
        axes: a lower triangular matrix [Dz, Dz].
        low, high: bounds of u [Dz].
    """

    centre: Float[Tensor, " Dz"]
    axes: Float[Tensor, "Dz Dz"]
    low: Float[Tensor, " Dz"]
    high: Float[Tensor, " Dz"]

    @property
    def log_volume(self) -> float:
        """Logarithm of the volume in units of z."""
        return float((self.high - self.low).log().sum() + self.axes.diagonal().log().sum())

    def at(self, u: Float[Tensor, "K Dz"]) -> Float[Tensor, "K Dz"]:
        """The points z [K, Dz] at coordinates u [K, Dz]."""
        return self.centre + u @ self.axes.T

    def grid(self, count: int) -> Float[Tensor, "K Dz"]:
        """Coordinates u of `count` evenly spaced nodes a dimension, from bound to bound; the last dimension runs
        fastest."""
        share = torch.linspace(0, 1, count, dtype=torch.float64)
        return torch.cartesian_prod(*(low + (high - low) * share for low, high in zip(self.low, self.high))).reshape(
            -1, len(self.low)
        )


def around(*parts: Normal) -> Frame:
    """The box that holds six standard deviations of each of the Gaussians [Dz] about its mean.

    Raises:
        ValueError: for more than two dimensions, which no grid can hold.
    """
    dim_z = parts[0].mean.shape[-1]
    if dim_z not in (1, 2):
        raise ValueError(f"a sum over a grid requires a latent variable of one or two dimensions, got {dim_z}")
    low = torch.stack([part.mean - 6 * part.stddev for part in parts]).amin(0).detach()
    high = torch.stack([part.mean + 6 * part.stddev for part in parts]).amax(0).detach()
    centre, half = (low + high) / 2, (high - low) / 2
    return Frame(centre, half.diag(), -torch.ones_like(half), torch.ones_like(half))


def support(log_density: LogDensity, start: Frame, depth: float = DEPTH, coarse: int = COARSE) -> Frame:
    """The box outside of which the density is less than exp(-depth) of its maximum.

    Round by round a coarse grid finds where the density lies, and the next box is fitted to that: its axes are those of
    the covariance of the nodes there, so that a narrow oblique ridge fills its box as well as a circle does.

    Args:
        log_density: of z [K, Dz], up to a constant; gives [K].
        start: where to look first; the box grows where the density does not end in it.
        depth: in nats.
        coarse: nodes of the coarse grid a dimension.
    """
    frame = start
    for _ in range(ROUNDS):
        u = frame.grid(coarse)
        log = log_density(frame.at(u))
        margin = _unresolved(log, coarse, u.shape[-1])
        level = log.max() - depth
        if margin:  # the grid is too coarse: keep more, but so few that the next one is finer
            level = min(level, max(level - margin, log.sort(descending=True).values[len(log) // 8]))
        kept, high = u[log > level], u[log > log.max() - depth]
        inside = bool(((high > frame.low) & (high < frame.high)).all())
        settled = inside and not margin and len(kept) > FILLED * len(u)
        frame = _fitted(frame, kept, high, coarse)
        if settled:
            break
    return frame


def _unresolved(log: Tensor, count: int, dim_z: int) -> float:
    """By how much a maximum between two nodes may exceed that of the nodes: as much as the highest node exceeds the
    lowest of its neighbours, where the grid is too coarse for the density."""
    shaped = log.reshape((count,) * dim_z)
    best = [int(i) for i in torch.unravel_index(log.argmax(), shaped.shape)]
    near = shaped[tuple(slice(max(0, i - 1), i + 2) for i in best)]
    drop = float(log.max() - near.min())
    return drop if drop > RESOLVED else 0.0


def _fitted(frame: Frame, kept: Float[Tensor, "K Dz"], top: Float[Tensor, "J Dz"], count: int) -> Frame:
    """The box around the nodes u that are kept, a step of the grid wider, and where the top ones reach a bound, by its
    whole width: a narrower one could never arrive at a density far away, as it would shrink on its way there."""
    size = frame.high - frame.low
    step, lowest, highest = size / (count - 1), top.amin(0), top.amax(0)
    mean = kept.mean(0)
    covariance = (kept - mean).T @ (kept - mean) / len(kept) + (step.square() / 12).diag()
    inner = torch.linalg.cholesky(covariance)
    below = -torch.where(lowest <= frame.low, size, step)
    above = torch.where(highest >= frame.high, size, step)
    reach = torch.cartesian_prod(*torch.stack([below, above], -1)).reshape(-1, len(step))
    corners = (kept[:, None, :] + reach).reshape(-1, len(step)) - mean
    new = torch.linalg.solve_triangular(inner, corners.T, upper=False).T
    return Frame(frame.at(mean[None])[0], frame.axes @ inner, new.amin(0), new.amax(0))
