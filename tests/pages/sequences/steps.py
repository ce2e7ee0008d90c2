"""Steps of the story on sequences as tests play them: other notes, forbidden cells, verdicts."""

from __future__ import annotations

from pages.sequences.controls import SequenceControls
from pages.sequences.lattice import drawn
from pages.sequences.story import STORY
from pages.shared.lesson.story import Moment
from pages.shared.lesson.values import context

COPY, VECTOR, LOOK, FORBID, LONGER, SHIFT, SLIP, PROVE = range(1, 9)


def moment(step, notes=None, **changes):
    """The step as it opens, or with other notes, and what was chosen since."""
    points = STORY.steps[step - 1].points if notes is None else drawn(notes)
    return Moment(context(points), SequenceControls.parse({**STORY.controls_at(step), **changes}))


def verdict(step, now, guess=None):
    return STORY.verdict(step, moment(step), now, guess)
