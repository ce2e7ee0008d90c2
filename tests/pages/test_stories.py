"""The stories of all lessons: judges that never fail, and a page without a live socket that gets the same verdicts with
its reruns."""

from __future__ import annotations

import json

import pytest

from pages.lessons import LESSONS
from pages.shared.drawing.presets import FIRST, PRESETS
from pages.shared.lesson.guesses import Choose, DragWeights, SketchBand, SketchCurve, Sort
from pages.shared.lesson.story import Moment, Step, Verdict
from pages.shared.lesson.values import context
from pages.shared.live.service import SERVICE
from tests.app_pages import board, draw, open_story

pytestmark = pytest.mark.slow

START = [list(point) for point in PRESETS[FIRST]]


def moment(lesson: str, points, **controls) -> Moment:
    """What the service makes of a drawing, as the live socket does."""
    one, drawn = LESSONS[lesson], tuple((float(x), float(y)) for x, y in points)
    return Moment(context(drawn), one.parse(controls), lambda: SERVICE.whole(one, drawn, controls).scene)


def verdict(lesson: str, number: int, before: tuple, now: tuple, guess: object = None) -> Verdict | None:
    """What the story says of a step; `before` and `now` are points and controls, over those that the steps have set."""
    story = LESSONS[lesson].story
    then, here = (moment(lesson, points, **(story.controls_at(number) | own)) for points, own in (before, now))
    return story.verdict(number, then, here, guess)


def opened(lesson: str, number: int) -> list:
    """What is drawn as the step opens, where the steps before have left everything as it was."""
    brought = [step.points for step in LESSONS[lesson].story.steps[:number] if step.points is not None]
    return [list(point) for point in (brought[-1] if brought else START)]


def numbers(lesson: str, *kinds: str) -> list[int]:
    """The steps of these kinds, from 1."""
    return [number for number, step in enumerate(LESSONS[lesson].story.steps, start=1) if step.kind in kinds]


def test_the_shifted_prediction_waits_for_the_guess_that_it_answers():
    for name, lesson in LESSONS.items():
        for number, step in enumerate(lesson.story.steps if lesson.story else (), start=1):
            if step.guess and step.settles and "tau" in (step.settles.sets or {}):
                assert "shifted-prediction" in (*step.hides, *step.reveals), (name, number)


def some_guesses(step: Step, points: list) -> list:
    """A few guesses as a person could make them."""
    match step.guess:
        case None:
            return [None]
        case Choose(options):
            return list(range(len(options)))
        case Sort(items, bins):
            return [[i] * len(items) for i in range(len(bins))]
        case SketchBand(at):
            return [[0.1] * len(at), [2.0] * len(at)]
        case SketchCurve(at):
            return [[0.0] * len(at), [-1.5] * len(at)]
        case DragWeights(first=first):
            count = len(points) + bool(first)
            return [[1 / count] * count]
    raise AssertionError(f"no guess of this form is known: {step.guess}")


# ---- every story -----------------------------------------------------------------------------------


@pytest.mark.parametrize("lesson", LESSONS)
def test_no_judge_fails_and_no_exercise_is_done_as_it_opens(lesson):
    """Nothing drawn, one point, many: a judge says what is missing, or nothing."""
    story = LESSONS[lesson].story
    for number in numbers(lesson, "do", "predict", "prove"):
        step = story.steps[number - 1]
        first = opened(lesson, number)
        for points in (first, [], [[0.5, 1.0]], [[i / 5 - 2, (-1) ** i] for i in range(20)]):
            for guess in some_guesses(step, points or [0]):
                found = verdict(lesson, number, (first, {}), (points, {}), guess)
                assert found is None or (found.text and json.dumps(found.wire(), allow_nan=False)), (number, points)
        if step.kind == "prove":
            found = verdict(lesson, number, (first, {}), (first, {}))
            assert found is None or not found.done, "the exercise is solved before anything was done"


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_page_without_a_socket_gets_the_verdict_with_its_rerun(lesson):
    number = numbers(lesson, "prove")[0]
    app = open_story(lesson, live="off")
    data = board(app)
    assert (data["lab"], data["live"], data["verdict"]) == (False, None, None)
    controls = {**LESSONS[lesson].controls.starts(), **LESSONS[lesson].story.controls_at(number)}
    asked = {"v": 1, "seq": 5, "lesson": lesson, "points": START, "controls": controls, "step": number}
    question = json.dumps({**asked, "before": {"points": [], "controls": controls}, "guess": None})
    answer = board(draw(app, START, story={"lesson": lesson, "controls": {}, "question": question}))["verdict"]
    expected = LESSONS[lesson].story.verdict(
        number, moment(lesson, [], **controls), moment(lesson, START, **controls), None
    )
    assert (answer["step"], answer["lesson"], answer["seq"]) == (number, lesson, 5)
    assert answer["verdict"] == (expected.wire() if expected else None)
    quiet = board(draw(app, START, story={"lesson": lesson, "controls": {}}))
    assert quiet["verdict"] is None, "a verdict comes once"
