"""What comes true in a step of a story that is voted on: its judge says so, on what the step opens with, and after what
settles it.

With it a room can see whether a discussion helps, before anyone has marked the right option.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from pages.shared.lesson.guesses import Sort
from pages.shared.lesson.lesson import Lesson
from pages.shared.lesson.story import Verdict
from pages.shared.live.priority import step_back
from pages.shared.live.protocol import Request, RequestError
from pages.shared.live.service import PredictionService
from pages.shared.live.verdicts import Question, judged
from pages.shared.room.changes import known
from pages.shared.room.messages import Change
from pages.shared.room.questions import drawn_at
from pages.shared.room.rooms import Rooms
from pages.shared.room.state import CHOSEN, Outcome, Room, RoomError


def outcome(lesson: Lesson, step: int, service: PredictionService, twin: bool = False) -> Outcome | None:
    """What comes true: the number of an option, or of a bin for each item.

    Args:
        lesson: whose story it is.
        step: its number, from 1.
        service: computes what the judge looks at.
        twin: whether on the drawing of the step's twin.

    Returns:
        The option or the bins, from 0, once the step's action is done; None where a guess is drawn, or the model fails.
    """
    drawn = drawn_at(lesson, step, twin)
    then = Request(0, lesson.name, drawn.points, drawn.controls, step)
    verdict = _verdict(lesson, Question(then, step, then, revealed=True), service)
    found = verdict.outcome if verdict else None
    if isinstance(lesson.step(step).guess, Sort) and found is not None:
        return tuple(found)
    return found if type(found) is int else None


class Truths:
    """Finds outcomes beside the event loop at low priority, each once for all rooms."""

    def __init__(self, lessons: Mapping[str, Lesson], service: PredictionService):
        self._lessons, self._service = lessons, service
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="truths", initializer=step_back)
        self._found: dict[str, asyncio.Future] = {}
        self._passing: set[asyncio.Task] = set()

    async def solves(self, posed: Question) -> bool:
        """Whether the step's judge finds this solution of an exercise right."""
        work = self._thread.submit(_solves, self._lessons[posed.now.lesson], posed, self._service)
        return await asyncio.wrap_future(work)

    def weigh(self, rooms: Rooms, code: str, posed: Question, weighed: Callable[[bool], Change]) -> None:
        """Let the room know, as soon as that is found, whether the step's judge finds what was drawn right."""
        work = self._thread.submit(_verdict, self._lessons[posed.now.lesson], posed, self._service)

        def pass_on(found: asyncio.Future) -> None:
            verdict = None if found.cancelled() or found.exception() else found.result()
            if verdict and verdict.right is not None:
                self._pass(rooms, code, weighed(verdict.right))

        asyncio.wrap_future(work).add_done_callback(pass_on)

    def _pass(self, rooms: Rooms, code: str, change: Change) -> None:
        passing = asyncio.get_running_loop().create_task(_passed(rooms, code, change))
        self._passing.add(passing)
        passing.add_done_callback(self._passing.discard)

    def seek(self, rooms: Rooms, room: Room) -> None:
        """Let the room know what is right in the question on show, as soon as that is found."""
        poll, place = room.poll, room.place
        if poll is None or poll.known is not None or place is None or place.step is None:
            return
        name, twin = poll.question.name, place.twin is not None
        if name != place.question or poll.question.kind not in CHOSEN:
            return
        if name not in self._found:
            work = self._thread.submit(outcome, self._lessons[place.lesson], place.step, self._service, twin)
            self._found[name] = asyncio.wrap_future(work)

        def pass_on(found: asyncio.Future) -> None:
            right = None if found.cancelled() or found.exception() else found.result()
            if right is not None:
                self._pass(rooms, room.code, lambda room, now: known(room, name, right, now))

        self._found[name].add_done_callback(pass_on)


def _solves(lesson: Lesson, posed: Question, service: PredictionService) -> bool:
    verdict = _verdict(lesson, posed, service)
    return verdict is not None and verdict.right is not False


def _verdict(lesson: Lesson, posed: Question, service: PredictionService) -> Verdict | None:
    """One that ends the step; None where there is none, or the model fails."""
    try:
        verdict = judged(lesson, posed, service)
    except RequestError:
        return None
    return verdict if verdict and verdict.done else None


async def _passed(rooms: Rooms, code: str, change: Change) -> None:
    with suppress(RoomError):  # the room has ended meanwhile
        await rooms.change(code, change)
