"""What is known of a latent variable: its prior, q(z | data) and the likelihood of z, in float64.

Everything in this package is computed from these three, which a `LatentVariableModel` gives; what the data are is the
model's own: a set of points, or a pair of a picture and what is predicted from it.
"""

from __future__ import annotations

from typing import Any, Protocol, TypeVar, runtime_checkable

from jaxtyping import Float
from torch import Tensor
from torch.distributions import Normal

from tnpcore.models.latent import LatentNeuralProcess

Data = TypeVar("Data")
Data_contra = TypeVar("Data_contra", contravariant=True)


@runtime_checkable
class LatentVariableModel(Protocol[Data_contra]):
    """Prior, q(z | data) and likelihood of a z of Dz numbers: independent Gaussians [Dz], and a function of z."""

    def z_prior(self) -> Normal:
        """p(z) [Dz]."""

    def z_given(self, data: Data_contra) -> Normal:
        """q(z | data) [Dz]; raises ValueError for a batch."""

    def log_likelihood(self, data: Data_contra, z: Float[Tensor, "K Dz"]) -> Float[Tensor, " K"]:
        """log p(data | z) in nats, in float64."""


def encode(model: LatentVariableModel[Data], data: Data) -> Normal:
    """q(z | data), in float64; of a latent neural process, that of no points is the prior p(z).

    Args:
        model: any model with a latent variable.
        data: what its encoder takes: one set of N points, x [N, Dx] and y [N, Dy], N may be 0; or one `Example`.

    Returns:
        Independent Gaussians [Dz].

    Raises:
        ValueError: for a batch.

    Reference: Kingma and Welling 2014, section 2.1; Garnelo et al. 2018b, section 2.
    """
    return _double(model.z_given(data))


def prior(model: LatentVariableModel[Any]) -> Normal:
    """p(z) [Dz]; of a latent neural process, `encode` of no points.

    Args:
        model: any model with a latent variable.
    """
    return _double(model.z_prior())


def decode(model: LatentNeuralProcess, z: Float[Tensor, "K Dz"], xt: Float[Tensor, "Nt Dx"]) -> Normal:
    """p(y | x, z) at every target for every z, in float64 and differentiable with respect to z.

    A model that has a deterministic path beside z gets no context on it.

    Args:
        model: any latent neural process.
        z: K latent variables [K, Dz].
        xt: target inputs [Nt, Dx].

    Returns:
        Mean and standard deviation [K, Nt, Dy], noise included.

    Reference: Garnelo et al. 2018b, equation 2.
    """
    return _double(model.likelihood_of_z(z, xt))


def log_likelihood(model: LatentVariableModel[Data], data: Data, z: Float[Tensor, "K Dz"]) -> Float[Tensor, " K"]:
    """log p(y | x, z) of all values together, in nats.

    Args:
        model: any model with a latent variable.
        data: see `encode`.
        z: K latent variables [K, Dz].
    """
    return model.log_likelihood(data, z)


def log_joint(model: LatentVariableModel[Data], data: Data, z: Float[Tensor, "K Dz"]) -> Float[Tensor, " K"]:
    """log p(z) + log p(y | x, z), in nats: the posterior's log density up to the evidence.

    Args:
        model: any model with a latent variable.
        data: see `encode`.
        z: K latent variables [K, Dz].
    """
    return prior(model).log_prob(z).sum(-1) + log_likelihood(model, data, z)


def _double(found: Normal) -> Normal:
    return Normal(found.mean.double(), found.stddev.double(), validate_args=False)
