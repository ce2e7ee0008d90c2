"""Sums over an even lattice that is refined where a density of one or two latent variables lies, and nowhere else."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import product

import torch
from jaxtyping import Float, Int
from torch import Tensor
from torch.distributions import Normal

LogDensity = Callable[[Tensor], Tensor]

# A density is taken to vanish below exp(-17) of its maximum: of a Gaussian in two dimensions, exp(-17) lies there.
DEPTH = 17.0
# Nodes from the middle of the first lattice to its bounds, each half a standard deviation or more.
HALF = 10
# The highest node and the lowest of its neighbours differ by less where the step is at most 1.4 standard deviations.
RESOLVED = 2.0
# In nats, of the sum over every second node; that over all nodes is far closer.
ACCURATE = 1e-3
# Nodes that are always followed, and where the search ends although it is not finished.
FOLLOWED, MOST = 24, 60_000


@dataclass(frozen=True, eq=False)
class Lattice:
    """The nodes of an even lattice at which a density was evaluated: z = origin + steps index.

    Args:
        origin: [Dz].
        steps: of the lattice in each dimension [Dz].
        index: integer coordinates [K, Dz].
        log: the log density there [K].
    """

    origin: Float[Tensor, " Dz"]
    steps: Float[Tensor, " Dz"]
    index: Int[Tensor, "K Dz"]
    log: Float[Tensor, " K"]

    def at(self, index: Int[Tensor, "J Dz"]) -> Float[Tensor, "J Dz"]:
        """The place z of integer coordinates."""
        return self.origin + index.double() * self.steps

    @property
    def high(self) -> Int[Tensor, "J Dz"]:
        """The nodes at which the density does not vanish."""
        return self.index[self.log > self.log.max() - DEPTH]

    @property
    def log_sum(self) -> float:
        """The logarithm of the integral."""
        return float(self.log.logsumexp(0)) + self._log_cell

    @property
    def error(self) -> float:
        """By how much the sums over every second node of one dimension differ, in nats, all dimensions together;
        infinite where the step is too large to say."""
        differences = [self._difference(dim) for dim in range(self.index.shape[-1])]
        return math.inf if self.unresolved else sum(differences)

    @property
    def unresolved(self) -> list[int]:
        """The dimensions in which the step is not small beside the width of the highest maximum."""
        highest = int(self.log.argmax())
        unit = torch.eye(self.index.shape[-1], dtype=torch.int64)
        near = torch.minimum(*(self._values(self.index[highest] + sign * unit) for sign in (1, -1)))
        return [dim for dim, fall in enumerate((self.log[highest] - near).tolist()) if fall > RESOLVED]

    @property
    def inaccurate(self) -> list[int]:
        """The dimensions of which every second node gives another sum."""
        return [dim for dim in range(self.index.shape[-1]) if self._difference(dim) > ACCURATE]

    def narrower(self, nodes: int) -> list[int]:
        """The dimensions with fewer nodes than that."""
        width = self.high.amax(0) - self.high.amin(0) + 1
        return [dim for dim, count in enumerate(width.tolist()) if count < nodes]

    def _difference(self, dim: int) -> float:
        """By how much the sum over every second node of a dimension differs, in nats."""
        even = self.log[self.index[:, dim] % 2 == 0].logsumexp(0)
        return abs(float(even) + self._log_cell + math.log(2) - self.log_sum)

    @property
    def _log_cell(self) -> float:
        return float(self.steps.log().sum())

    def refined(self, log_density: LogDensity, dims: list[int]) -> Lattice:
        """The lattice of half the step in these dimensions, with new nodes around those that matter."""
        factor = torch.ones(self.index.shape[-1], dtype=torch.int64)
        factor[dims] = 2
        new = Lattice(self.origin, self.steps / factor, self.index * factor, self.log)
        return new.spread(log_density, self._mattering() * factor)

    def spread(self, log_density: LogDensity, start: Int[Tensor, "J Dz"] | None = None) -> Lattice:
        """With nodes added until all neighbours of every node that matters are there, and those of the start."""
        found, near = self, self._mattering() if start is None else start
        while len(found.log) < MOST:
            wanted = _unique((near[:, None] + _around(near.shape[-1])).flatten(0, 1))
            new = wanted[found._values(wanted).isneginf()]
            if not len(new) and start is None:
                break
            found, start = found._with(log_density, new), None
            near = found._mattering()
        return found

    def _with(self, log_density: LogDensity, new: Int[Tensor, "J Dz"]) -> Lattice:
        log = _finite(log_density(self.at(new))) if len(new) else self.log[:0]
        return Lattice(self.origin, self.steps, torch.cat([self.index, new]), torch.cat([self.log, log]))

    def _mattering(self) -> Int[Tensor, "J Dz"]:
        """Nodes high enough, and those beside which there may be a maximum that is high enough, between two nodes."""
        dim_z = self.index.shape[-1]
        directions = _around(dim_z)[len(_around(dim_z)) // 2 + 1 :]
        ahead, behind = (self._values(self.index[:, None] + sign * directions) for sign in (1, -1))
        fall = self.log[:, None] - torch.minimum(ahead, behind)
        crest = (self.log[:, None] >= torch.maximum(ahead, behind)) & fall.isfinite()
        rise = torch.where(crest, fall / 2, 0.0).amax(-1)
        chosen = self.log + rise > self.log.max() - DEPTH
        chosen[self.log.topk(min(FOLLOWED, len(self.log))).indices] = True
        return self.index[chosen]

    def _values(self, index: Int[Tensor, "*J Dz"]) -> Float[Tensor, "*J"]:
        """The log density at nodes, minus infinity where it was not evaluated."""
        keys, order = _keys(self.index).sort()
        wanted = _keys(index)
        place = torch.searchsorted(keys, wanted).clamp_max(len(keys) - 1)
        return torch.where(keys[place] == wanted, self.log[order[place]], -math.inf)


def first_lattice(*parts: Normal, widths: float = 5.0, half: int = HALF) -> Lattice:
    """A lattice over the box that holds so many standard deviations of each of the Gaussians [Dz], not yet evaluated.

    Raises:
        ValueError: for more than two dimensions, which no lattice can hold.
    """
    dim_z = parts[0].mean.shape[-1]
    check_dimensions(dim_z)
    low = torch.stack([part.mean - widths * part.stddev for part in parts]).amin(0).detach()
    high = torch.stack([part.mean + widths * part.stddev for part in parts]).amax(0).detach()
    index = torch.cartesian_prod(*[torch.arange(-half, half + 1)] * dim_z).reshape(-1, dim_z)
    return Lattice((low + high) / 2, (high - low) / (2 * half), index, torch.zeros(len(index)).double())


def check_dimensions(dim_z: int) -> None:
    """Raises: ValueError, for more than two dimensions."""
    if dim_z not in (1, 2):
        raise ValueError(f"a sum over a grid requires a latent variable of one or two dimensions, got {dim_z}")


def followed(log_density: LogDensity, first: Lattice, nodes: int = 1) -> Lattice:
    """A lattice over all of the density, refined until every second node gives the same integral.

    Args:
        log_density: of z [K, Dz], up to a constant; gives [K].
        first: from `first_lattice`; nodes are added where the density does not end in it.
        nodes: in each dimension, over the width of the density, at least.
    """
    log = _finite(log_density(first.at(first.index)))
    found = Lattice(first.origin, first.steps, first.index, log).spread(log_density)
    while (dims := found.unresolved or found.inaccurate or found.narrower(nodes)) and len(found.log) < MOST:
        found = found.refined(log_density, dims)
    return found


def _finite(log: Float[Tensor, " K"]) -> Float[Tensor, " K"]:
    """With the lowest number in place of minus infinity, which marks what is not evaluated."""
    return log.clamp_min(torch.finfo(torch.float64).min)


def _around(dim_z: int) -> Int[Tensor, "J Dz"]:
    """A node and its neighbours, as differences of indices; the middle one is zero, and the others come in pairs."""
    return torch.tensor(list(product((-1, 0, 1), repeat=dim_z)))


def _keys(index: Int[Tensor, "*J Dz"]) -> Int[Tensor, "*J"]:
    """One number for each node."""
    return index[..., 0] * 2**31 + index[..., -1]


def _unique(index: Int[Tensor, "K Dz"]) -> Int[Tensor, "J Dz"]:
    keys = _keys(index).sort()
    first = torch.cat([torch.ones(1, dtype=torch.bool), keys.values.diff() > 0])[: len(index)]
    return index[keys.indices[first]]
