"""What a person can set in the positional lesson: the input encoding, a shift, the order of the list, the pair of
places whose codes are compared, and the two numbers of the sinusoidal encoding."""

from __future__ import annotations

from dataclasses import dataclass

from torch import Tensor

from pages.positional.encodings import DRAWN, ENCODINGS, RAW, REVERSED, InputEncoding
from pages.positional.sinusoidal_encoding import SinusoidalEncoding
from pages.shared.lesson.control_fields import choice, handle, number
from pages.shared.lesson.controls import PlotControls
from pages.shared.models.predictions import grid
from pages.shared.scene.quantities import ALONG_X
from tnpcore.models.inputs import SINUSOID_BASE, SINUSOIDS

ORDERS = {DRAWN: "as drawn", REVERSED: "reversed"}


@dataclass(frozen=True)
class PositionalControls(PlotControls):
    """`way` chooses the input encoding of the stage; `query` and `other` are the pair of places; d and log_base belong
    to the sinusoidal encoding on the dials, and start as the trained model has them."""

    way: str = choice(
        {way: encoding.short for way, encoding in ENCODINGS.items()},
        RAW,
        label="Input encoding",
        parameter="positional_way",
    )
    order: str = choice(ORDERS, label="List of points", parameter="positional_order")
    tau: float = number(0.0, -3.0, 3.0, step=0.05, label="Shift all inputs by τ", quantity=ALONG_X)
    query: float = handle(0.5)
    other: float = handle(-0.5)
    d: float = number(float(SINUSOIDS), 2.0, 32.0, step=2.0, label="Dimensions d")
    log_base: float = number(2.0, 0.25, 5.0, step=0.25, label="Base, as a power of 10")

    @property
    def encoding(self) -> InputEncoding:
        """The input encoding on the stage."""
        return ENCODINGS[self.way]

    @property
    def targets(self) -> Tensor:
        """The targets in view, [Nt, 1]."""
        return grid(self)

    @property
    def pair(self) -> tuple[float, float]:
        """The two places x and x′, where their handles stand in this view."""
        return self.in_view(self.query), self.in_view(self.other)

    @property
    def sinusoids(self) -> SinusoidalEncoding:
        """The sinusoidal encoding on the dials, with the nearest even number of dimensions."""
        return SinusoidalEncoding(2 * round(self.d / 2), 10.0**self.log_base)

    @property
    def as_trained(self) -> bool:
        """Whether the dials are those of the trained model."""
        return self.sinusoids == SinusoidalEncoding(SINUSOIDS, SINUSOID_BASE)
