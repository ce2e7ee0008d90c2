"""Steps of the story on decoding as tests play them: other texts, forbidden cells, forced letters, verdicts."""

from __future__ import annotations

from pages.decoding.controls import DecodingControls
from pages.decoding.story import STORY
from pages.shared.lesson.story import Moment
from pages.shared.lesson.values import context

TYPE, LOOK, FORBID, FORCE, GREEDY, SHIFT, WEEKS, PROVE = range(1, 9)


def moment(step, **changes):
    """The step as it opens, with what was typed and chosen since."""
    return Moment(context(()), DecodingControls.parse({**STORY.controls_at(step), **changes}))


def verdict(step, now, guess=None):
    return STORY.verdict(step, moment(step), now, guess)
