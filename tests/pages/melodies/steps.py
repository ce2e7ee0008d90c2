"""Steps of the story on language models as tests play them: other notes, another query, verdicts."""

from __future__ import annotations

from pages.melodies.controls import ENCODINGS, MelodyControls
from pages.melodies.lattice import drawn
from pages.melodies.story import STORY
from pages.shared.lesson.story import Moment
from pages.shared.lesson.values import context

NEXT, GOOD, MISSING, TRAINED, ATTEND = range(1, 6)
BACKWARDS = 6 if "none" in ENCODINGS else None
CLS, PROVE = len(STORY.steps) - 1, len(STORY.steps)


def moment(step, notes=None, **changes):
    """The step as it opens, or with other notes, and what was chosen since."""
    points = STORY.steps[step - 1].points if notes is None else drawn(notes)
    return Moment(context(points), MelodyControls.parse({**STORY.controls_at(step), **changes}))


def verdict(step, now, guess=None):
    return STORY.verdict(step, moment(step), now, guess)
