"""What a person can set in the lesson on autoencoders: two digits, the models, a z on the plane."""

from __future__ import annotations

from dataclasses import dataclass

from pages.shared.lesson.control_fields import choice, number
from pages.shared.lesson.controls import Controls
from pages.shared.lesson.picture_control import painted
from pages.shared.models.latent_plane import MOST
from pages.shared.scene.pixels import letters
from tnpcore.autoencoders import digits
from tnpcore.autoencoders.specs import CLASSES_BETAS, HALVES_BETAS, PICTURE_BETAS

# By the weight of the KL term in training.
AUTOENCODERS = {f"vae-beta{beta:g}": f"β {beta:g}" for beta in PICTURE_BETAS} | {"vae-linear": "β 1, linear decoder"}
USUAL, LINEAR = "vae-beta1", "vae-linear"
HALVES, CLASSES = "halves", "classes"
BETAS = {HALVES: HALVES_BETAS, CLASSES: CLASSES_BETAS}
PAIRS = {HALVES: "left half to right half", CLASSES: "digit to its class"}
REBUILT, ONE, SECOND, COMPLETED, DRAWN = "rebuilt", "one", "second", "completed", "drawn"
SHOWN = {
    REBUILT: "what comes back",
    ONE: "the picture of one z",
    SECOND: "a second digit",
    COMPLETED: "the bottleneck's right half",
    DRAWN: "pictures of the prior",
}
# Held-out pictures by the digit that they show.
HELD_OUT = (15, 17, 35, 0, 38, 3, 24, 1, 2, 7)
EXAMPLES = {str(digit): letters(digits("held-out").pictures[i].numpy()) for digit, i in enumerate(HELD_OUT)}
FARTHEST = 3  # pixels: as far as a digit is shifted


@dataclass(frozen=True)
class AutoencoderControls(Controls):
    """`digit` and `other` are painted; `z1` and `z2` are the z on show, in prior standard deviations."""

    model: str = choice(AUTOENCODERS, USUAL, label="Autoencoder", parameter="digit_model")
    show: str = choice(SHOWN, label="On the stage", parameter="digit_show")
    pair: str = choice(PAIRS, label="Bottleneck", parameter="digit_pair")
    digit: str = painted(EXAMPLES["3"], EXAMPLES, label="Your digit")
    other: str = painted(EXAMPLES["1"], EXAMPLES, label="Second digit")
    level: int = number(2, 0, 7, step=1, whole=True, label="Bottleneck's β, from 0 (smallest) to 7")
    tau: int = number(0, -FARTHEST, FARTHEST, step=1, whole=True, label="Shift your digit by τ pixels", unit=" px")
    draw: int = number(0, 0, 9, step=1, whole=True, label="Draw z from the prior again")
    z1: float = number(0.0, -MOST, MOST)
    z2: float = number(0.0, -MOST, MOST)

    @property
    def z(self) -> tuple[float, float]:
        """The z on show."""
        return self.z1, self.z2

    @property
    def beta(self) -> float:
        """Of the bottleneck."""
        return BETAS[self.pair][self.level]

    @property
    def bottleneck(self) -> str:
        """The name of the bottleneck model."""
        return bottleneck(self.pair, self.beta)


def bottleneck(view: str, beta: float) -> str:
    """The name of a bottleneck model."""
    return f"{view}-beta{beta:g}"
