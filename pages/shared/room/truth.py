"""What comes true in a step of a story that is voted on: its judge says so, on what the step opens with, and after what
settles it.

With it a room can see whether a discussion helps, before anyone has marked the right option.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from pages.shared.lesson.lesson import Lesson
from pages.shared.live.priority import step_back
from pages.shared.live.protocol import Request, RequestError
from pages.shared.live.service import PredictionService
from pages.shared.live.verdicts import Question, acted, judged
from pages.shared.room.changes import known
from pages.shared.room.questions import drawn_at
from pages.shared.room.rooms import Rooms
from pages.shared.room.state import Room, RoomError


def outcome(lesson: Lesson, step: int, service: PredictionService, twin: bool = False) -> int | None:
    """The number of the option that comes true.

    Args:
        lesson: whose story it is.
        step: its number, from 1.
        service: computes what the judge looks at.
        twin: whether on the drawing of the step's twin.

    Returns:
        The option, from 0, once the step's action is done; None where things are sorted or drawn, or the model fails.
    """
    drawn = drawn_at(lesson, step, twin)
    then = Request(0, lesson.name, drawn.points, drawn.controls, step)
    try:
        verdict = judged(lesson, Question(acted(lesson, step, then), step, then, 0), service)
    except RequestError:
        return None
    found = verdict.outcome if verdict and verdict.done else None
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

    def seek(self, rooms: Rooms, room: Room) -> None:
        """Let the room know what is right in the question on show, as soon as that is found."""
        poll, place = room.poll, room.place
        if poll is None or poll.known is not None or place is None or place.step is None:
            return
        name, twin = poll.question.name, place.twin is not None
        if name != place.question or poll.question.kind != "choose":
            return
        if name not in self._found:
            work = self._thread.submit(outcome, self._lessons[place.lesson], place.step, self._service, twin)
            self._found[name] = asyncio.wrap_future(work)

        def pass_on(found: asyncio.Future) -> None:
            option = None if found.cancelled() or found.exception() else found.result()
            if option is not None:
                passing = asyncio.get_running_loop().create_task(_pass(rooms, room.code, name, option))
                self._passing.add(passing)
                passing.add_done_callback(self._passing.discard)

        self._found[name].add_done_callback(pass_on)


def _solves(lesson: Lesson, posed: Question, service: PredictionService) -> bool:
    try:
        verdict = judged(lesson, posed, service)
    except RequestError:
        return False
    return verdict is not None and verdict.done and verdict.right is not False


async def _pass(rooms: Rooms, code: str, name: str, option: int) -> None:
    with suppress(RoomError):  # the room has ended meanwhile
        await rooms.change(code, lambda room, now: known(room, name, option, now))
