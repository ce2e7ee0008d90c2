"""What a person can set in the positional lesson: the input encoding, a shift, and the sinusoids' three numbers."""

from __future__ import annotations

from dataclasses import dataclass

from pages.positional.sinusoidal_encoding import LAST, SinusoidalEncoding
from pages.shared.lesson.control_fields import choice, number
from pages.shared.lesson.controls import Controls
from pages.shared.models.catalogue import NAMES
from pages.shared.scene.quantities import ALONG_X


@dataclass(frozen=True)
class InputEncoding:
    """The form in which a trained model receives x."""

    model: str
    text: str

    @property
    def title(self) -> str:
        """Model and form in words."""
        return f"{NAMES[self.model]} from {self.text}"


ENCODINGS = {
    "raw": InputEncoding("tnpd", "raw x"),
    "centred": InputEncoding("tnpd", "x centred on the context"),
    "displacement": InputEncoding("tetnp", "displacements xᵢ − xⱼ"),
}
BUTTONS = {"raw": "raw x", "centred": "x centred on the context", "displacement": "displacement"}


@dataclass(frozen=True)
class PositionalControls(Controls):
    """`way` chooses the input encoding of the stage; p, d and log_base belong to the sinusoidal encoding."""

    way: str = choice(BUTTONS, label="Input encoding", parameter="positional_way")
    tau: float = number(1.0, -3.0, 3.0, step=0.05, label="Shift all inputs by τ", unit=ALONG_X)
    p: float = number(13.0, 0.0, LAST, step=0.25, label="Position p")
    d: float = number(16.0, 4.0, 64.0, step=4.0, label="Dimensions d")
    log_base: float = number(4.0, 1.0, 5.0, step=0.25, label="Base, as a power of 10")

    @property
    def encoding(self) -> InputEncoding:
        """The input encoding on the stage."""
        return ENCODINGS[self.way]

    @property
    def sinusoids(self) -> SinusoidalEncoding:
        """The sinusoidal encoding, with the nearest even number of dimensions."""
        return SinusoidalEncoding(self.p, 2 * round(self.d / 2), 10.0**self.log_base)
