"""The variational information bottleneck, of which the variational autoencoder (VAE) is the case y = x."""

from __future__ import annotations

from typing import final

import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.distributions import Distribution, Normal, kl_divergence
from torch.nn import functional as F

from tnpcore.autoencoders.views import VIEWS, Example
from tnpcore.data.digit_pictures import INK
from tnpcore.models.neural_process import normal
from tnpcore.networks.mlp import mlp


@final
class Bottleneck(nn.Module):
    """An encoder q(z | x), a decoder p(y | z) and a prior r(z) = N(0, I).

    Training maximises  E[log p(y | z)] - beta KL(q(z | x) || r(z))  with z from q(z | x).
    beta weighs the KL term. Where y = x this is a VAE; with beta = 1 its objective is then the ELBO.

    Args:
        view: what x and y are: "picture" (both the picture), "halves" (left half, right half) or "classes" (picture,
            digit).
        beta: weight of the KL term in training.
        dim_z: dimension Dz of z.
        width: of the hidden layers.
        depth: hidden layers of the encoder.
        decoder_depth: hidden layers of the decoder; with 0 the logits are linear in z.

    Raises:
        ValueError: for an unknown view.

    Reference: Kingma and Welling 2014 (VAE); Higgins et al. 2017 (beta); Alemi et al. 2017, equation 17 (bottleneck).
    """

    def __init__(
        self,
        view: str,
        beta: float = 1.0,
        dim_z: int = 2,
        width: int = 128,
        depth: int = 2,
        decoder_depth: int = 2,
    ):
        super().__init__()
        if view not in VIEWS:
            raise ValueError(f"the view must be one of {', '.join(VIEWS)}, got {view!r}")
        self.view, self.beta, self.dim_z = VIEWS[view], beta, dim_z
        self.encoder = mlp(self.view.inputs, *[width] * depth, 2 * dim_z)
        self.decoder = mlp(dim_z, *[width] * decoder_depth, self.view.outputs)

    def encode(self, seen: Float[Tensor, "*B In"]) -> Normal:
        """q(z | x): independent Gaussians [*B, Dz]; x are counts of ink from 0 to 16."""
        mean, spread = self.encoder(2 * seen.to(self.dtype) / INK - 1).chunk(2, -1)
        return Normal(mean, 0.001 + F.softplus(spread), validate_args=False)

    def decode(self, z: Float[Tensor, "*K Dz"]) -> Distribution:
        """p(y | z) in float64, differentiable with respect to z; its `mean` of a picture are counts of ink."""
        return self.view.likelihood(self.decoder(z.to(self.dtype)).double())

    def loss(self, seen: Tensor, target: Tensor, generator: torch.Generator | None = None) -> Float[Tensor, ""]:
        """Minus the objective for one z of each pair, in nats per logit of y."""
        q = self.encode(seen)
        z = q.mean + q.stddev * normal(1, q.mean, generator)[0]
        fit = self.view.likelihood(self.decoder(z)).log_prob(target)
        divergence = kl_divergence(q, Normal(0.0, 1.0, validate_args=False)).sum(-1)
        return -(fit - self.beta * divergence).mean() / self.view.outputs

    @property
    def dtype(self) -> torch.dtype:
        """That of the parameters."""
        return next(self.parameters()).dtype

    def z_prior(self) -> Normal:
        """r(z) [Dz]."""
        zero = torch.zeros(self.dim_z, dtype=torch.float64)
        return Normal(zero, torch.ones_like(zero), validate_args=False)

    def z_given(self, data: Example) -> Normal:
        """q(z | x) [Dz].

        Raises:
            ValueError: for a batch of pairs.
        """
        if data.seen.ndim != 1:
            raise ValueError(f"one pair is required, x [{self.view.inputs}], got x {tuple(data.seen.shape)}")
        return self.encode(data.seen)

    def log_likelihood(self, data: Example, z: Float[Tensor, "K Dz"]) -> Float[Tensor, " K"]:
        """log p(y | z), in nats."""
        return self.decode(z).log_prob(data.target)
