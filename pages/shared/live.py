"""The /live WebSocket: a bounded request goes in, the lesson's scene comes out, while the pointer is still moving.

It knows no lesson by name. Models run on one thread beside the event loop. Per connection the newest request wins:
one that still waits is replaced, never queued. What need not keep up with the hand (`Lesson.aside`) follows ten times a
second, what is slow (`Lesson.later`) once the hand rests.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from urllib.parse import urlsplit

from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from pages.shared.controls import ControlError, context
from pages.shared.request import MAX_MESSAGE, MAX_READ, VERSION, Request, RequestError, parse_request
from pages.shared.scene import Scene
from tnpcore import Points

MESSAGES_PER_SECOND = 240.0
REST_SECONDS = 0.06
ASIDE_SECONDS = 0.1
_TOO_BIG = 1009
_NOT_ALLOWED = 1008

_log = logging.getLogger(__name__)
_models = ThreadPoolExecutor(1, thread_name_prefix="models")


@dataclass(frozen=True)
class Lesson:
    """What the socket needs of a lesson: `scene` answers in the hand, `aside` adds panels that may lag a tenth of a
    second behind it, `later` adds what is too slow for both."""

    scene: Callable[[Points, Mapping], Scene]
    later: Callable[[Points, Mapping], Scene] | None = None
    aside: Callable[[Points, Mapping], Scene] | None = None

    def part(self, name: str) -> Callable[[Points, Mapping], Scene] | None:
        """The function behind a part of a reply: "now", "aside" or "later"."""
        return {"now": self.scene, "aside": self.aside, "later": self.later}[name]


class Allowance:
    """A token bucket: `rate` messages a second, and as many at once; times are seconds of any monotonic clock."""

    def __init__(self, rate: float, now: float):
        self._rate = rate
        self._left = rate
        self._at = now

    def take(self, cost: float, now: float) -> bool:
        """Whether that much may be spent now."""
        self._left = min(self._rate, self._left + (now - self._at) * self._rate)
        self._at = now
        if cost > self._left:
            return False
        self._left -= cost
        return True


def live_route(path: str, lessons: Mapping[str, Lesson]) -> WebSocketRoute:
    """The route that answers for these lessons."""

    async def endpoint(socket: WebSocket) -> None:
        if not same_origin(socket.headers.get("origin"), socket.headers.get("host")):
            await socket.close(_NOT_ALLOWED)
            return
        await socket.accept()
        await _Connection(socket, lessons).serve()

    return WebSocketRoute(path, endpoint)


def same_origin(origin: str | None, host: str | None) -> bool:
    """Whether a page of this very host opened the socket; scripts, which send no Origin, may."""
    if origin is None:
        return True
    try:
        return bool(host) and urlsplit(origin).netloc.lower() == host.lower()
    except ValueError:
        return False


def answer(request: Request, lessons: Mapping[str, Lesson], part: str = "now") -> Scene:
    """The scene of a checked request, a part of Lesson; raises RequestError and nothing else."""
    lesson = lessons.get(request.lesson)
    if lesson is None:
        raise RequestError("unknown-lesson", f"lesson must be one of {', '.join(lessons)}", request.seq)
    try:
        return lesson.part(part)(context(request.points), request.controls)
    except ControlError as error:
        kind = "unknown-model" if error.control == "model" else "bad-control"
        raise RequestError(kind, str(error), request.seq) from error
    except ValueError as error:
        raise RequestError("failed", str(error), request.seq) from error
    except Exception as error:
        _log.exception("lesson %s failed", request.lesson)
        raise RequestError("failed", "the server could not work this out", request.seq) from error


class _Connection:
    """One open socket: a reader that keeps the newest request, and a task that answers it."""

    def __init__(self, socket: WebSocket, lessons: Mapping[str, Lesson]):
        self._socket = socket
        self._lessons = lessons
        self._allowance = Allowance(MESSAGES_PER_SECOND, time.monotonic())
        self._newest: tuple[Request, float] | None = None
        self._aside_at = -ASIDE_SECONDS
        self._arrived = asyncio.Event()

    async def serve(self) -> None:
        answering = asyncio.create_task(self._answer_all())
        try:
            while await self._read_one():
                pass
        except (WebSocketDisconnect, RuntimeError):  # gone in the middle of a message or of an error reply
            pass
        finally:
            answering.cancel()
            await asyncio.gather(answering, return_exceptions=True)

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

    async def _answer_all(self) -> None:
        try:
            while True:
                await self._arrived.wait()
                request, received = self._take()
                if await self._answer(request, received, "now"):
                    await self._complete(request)
        except (WebSocketDisconnect, RuntimeError):  # the browser went away while a reply was being sent
            return

    def _take(self) -> tuple[Request, float]:
        self._arrived.clear()
        newest, self._newest = self._newest, None
        return newest

    async def _complete(self, request: Request) -> None:
        """Send the other parts: the one aside now if its turn has come, and both when the hand rests."""
        lesson = self._lessons[request.lesson]
        due = time.monotonic() - self._aside_at >= ASIDE_SECONDS
        if due and lesson.aside:
            await self._answer(request, time.perf_counter(), "aside")
        missing = ["aside"] * (not due and lesson.aside is not None) + ["later"] * (lesson.later is not None)
        if missing and await self._at_rest():
            for part in missing:
                await self._answer(request, time.perf_counter(), part)

    async def _at_rest(self) -> bool:
        """Whether no newer request comes for a moment."""
        try:
            await asyncio.wait_for(self._arrived.wait(), REST_SECONDS)
        except TimeoutError:
            return True
        return False

    async def _answer(self, request: Request, since: float, part: str) -> bool:
        """Work one part out beside the event loop and send it; False when there was no scene to send."""
        if part == "aside":
            self._aside_at = time.monotonic()
        try:
            text = await asyncio.get_running_loop().run_in_executor(_models, self._reply, request, since, part)
        except RequestError as error:
            await self._send(error.wire())
            return False
        if text is not None:
            await self._socket.send_text(text)
        return text is not None

    def _reply(self, request: Request, since: float, part: str) -> str | None:
        """The reply's text, made on the models' thread; None for slow work that a newer request has overtaken."""
        if part == "later" and self._newest is not None:
            return None
        scene = answer(request, self._lessons, part)
        milliseconds = round((time.perf_counter() - since) * 1e3, 2)
        try:
            reply = {"v": VERSION, "seq": request.seq, "part": part, "scene": scene.wire(), "ms": milliseconds}
            return json.dumps(reply, allow_nan=False, separators=(",", ":"))
        except (TypeError, ValueError) as error:
            _log.exception("lesson %s has a scene that is no JSON", request.lesson)
            raise RequestError("failed", "the answer holds a number that is not finite", request.seq) from error

    async def _send(self, reply: dict) -> None:
        await self._socket.send_text(json.dumps(reply))
