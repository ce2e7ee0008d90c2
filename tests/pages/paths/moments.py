"""Moments of the story of sample paths, as its judges get them."""

from __future__ import annotations

from dataclasses import replace

from pages.paths.controls import PathsControls
from pages.paths.story import STORY
from pages.shared.lesson.story import Moment
from pages.shared.lesson.values import context
from pages.shared.scene.original_units import in_units

SKETCH, COVARIANCE, BOTH, WHICH, IN_TURN, BETWEEN, PROVE = range(1, 8)


def opened(step):
    """The points with which the step opens."""
    return next(one.points for one in reversed(STORY.steps[:step]) if one.points is not None)


def moment(step, points=None, **changes):
    """The step as it opens, and what was drawn and chosen since."""
    controls = PathsControls.parse(STORY.controls_at(step))
    return Moment(context(opened(step) if points is None else points), replace(controls, **changes))


def verdict(step, now, guess=None, before=None):
    """What the step's judge says."""
    return STORY.verdict(step, before or moment(step), now, guess)


def words(text):
    """A text without the marks of quantities."""
    return in_units(text, None)
