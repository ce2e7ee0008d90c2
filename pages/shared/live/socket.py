"""The /live WebSocket: a bounded request goes in, the lesson's scene comes out, while the pointer is still moving.

It knows no lesson by name. Scenes come from the prediction service, on a few threads beside the event loop;
scheduler.py says which request is next. Per connection the newest request wins: one that still waits is replaced, never
queued. What need not follow every move (`Lesson.aside`) is sent ten times a second, what is slow (`Lesson.later`) once
no newer request comes; it stops when one does. `more` in a response names which of the two follow it: while a step of a
story is open, only what that step shows; where the topic is among them, each of its states is pushed as it comes, until
a request shows it no longer. Every message has a `kind`: "scene", "verdict", "topic" or "error". A message with `step`
in it is a question about the lesson's story (verdicts.py). While many are served, `pause` in a response says how many
milliseconds to wait before the next request.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from functools import partial

import orjson
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from pages.shared.lesson.lesson import Lesson
from pages.shared.lesson.topic import TOPIC
from pages.shared.live.admission import Allowance, same_origin
from pages.shared.live.looking import Looking
from pages.shared.live.protocol import MAX_MESSAGE, MAX_READ, VERSION, Request, RequestError, parse_message
from pages.shared.live.scenes import Scenes
from pages.shared.live.scheduler import VERDICT, Workers
from pages.shared.live.service import SERVICE, PredictionService
from pages.shared.live.verdicts import Question, question
from pages.shared.models.overtaken import Overtaken, unless

MESSAGES_PER_SECOND = 240.0
REST_SECONDS = 0.06
ASIDE_SECONDS = 0.1
_TOO_BIG = 1009
_NOT_ALLOWED = 1008

# One is always free for what follows the pointer while the other computes something longer. A third gains nothing,
# because threads share the interpreter's lock: on more cores, start more processes.
THREADS = 2


def live_route(path: str, lessons: Mapping[str, Lesson], service: PredictionService = SERVICE) -> WebSocketRoute:
    """The route that serves these lessons, on threads of its own."""
    workers = Workers(THREADS)

    async def endpoint(socket: WebSocket) -> None:
        if not same_origin(socket.headers.get("origin"), socket.headers.get("host")):
            await socket.close(_NOT_ALLOWED)
            return
        await socket.accept()
        await _Connection(socket, Scenes(lessons, service), workers).serve()

    return WebSocketRoute(path, endpoint)


class _Connection:
    """One open socket: a reader that keeps the newest request, a task that responds to it, and one that completes the
    response while newer requests are served already."""

    def __init__(self, socket: WebSocket, scenes: Scenes, workers: Workers):
        self._socket = socket
        self._scenes = scenes
        self._workers = workers
        self._allowance = Allowance(MESSAGES_PER_SECOND, time.monotonic())
        self._newest: tuple[Request, float] | None = None
        self._arrived = asyncio.Event()
        self._taken: Request | None = None
        self._served: Request | None = None
        self._owed = asyncio.Event()
        self._question: Question | None = None
        self._questioned = asyncio.Event()
        self._grown = asyncio.Event()
        loop = asyncio.get_running_loop()
        self._looking = Looking(scenes, lambda: loop.call_soon_threadsafe(self._grown.set))
        self._aside_at = -ASIDE_SECONDS
        self._pause = 0.0

    async def serve(self) -> None:
        tasks = [asyncio.create_task(task()) for task in (self._respond, self._complete, self._judge, self._follow)]
        try:
            while await self._read_one():
                pass
        except (WebSocketDisconnect, RuntimeError):  # gone in the middle of a message or of an error reply
            pass
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self._looking.end()

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
                raise RequestError("too-fast", f"at most {MESSAGES_PER_SECOND:g} messages a second are served")
            request, data = parse_message(text)
            if "step" in data:
                self._question = question(request, data)
                self._questioned.set()
            else:
                self._newest = (request, received)
                self._arrived.set()
        except RequestError as error:
            await self._send(error.wire())
            if text is not None and len(text) > MAX_READ:
                await self._socket.close(_TOO_BIG)
                return False
        return True

    # ---- now -----------------------------------------------------------------------------------
    async def _respond(self) -> None:
        try:
            while True:
                await self._arrived.wait()
                if await self._run("now", self._now):
                    if self._served is not None and _drawing(self._served) != _drawing(self._taken):
                        self._scenes.release(self._served)
                    self._served = self._taken
                    self._looking.at(self._served, TOPIC in self._scenes.following(self._served))
                    self._owed.set()
                self._taken = None
        except (WebSocketDisconnect, RuntimeError):  # the browser went away while a response was being sent
            return

    def _now(self) -> Callable[[], str]:
        """The newest request, taken when its turn has come."""
        self._arrived.clear()
        (self._taken, received), self._newest = self._newest, None
        self._pause = self._workers.pause()
        return partial(self._response, self._taken, received, "now", round(self._pause * 1e3))

    # ---- aside and later -----------------------------------------------------------------------
    async def _complete(self) -> None:
        """Send the other parts: the one aside at once if its pace allows, and both when no newer request comes."""
        try:
            while True:
                await self._owed.wait()
                self._owed.clear()
                due = time.monotonic() - self._aside_at >= ASIDE_SECONDS
                if due:
                    await self._run("aside", partial(self._other, "aside"))
                if await self._at_rest():
                    if not due:
                        await self._run("aside", partial(self._other, "aside"))
                    await self._run("later", partial(self._other, "later"))
        except (WebSocketDisconnect, RuntimeError):
            return

    def _other(self, part: str) -> Callable[[], str] | None:
        """A part for the request that was served last; None when it gets none, or a newer one overtook it."""
        if part not in self._scenes.following(self._served) or (part == "later" and self._moving):
            return None
        if part == "aside":
            self._aside_at = time.monotonic()
        return partial(self._response, self._served, time.perf_counter(), part)

    @property
    def _moving(self) -> bool:
        """Whether a request waits or is being served."""
        return self._taken is not None or self._newest is not None

    async def _at_rest(self) -> bool:
        """Whether no newer request comes for a moment, the pause included."""
        try:
            # wait_for may swallow the cancellation that ends a connection (Python 3.11); timeout does not.
            async with asyncio.timeout(REST_SECONDS + self._pause):
                await self._owed.wait()
        except TimeoutError:
            return not self._moving
        return False

    # ---- questions about the story ---------------------------------------------------------------
    async def _judge(self) -> None:
        try:
            while True:
                await self._questioned.wait()
                self._questioned.clear()
                posed, self._question = self._question, None
                await self._run(VERDICT, lambda posed=posed: partial(self._scenes.verdict, posed))
        except (WebSocketDisconnect, RuntimeError):
            return

    # ---- the topic ------------------------------------------------------------------------------
    async def _follow(self) -> None:
        try:
            while True:
                await self._grown.wait()
                self._grown.clear()
                await self._run("aside", lambda: self._looking.news)
        except (WebSocketDisconnect, RuntimeError):
            return

    # ---- both ----------------------------------------------------------------------------------
    async def _run(self, part: str, prepare: Callable[[], Callable[[], str] | None]) -> bool:
        """Compute a part in its turn and send it; False when there was nothing to send."""
        try:
            text = await self._workers.run(part, prepare)
        except RequestError as error:
            await self._send(error.wire())
            return False
        except Overtaken:
            return False
        if text is not None:
            await self._socket.send_text(text)
        return text is not None

    def _response(self, request: Request, since: float, part: str, pause: int = 0) -> str:
        """The response's text, made on a thread of the models."""
        # No one would see the last part once a newer request has come, whose response needs the processor; nor once
        # it has been served, which may have passed between two looks.
        with unless(lambda: part == "later" and (self._moving or self._served is not request)):
            packed = self._scenes.packed(request, part)
        milliseconds = round((time.perf_counter() - since) * 1e3, 2)
        found = {"scene": orjson.Fragment(packed), "ms": milliseconds, "pause": pause}
        more = {"more": self._scenes.following(request)} if part == "now" else {}
        head = {"v": VERSION, "kind": "scene", "seq": request.seq, "part": part}
        return orjson.dumps(head | more | found).decode()

    async def _send(self, response: dict) -> None:
        await self._socket.send_text(orjson.dumps(response).decode())


def _drawing(request: Request) -> tuple:
    """What a request shows, whatever its number."""
    return request.lesson, request.points, request.controls, request.open_step
