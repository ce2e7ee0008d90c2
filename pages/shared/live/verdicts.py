"""Verdicts on the steps of a story: a bounded request goes in, what the lesson's judge says comes out.

The message is that of a prediction (protocol.py) with `step` (its number, from 1), `guess` (any plain JSON value) and
`before`: {"points": ..., "controls": ...} of the moment when the step was opened (an exercise is compared with how it
opens by itself); `revealed` is true where the outcome is to be shown at once, on the guess that was made or without
one. The response has `verdict`, null while nothing has been done that could be judged, or the topic that the step shows
still grows. An outcome waits for no one: its `drawn` is what the step's action made of the drawing, {"points": ...,
"controls": ...}; null where none was needed.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, replace

from pages.shared.drawing.presets import PRESETS, DrawnPoints
from pages.shared.drawing.state import DrawingState, checked
from pages.shared.lesson.lesson import Lesson
from pages.shared.lesson.story import Moment, Verdict
from pages.shared.lesson.topic import TOPIC
from pages.shared.lesson.twin import Twin
from pages.shared.lesson.values import ControlError, context
from pages.shared.live.protocol import VERSION, Request, RequestError
from pages.shared.live.service import UNEXPECTED, PredictionService
from pages.shared.scene.marks import Scene

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Question:
    """What is to be judged: the step, the guess, and what was drawn then and now."""

    now: Request
    step: int
    before: Request
    guess: object = None
    revealed: bool = False

    def wire(self, verdict: Verdict | None) -> dict:
        """The JSON response."""
        return {
            "v": VERSION,
            "kind": "verdict",
            "seq": self.now.seq,
            "step": self.step,
            "lesson": self.now.lesson,
            "verdict": verdict.wire() if verdict else None,
        }


def question(now: Request, data: Mapping) -> Question:
    """The question that a message holds beside the request `now`. Raises RequestError."""
    step, before = data.get("step"), data.get("before")
    if type(step) is not int or not isinstance(before, Mapping):
        raise RequestError("bad-request", "a question must have step, a whole number, and before, an object", now.seq)
    try:
        then = checked(before.get("points"), before.get("controls", {}))
    except ValueError as error:
        raise RequestError("bad-request", f"before: {error}", now.seq) from None
    return Question(
        now,
        step,
        replace(now, points=then.points, controls=then.controls),
        data.get("guess"),
        data.get("revealed") is True,
    )


def judged(lesson: Lesson, posed: Question, service: PredictionService) -> Verdict | None:
    """What the lesson's judge says; None where there is nothing to judge yet. Raises RequestError and nothing else."""
    seq = posed.now.seq
    if lesson.story is None:
        raise RequestError("bad-request", f"{lesson.name} has no story", seq)
    try:
        step = lesson.step(posed.step)
        if TOPIC in step.parts and service.growing(lesson, posed.now.controls):
            return None
        if posed.revealed:
            return _outcome(lesson, posed, service)
        opened = _opening(lesson, posed) if step.kind == "prove" else posed.before
        before, now = (_moment(lesson, one, service) for one in (opened, posed.now))
        return lesson.story.verdict(posed.step, before, now, posed.guess)
    except ControlError as error:
        raise RequestError("bad-control", str(error), seq) from error
    except ValueError as error:
        raise RequestError("failed", str(error), seq) from error
    except Exception as error:
        _log.exception("the story of lesson %s failed", lesson.name)
        raise RequestError("failed", UNEXPECTED, seq) from error


def _acted(lesson: Lesson, step: int, request: Request) -> Request:
    """The request once the action of that step has been done with its drawing."""
    done = (lesson.step(step).settles or Twin()).of(DrawingState(request.points, request.controls))
    return replace(request, points=done.points, controls=done.controls)


def _outcome(lesson: Lesson, posed: Question, service: PredictionService) -> Verdict | None:
    """What came true: of the drawing as it is; where the judge waits for an action, once it is done; and where that is
    not enough on this drawing, of the step's own."""
    opening = _opening(lesson, posed)
    first, *others = (
        (posed.before, posed.now),
        (posed.before, _acted(lesson, posed.step, posed.now)),
        (opening, _acted(lesson, posed.step, opening)),
    )
    found = _came_true(lesson, posed, first, service)
    if found and found.done:
        return found
    for drawn in others:
        other = _came_true(lesson, posed, drawn, service)
        if other and other.done:
            return replace(other, drawn=DrawingState(drawn[1].points, drawn[1].controls))
    return found


def _came_true(
    lesson: Lesson, posed: Question, drawn: tuple[Request, Request], service: PredictionService
) -> Verdict | None:
    moments = [_moment(lesson, one, service) for one in drawn]
    if posed.guess is None:
        return lesson.story.outcome(posed.step, *moments)
    return lesson.story.verdict(posed.step, *moments, posed.guess)


def _opening(lesson: Lesson, posed: Question) -> Request:
    """A step as it opens, whatever the browser says it was: so a link to a solved exercise is judged as solved."""
    points = lesson.story.points_at(posed.step)
    drawn = PRESETS[lesson.stage.first] if points is None else points
    return replace(posed.now, points=drawn, controls=lesson.story.controls_at(posed.step))


def _moment(lesson: Lesson, request: Request, service: PredictionService) -> Moment:
    points: DrawnPoints = request.points

    def compute() -> Scene:
        found = service.whole(lesson, points, request.controls)
        if found.scene is None:
            raise ValueError(found.complaint)
        return found.scene

    return Moment(context(points), lesson.parse(request.controls), compute)
