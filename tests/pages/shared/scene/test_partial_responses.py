"""Partial responses become one scene in Python: the cases of tests/fixtures, which the board is tested on too."""

from functools import reduce

import pytest

from pages.shared.scene.marks import Scene
from tests.scenes import from_wire, partial_responses

CASES = partial_responses()


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_parts_are_joined_as_the_shared_cases_say(case):
    joined = reduce(Scene.joined, map(from_wire, case["parts"]))
    assert joined.wire() == from_wire(case["joined"]).wire()
