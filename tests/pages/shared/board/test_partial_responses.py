"""Partial responses become one scene in the board: the cases of tests/fixtures, and the parts of every lesson."""

from __future__ import annotations

from functools import reduce

import pytest

from pages.lessons import LESSONS
from pages.shared.drawing.presets import FIRST, PRESETS
from pages.shared.lesson.values import context
from pages.shared.scene.marks import Scene
from tests.javascript import results
from tests.scenes import partial_responses

SLOW = {"plane", "sequences"}  # seconds of work, and parts that share no panel
# A part that is not stale says so in JavaScript only.
JOIN = """(now, ...slower) => {
  const responses = new module.Responses();
  responses.quick(now, 1);
  if (slower.length > 1) responses.beside(slower[0], 1);
  if (slower.length) responses.slow(slower.at(-1), 1);
  const fresh = (name, value) => (name === "stale" && !value ? undefined : value);
  return JSON.parse(JSON.stringify(responses.scene(), fresh));
}"""


def joined(all_parts):
    """What the board makes of the parts of each scene."""
    return results("transport/responses", JOIN, all_parts)


def test_the_board_joins_parts_as_the_shared_cases_say():
    cases = partial_responses()
    found = joined([case["parts"] for case in cases])
    for case, scene in zip(cases, found, strict=True):
        assert scene == case["joined"], case["name"]


@pytest.mark.slow
def test_the_board_joins_a_lessons_parts_as_python_does():
    lessons = {name: lesson for name, lesson in LESSONS.items() if name not in SLOW}
    scenes = [[part(context(PRESETS[FIRST]), one.parse({})) for part in one.parts.values()] for one in lessons.values()]
    found = joined([[part.wire() for part in parts] for parts in scenes])
    for name, parts, scene in zip(lessons, scenes, found, strict=True):
        assert scene == reduce(Scene.joined, parts).wire(), name
