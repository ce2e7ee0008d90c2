"""Neural processes whose z has two numbers, so that it is a place on a plane: by the weight of the KL term, and by
maximum likelihood."""

from __future__ import annotations

from dataclasses import replace

from tnpcore.models.latent import NP, MaximumLikelihoodNP
from tnpcore.models.spec import Guarantees, ModelSpec, Samples
from tnpcore.models.specs import published
from tnpcore.training.recipe import TrainingConfig

_SIZES = {"dim_x": 1, "dim_y": 1, "d_model": 128, "depth": 3, "dim_z": 2}
# Trained with weights of the KL term up to the one at which no dimension of z is used any more.
BETAS = (0.1, 1.0, 10.0, 30.0, 100.0)

_MAXIMUM_LIKELIHOOD = ModelSpec(
    name="np-z2-ml",
    title="NP, z of two numbers, likelihood",
    long_name="Neural Process with a z of two numbers, trained by maximum likelihood",
    summary="No ELBO: the likelihood of 32 draws of z on average.",
    paper=published.CONVNP,
    model=MaximumLikelihoodNP,
    arguments={**_SIZES, "num_samples": 32},
    # A step decodes 32 draws of z.
    recipes={"smooth": TrainingConfig(10_000, batch_size=16)},
    guarantees=Guarantees(samples=Samples.ONE_Z),
    linear_cost=True,
)


def _weighted(beta: float) -> ModelSpec:
    return replace(
        _MAXIMUM_LIKELIHOOD,
        name=f"np-z2-beta{beta:g}",
        title=f"NP, z of two numbers, beta {beta:g}",
        long_name=f"Neural Process with a z of two numbers, KL term times {beta:g}",
        summary=f"A z of two numbers, and {beta:g} times the KL term in training.",
        paper=published.NP,
        model=NP,
        arguments={**_SIZES, "beta": beta},
        recipes={"smooth": TrainingConfig(30_000)},
    )


LATENT_PLANE = (*map(_weighted, BETAS), _MAXIMUM_LIKELIHOOD)
