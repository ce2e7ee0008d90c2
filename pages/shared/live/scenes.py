"""What a connection of the live socket may request: the lessons by name, and the service that computes their scenes."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass

import orjson

from pages.shared.lesson.lesson import Lesson
from pages.shared.lesson.story import LAGGING, Step
from pages.shared.lesson.topic import TOPIC, Topic
from pages.shared.live.protocol import VERSION, Request, RequestError
from pages.shared.live.service import PredictionError, PredictionService
from pages.shared.live.topics import Snapshot
from pages.shared.live.verdicts import Question, judged


@dataclass(frozen=True)
class Scenes:
    """The lessons by name, and the service. While a step of a story is open, a request gets what that step shows."""

    lessons: Mapping[str, Lesson]
    service: PredictionService

    def following(self, request: Request) -> list[str]:
        """The parts that follow the first, in their order, and the topic. Raises RequestError."""
        lesson, step = self._lesson(request), self._step(request)
        follow = [name for name in LAGGING if lesson.part(name)] + [TOPIC] * (self.topic(request) is not None)
        return [name for name in follow if step is None or name in step.parts]

    def topic(self, request: Request) -> tuple[Topic, Hashable] | None:
        """The topic of its lesson and what of it is on show; None for nothing. Raises RequestError."""
        lesson = self._lesson(request)
        try:
            key = self.service.wanted(lesson, request.controls)
        except PredictionError as error:
            raise RequestError(error.type, str(error), request.seq) from error
        return None if key is None else (lesson.topic, key)

    def state(self, request: Request, found: Snapshot) -> str:
        """The message with the topic in this state; raises RequestError and nothing else."""
        lesson = self._lesson(request)
        try:
            scene = self.service.topic(lesson, request.controls, found, self._panels(request)).text
        except PredictionError as error:
            raise RequestError(error.type, str(error), request.seq) from error
        head = {"name": lesson.topic.name, "version": found.version, "done": found.done, "note": found.complaint}
        message = {"v": VERSION, "kind": "topic", "seq": request.seq, **head, "scene": orjson.Fragment(scene)}
        return orjson.dumps(message).decode()

    def packed(self, request: Request, part: str) -> bytes:
        """A part of the scene as JSON text; raises RequestError and nothing else."""
        lesson = self._lesson(request)
        try:
            return self.service.packed(lesson, request.points, request.controls, part, self._panels(request)).text
        except PredictionError as error:
            raise RequestError(error.type, str(error), request.seq) from error

    def verdict(self, posed: Question) -> str:
        """The JSON response to a question about a story; raises RequestError and nothing else."""
        verdict = judged(self._lesson(posed.now), posed, self.service)
        return orjson.dumps(posed.wire(verdict)).decode()

    def release(self, request: Request) -> None:
        """Its drawing has been replaced."""
        self.service.release(self._lesson(request), request.points, request.controls, self._panels(request))

    def _lesson(self, request: Request) -> Lesson:
        lesson = self.lessons.get(request.lesson)
        if lesson is None:
            raise RequestError("unknown-lesson", f"lesson must be one of {', '.join(self.lessons)}", request.seq)
        return lesson

    def _step(self, request: Request) -> Step | None:
        """The step that is open; None in the lab."""
        lesson = self._lesson(request)
        try:
            return None if request.open_step is None else lesson.step(request.open_step)
        except ValueError as error:
            raise RequestError("bad-request", f"open_step: {error}", request.seq) from None

    def _panels(self, request: Request) -> tuple[str, ...] | None:
        """The panels on show beside the stage; None for all."""
        step = self._step(request)
        return step and tuple(step.panels)
