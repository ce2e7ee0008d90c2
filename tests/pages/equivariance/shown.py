"""Scenes of the equivariance lesson for tests: contexts, parts joined, a model's change."""

from pages.equivariance.controls import EquivarianceControls
from pages.equivariance.scene import aside, later, scene
from pages.shared.drawing.presets import FIRST, PRESETS
from pages.shared.lesson.values import context
from pages.shared.models.predictions import GRID

DRAWN = context(PRESETS[FIRST])
EQUIVARIANT, READ_X = ("tetnp", "convcnp"), ("tnpd", "cnp")
COARSE = GRID[::6]


def whole(points=DRAWN, **controls):
    return beside(points, **controls).joined(later(points, EquivarianceControls(**controls)))


def beside(points=DRAWN, **controls):
    typed = EquivarianceControls(**controls)
    return scene(points, typed).joined(aside(points, typed))


def change(shown, name):
    return shown.reading(f"shift-{name}").value
