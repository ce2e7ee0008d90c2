"""Models whose targets attend to the context, with x in the tokens or in the keys."""

from __future__ import annotations

from dataclasses import replace

from tnpcore.models.anp import ANP, LatentANP
from tnpcore.models.efficient import EQTNP, LBANP
from tnpcore.models.spec import Guarantees, ModelSpec, Samples
from tnpcore.models.specs import published
from tnpcore.models.specs.published import SHORT, TRANSFORMER
from tnpcore.models.tnp import TNPD, CausalTNP
from tnpcore.models.tnpa import TNPA
from tnpcore.models.tnpnd import TNPND, LowRankTNP
from tnpcore.training.recipe import TrainingConfig

_ANP = ModelSpec(
    name="anp",
    title="ANP",
    long_name="Attentive Neural Process, deterministic path",
    summary="Cross-attention from each target; keys depend on x alone.",
    paper=published.ANP,
    model=ANP,
    arguments={**TRANSFORMER, "depth": 3},
    recipes=SHORT,
)
_TNPD = ModelSpec(
    name="tnpd",
    title="TNP-D",
    long_name="Transformer Neural Process, diagonal",
    summary="Tokens (x, y, flag); targets attend to the context alone.",
    paper=published.TNP,
    model=TNPD,
    arguments={**TRANSFORMER, "input_encoding": "raw"},
    recipes={
        "smooth": TrainingConfig(30_000),
        "periodic": TrainingConfig(12_000, ema=0.9975),
        "sawtooth": TrainingConfig(20_000, ema=0.9985),
        "nonstationary": TrainingConfig(24_000, ema=0.99875),
        "tnp-rbf": TrainingConfig(90_000, ema=0.9995, num_target=32, matrix_lr=0.005),
        "broad": TrainingConfig(45_000, ema=0.9995, matrix_lr=0.005),
        "gp2d": TrainingConfig(60_000, batch_size=16),
        "digits2d": TrainingConfig(3_000, batch_size=16),
    },
)
_TNPA = ModelSpec(
    name="tnpa",
    title="TNP-A",
    long_name="Transformer Neural Process, autoregressive",
    summary="Band: marginals given the context. Paths: autoregressive.",
    paper=published.TNP,
    model=TNPA,
    arguments={**TRANSFORMER, "num_orders": 4, "leak": False},
    recipes={**SHORT, "tnp-rbf": TrainingConfig(75_000, ema=0.9995, num_target=32, matrix_lr=0.005)},
    guarantees=Guarantees(samples=Samples.AUTOREGRESSIVE),
)
_TNPND = ModelSpec(
    name="tnpnd",
    title="TNP-ND",
    long_name="Transformer Neural Process, non-diagonal",
    summary="One Gaussian over all targets, by its Cholesky factor.",
    paper=published.TNP,
    model=TNPND,
    arguments={**TRANSFORMER, "rank": 32},
    recipes={"smooth": TrainingConfig(30_000)},
    guarantees=Guarantees(samples=Samples.JOINT_GAUSSIAN),
)

ATTENTION = (
    _ANP,
    replace(
        _ANP,
        name="anp-latent",
        title="Latent ANP",
        long_name="Attentive Neural Process with a latent path",
        summary="ANP with a latent path: one z for the whole function.",
        model=LatentANP,
        arguments={**TRANSFORMER, "depth": 3, "dim_z": 64, "beta": 1.0},
        guarantees=Guarantees(samples=Samples.ONE_Z),
    ),
    _TNPD,
    _TNPA,
    replace(
        _TNPA,
        name="tnpa-leaky",
        title="Leaky TNP-A",
        long_name="Transformer Neural Process, autoregressive, with a leaking mask",
        summary="Broken on purpose: in training each target saw its own y.",
        recipes=SHORT,
        arguments={**TRANSFORMER, "num_orders": 4, "leak": True},
    ),
    _TNPND,
    replace(
        _TNPND,
        name="tnpnd-lowrank",
        title="Low-rank TNP-ND",
        long_name="Transformer Neural Process, non-diagonal, low rank",
        summary="One Gaussian over all targets: low rank plus noise.",
        model=LowRankTNP,
        recipes=SHORT,
    ),
    replace(
        _TNPD,
        name="tnp-causal",
        title="Causal TNP",
        long_name="Transformer Neural Process with causal targets",
        summary="Targets attend to earlier targets, but not to their y.",
        model=CausalTNP,
        arguments=TRANSFORMER,
        recipes={"smooth": TrainingConfig(16_000, ema=0.998125)},
        guarantees=Guarantees(other_targets=False),
    ),
    replace(
        _TNPD,
        name="eqtnp",
        title="EQTNP",
        long_name="Efficient-Query Transformer Neural Process",
        summary="Context encoded once; targets have layers of their own.",
        paper=published.LBANP,
        model=EQTNP,
        arguments=TRANSFORMER,
        recipes={"smooth": TrainingConfig(20_000, ema=0.9985)},
    ),
    ModelSpec(
        name="lbanp",
        title="LBANP",
        long_name="Latent Bottlenecked Attentive Neural Process",
        summary="A few latent tokens read the context: linear cost.",
        paper=published.LBANP,
        model=LBANP,
        arguments={**TRANSFORMER, "num_latents": 16},
        recipes=SHORT,
        linear_cost=True,
    ),
)
DIAGONAL = _TNPD
