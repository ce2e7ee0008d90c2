"""Which dimensions of z a model uses."""

from __future__ import annotations

from collections.abc import Iterable

import torch
from jaxtyping import Float
from torch import Tensor
from torch.distributions import kl_divergence

from tnpcore.latent.density import Data, LatentVariableModel, encode, prior

ACTIVE = 0.01


@torch.no_grad()
def kl_per_dimension(model: LatentVariableModel[Data], contexts: Iterable[Data]) -> Float[Tensor, " Dz"]:
    """KL(q(z_d | points) || p(z_d)) of each dimension d, in nats, as a mean over sets of points.

    Args:
        model: any model with a latent variable.
        contexts: sets of points or `Example`s, one at a time.

    Returns:
        [Dz]; zero where the points change nothing about z_d.

    Raises:
        ValueError: without any set, and for a batch of sets.

    Reference: Lucas et al. 2019, "Don't Blame the ELBO!", definition 1 (posterior collapse).
    """
    known = prior(model)
    found = [kl_divergence(encode(model, data), known) for data in contexts]
    if not found:
        raise ValueError("at least one set of points is required, got none")
    return torch.stack(found).mean(0)


def active_dimensions(kl: Float[Tensor, " Dz"]) -> int:
    """How many dimensions of z carry 0.01 nats or more; zero means that the model has collapsed.

    Args:
        kl: in nats [Dz], from `kl_per_dimension`.
    """
    return int((kl >= ACTIVE).sum())
