"""Pictures of handwritten digits at random places of a larger field."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import torch
from jaxtyping import Float
from torch import Tensor

from tnpcore.data.digit_pictures import INK, PARTS, SIDE, digits
from tnpcore.data.drawing import check_draw, split
from tnpcore.gaussian import JointGaussian
from tnpcore.quantities import whole
from tnpcore.task import Task

PER_UNIT = 8  # pixels to a unit of x


@cache
def inked(part: str) -> tuple[Float[Tensor, "n 8 8"], Float[Tensor, " n"]]:
    """The digits of a part as pictures with values from 0 (paper) to 1 (ink), and which digit each is.

    Args:
        part: see `tnpcore.data.digit_pictures.digits`. Raises as there.
    """
    every = digits(part)
    return every.pictures.unflatten(-1, (SIDE, SIDE)).double() / INK, every.labels.double()


@dataclass(frozen=True)
class DigitPrior:
    """A digit of 8 x 8 pixels at a random place of a field of paper: y is the ink, plus noise.

    Inputs are the middles of pixels, eight to a unit, with the field's middle at 0; no pixel is drawn twice.

    Args:
        name: see `Prior.name`.
        part: of the digits that tasks are drawn from: "training", "validation" or "held-out".
        field: pixels to a side of the field, at least 8.
        noise: standard deviation of the noise, in units of y.
        max_context: see `Prior.max_context`.

    Raises:
        ValueError: for digits and a field that are none.
    """

    name: str
    part: str = PARTS[0]
    field: int = 24
    noise: float = 0.05
    max_context: int = 200
    dim_x: int = 2

    def __post_init__(self) -> None:
        whole(self.max_context, "max_context")
        if not (self.part in PARTS and self.field >= SIDE and self.noise > 0 and self.dim_x == 2):
            raise ValueError(
                f"digits need a part among {', '.join(PARTS)}, a field of at least {SIDE} pixels to a side, noise "
                f"above 0 and two input dimensions, got part={self.part!r}, field={self.field}, noise={self.noise} and "
                f"dim_x={self.dim_x}"
            )

    def pictures(self, batch: int, generator: torch.Generator) -> tuple[Float[Tensor, "B F F"], dict[str, Tensor]]:
        """Fields with a digit each, without noise; and which digit it is, and its first row and column [B, 1, 1].

        Args:
            batch: number of fields B.
            generator: the only source of randomness.
        """
        images, labels = inked(self.part)
        chosen = torch.randint(0, len(images), (batch,), generator=generator)
        row, column = torch.randint(0, self.field - SIDE + 1, (2, batch, 1, 1), generator=generator)
        pixels = torch.arange(SIDE)
        fields = torch.zeros(batch, self.field, self.field, dtype=torch.float64)
        fields[torch.arange(batch)[:, None, None], row + pixels[:, None], column + pixels] = images[chosen]
        return fields, {"digit": labels[chosen][:, None, None], "row": row, "column": column}

    def sample(self, batch: int, num_context: int, num_target: int, generator: torch.Generator) -> Task:
        """A batch of tasks, as `Prior.sample`: one digit for each, and random pixels of its field; `Task.known` is the
        distribution under the task's own picture.

        Raises:
            ValueError: for more points than the field has pixels.
        """
        check_draw(batch, num_context, num_target, generator)
        count = num_context + num_target
        if count > self.field**2:
            raise ValueError(f"a field has {self.field**2} pixels, too few for {num_context} + {num_target} points")
        fields, parameters = self.pictures(batch, generator)
        pixels = torch.rand(batch, self.field**2, generator=generator).argsort(1)[:, :count]
        ink = fields.flatten(1).gather(1, pixels)[..., None]
        noise = self.noise * torch.randn(ink.shape, generator=generator, dtype=torch.float64)
        drawn = split(self.places(pixels), ink + noise, num_context)
        # Given the picture, the noise alone is random.
        alone = self.noise * torch.eye(num_target, dtype=torch.float64).expand(batch, -1, -1)
        known = JointGaussian(ink[:, num_context:], alone)
        return Task(drawn.context, drawn.target, known, parameters)

    def places(self, pixels: Tensor) -> Float[Tensor, "*B N 2"]:
        """The middles of pixels, row by row from the first corner.

        Args:
            pixels: their numbers [*B, N].
        """
        cells = torch.stack([pixels // self.field, pixels % self.field], -1).double()
        return (cells + 0.5 - self.field / 2) / PER_UNIT
