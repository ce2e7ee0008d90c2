"""Models that convolve on a grid."""

from __future__ import annotations

from dataclasses import replace

from tnpcore.models.convcnp import ConvCNP, ConvGNP
from tnpcore.models.spec import Guarantees, ModelSpec, Samples
from tnpcore.models.specs import published
from tnpcore.models.specs.published import SHORT
from tnpcore.training.recipe import TrainingConfig

_UNET = {"dim_x": 1, "dim_y": 1, "width": 64, "levels": 5, "points_per_unit": 16, "margin": 8.0}
_AVERAGES = {**_UNET, "density": True, "normalise": True, "residual_layers": 0, "kernel": 5, "readout": 0}
# A grid of two dimensions is coarser: functions there have lengthscales of at least half a unit.
_PLANE = {"width": 32, "levels": 3, "points_per_unit": 8, "margin": 3.0}
_CONVCNP = ModelSpec(
    name="convcnp",
    title="ConvCNP",
    long_name="Convolutional Conditional Neural Process",
    summary="SetConv, U-Net on a grid, SetConv: shifts with the data.",
    paper=published.CONVCNP,
    model=ConvCNP,
    arguments=_AVERAGES,
    recipes={
        # In three legs, --resume after 15,000 and 30,000 steps: the rate rose again at each.
        "smooth": TrainingConfig(42_000),
        "periodic": TrainingConfig(12_000, ema=0.9965),
        "sawtooth": TrainingConfig(16_000, ema=0.997375),
        "eq": TrainingConfig(25_000),
        # In five legs, --resume after 12,000, 24,000, 40,000 and 54,000 steps, the later ones on a margin of 2, three
        # of them with new moments and new tasks. A grid costs the same for many targets.
        "gp2d": TrainingConfig(66_000, batch_size=8, num_target=192, pool_size=32_768, matrix_lr=0.01, kernels=True),
        "digits2d": TrainingConfig(6_000, batch_size=8),
    },
    in_two_dimensions=_PLANE,
    guarantees=Guarantees(shift=True),
    linear_cost=True,
)

CONVOLUTION = (
    _CONVCNP,
    replace(
        _CONVCNP,
        name="convcnp-nodensity",
        title="ConvCNP without density",
        long_name="Convolutional Conditional Neural Process without the density channel",
        summary="Broken on purpose: y = 0 looks like no data.",
        arguments={**_AVERAGES, "density": False},
        recipes={"smooth": TrainingConfig(30_000, ema=1 - 1 / 3750)},
    ),
    replace(
        _CONVCNP,
        name="convcnp-residual",
        title="ConvCNP, residual CNN",
        long_name="Convolutional Conditional Neural Process, residual CNN",
        summary="ConvCNP with a residual CNN: a smaller receptive field.",
        arguments={**_AVERAGES, "residual_layers": 8, "margin": 5.5, "kernel": 19},
        # Four layers of two cells to each side reach a unit; the margin covers the width of the RBFs, too.
        in_two_dimensions={**_PLANE, "residual_layers": 4, "margin": 2.25, "kernel": 5},
        recipes={
            "smooth": TrainingConfig(12_000, ema=0.9975),
            "gp2d": TrainingConfig(4_000, batch_size=8),
            "digits2d": TrainingConfig(1_500, batch_size=8),
        },
    ),
    replace(
        _CONVCNP,
        name="convcnp-mlp",
        title="ConvCNP, MLP read-out",
        long_name="Convolutional Conditional Neural Process, MLP read-out",
        summary="ConvCNP with an MLP that reads mean and sd from channels.",
        arguments={**_AVERAGES, "readout": 64},
        recipes={"smooth": TrainingConfig(30_000)},
    ),
    replace(
        _CONVCNP,
        name="convcnp-unnormalised",
        title="ConvCNP, not normalised",
        long_name="Convolutional Conditional Neural Process, not normalised",
        summary="Broken on purpose: sums, not averages, on the grid.",
        arguments={**_AVERAGES, "normalise": False},
        recipes=SHORT,
    ),
    replace(
        _CONVCNP,
        name="convgnp",
        title="ConvGNP",
        long_name="Convolutional Gaussian Neural Process",
        summary="ConvCNP with one low-rank Gaussian over all targets.",
        paper=published.CONVGNP,
        model=ConvGNP,
        arguments={**_UNET, "rank": 32},
        recipes=SHORT,
        guarantees=Guarantees(shift=True, samples=Samples.JOINT_GAUSSIAN),
    ),
)
