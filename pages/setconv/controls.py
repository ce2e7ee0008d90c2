"""What a person can set in the SetConv lesson: which trained model is shown, and how the encoding is drawn."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from pages.setconv.activations import LAST
from pages.setconv.channels import LENGTHSCALES, Encoding, starting_lengthscale, trained_grid
from pages.shared.lesson.control_fields import choice, handle, number, numbers
from pages.shared.lesson.controls import PlotControls
from pages.shared.lesson.values import MAX_X, MAX_Y, ControlError
from pages.shared.models.predictions import grid
from pages.shared.scene.quantities import ALONG_X
from tnpcore import Points
from tnpcore.setconv import Grid

MOST_KEPT = 20  # points of the set that is kept for comparison
POINTS, RBFS, SUMS, DIVIDED, GRID, CNN, READ_OUT, BAND = range(8)  # the stages between the points and the band


def _lengthscale_or_lowest() -> float:
    """Where the slider starts; the smallest lengthscale without weights, so that the page opens and names the file."""
    try:
        return starting_lengthscale()
    except ValueError:
        return LENGTHSCALES[0]


@dataclass(frozen=True)
class SetConvControls(PlotControls):
    """Lengthscale and cells per unit belong to the drawing: the trained models keep their own. `kept` is another set of
    points, x and y in turn, with which the drawn one is compared."""

    model: str = choice(
        {
            "convcnp": "density, signal",
            "convcnp-unnormalised": "density, raw sum",
            "convcnp-nodensity": "raw sum alone",
        },
        label="ConvCNP trained on",
        parameter="setconv_model",
    )
    stage: int = number(BAND, POINTS, BAND, step=1, whole=True, label="Stage, from points to band")
    layer: int = number(0, 0, LAST, step=1, whole=True, label="Layer of the U-Net")
    tau: float = number(0.0, -3.0, 3.0, step=0.05, label="Shift all inputs by τ", quantity=ALONG_X)
    lengthscale: float = number(
        _lengthscale_or_lowest, *LENGTHSCALES, step=0.01, label="Lengthscale of the drawn RBFs", quantity=ALONG_X
    )
    ppu: float = number(16.0, 4.0, 32.0, step=1.0, label="Cells per unit of the drawn grid")
    query: float = handle()
    kept: tuple[float, ...] = numbers((), -MAX_X, MAX_X, count=2 * MOST_KEPT)

    def __post_init__(self):
        super().__post_init__()
        if len(self.kept) % 2 or any(abs(y) > MAX_Y for y in self.kept[1::2]):
            raise ControlError("kept", f"pairs x, y with |y| up to {MAX_Y:g}", list(self.kept))

    @property
    def kept_points(self) -> Points:
        """The set that was kept for comparison; without points where none was."""
        pairs = torch.tensor(self.kept, dtype=torch.float64).reshape(-1, 2)
        return Points(pairs[:, :1], pairs[:, 1:])

    @property
    def targets(self) -> Tensor:
        """The targets in view, [Nt, 1]."""
        return grid(self)

    def encoding(self, points: Points) -> Encoding:
        """The encoding of these points as it is drawn. Raises ValueError when no model's weights are there."""
        trained = trained_grid()
        drawn = Grid(round(self.ppu), trained.margin, trained.stride)
        return Encoding(points, self.lengthscale, drawn, self.view, self.targets)
