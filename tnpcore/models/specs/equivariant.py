"""Transformers that see x only as differences."""

from __future__ import annotations

from dataclasses import replace

from tnpcore.models.pseudo import PseudoTETNP
from tnpcore.models.spec import Guarantees, ModelSpec
from tnpcore.models.specs import published
from tnpcore.models.specs.published import SHORT, TRANSFORMER
from tnpcore.models.tetnp import TETNP
from tnpcore.training.recipe import TrainingConfig

_TETNP = ModelSpec(
    name="tetnp",
    title="TETNP",
    long_name="Translation-Equivariant Transformer Neural Process",
    summary="Attention plus a bias F(x − x′): shifts with the data.",
    paper=published.TETNP,
    model=TETNP,
    arguments={**TRANSFORMER, "bias": "centred-rbf"},
    recipes={
        "smooth": TrainingConfig(30_000, ema=1 - 1 / 1500),
        "periodic": TrainingConfig(16_000, ema=0.99875),
        "sawtooth": TrainingConfig(16_000, ema=0.99875),
        "nonstationary": TrainingConfig(24_000, ema=0.99875),
        "eq": TrainingConfig(25_000),
        "broad": TrainingConfig(16_000, ema=0.999, matrix_lr=0.005),
        # In two legs: 24,000 steps to their end, then --resume with the rate of step 24,000 of 34,000 and new moments.
        "gp2d": TrainingConfig(34_000, batch_size=16),
        "digits2d": TrainingConfig(8_000, batch_size=16),
    },
    guarantees=Guarantees(shift=True),
)
_VARIANT = replace(_TETNP, recipes=SHORT)

EQUIVARIANT = (
    _TETNP,
    replace(
        _VARIANT,
        name="tetnp-short",
        title="TETNP, 6,000 steps",
        long_name="Translation-Equivariant Transformer Neural Process, trained for 6,000 steps",
        summary="TETNP by the recipe of the other input encodings.",
    ),
    replace(
        _VARIANT,
        name="tetnp-raw",
        title="TETNP, MLP of x − x′",
        long_name="Translation-Equivariant Transformer Neural Process, MLP of the difference",
        summary="TETNP with F an MLP of the difference.",
        arguments={**TRANSFORMER, "bias": "mlp"},
    ),
    replace(
        _VARIANT,
        name="tetnp-rbf",
        title="TETNP, RBF of x − x′",
        long_name="Translation-Equivariant Transformer Neural Process, RBF of the difference",
        summary="TETNP with F an RBF of learned lengthscale, centred at 0.",
        arguments={**TRANSFORMER, "bias": "rbf"},
        recipes={"smooth": TrainingConfig(30_000)},
    ),
    replace(
        _VARIANT,
        name="tetnp-fourier",
        title="TETNP, Fourier of x − x′",
        long_name="Translation-Equivariant Transformer Neural Process, Fourier features of the difference",
        summary="TETNP with F an MLP of Fourier features: expensive.",
        arguments={**TRANSFORMER, "bias": "fourier"},
        recipes={
            "smooth": TrainingConfig(20_000),
            "periodic": TrainingConfig(12_000, ema=1 - 1 / 600),
            "sawtooth": TrainingConfig(6_000, ema=1 - 1 / 300),
        },
    ),
    replace(
        _VARIANT,
        name="tetnp-binned",
        title="TETNP, binned x − x′",
        long_name="Translation-Equivariant Transformer Neural Process, binned differences",
        summary="TETNP with one learned number for each bin of x − x′.",
        paper=published.RELATIVE,
        arguments={**TRANSFORMER, "bias": "binned"},
    ),
    replace(
        _VARIANT,
        name="tetnp-joint",
        title="TETNP, joint MLP",
        long_name="Translation-Equivariant Transformer Neural Process, joint MLP",
        summary="TETNP with F an MLP of q·k and x − x′, added to q·k.",
        arguments={**TRANSFORMER, "d_model": 48, "num_layers": 3, "d_hidden": 96, "bias": "product"},
    ),
    replace(
        _VARIANT,
        name="tetnp-pseudo",
        title="Pseudo-token TETNP",
        long_name="Translation-Equivariant Transformer Neural Process with pseudo-tokens",
        summary="TETNP through pseudo-tokens: linear cost.",
        model=PseudoTETNP,
        arguments={**TRANSFORMER, "num_pseudo": 32},
        linear_cost=True,
    ),
)
