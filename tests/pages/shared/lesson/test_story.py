"""The four beats without a page: a guess, what it is compared with, and what a link or a browser may say."""

from __future__ import annotations

from functools import partial

import pytest

from pages.shared.lesson.hidden_parts import PARTS, hidden
from pages.shared.lesson.story import (
    EXPLAIN,
    PLAY,
    PREDICT,
    PROVE,
    Checked,
    Moment,
    Observation,
    Option,
    Progress,
    Story,
    advanced,
    step_number,
    wire,
    with_message,
)
from pages.shared.lesson.values import context
from pages.shared.scene.marks import Scene

SCENE = partial(Scene, ())


def moment(*points, **controls) -> Moment:
    return Moment(context(points), controls)


def grown(before: Moment, now: Moment) -> Observation | None:
    more = len(now.points) - len(before.points)
    return Observation(int(more > 1), f"{more} more.") if more else None


BEATS = Story(
    question="One more, or many?",
    options=(Option("one", "It was **more**."), Option("many", "It was one.")),
    play="Add points.",
    more=("Remove one.",),
    happened=grown,
    explain="Points are counted.",
    formula="n",
    prove="Draw three.",
    check=lambda points, controls, scene: Checked(len(points) == 3, f"{len(points)} points."),
)


def result(progress: Progress, step: int) -> dict | None:
    return wire(BEATS, progress)["steps"][step - 1]["result"]


def test_a_guess_is_compared_with_what_happens_after_it():
    start = advanced(BEATS, Progress(), moment((0, 0)), SCENE)
    guessed = with_message(start, {"at": PLAY, "guess": 0}, moment((0, 0), (1, 1)), 2)
    assert result(advanced(BEATS, guessed, moment((0, 0), (1, 1)), SCENE), PLAY) is None
    done = advanced(BEATS, guessed, moment((0, 0), (1, 1), (2, 2)), SCENE)
    assert result(done, PLAY) == {"tone": "good", "text": "As you guessed. 1 more.", "option": 0, "guess": 0}
    back = advanced(BEATS, done, moment((0, 0), (1, 1)), SCENE)
    assert back.seen == done.seen, "what was seen stays, also when the drawing goes back"


def test_a_wrong_guess_gets_its_reason():
    guessed = with_message(Progress(), {"at": PLAY, "guess": 0}, moment(), 2)
    shown = result(advanced(BEATS, guessed, moment((0, 0), (1, 1)), SCENE), PLAY)
    assert shown["tone"] == "bad"
    assert shown["text"] == "Not as you guessed. 2 more. It was **more**."


def test_play_tells_what_happened_without_a_guess():
    start = advanced(BEATS, Progress(at=PLAY), moment(), SCENE)
    shown = result(advanced(BEATS, start, moment((0, 0)), SCENE), PLAY)
    assert (shown["tone"], shown["text"]) == ("", "1 more.")


def test_another_guess_starts_anew_and_the_same_one_does_not():
    first = with_message(Progress(), {"guess": 0}, moment(), 2)
    seen = advanced(BEATS, with_message(first, {"at": PLAY}, moment(), 2), moment((0, 0)), SCENE)
    assert with_message(seen, {"at": EXPLAIN, "guess": 0}, moment(), 2).seen == seen.seen
    assert with_message(seen, {"at": PREDICT, "guess": None}, moment(), 2).seen is None


def test_an_exercise_once_proven_stays_proven():
    at = Progress(at=PROVE)
    done = advanced(BEATS, at, moment((0, 0), (1, 1), (2, 2)), SCENE)
    assert result(done, PROVE) == {"tone": "good", "text": "Proven. 3 points."}
    later = advanced(BEATS, done, moment((0, 0)), SCENE)
    assert result(later, PROVE) == {"tone": "", "text": "1 points."}
    assert wire(BEATS, later)["steps"][PROVE - 1]["done"]


@pytest.mark.parametrize("at", [PREDICT, EXPLAIN])
def test_nothing_is_worked_out_that_is_not_on_show(at):
    progress = advanced(BEATS, Progress(at=at), moment((0, 0)), SCENE)
    assert progress.seen is None and progress.checked is None


@pytest.mark.parametrize(
    "message",
    [{}, {"at": 0}, {"at": 5}, {"at": "2"}, {"at": True}, {"guess": 2}, {"guess": -1}, {"guess": "0"}, {"guess": True}],
)
def test_a_message_that_makes_no_sense_changes_nothing(message):
    start = Progress(at=EXPLAIN, guess=1, before=moment(), read=True)
    assert with_message(start, message, moment((0, 0)), 2) == start


def test_the_explanation_counts_as_read_once_it_was_on_show():
    assert not wire(BEATS, Progress())["steps"][EXPLAIN - 1]["done"]
    assert wire(BEATS, with_message(Progress(), {"at": EXPLAIN}, moment(), 2))["steps"][EXPLAIN - 1]["done"]


@pytest.mark.parametrize(
    "text, number", [("1", 1), ("4", 4), ("0", None), ("5", None), ("²", None), ("", None), (None, None)]
)
def test_a_link_names_a_beat(text, number):
    assert step_number(text) == number


def test_a_link_hides_parts():
    assert hidden("lead, Badges,,code").parts == {"lead", "badges", "code"}
    assert hidden("").parts == frozenset()
    assert hidden(",".join(PARTS)).parts == set(PARTS)
    assert hidden("lead").complaint == ""


def test_an_unknown_part_is_told_in_one_short_sentence():
    found = hidden("lead," + "x" * 500)
    assert found.parts == {"lead"}
    assert "lens" in found.complaint and len(found.complaint) < 300
