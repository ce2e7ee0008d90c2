"""What the tests of the masks lesson share: seven points, the square that belongs to them, and how a scene is made."""

from __future__ import annotations

from pages.masks.controls import MaskControls, cells_control
from pages.masks.mask_presets import PRESETS
from pages.masks.scene import later, scene
from pages.shared.drawing.presets import FIRST
from pages.shared.drawing.presets import PRESETS as EXAMPLES
from pages.shared.lesson.values import context

POINTS = context(EXAMPLES[FIRST])
NC = len(POINTS)
A, B, C = NC, NC + 1, NC + 2
AT, Y = MaskControls().at, MaskControls().y
OWN_WEIGHTS = [name for name, preset in PRESETS.items() if preset.tokens == "plain"]


def drawn(points, **controls):
    return scene(points, MaskControls.parse(controls))


def whole(points, **controls):
    return drawn(points, **controls).joined(later(points, MaskControls.parse(controls)))


def mask_of(nc: int, **controls):
    return MaskControls.parse(controls).mask(nc)


def tones(shown) -> dict[str, str]:
    return {reading.id: reading.tone for reading in shown.readings}


def switched(nc: int, *cells) -> dict:
    return {cells_control(nc): [list(cell) for cell in cells]}
