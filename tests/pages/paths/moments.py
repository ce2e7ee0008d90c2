"""Moments of the story of sample paths, as its judges get them."""

from __future__ import annotations

from pages.paths.controls import PathsControls
from pages.paths.story import STORY
from pages.shared.scene.original_units import in_units
from tests.played import played

SKETCH, COVARIANCE, BOTH, WHICH, IN_TURN, BETWEEN, PROVE = range(1, 8)
moment, verdict = played(STORY, PathsControls)


def words(text):
    """A text without the marks of quantities."""
    return in_units(text, None)
