"""A story as tests play it: the moments of its steps, and what its judges say of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from pages.shared.lesson.controls import Controls
from pages.shared.lesson.story import Moment, Story
from pages.shared.lesson.values import context


def played(
    story: Story, controls: type[Controls], drawn: Callable = tuple, as_sent: bool = False
) -> tuple[Callable, Callable]:
    """Two functions: `moment(step, points, **changes)` is the step as it opens, with other points (what `drawn` makes
    of the argument) or controls (values, or with `as_sent` what a browser sends of them);
    `verdict(step, now, guess, before)` what is said of a moment, where the step was opened as it is, or `before`."""

    def moment(step, points=None, **changes):
        brought = [one.points for one in story.steps[:step] if one.points is not None]
        found = drawn(points) if points is not None else brought[-1] if brought else ()
        opened = story.controls_at(step)
        chosen = controls.parse(opened | changes) if as_sent else replace(controls.parse(opened), **changes)
        return Moment(context(found), chosen)

    def verdict(step, now, guess=None, before=None):
        return story.verdict(step, before or moment(step), now, guess)

    return moment, verdict
