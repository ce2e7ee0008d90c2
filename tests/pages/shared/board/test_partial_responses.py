"""Partial responses become one scene in the board: the cases of tests/fixtures, and the parts of every lesson."""

from __future__ import annotations

from functools import reduce

import pytest

from pages.lessons import LESSONS
from pages.shared.board.bundle import sources
from pages.shared.drawing.presets import FIRST, PRESETS
from pages.shared.lesson.values import context
from pages.shared.scene.marks import Scene
from tests.scenes import partial_responses

SOURCE = sources("transport/responses")
CASES = partial_responses()

# A part that is not stale says so in JavaScript only.
JOIN = """async ([source, [now, ...slower]]) => {
  const { default: { Responses } } = await import("data:text/javascript," + encodeURIComponent(source));
  const responses = new Responses();
  responses.quick(now, 1);
  if (slower.length > 1) responses.beside(slower[0], 1);
  if (slower.length) responses.slow(slower.at(-1), 1);
  const fresh = (name, value) => (name === "stale" && !value ? undefined : value);
  return JSON.parse(JSON.stringify(responses.scene(), fresh));
}"""


@pytest.fixture(scope="module")
def join(chromium):
    """Joins parts as the board does."""
    page = chromium.new_page()
    yield lambda parts: page.evaluate(JOIN, [SOURCE, parts])
    page.close()


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_the_board_joins_parts_as_the_shared_cases_say(join, case):
    assert join(case["parts"]) == case["joined"]


@pytest.mark.parametrize("name", LESSONS)
def test_the_board_joins_a_lessons_parts_as_python_does(join, name):
    lesson = LESSONS[name]
    parts = [part(context(PRESETS[FIRST]), lesson.parse({})) for part in lesson.parts.values()]
    assert join([part.wire() for part in parts]) == reduce(Scene.joined, parts).wire()
