""" "The code that ran" is the code that ran."""

import json
import subprocess
import sys
from collections import defaultdict

import pytest

from pages.lessons import LESSONS
from pages.shared.models.graphs import LARGEST_DIFFERENCE, TRACED

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def ran():
    """By lesson and controls, how each function came to be listed."""
    done = subprocess.run([sys.executable, "-m", "tests.pages.ran"], capture_output=True, text=True, check=True)
    found = defaultdict(dict)
    for line in done.stdout.splitlines():
        lesson, controls, function, how = json.loads(line)
        found[lesson, controls][function] = how
    return found


def test_every_function_that_a_lesson_lists_ran_or_became_a_graph(ran):
    assert {lesson for lesson, _ in ran} == set(LESSONS)
    for (lesson, controls), functions in ran.items():
        allowed = {"ran", "traced"} if LESSONS[lesson].traced else {"ran"}
        assert set(functions.values()) <= allowed, (lesson, controls, functions)


def test_a_lesson_says_which_lines_became_a_graph_where_some_did(ran):
    graphs = {lesson for (lesson, _), functions in ran.items() if "traced" in functions.values()}
    assert graphs <= {lesson for lesson in LESSONS if LESSONS[lesson].traced == TRACED} and "home" in graphs
    assert f"{LARGEST_DIFFERENCE:g}" in TRACED  # held by test_graphs.py


def test_the_ways_of_decoding_that_did_not_run_are_not_listed(ran):
    lists = {frozenset(functions) for (lesson, _), functions in ran.items() if lesson == "decoding"}
    assert all("generate" not in one for one in lists if {"beam", "exact"} & one) and len(lists) == 5
