"""The outcome of every step that predicts, where nobody has guessed: what came true, and not a word on a guess."""

from __future__ import annotations

import json
import re

import pytest

from pages.lessons import LESSONS
from pages.shared.lesson.guesses import Choose, DragWeights, SketchBand, SketchCurve, Sort
from pages.shared.lesson.story import Step, Story, Verdict
from tests.pages.test_reasons import RACES, acted
from tests.pages.test_stories import START, moment, numbers
from tests.scenes import as_read

pytestmark = pytest.mark.slow

NAMES_A_GUESS = re.compile(r"\byou(r)? (drew|sketch|found|stayed|misplaced|curve|guess)", re.IGNORECASE)


def outcome(lesson: str, number: int) -> Verdict | None:
    """Once the step's action is done."""
    before, points, controls = acted(lesson, number)
    story, set_so_far = LESSONS[lesson].story, LESSONS[lesson].story.controls_at(number)
    now = moment(lesson, points, **(set_so_far | controls))
    return story.outcome(number, moment(lesson, before, **set_so_far), now)


@pytest.mark.parametrize("lesson", LESSONS)
def test_an_outcome_says_what_came_true_and_nothing_of_a_guess(lesson):
    faults = []
    for number in (one for one in numbers(lesson, "predict") if (lesson, one) not in RACES):
        found = outcome(lesson, number)
        if found is None or not found.done or found.right is not None:
            faults.append(f"{number}: {found}")
            continue
        text = as_read(found.text) + " " + as_read(found.more)
        if "because" not in text or NAMES_A_GUESS.search(text):
            faults.append(f"{number}: {text}")
        json.dumps(found.wire(), allow_nan=False)
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(
    "guess", [Choose(("a", "b")), Sort(("x",), ("a", "b")), SketchBand((0, 1)), SketchCurve((0, 1, 2)), DragWeights()]
)
def test_a_neutral_guess_is_one_that_can_be_made(guess):
    assert guess.check(guess.neutral(3)) is not None


def test_an_outcome_is_that_of_the_right_guess():
    def judge(_before, _now, guess):
        return Verdict(True, f"it is 1, and you said {guess}", guess == 1, 1, "far off")

    guessed = Step("predict", "?", "", guess=Choose(("a", "b")), judge=judge)
    read = Step("see", "read", "")
    story = Story((guessed, read))
    at = moment("home", START)
    assert story.outcome(1, at, at) == Verdict(True, "it is 1, and you said 1", None, 1, "far off")
    with pytest.raises(ValueError, match="must belong to a step that predicts, step 2 does not"):
        story.outcome(2, at, at)
