"""Means over a Gaussian q of one or two dimensions: sums over evenly spaced nodes, as many as are needed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float
from torch import Tensor
from torch.distributions import Normal

from tnpcore.latent.lattice import check_dimensions

# In standard deviations of q, to each side.
REACH = 6.5
# Nodes a dimension: every second one of a rule is the rule before it.
FEWEST, MOST = 33, 513
# In nats, between a rule and that of every second node. The rule itself is far closer: see `mean_over`.
ACCURATE = 3e-4
# Between that and the rule of every fourth node it may be larger by that factor: two rules may agree by chance where
# neither is accurate.
ROUGHLY = 100.0
# What float32 leaves of a sum of large numbers.
ROUNDING = 2e-7

Function = Callable[[Tensor], Tensor]
Mean = Callable[[Tensor, Tensor], Tensor]


@dataclass(frozen=True, eq=False)
class Rule:
    """Nodes of q, their weights, and the values of a function there.

    Args:
        noise: nodes in standard deviations from the mean [K, Dz].
        weights: they sum to one [K].
        values: [K] or [K, M].
    """

    noise: Float[Tensor, "K Dz"]
    weights: Float[Tensor, " K"]
    values: Float[Tensor, "..."]


def expectation(weights: Float[Tensor, " K"], values: Float[Tensor, " K"]) -> Float[Tensor, ""]:
    """The mean itself, of a function whose values are [K]."""
    return weights @ values


def mean_over(
    q: Normal,
    function: Function,
    reach: float = REACH,
    nodes: int | None = None,
    mean: Mean = expectation,
    accurate: float = ACCURATE,
) -> Rule:
    """The nodes at which a mean over q may be taken, with the function's values.

    The nodes are even: the error of their sum falls exponentially with their number, as the integrand is smooth and
    vanishes at the ends. Gauss-Hermite nodes lie too far out for that: of the models with a z of two numbers, 128 a
    dimension leave up to 0.04 nats where 129 even ones leave 0.0004. The nodes of a dimension are doubled while that
    changes the mean.

    Args:
        q: independent Gaussians [Dz] with one or two dimensions.
        function: of z [K, Dz]; gives [K] or [K, M], in nats.
        reach: of the nodes, in standard deviations.
        nodes: so many a dimension, whatever the error; None: as many as are needed, 33 to 513.
        mean: of weights and values, one number: what has to be accurate.
        accurate: by how much every second node may change it, in nats.

    Raises:
        ValueError: for more than two dimensions, and for fewer than two nodes.

    Reference: Trefethen 2022, "Exactness of quadrature formulas", section 5 (Gauss-Hermite and even nodes).
    """
    dim_z = q.mean.shape[-1]
    check_dimensions(dim_z)
    if nodes is not None and nodes < 2:
        raise ValueError(f"at least 2 nodes a dimension are required, got {nodes}")
    counts, values = [FEWEST if nodes is None else nodes] * dim_z, None
    while True:
        noise, weights = _nodes(counts, reach)
        inside = weights > weights.max() * torch.exp(torch.tensor(-(reach**2) / 2))
        values = _evaluated(q, function, noise, inside, values)
        flat = Rule(noise[inside], weights[inside] / weights[inside].sum(), values[inside])
        too_few = [] if nodes is not None else _too_few(values, weights * inside, counts, mean, accurate)
        if not too_few:
            return flat
        for dim in too_few:
            counts[dim] = 2 * counts[dim] - 1
        values = _widened(values, too_few)


def _nodes(counts: list[int], reach: float) -> tuple[Float[Tensor, "*G Dz"], Float[Tensor, "*G"]]:
    axes = [torch.linspace(-reach, reach, count, dtype=torch.float64) for count in counts]
    noise = torch.stack(torch.meshgrid(*axes, indexing="ij"), -1)
    weights = (-noise.square().sum(-1) / 2).exp()
    return noise, weights / weights.sum()


def _evaluated(
    q: Normal, function: Function, noise: Float[Tensor, "*G Dz"], inside: Bool[Tensor, "*G"], known: Tensor | None
) -> Tensor:
    """The function's values at the nodes inside, of which some may be known; zero at the others."""
    new = inside if known is None else inside & known.reshape(*inside.shape, -1)[..., 0].isnan()
    found = function(q.mean + q.stddev * noise[new])
    values = found.new_zeros((*inside.shape, *found.shape[1:])) if known is None else known.nan_to_num()
    values[new] = found
    return values


def _widened(values: Tensor, dims: list[int]) -> Tensor:
    """With a node that is not known, nan, between any two nodes of a dimension."""
    for dim in dims:
        shape = list(values.shape)
        shape[dim] = 2 * shape[dim] - 1
        wide = values.new_full(shape, torch.nan)
        wide[(slice(None),) * dim + (slice(None, None, 2),)] = values
        values = wide
    return values


def _too_few(values: Tensor, weights: Float[Tensor, "*G"], counts: list[int], mean: Mean, accurate: float) -> list[int]:
    """The dimensions of which every second node gives another mean."""

    def of(dim: int, step: int) -> float:
        part = tuple(slice(None, None, step if d == dim else 1) for d in range(weights.ndim))
        few = weights[part].flatten()
        return float(mean(few / few.sum(), values[part].flatten(0, weights.ndim - 1)))

    def enough(dim: int) -> bool:
        whole, half, quarter = (of(dim, step) for step in (1, 2, 4))
        rounding = ROUNDING * abs(whole)
        return abs(whole - half) < max(accurate, rounding) and abs(half - quarter) < max(ROUGHLY * accurate, rounding)

    return [dim for dim in range(weights.ndim) if counts[dim] < MOST and not enough(dim)]
