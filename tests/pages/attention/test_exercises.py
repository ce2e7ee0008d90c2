"""The exercises on attention: solutions by the shipped weights, and what does not solve them."""

from __future__ import annotations

import numpy as np
import pytest

from pages.attention import comparisons
from pages.attention.controls import AttentionControls
from pages.attention.scene import scene
from pages.shared.lesson.values import context
from tests.pages.attention.steps import (
    EFFECT,
    PROVE,
    moment,
    moved,
    verdict,
)
from tests.verdicts import whole

pytestmark = pytest.mark.slow


def test_the_exercise_has_solutions_that_one_has_to_look_for():
    """A search by the shipped weights: one point moved along x, in head 3; or the query alone, in every head."""
    places = np.linspace(-2, 2, 41)
    by_point = [
        (i, round(float(x), 1))
        for i in range(5)
        for x in places
        if verdict(PROVE, moment(PROVE, moved(i, x=float(x)), head="3")).done
    ]
    assert (1, -1.0) in by_point and len(by_point) < 0.2 * 5 * len(places)
    for head in "1234":
        assert sum(verdict(PROVE, moment(PROVE, head=head, query=float(x))).done for x in places) <= 3


@pytest.mark.parametrize(
    ("now", "words"),
    [
        (moment(PROVE), "no point is nearer"),
        (moment(PROVE, head="3"), "the nearest is 0.50 away"),
        (moment(PROVE, moved(1, x=-1.05), head="3", temperature=0.5), "as it was trained"),
        (moment(PROVE, moved(1, x=-1.05), head="3", solo=True), "as it was trained"),
        (moment(PROVE, ((0.0, 1.0),), head="3"), "at least two points"),
    ],
)
def test_an_exercise_that_is_not_solved_says_why(now, words):
    found = verdict(PROVE, now)
    assert not found.done and words in whole(found)


@pytest.mark.parametrize(("count", "solves"), [(5, False), (8, False), (9, True)])
def test_the_first_exercise_of_the_article_takes_many_equal_scores(count, solves):
    out = scene(context([(0.0, 0.5)] * count), AttentionControls())
    assert (out.reading("evenness").value >= 0.95) is solves


@pytest.mark.parametrize(("near", "solves"), [(0.1, False), (0.2, False), (0.4, True)])
def test_the_second_exercise_of_the_article(near, solves):
    row = comparisons.point_weights(context(((-0.6, 0.5), (near, 0.9))), AttentionControls())
    assert bool(row[0] >= 0.8) is solves


@pytest.mark.parametrize(("query", "solves"), [(0.0, False), (0.2, False), (0.5, True)])
def test_the_third_exercise_of_the_article(query, solves):
    now = moment(EFFECT, query=query)
    assert (verdict(EFFECT, now, 0).outcome == 0) is solves
