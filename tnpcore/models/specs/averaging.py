"""Models that average the context into one vector."""

from __future__ import annotations

from tnpcore.models.cnp import CNP
from tnpcore.models.latent import NP
from tnpcore.models.spec import Guarantees, ModelSpec, Samples
from tnpcore.models.specs import published
from tnpcore.training.recipe import TrainingConfig

AVERAGING = (
    ModelSpec(
        name="cnp",
        title="CNP",
        long_name="Conditional Neural Process",
        summary="Mean of the encoded points, then an MLP at each target.",
        paper=published.CNP,
        model=CNP,
        arguments={"dim_x": 1, "dim_y": 1, "d_model": 128, "depth": 3},
        recipes={"smooth": TrainingConfig(30_000)},
        linear_cost=True,
    ),
    ModelSpec(
        name="np",
        title="NP",
        long_name="Neural Process",
        summary="One latent variable z stands for the whole function.",
        paper=published.NP,
        model=NP,
        arguments={"dim_x": 1, "dim_y": 1, "d_model": 128, "depth": 3, "dim_z": 64, "beta": 1.0},
        # As many minutes as TNP-D.
        recipes={"smooth": TrainingConfig(80_000, ema=1 - 1 / 2667)},
        guarantees=Guarantees(samples=Samples.ONE_Z),
        linear_cost=True,
    ),
)
