"""The outcome of every step that predicts, where nobody has guessed: whole at once, and not a word on a guess."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

from pages.lessons import LESSONS
from pages.shared.drawing.state import DrawingState
from pages.shared.lesson.guesses import Choose, DragWeights, SketchBand, SketchCurve, Sort
from pages.shared.lesson.story import Step, Story, Verdict
from pages.shared.live.protocol import Request
from pages.shared.live.service import SERVICE
from pages.shared.live.verdicts import Question, judged
from pages.shared.room.questions import drawn_at
from tests.pages.test_reasons import RACES, acted
from tests.pages.test_stories import START, moment, numbers
from tests.scenes import as_read

pytestmark = pytest.mark.slow

NAMES_A_GUESS = re.compile(r"\byou(r)? (drew|sketch|found|stayed|misplaced|curve|guess)", re.IGNORECASE)


def revealed(lesson: str, number: int, drawn: DrawingState, guess: object = None) -> Verdict | None:
    """The outcome that a lecturer sees who has drawn this, with the guess of a show of hands or without one."""
    now = Request(0, lesson, drawn.points, drawn.controls, number)
    return judged(LESSONS[lesson], Question(now, number, now, guess, revealed=True), SERVICE)


def is_whole(step: Step, found: Verdict | None, guessed: bool = False) -> bool:
    """Whether a verdict ends the step with its sentence, and with the right options where there are some."""
    if found is None or not found.done or (found.right is not None) is not guessed:
        return False
    text = as_read(found.text) + " " + as_read(found.more)
    json.dumps(found.wire(), allow_nan=False)
    named = not isinstance(step.guess, Choose | Sort) or step.guess.check(found.outcome) is not None
    return named and "because" in text and (guessed or not NAMES_A_GUESS.search(text))


@pytest.mark.parametrize("lesson", LESSONS)
def test_an_outcome_waits_for_no_one_and_says_nothing_of_a_guess(lesson):
    """On the step as it opens, on an empty drawing, and where the action has been done already."""
    faults = []
    for number in (one for one in numbers(lesson, "predict") if (lesson, one) not in RACES):
        step, (opened, done) = LESSONS[lesson].story.step(number), acted(lesson, number)
        for drawn in (opened, DrawingState((), opened.controls), done):
            found = revealed(lesson, number, drawn)
            faults += [f"{number}, {len(drawn.points)} points: {found}"] * (not is_whole(step, found))
        if isinstance(step.guess, Choose | Sort):
            hands = revealed(lesson, number, opened, step.guess.neutral(len(opened.points)))
            faults += [f"{number}, by a show of hands: {hands}"] * (not is_whole(step, hands, True))
    assert not faults, "\n".join(faults)


def test_an_outcome_brings_what_its_action_makes_of_the_drawing():
    """Of the drawing as it is, moved points and all; of the step's own where that is not enough."""
    opened, _ = acted("home", 6)
    assert revealed("home", 4, drawn_at(LESSONS["home"], 4, twin=False)).drawn is None, "no action was needed"
    moved = replace(opened, points=tuple((x, -y) for x, y in opened.points))
    for drawn, points in ((moved, moved.points), (replace(opened, points=()), opened.points)):
        found = revealed("home", 6, drawn)
        assert (found.drawn.points, found.drawn.controls["tau"]) == (points, 1.0)
        again = revealed("home", 6, found.drawn)
        assert (again.drawn, again.text, again.outcome) == (None, found.text, found.outcome), "it is the drawing's own"


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
