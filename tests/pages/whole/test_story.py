"""The story of the whole: what ends each step, what a wrong guess overlooked, and a solution of the exercise."""

from __future__ import annotations

import pytest

from pages.lessons import LESSONS
from pages.shared.lesson.values import context
from pages.shared.models.catalogue import model
from pages.shared.scene.original_units import in_units
from pages.whole.controls import WholeControls
from pages.whole.story import EIGHT, FIVE, STORY
from tests.played import played
from tests.verdicts import unreasoned, unsaid
from tnpcore import predict

TOKENS, MORE, MEAN, TRANSFORMER, GRID, EXCHANGE = range(1, 7)
moment, verdict = played(STORY, WholeControls)


@pytest.mark.parametrize(("step", "box", "size"), [(TOKENS, 2, "14 × 64")])
def test_a_box_that_is_pressed_ends_the_step(step, box, size):
    assert verdict(step, moment(step)) is None
    found = verdict(step, moment(step, box=box))
    assert found.done and size in found.text


def test_who_comes_by_the_link_of_a_lesson_finds_no_step_done():
    for lesson in (one for one in LESSONS.values() if one.place and one.place.number is not None):
        step = lesson.place.step
        arrived = moment(step, box=lesson.place.number)
        found = None if STORY.step(step).guess else verdict(step, arrived, before=arrived)
        assert not (found and found.done), lesson.name


def worded(found):
    return in_units(found.text, None)


def test_the_grid_is_seen_when_a_point_is_dragged():
    waiting = verdict(GRID, moment(GRID, box=2))
    assert not waiting.done and "an RBF at every point" in waiting.text
    for dx, dy, text in ((0.3, 0.0, "Density and signal both changed"), (0.0, 0.3, "The density stayed")):
        moved = [(x + dx * (i == 1), y + dy * (i == 1)) for i, (x, y) in enumerate(FIVE)]
        found = verdict(GRID, moment(GRID, moved, box=2))
        assert found.done and found.text.startswith(text)


def test_the_mean_of_the_cnp_misses_a_point_by_what_the_verdict_says():
    missed = (predict(model("cnp"), context(EIGHT), context(EIGHT).x).mean - context(EIGHT).y).abs().max()
    assert f"misses one by {missed:.2f}." in worded(verdict(MEAN, moment(MEAN), 0)) and missed > 0.3


def test_the_sheet_quotes_what_the_app_says():
    dragged = [(x, y + 0.3 * (i == 1)) for i, (x, y) in enumerate(FIVE)]
    shown = [
        verdict(TOKENS, moment(TOKENS, box=2)),
        verdict(MORE, moment(MORE, (*FIVE, (0.2, 0.8))), 2),
        verdict(MEAN, moment(MEAN), 0),
        verdict(TRANSFORMER, moment(TRANSFORMER), 1),
        verdict(GRID, moment(GRID, dragged, box=2)),
        verdict(EXCHANGE, moment(EXCHANGE, exchanged(1, 2))),
    ]
    assert unsaid("whole", shown) == []


def exchanged(first, second, off=0.0):
    points = list(FIVE)
    points[first], points[second] = (points[second][0] + off, points[second][1]), points[first]
    return points


def test_two_points_that_change_places_change_nothing():
    found = verdict(EXCHANGE, moment(EXCHANGE, exchanged(1, 2)))
    assert found.done and "the context is a set" in found.text
    assert verdict(EXCHANGE, moment(EXCHANGE, exchanged(1, 2, off=0.05))).done, "a hand is not exact"


def test_what_ends_a_step_that_asks_for_no_guess_says_why():
    ends = (
        verdict(TOKENS, moment(TOKENS, box=2)),
        *(verdict(GRID, moment(GRID, [*FIVE[:-1], moved], box=2)) for moved in ((1.4, 0.6), (1.7, 0.3))),
        verdict(EXCHANGE, moment(EXCHANGE, exchanged(1, 2))),
    )
    assert all(found.done for found in ends) and unreasoned(ends) == []


def test_other_moves_do_not_end_the_exercise():
    assert verdict(EXCHANGE, moment(EXCHANGE)) is None
    one = [(x, y + (i == 1)) for i, (x, y) in enumerate(FIVE)]
    assert "1 of 2 points" in verdict(EXCHANGE, moment(EXCHANGE, one)).text
    two = [(x, y + (i in (1, 2))) for i, (x, y) in enumerate(FIVE)]
    found = verdict(EXCHANGE, moment(EXCHANGE, two))
    assert not found.done and "Mean and sd have changed by" in found.text
    assert "No point may come or go" in verdict(EXCHANGE, moment(EXCHANGE, FIVE[:4])).text
