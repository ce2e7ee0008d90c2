"""The evidence and the posterior of one or two latent variables, by sums over a lattice that follows the posterior."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial

import torch
from jaxtyping import Float
from torch import Tensor

from tnpcore.latent.density import Data, LatentVariableModel, encode, log_joint, prior
from tnpcore.latent.lattice import DEPTH, Lattice, LogDensity, first_lattice, followed

# Of the map, in each dimension.
NODES = 17


@dataclass(frozen=True)
class Evidence:
    """The logarithm of an integral over z, and how far it may be off.

    Args:
        log_p: in nats, of all values together.
        error: in nats: the difference to the sum over every second node.
    """

    log_p: float
    error: float


@dataclass(frozen=True, eq=False)
class Posterior:
    """p(z | points) on a grid.

    Args:
        axes: for each dimension of z, evenly spaced values: [G1], or [G1] and [G2].
        log_density: normalised, in nats [G1] or [G1, G2]; the first index is that of the first dimension of z. Minus
            infinity where it is less than exp(-17) of its maximum.
        evidence: the sum over the grid that normalises it.
    """

    axes: tuple[Float[Tensor, " _"], ...]
    log_density: Float[Tensor, "*G"]
    evidence: Evidence


@torch.no_grad()
def evidence(model: LatentVariableModel[Data], data: Data) -> Evidence:
    """log p(y | x): the logarithm of the integral over z of p(z) times the product of p(y | x, z).

    The nodes of the sum lie where the posterior does, and nowhere else; their step is halved while that changes the
    sum. The integrand is smooth and vanishes at the bounds, so that each halving squares the error: that
    of the result is far below the difference to half the nodes.

    Args:
        model: a model with one or two latent dimensions.
        data: one set of N points, of which there may be none, and the evidence is 1; or one `Example`.

    Returns:
        The logarithm in nats, of all values together, and its error.

    Raises:
        ValueError: for more than two latent dimensions, and for a batch of sets.

    Reference: Kingma and Welling 2014, section 2.1 (the marginal likelihood); Trefethen and Weideman 2014 (evenly
        spaced nodes).
    """
    return integral(partial(log_joint, model, data), first_lattice(prior(model), encode(model, data)))


@torch.no_grad()
def posterior(model: LatentVariableModel[Data], data: Data, nodes: int = NODES) -> Posterior:
    """p(z | points) on a grid over its support, as a map for a picture.

    Args:
        model: a model with one or two latent dimensions.
        data: one set of N points, without any it is the prior; or one `Example`.
        nodes: of the grid in each dimension, at least.

    Returns:
        The grid's axes, the normalised log density at its nodes, and the evidence.

    Raises:
        ValueError: for more than two latent dimensions, a batch of sets, and fewer than one node.

    Reference: Bayes' rule, p(z | points) = p(z) p(y | x, z) / p(y | x).
    """
    if nodes < 1:
        raise ValueError(f"at least 1 node is required, got {nodes}")
    density = partial(log_joint, model, data)
    lattice = followed(density, first_lattice(prior(model), encode(model, data)), nodes)
    return Posterior(*_on_a_grid(lattice), Evidence(lattice.log_sum, lattice.error))


def integral(log_density: LogDensity, first: Lattice) -> Evidence:
    """The logarithm of the integral of a smooth density over z.

    Args:
        log_density: of z [K, Dz]; gives [K].
        first: where to look for it first.
    """
    lattice = followed(log_density, first)
    return Evidence(lattice.log_sum, lattice.error)


def _on_a_grid(lattice: Lattice) -> tuple[tuple[Float[Tensor, " _"], ...], Float[Tensor, "*G"]]:
    """Axes and normalised log density over the box around the nodes at which the density does not vanish."""
    low, high = lattice.high.amin(0), lattice.high.amax(0)
    inside = ((lattice.index >= low) & (lattice.index <= high)).all(-1) & (lattice.log > lattice.log.max() - DEPTH)
    grid = torch.full((high - low + 1).tolist(), -math.inf, dtype=torch.float64)
    grid[tuple((lattice.index[inside] - low).T)] = lattice.log[inside] - lattice.log_sum
    axes = (
        origin + step * torch.arange(int(first), int(last) + 1)
        for origin, step, first, last in zip(lattice.origin, lattice.steps, low, high, strict=True)
    )
    return tuple(axes), grid
