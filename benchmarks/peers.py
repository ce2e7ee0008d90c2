"""The models of the package `neuralprocesses` that have a counterpart here, built to like size.

It has no Transformer: TNP-D and its relatives are compared with each other only (benchmarks/growth.py). Its latent
process keeps a deterministic path beside z, so our NP, which has none, has no counterpart either.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import asdict, dataclass
from itertools import product

import torch
from torch import Tensor, nn

from benchmarks.duel import duel
from benchmarks.work import Ours, draw, parameters, peak, training_step
from tnpcore import Task

try:
    with warnings.catch_warnings():  # about names of numpy's that it still uses
        warnings.simplefilter("ignore")
        import neuralprocesses.torch as nps
except ImportError:
    nps = None

BATCHES, SIZES, NUM_TARGET = (1, 16), (10, 30, 100, 300, 1000), 100
NODES = 32  # draws of z over which a latent model's prediction is averaged, on both sides
WIDE = {"dim_x": 1, "dim_y": 1, "dim_embedding": 128, "width": 128, "num_dec_layers": 3, "nonlinearity": nn.GELU()}
GRID = {"dim_x": 1, "dim_y": 1, "points_per_unit": 16}
UNET = {**GRID, "unet_channels": (64,) * 5, "unet_resize_convs": True, "margin": 8.0}
CNN = {**GRID, "conv_arch": "conv-sep", "conv_layers": 10, "conv_channels": 64, "margin": 5.5}

# Same widths, layers, kernels, points per unit, margin, rank, dimensions of z; the same nonlinearity where there is a
# choice. Their attentive models have two more layers after the attention, so they are given one less before it; the
# first and the last layer of their plain CNN are narrow, so it is given two more: the parameters come out alike.
COUNTERPARTS: dict[str, Callable[[], nn.Module]] = {
    "cnp": lambda: nps.construct_gnp(**WIDE, num_enc_layers=3, likelihood="het"),
    "anp": lambda: nps.construct_agnp(**WIDE, num_enc_layers=2, likelihood="het"),
    "anp-latent": lambda: nps.construct_agnp(**WIDE, num_enc_layers=2, likelihood="het", dim_lv=64),
    "convcnp": lambda: nps.construct_convgnp(**UNET, likelihood="het"),
    "convcnp-residual": lambda: nps.construct_convgnp(**CNN, conv_receptive_field=11.25, likelihood="het"),
    "convgnp": lambda: nps.construct_convgnp(**UNET, likelihood="lowrank", num_basis_functions=32),
}

# Theirs have no layers among the context, and they are wider than the models that we ship.
ALIKE = {name: {"d_model": 128, "num_heads": 8, "num_layers": 0} for name in ("anp", "anp-latent")}


class Theirs:
    """A counterpart. They keep channels before points; likelihoods in float32, as ours (their default is float64)."""

    def __init__(self, name: str, task: Task):
        self.model = COUNTERPARTS[name]()
        parts = (task.context.x, task.context.y, task.target.x, task.target.y)
        self.xc, self.yc, self.xt, self.yt = (part.mT.contiguous() for part in parts)
        self.latent = "latent" in name

    @torch.no_grad()
    def forward(self) -> tuple[Tensor, Tensor]:
        prediction = self.model(self.xc, self.yc, self.xt, **({"num_samples": NODES} if self.latent else {}))
        return prediction.mean, prediction.var

    def loss(self) -> Tensor:
        objective = nps.elbo if self.latent else nps.loglik
        settings = {"normalise": True, "dtype_lik": torch.float32, "num_samples": 1}
        return -objective(self.model, self.xc, self.yc, self.xt, self.yt, **settings).mean()


@dataclass(frozen=True)
class Row:
    """One model at one size, ours against theirs: milliseconds with the ratio theirs / ours and its quartiles, MiB of a
    training step at its peak."""

    name: str
    kind: str
    batch: int
    context: int
    ours: float
    theirs: float
    ratio: float
    low: float
    high: float
    ours_mib: float
    theirs_mib: float


def rows(seconds: float) -> list[Row]:
    """All counterparts at all sizes, a forward pass and a training step of each, so many seconds for one number."""
    found = []
    for name, batch, size in product(COUNTERPARTS, BATCHES, SIZES):
        task = draw(batch, size, NUM_TARGET)
        ours, theirs = Ours(name, task, **ALIKE.get(name, {})), Theirs(name, task)
        steps = ours.forward, theirs.forward
        theirs.forward()  # their layers are made when they first see data
        for kind, pair in (("forward", steps), ("training", (training_step(ours), training_step(theirs)))):
            timed = duel(*pair, seconds)
            numbers = timed.first, timed.second, timed.ratio, timed.low, timed.high
            found.append(Row(name, kind, batch, size, *numbers, *(peak(work) for work in pair)))
    return found


def sizes_in_parameters() -> dict[str, dict[str, int]]:
    """How many parameters either side has."""
    task, found = draw(1, 10, 10), {}
    for name in COUNTERPARTS:
        ours, theirs = Ours(name, task, **ALIKE.get(name, {})), Theirs(name, task)
        theirs.forward()
        found[name] = {"ours": parameters(ours.model), "theirs": parameters(theirs.model)}
    return found


def report(seconds: float) -> dict:
    return {"parameters": sizes_in_parameters(), "rows": [asdict(row) for row in rows(seconds)]}
