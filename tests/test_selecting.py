"""Which tests are of a lesson: by their place and by what they are given, never by a word in a name."""

import re

import pytest

from tests.selecting import PARTS, TESTS, is_of, part_of

SHARED = TESTS / "pages" / "test_any_drawing.py"


@pytest.mark.parametrize(
    ("path", "given", "expected"),
    [
        (TESTS / "pages" / "masks" / "test_scene.py", {}, True),
        (TESTS / "browser" / "test_masks.py", {}, True),
        (TESTS / "pages" / "test_masks_of_others.py", {}, False),
        (SHARED, {"lesson": "masks"}, True),
        (SHARED, {"name": "masks"}, True),
        (SHARED, {"at": ("masks", 3)}, True),
        (SHARED, {"method": "masks"}, False),
        (SHARED, {"lesson": "layer"}, False),
    ],
)
def test_a_test_is_of_the_lesson_that_it_is_given(path, given, expected):
    assert is_of(path, given, "masks") is expected


def test_five_turns_run_all_that_is_rare():
    marked = re.compile(r"^pytestmark = .*\brare\b", re.MULTILINE)
    rare = [file for file in TESTS.rglob("test_*.py") if marked.search(file.read_text("utf-8"))]
    assert len(rare) > 10
    assert {part_of(file.relative_to(TESTS.parent).as_posix()) for file in rare} == set(range(PARTS))
