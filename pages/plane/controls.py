"""What a person can set in the lesson on two dimensions: the values of the stations, the model, a probe, a shift."""

from __future__ import annotations

from dataclasses import dataclass

from pages.shared.drawing.stations import EDGE, MOST
from pages.shared.lesson.control_fields import choice, interval, number, numbers
from pages.shared.lesson.controls import PlotControls
from pages.shared.lesson.values import MAX_POINTS
from pages.shared.models.catalogue import NAMES, plain, trained_on
from pages.shared.scene.quantities import ALONG_Y, SHIFT_X

PRIOR, PICTURES = "gp2d", "digits2d"
TETNP, TNPD, UNET, RESIDUAL = (trained_on(name, PRIOR) for name in ("tetnp", "tnpd", "convcnp", "convcnp-residual"))
MODELS = {name: NAMES[plain(name)] for name in (TETNP, TNPD, UNET, RESIDUAL)}
AT_ZERO = trained_on("convcnp-zero", PRIOR)  # the ConvCNP's grid follows the stations by whole cells only
ON_MAPS = {**MODELS, AT_ZERO: "ConvCNP, grid at 0"}
ON_PICTURES = {trained_on(plain(name), PICTURES): f"{NAMES[plain(name)]}, digits" for name in (TETNP, TNPD, UNET)}
TITLES = ON_MAPS | ON_PICTURES
GRIDS = (UNET, RESIDUAL, AT_ZERO, trained_on(plain(UNET), PICTURES))  # those with channels on a grid
IN_VIEW = (-EDGE - 0.2, EDGE + 0.2)  # along both axes, where the page opens: the map and a little more
NEW = 1.0  # the value of a station until a hand changes it
FARTHEST = 3.0  # of a shift along an axis
LAYERS = ("1", "2", "3", "4")
HEADS = ("1", "2", "3", "4", "mean")


@dataclass(frozen=True)
class PlaneControls(PlotControls):
    """`measured` holds the values of the first stations; (p1, p2) is the probe, (tau, tau_x2) the shift.

    Layer and head of attention are chosen as they are counted on the page, from 1."""

    view: tuple[float, float] = interval(IN_VIEW)
    model: str = choice(TITLES, TETNP, label="Model", parameter="plane_model")
    layer: str = choice(LAYERS, "4", label="Layer", parameter="plane_layer")
    head: str = choice(HEADS, "mean", label="Head", parameter="plane_head")
    measured: tuple[float, ...] = numbers((), -MOST, MOST, count=MAX_POINTS)
    tau: float = number(0.0, -FARTHEST, FARTHEST, step=0.01, label="Shift all inputs along x₁", quantity=SHIFT_X)
    tau_x2: float = number(0.0, -FARTHEST, FARTHEST, step=0.01, label="Shift all inputs along x₂", quantity=ALONG_Y)
    p1: float = number(0.0, -EDGE, EDGE)
    p2: float = number(0.0, -EDGE, EDGE)

    @property
    def probe(self) -> tuple[float, float]:
        """Where the probe stands."""
        return self.p1, self.p2

    @property
    def alike(self) -> dict[str, str]:
        """The models that were trained on what the chosen one was, by their titles."""
        return ON_PICTURES if self.model in ON_PICTURES else ON_MAPS

    @property
    def shift(self) -> tuple[float, float]:
        """The vector that is added to all inputs."""
        return self.tau, self.tau_x2

    @property
    def heads(self) -> tuple[int, ...]:
        """The chosen heads, from 0; several are shown by their mean."""
        return tuple(range(len(HEADS) - 1)) if self.head == "mean" else (HEADS.index(self.head),)
