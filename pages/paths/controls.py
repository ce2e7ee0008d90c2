"""What a person can set in the lesson on sample paths: the model, how it draws a path, and the event at two places."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from pages.shared.lesson.control_fields import choice, flag, handle, number
from pages.shared.lesson.controls import PlotControls
from pages.shared.models.catalogue import NAMES
from pages.shared.models.own_model import OWN, OWN_NAMES
from pages.shared.models.predictions import grid
from pages.shared.models.sample_paths import AUTOREGRESSIVE, EVERY, SAMPLES
from pages.shared.scene.marks import TRAINED_ON
from pages.shared.scene.quantities import ALONG_X, AT_Y

# With a covariance, with z, autoregressive by training: these draw whole functions. The others predict marginals.
WHOLE = ("tnpnd-lowrank", "tnpnd", "convgnp", "np", "tnpa", *(OWN_NAMES if OWN and OWN.draws_whole else ()))
MODELS = tuple(dict.fromkeys(("tnpd", "cnp", "tetnp", "convcnp", "anp", "eqtnp", "lbanp", *WHOLE, *OWN_NAMES)))
SLOW = ("convcnp", "lbanp", *OWN_NAMES)  # a pass for every value takes them several times as long as the others
SAMPLING = {SAMPLES: "at once", AUTOREGRESSIVE: "autoregressively"}
LEVELS, STEP = (-3.0, 3.0), 0.05
MAX_SEED = 999
FIRST_SEED = 14  # the value that it draws at A lies one standard deviation from the mean, where it is well seen
SPARSE = 6  # every sixth target is a row of the correlation matrix
FEWEST = 8  # targets of a path: where fewer of those in view lie in the training range, all are taken
PATHS = {SAMPLES: 1000, AUTOREGRESSIVE: 400}  # at two places, for the share on which both values lie above the level
FEW_PATHS = 100  # of those that are slow
MAP_PATHS = 64  # autoregressive ones, from which correlations are estimated


@dataclass(frozen=True)
class PathsControls(PlotControls):
    """`a` and `b` are the two places of the event, `level` is the value that both are to exceed."""

    model: str = choice({name: NAMES[name] for name in MODELS}, label="Model", parameter="paths_model", many=True)
    sampling: str = choice(SAMPLING, label="Values are drawn", parameter="paths_sampling")
    given: bool = flag(
        label="One value drawn at A",
        parameter="paths_given",
        help="Draws a value at A, adds it to the context, and predicts again (dashed).",
    )
    level: float = number(1.0, *LEVELS, step=STEP, label="Level", quantity=AT_Y)
    tau: float = number(0.0, -3.0, 3.0, step=0.05, label="Shift all inputs by τ", quantity=ALONG_X)
    a: float = handle(-0.1)
    b: float = handle(0.1)
    draw: int = number(FIRST_SEED, 1, MAX_SEED, whole=True)

    @property
    def grid(self) -> Tensor:
        """The targets in view, [Nt, 1]."""
        return grid(self)

    @property
    def path_targets(self) -> Tensor:
        """Where a path has its values, [Np, 1]: in the training range, if it is in view. Outside there was nothing to
        learn from."""
        return self._where_trained()[::EVERY]

    @property
    def map_targets(self) -> Tensor:
        """The rows and columns of the correlation matrix, [Nr, 1]."""
        return self._where_trained()[::SPARSE]

    def _where_trained(self) -> Tensor:
        low, high = TRAINED_ON
        inside = self.grid[((self.grid >= low - 1e-9) & (self.grid <= high + 1e-9))[:, 0]]
        return inside if len(inside) >= FEWEST * EVERY else self.grid

    @property
    def places(self) -> Tensor:
        """A and B as targets, [2, 1]."""
        return torch.tensor([[self.in_view(self.a)], [self.in_view(self.b)]], dtype=torch.float64)

    @property
    def in_turn(self) -> bool:
        """Whether a model of marginals draws one value after the other; the others have one way of their own."""
        return self.sampling == AUTOREGRESSIVE and self.model not in WHOLE

    @property
    def independent(self) -> bool:
        """Whether every value is drawn by itself, from its marginal."""
        return self.model not in WHOLE and not self.in_turn

    @property
    def way(self) -> str:
        """The model and how its values are drawn, in words."""
        return NAMES[self.model] + (", autoregressive" if self.in_turn else "")
