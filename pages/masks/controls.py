"""What a person can set in the masks lesson: a named mask, the cells switched against it, the targets and a shift."""

from __future__ import annotations

from dataclasses import dataclass, replace

import torch
from jaxtyping import Bool, Float
from torch import Tensor

from pages.masks.mask_presets import (
    BUILT_IN,
    MOST_BEYOND,
    ORDERS,
    POINT_ORDERS,
    PRESET_NAMES,
    PRESETS,
    TARGETS,
    MaskedModel,
    Preset,
    places_in_order,
)
from pages.shared.lesson.control_fields import cell_sets, choice, number, numbers
from pages.shared.lesson.controls import PlotControls, specs
from pages.shared.lesson.values import MAX_POINTS, MAX_X, MAX_Y, ControlError
from pages.shared.scene.quantities import ALONG_X


@dataclass(frozen=True)
class MaskControls(PlotControls):
    """A switched cell is a pair of places, and a new point changes the targets' places. With one control for each
    number of points every cell knows in which square it was switched."""

    rule: str = choice(PRESET_NAMES, label="Mask", parameter="masking_rule")
    order: str = choice(
        ORDERS,
        label="Order of the targets",
        parameter="masking_order",
        help="Counts in a mask with an order of targets.",
    )
    points_order: str = choice(
        POINT_ORDERS, label="Order of the points", parameter="masking_points", help="Counts in a language model's mask."
    )
    targets: tuple[float, ...] = numbers((-0.3, 0.5, 2.4), -MAX_X, MAX_X, count=TARGETS)
    values: tuple[float, ...] = numbers((0.6, -0.4, -0.8), -MAX_Y, MAX_Y, count=TARGETS)
    tau: float = number(0.0, -3.0, 3.0, step=0.05, label="Shift all inputs by τ", quantity=ALONG_X)
    cells: tuple[tuple[int, tuple[tuple[int, int], ...]], ...] = cell_sets(beyond=MOST_BEYOND)

    def __post_init__(self):
        super().__post_init__()
        for name in ("targets", "values"):
            if len(getattr(self, name)) != TARGETS:
                raise ControlError(name, f"a list of {TARGETS} numbers", list(getattr(self, name)))

    @property
    def at(self) -> Float[Tensor, "3 1"]:
        """The inputs of the targets A, B and C, in float64."""
        return torch.tensor(self.targets, dtype=torch.float64)[:, None]

    @property
    def y(self) -> Float[Tensor, "3 1"]:
        """The targets' own values, in float64; only models whose targets carry their y receive them."""
        return torch.tensor(self.values, dtype=torch.float64)[:, None]

    @property
    def preset(self) -> Preset:
        """The named mask."""
        return PRESETS[self.rule]

    @property
    def model(self) -> str:
        """The trained model that is run: the one that was trained under the named mask where there is one."""
        return self.preset.model

    def masked_model(self, nc: int) -> MaskedModel:
        """The model and the mask under which it is run."""
        return MaskedModel(self.mask(nc), self.model, self.preset.tokens)

    def trained_model(self, nc: int) -> MaskedModel:
        """The same model under the named mask, without any switched cell."""
        return replace(self.masked_model(nc), mask=self.named_mask(nc))

    def places(self, nc: int) -> list[int]:
        """For every token the place that it takes in the named mask, by the chosen orders of targets and points."""
        return places_in_order(nc, self.preset.tokens, self.order, self.points_order)

    def named_mask(self, nc: int) -> Bool[Tensor, "N N"]:
        """The named mask in the chosen orders, without any switched cell; rows and columns stay in their places."""
        places = self.places(nc)
        return self.preset.build(nc)[places][:, places]

    def mask(self, nc: int) -> Bool[Tensor, "N N"]:
        """The named mask with every switched cell; rows and columns context, then what the named mask adds to it.

        Cells switched with another number of points keep their tokens: targets stay targets, the i-th point stays the
        i-th, and a cell of a point or a token that is gone waits for it.
        """
        mask = self.named_mask(nc)
        if self.preset.tokens == BUILT_IN:
            return mask
        for then, cells in self.cells:
            for cell in set(cells):
                row, column = (_place_now(place, min(then, MAX_POINTS), nc, len(mask)) for place in cell)
                if row is not None and column is not None:
                    mask[row, column] ^= True
        return mask


def cells_control(nc: int) -> str:
    """Name of the control that holds the cells switched while `nc` points were drawn."""
    return f"cells{nc}"


def is_cells_control(name: str) -> bool:
    """True for the name of a control that holds switched cells."""
    return specs(MaskControls)["cells"].owns("cells", name)


def _place_now(place: int, then: int, nc: int, size: int) -> int | None:
    """Where a place among `then` points and other tokens is among `nc` points and the same tokens, `size` in all; None
    for a token that is gone."""
    if place >= then:
        now = place - then + nc
        return now if now < size else None
    return place if place < nc else None
