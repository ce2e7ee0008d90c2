"""A story as tests play it: the moments of its steps, and what its judges say of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from pages.shared.lesson.controls import Controls
from pages.shared.lesson.story import Moment, Story
from pages.shared.lesson.values import context


def played(story: Story, controls: type[Controls]) -> tuple[Callable, Callable]:
    """Two functions: `moment(step, points, **changes)` is the step as it opens, with other points or controls;
    `verdict(step, now, guess, before)` what is said of a moment, where the step was opened as it is, or `before`."""

    def moment(step, points=None, **changes):
        brought = [one.points for one in story.steps[:step] if one.points is not None]
        drawn = points if points is not None else brought[-1] if brought else ()
        return Moment(context(drawn), replace(controls.parse(story.controls_at(step)), **changes))

    def verdict(step, now, guess=None, before=None):
        return story.verdict(step, before or moment(step), now, guess)

    return moment, verdict
