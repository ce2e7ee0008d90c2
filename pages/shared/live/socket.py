"""The /live WebSocket: a bounded request goes in, the lesson's scene comes out, while the pointer is still moving.

It knows no lesson by name. Models run on a few threads beside the event loop, and turns.py says whose turn it is. Per
connection the newest request wins: one that still waits is replaced, never queued. What need not keep up with the hand
(`Lesson.aside`) follows ten times a second, what is slow (`Lesson.later`) once the hand rests. Where many ask at once,
`pause` in a reply tells each how many milliseconds later to ask again.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Mapping
from functools import partial

import orjson
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from pages.shared.lesson.controls import ControlError, context
from pages.shared.lesson.lesson import Lesson
from pages.shared.live.admission import Allowance, same_origin
from pages.shared.live.protocol import MAX_MESSAGE, MAX_READ, VERSION, Request, RequestError, parse_request
from pages.shared.live.scheduler import Workers
from pages.shared.scene.marks import Scene

MESSAGES_PER_SECOND = 240.0
REST_SECONDS = 0.06
ASIDE_SECONDS = 0.1
_TOO_BIG = 1009
_NOT_ALLOWED = 1008

# One is always there for the hand while the other works on something longer. A third gains nothing, because threads
# share the interpreter's lock: whoever has more cores starts more processes.
THREADS = 2

_log = logging.getLogger(__name__)


def live_route(path: str, lessons: Mapping[str, Lesson]) -> WebSocketRoute:
    """The route that answers for these lessons, on threads of its own."""
    workers = Workers(THREADS)

    async def endpoint(socket: WebSocket) -> None:
        if not same_origin(socket.headers.get("origin"), socket.headers.get("host")):
            await socket.close(_NOT_ALLOWED)
            return
        await socket.accept()
        await _Connection(socket, lessons, workers).serve()

    return WebSocketRoute(path, endpoint)


def answer(request: Request, lessons: Mapping[str, Lesson], part: str = "now") -> Scene:
    """The scene of a checked request, a part of Lesson; raises RequestError and nothing else."""
    lesson = lessons.get(request.lesson)
    if lesson is None:
        raise RequestError("unknown-lesson", f"lesson must be one of {', '.join(lessons)}", request.seq)
    try:
        return lesson.part(part)(context(request.points), lesson.parse(request.controls))
    except ControlError as error:
        kind = "unknown-model" if error.control == "model" else "bad-control"
        raise RequestError(kind, str(error), request.seq) from error
    except ValueError as error:
        raise RequestError("failed", str(error), request.seq) from error
    except Exception as error:
        _log.exception("lesson %s failed", request.lesson)
        raise RequestError("failed", "the server could not work this out", request.seq) from error


class _Connection:
    """One open socket: a reader that keeps the newest request, a task that answers it, and one that completes the
    answer while newer requests are answered already."""

    def __init__(self, socket: WebSocket, lessons: Mapping[str, Lesson], workers: Workers):
        self._socket = socket
        self._lessons = lessons
        self._workers = workers
        self._allowance = Allowance(MESSAGES_PER_SECOND, time.monotonic())
        self._newest: tuple[Request, float] | None = None
        self._arrived = asyncio.Event()
        self._taken: Request | None = None
        self._answered: Request | None = None
        self._owed = asyncio.Event()
        self._aside_at = -ASIDE_SECONDS
        self._pause = 0.0

    async def serve(self) -> None:
        tasks = [asyncio.create_task(self._answer_all()), asyncio.create_task(self._complete_all())]
        try:
            while await self._read_one():
                pass
        except (WebSocketDisconnect, RuntimeError):  # gone in the middle of a message or of an error reply
            pass
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _read_one(self) -> bool:
        """Take one message; False when the connection is over."""
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            return False
        received = time.perf_counter()
        text = message.get("text")
        try:
            if text is None:
                raise RequestError("not-json", "a message must be JSON text, not bytes")
            if not self._allowance.take(1 + len(text) // MAX_MESSAGE, time.monotonic()):
                raise RequestError("too-fast", f"at most {MESSAGES_PER_SECOND:g} messages a second are answered")
            self._newest = (parse_request(text), received)
            self._arrived.set()
        except RequestError as error:
            await self._send(error.wire())
            if text is not None and len(text) > MAX_READ:
                await self._socket.close(_TOO_BIG)
                return False
        return True

    # ---- in the hand ---------------------------------------------------------------------------
    async def _answer_all(self) -> None:
        try:
            while True:
                await self._arrived.wait()
                if await self._run("now", self._now):
                    self._answered = self._taken
                    self._owed.set()
                self._taken = None
        except (WebSocketDisconnect, RuntimeError):  # the browser went away while a reply was being sent
            return

    def _now(self) -> Callable[[], str]:
        """The newest request, taken when its turn has come."""
        self._arrived.clear()
        (self._taken, received), self._newest = self._newest, None
        self._pause = self._workers.pause()
        return partial(self._reply, self._taken, received, "now", round(self._pause * 1e3))

    # ---- beside it -----------------------------------------------------------------------------
    async def _complete_all(self) -> None:
        """Send the other parts: the one aside at once if its pace allows, and both when the hand rests."""
        try:
            while True:
                await self._owed.wait()
                self._owed.clear()
                due = time.monotonic() - self._aside_at >= ASIDE_SECONDS
                if due:
                    await self._run("aside", partial(self._beside, "aside"))
                if await self._at_rest():
                    if not due:
                        await self._run("aside", partial(self._beside, "aside"))
                    await self._run("later", partial(self._beside, "later"))
        except (WebSocketDisconnect, RuntimeError):
            return

    def _beside(self, part: str) -> Callable[[], str] | None:
        """A part for the answer that was sent last; None when its lesson has none, or a newer request overtook it."""
        if self._lessons[self._answered.lesson].part(part) is None or (part == "later" and self._moving):
            return None
        if part == "aside":
            self._aside_at = time.monotonic()
        return partial(self._reply, self._answered, time.perf_counter(), part)

    @property
    def _moving(self) -> bool:
        """Whether a request waits or is being answered."""
        return self._taken is not None or self._newest is not None

    async def _at_rest(self) -> bool:
        """Whether no newer request comes for a moment, that of a hand told to pause included."""
        try:
            # wait_for may swallow the cancellation that ends a connection (Python 3.11); timeout does not.
            async with asyncio.timeout(REST_SECONDS + self._pause):
                await self._owed.wait()
        except TimeoutError:
            return not self._moving
        return False

    # ---- both ----------------------------------------------------------------------------------
    async def _run(self, part: str, prepare: Callable[[], Callable[[], str] | None]) -> bool:
        """Work a part out in its turn and send it; False when there was nothing to send."""
        try:
            text = await self._workers.run(part, prepare)
        except RequestError as error:
            await self._send(error.wire())
            return False
        if text is not None:
            await self._socket.send_text(text)
        return text is not None

    def _reply(self, request: Request, since: float, part: str, pause: int = 0) -> str:
        """The reply's text, made on a thread of the models."""
        scene = answer(request, self._lessons, part)
        milliseconds = round((time.perf_counter() - since) * 1e3, 2)
        try:
            packed = orjson.Fragment(scene.packed())
            reply = {
                "v": VERSION,
                "seq": request.seq,
                "part": part,
                "scene": packed,
                "ms": milliseconds,
                "pause": pause,
            }
            return orjson.dumps(reply).decode()
        except (TypeError, ValueError) as error:
            _log.exception("lesson %s has a scene that is no JSON", request.lesson)
            raise RequestError("failed", "the answer holds a number that is not finite", request.seq) from error

    async def _send(self, reply: dict) -> None:
        await self._socket.send_text(orjson.dumps(reply).decode())
