"""What a person can set in the masks lesson: a named mask, the cells switched against it, the targets and a shift."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float
from torch import Tensor

from pages.masks.mask_presets import PRESET_NAMES, PRESETS, TARGETS, MaskedModel, trained_under
from pages.shared.lesson.control_fields import cell_sets, choice, number, numbers
from pages.shared.lesson.controls import Controls, specs
from pages.shared.lesson.values import MAX_POINTS, MAX_X, ControlError
from pages.shared.scene.quantities import ALONG_X


@dataclass(frozen=True)
class MaskControls(Controls):
    """A switched cell is a pair of places, and a new point changes the targets' places. With one control for each
    number of points every cell knows in which square it was switched."""

    rule: str = choice(PRESET_NAMES, label="Mask", parameter="masking_rule")
    targets: tuple[float, ...] = numbers((-0.3, 0.5, 2.4), -MAX_X, MAX_X, count=TARGETS)
    tau: float = number(1.0, -3.0, 3.0, step=0.05, label="Shift all inputs by τ", unit=ALONG_X)
    cells: tuple[tuple[int, tuple[tuple[int, int], ...]], ...] = cell_sets(beyond=TARGETS)

    def __post_init__(self):
        super().__post_init__()
        if len(self.targets) != TARGETS:
            raise ControlError("targets", f"a list of {TARGETS} numbers", list(self.targets))

    @property
    def at(self) -> Float[Tensor, "3 1"]:
        """The inputs of the targets A, B and C, in float64."""
        return torch.tensor(self.targets, dtype=torch.float64)[:, None]

    @property
    def model(self) -> str:
        """The trained model that is run: under causal targets the one that was trained so."""
        return trained_under(self.rule)

    def masked_model(self, nc: int) -> MaskedModel:
        """The model and the mask under which it is run."""
        return MaskedModel(self.mask(nc), self.model)

    def preset(self, nc: int) -> Bool[Tensor, "N N"]:
        """The named mask for nc points and the targets, before any cell is switched."""
        return PRESETS[self.rule](nc, TARGETS)

    def mask(self, nc: int) -> Bool[Tensor, "N N"]:
        """The named mask with every switched cell; [nc + 3, nc + 3], rows and columns context, then targets.

        Cells switched with another number of points keep their tokens: targets stay targets, the i-th point stays the
        i-th, and a cell of a point that is gone waits for it.
        """
        mask = self.preset(nc)
        for then, cells in self.cells:
            for cell in set(cells):
                row, column = (_place_now(place, min(then, MAX_POINTS), nc) for place in cell)
                if row is not None and column is not None:
                    mask[row, column] ^= True
        return mask


def cells_control(nc: int) -> str:
    """Name of the control that holds the cells switched while `nc` points were drawn."""
    return f"cells{nc}"


def is_cells_control(name: str) -> bool:
    """True for the name of a control that holds switched cells."""
    return specs(MaskControls)["cells"].owns("cells", name)


def _place_now(place: int, then: int, nc: int) -> int | None:
    """Where a place among `then` points and the targets is among `nc` points; None for a point that is gone."""
    if place >= then:
        return place - then + nc
    return place if place < nc else None
