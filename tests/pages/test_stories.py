"""The stories of all lessons: what is guessed is found out by the model, an exercise can be done, and done wrong, and a
page without a live socket gets the same verdicts with its reruns."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

import pytest

from pages.lessons import LESSONS
from pages.shared.drawing.presets import FIRST, PRESETS
from pages.shared.lesson.guesses import Choose, DragWeights, SketchBand, SketchCurve, Sort
from pages.shared.lesson.story import Moment, Step, Verdict
from pages.shared.lesson.values import context
from pages.shared.live.service import SERVICE
from tests.app_pages import board, draw, open_story

START = [list(point) for point in PRESETS[FIRST]]


def moment(lesson: str, points, **controls) -> Moment:
    """What the service makes of a drawing, as the live socket does."""
    one, drawn = LESSONS[lesson], tuple((float(x), float(y)) for x, y in points)
    return Moment(context(drawn), one.parse(controls), lambda: SERVICE.whole(one, drawn, controls).scene)


def verdict(lesson: str, number: int, before: tuple, now: tuple, guess: object = None) -> Verdict | None:
    """What the story says of a step; `before` and `now` are points and controls, over those that the steps have set."""
    story = LESSONS[lesson].story
    then, here = (moment(lesson, points, **story.controls_at(number), **own) for points, own in (before, now))
    return story.verdict(number, then, here, guess)


def numbers(lesson: str, *kinds: str) -> list[int]:
    """The steps of these kinds, from 1."""
    return [number for number, step in enumerate(LESSONS[lesson].story.steps, start=1) if step.kind in kinds]


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
        case DragWeights():
            return [[1 / len(points)] * len(points)]
    raise AssertionError(f"no guess of this form is known: {step.guess}")


# ---- some of the stories: what came true, an exercise solved, and done wrong -------------------------


@dataclass(frozen=True)
class Way:
    """One lesson: what to do (points, controls) so that its question is settled in favour of that option; a state that
    solves its exercise, and two that do not."""

    lesson: str
    play: tuple
    came_true: int
    solved: tuple
    failed: tuple
    before: dict = field(default_factory=dict)


WAYS = (
    Way(
        "positional",
        (START, {"log_base": 4.75}),
        1,
        (START, {"d": 4, "log_base": 2.0}),
        ((START, {"d": 4, "log_base": 5.0}), (START, {"d": 16, "log_base": 2.0})),
    ),
)


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.lesson)
def test_a_guess_is_settled_by_the_model(way):
    (number, *_) = numbers(way.lesson, "predict")
    options = len(LESSONS[way.lesson].story.steps[number - 1].guess.options)
    assert verdict(way.lesson, number, (START, {}), (START, {}), way.came_true) is None, "nothing was done"
    texts = {}
    for guess in range(options):
        found = verdict(way.lesson, number, (START, {}), way.play, guess)
        assert (found.done, found.right, found.outcome) == (True, guess == way.came_true, way.came_true)
        assert any(sign.isdigit() for sign in found.text)
        texts[guess] = found.text
    right = texts.pop(way.came_true)
    assert all(text.startswith(right) and len(text) > len(right) + 10 for text in texts.values()), (
        "and why it was wrong"
    )


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.lesson)
def test_an_exercise_is_checked_on_what_was_drawn(way):
    (number,) = numbers(way.lesson, "prove")
    for drawing in way.failed:
        found = verdict(way.lesson, number, (START, {}), drawing)
        assert not found.done and found.text
    assert verdict(way.lesson, number, (START, {}), way.solved).done


# ---- every story -----------------------------------------------------------------------------------


@pytest.mark.parametrize("lesson", LESSONS)
def test_no_judge_fails_and_no_exercise_is_done_as_it_opens(lesson):
    """Nothing drawn, one point, many: a judge says what is missing, or nothing."""
    story = LESSONS[lesson].story
    for number in numbers(lesson, "do", "predict", "prove"):
        step = story.steps[number - 1]
        opened = next((one.points for one in reversed(story.steps[:number]) if one.points is not None), START)
        opened = [list(point) for point in opened]
        for points in (opened, [], [[0.5, 1.0]], [[i / 10 - 2, (-1) ** i] for i in range(40)]):
            for guess in some_guesses(step, points or [0]):
                found = verdict(lesson, number, (opened, {}), (points, {}), guess)
                assert found is None or (found.text and json.dumps(found.wire(), allow_nan=False)), (number, points)
        if step.kind == "prove":
            found = verdict(lesson, number, (opened, {}), (opened, {}))
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
    quiet = board(draw(app, START, rev=2, story={"lesson": lesson, "controls": {}}))
    assert quiet["verdict"] is None, "a verdict comes once"
