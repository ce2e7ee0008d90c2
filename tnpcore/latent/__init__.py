"""What is exact about a latent variable of one or two dimensions, beside what is estimated.

With so few dimensions the evidence, the log of the integral of p(z) p(y | x, z), is a sum over a lattice, and with it
the posterior and the gap of the ELBO: for every Gaussian q,

    evidence(model, data).log_p = elbo(model, data, q).value + kl_to_posterior(model, data, q)

A model is any `LatentVariableModel`: a latent neural process, whose data are a set of points, or one of
`tnpcore.autoencoders`, whose data are an `Example`. Everything is in nats of all values together and in float64,
whatever the dtype of the model's parameters.
"""

from tnpcore.latent.bounds import Elbo, elbo, importance_weighted, kl_to_posterior
from tnpcore.latent.collapse import active_dimensions, kl_per_dimension
from tnpcore.latent.density import LatentVariableModel, decode, encode, log_joint, log_likelihood, prior
from tnpcore.latent.evidence import Evidence, Posterior, evidence, posterior
from tnpcore.latent.gradients import (
    Gradient,
    exact_gradient,
    reparametrised_gradient,
    score_function_gradient,
    standard_noise,
)
from tnpcore.latent.measures import measure
from tnpcore.latent.mutual_information import Information, information
from tnpcore.latent.scores import joint_score, marginal_scores

__all__ = [
    "Elbo",
    "Evidence",
    "Gradient",
    "Information",
    "LatentVariableModel",
    "Posterior",
    "active_dimensions",
    "decode",
    "elbo",
    "encode",
    "evidence",
    "exact_gradient",
    "importance_weighted",
    "information",
    "joint_score",
    "kl_per_dimension",
    "kl_to_posterior",
    "log_joint",
    "log_likelihood",
    "marginal_scores",
    "measure",
    "posterior",
    "prior",
    "reparametrised_gradient",
    "score_function_gradient",
    "standard_noise",
]
