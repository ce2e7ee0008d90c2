"""What a person can set in the lesson on latent variables: the model, a z on its plane, and a q of one's own."""

from __future__ import annotations

import math
from dataclasses import dataclass

from torch import Tensor

from pages.shared.lesson.control_fields import choice, number
from pages.shared.lesson.controls import PlotControls
from pages.shared.models.latent_plane import MOST
from pages.shared.models.predictions import grid
from pages.shared.scene.quantities import ALONG_X

# By the weight of the KL term in training; the last one was trained on the likelihood.
MODELS = {
    "np-z2-beta0.1": "β 0.1",
    "np-z2-beta1": "β 1",
    "np-z2-beta10": "β 10",
    "np-z2-beta30": "β 30",
    "np-z2-beta100": "β 100",
    "np-z2-ml": "likelihood",
}
USUAL = "np-z2-beta1"
ONE, DRAWS, PREDICTION = "one", "draws", "prediction"
SHOWN = {PREDICTION: "the prediction", DRAWS: "curves of z from q", ONE: "the curve of one z"}
ENCODER, OWN = "encoder", "own"
AS_DRAWN, LARGE = "1", "0.01"
UNITS = {AS_DRAWN: "y as drawn", LARGE: "0.01 · y"}  # the number that y is multiplied by, in a unit 100 times as large
NARROW, WIDE = 0.02, 8.0  # of a q of one's own, in prior standard deviations


def coordinate(default: float = 0.0):
    """A field for a coordinate on the plane of z, in prior standard deviations."""
    return number(default, -MOST, MOST)


def width():
    """A field for a standard deviation of q, in those of the prior."""
    return number(1.0, NARROW, WIDE)


@dataclass(frozen=True)
class LatentControls(PlotControls):
    """`z1` and `z2` are the z on show; `m1`, `m2`, `s1` and `s2` are means and standard deviations of one's own q."""

    model: str = choice(MODELS, USUAL, label="Trained with", parameter="latent_model")
    show: str = choice(SHOWN, label="On the stage", parameter="latent_show")
    q: str = choice({ENCODER: "the encoder's", OWN: "your own"}, label="q(z | context)", parameter="latent_q")
    unit: str = choice(UNITS, label="Densities of", parameter="latent_unit")
    power: int = number(4, 0, 8, step=1, whole=True, label="Draws K of the bound, as a power of 2")
    tau: float = number(0.0, -3.0, 3.0, step=0.05, label="Shift all inputs by τ", quantity=ALONG_X)
    z1: float = coordinate()
    z2: float = coordinate()
    m1: float = coordinate()
    m2: float = coordinate()
    s1: float = width()
    s2: float = width()

    @property
    def z(self) -> tuple[float, float]:
        """The z on show, in prior standard deviations from the prior's mean."""
        return self.z1, self.z2

    @property
    def draws(self) -> int:
        """K of the importance-weighted bound."""
        return 2**self.power

    @property
    def log_unit(self) -> float:
        """What a change of the unit adds to the log density of one y: p(c y) = p(y) / c."""
        return -math.log(float(self.unit))

    @property
    def grid(self) -> Tensor:
        """The targets in view, [Nt, 1]."""
        return grid(self)
