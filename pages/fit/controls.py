"""What a person can set in the lesson on data of one's own: the model and what it was trained on, the Gaussian process
beside it, and the event whose probability is shown."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from pages.shared.lesson.control_fields import choice, flag, handle, number
from pages.shared.lesson.controls import PlotControls
from pages.shared.lesson.values import MAX_X
from pages.shared.models.catalogue import BROAD, NAMES, USUAL, prior_title, trained_on
from pages.shared.models.own_model import OWN_NAMES
from pages.shared.models.predictions import grid
from pages.shared.scene.quantities import ALONG_X
from tnpcore import Points

MODELS = ("tnpd", "tetnp", *OWN_NAMES)
LEVELS, STEP = (-3.0, 3.0), 0.05
PLACES = 16  # between A and B, at which an event may happen
MAX_SEED = 999
ANY, MEAN = "any", "mean"
MEASUREMENT, FUNCTION = "y", "f"
BANDS = {MEASUREMENT: "of a new measurement", FUNCTION: "of the curve"}
RANDOM, BLOCKS = "random", "blocks"
HELD_OUT = {RANDOM: "random fifths", BLOCKS: "blocks along x"}
BLOCK_COUNT, MOST_BLOCKS, FEWEST_BLOCKS = 10, 50, 2
QUESTIONS = {ANY: "one of the values", MEAN: "their mean"}


@dataclass(frozen=True)
class FitControls(PlotControls):
    """`block` is the width of a block that is held out, 0 for a tenth of the axis. `a` and `b` are the ends of the
    interval, `level` the value to be exceeded in it. All three are dragged on the stage, and are nowhere while no event
    is on show."""

    model: str = choice({name: NAMES[name] for name in MODELS}, label="Model", parameter="fit_model")
    prior: str = choice({name: prior_title(name) for name in (BROAD, USUAL)}, label="Trained on", parameter="fit_prior")
    gp: bool = flag(
        label="Fitted Gaussian process",
        parameter="fit_gp",
        help="An RBF kernel whose lengthscale, scale and noise make these points most likely.",
    )
    gp_band: str = choice(BANDS, label="Its band", parameter="fit_gp_band")
    event: bool = flag(
        label="Probability of an event",
        parameter="fit_event",
        help="That at least one of the values between A and B, or their mean, lies above the level. Drag A or B to "
        "read the prediction there, for example at a date.",
    )
    held: str = choice(HELD_OUT, label="Held out", parameter="fit_held")
    of: str = choice(QUESTIONS, label="Above the level", parameter="fit_of")
    level: float = number(1.0, *LEVELS)
    tau: float = number(0.0, -3.0, 3.0, step=0.05, label="Shift all inputs by τ", quantity=ALONG_X)
    a: float = handle(0.5)
    b: float = handle(1.5)
    block: float = number(0.0, 0.0, MAX_X)
    draw: int = number(1, 1, MAX_SEED, whole=True)

    @property
    def trained(self) -> str:
        """The model as it was trained on the chosen prior."""
        return trained_on(self.model, self.prior)

    def width(self, points: Points) -> float | None:
        """The width of the blocks of x that are held out; None where random fifths are."""
        span = (points.x.max() - points.x.min()).item() if len(points) else 0.0
        if self.held == RANDOM or not span:
            return None
        wanted = self.block or span / BLOCK_COUNT
        return min(max(wanted, span / MOST_BLOCKS), span / FEWEST_BLOCKS)

    @property
    def grid(self) -> Tensor:
        """The targets in view, [Nt, 1]."""
        return grid(self)

    @property
    def places(self) -> Tensor:
        """Where the event may happen: evenly from A to B, both included, [16, 1]."""
        ends = sorted((self.in_view(self.a), self.in_view(self.b)))
        return torch.linspace(*ends, PLACES, dtype=torch.float64)[:, None]
