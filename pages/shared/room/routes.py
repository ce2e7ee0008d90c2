"""The routes of rooms, without Streamlit: the page of a member, the socket, and the same by plain requests.

All that belongs to a room lies at its own address, `room/CODE`, so that a proxy can send it to one process.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from dataclasses import dataclass

import orjson
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from pages.shared.lesson.lesson import Lesson
from pages.shared.live.admission import Allowance, same_origin
from pages.shared.live.service import SERVICE, PredictionService
from pages.shared.room import views
from pages.shared.room.addresses import links
from pages.shared.room.messages import MAX_MESSAGE, Message, parse
from pages.shared.room.page import page, script
from pages.shared.room.rooms import Rooms
from pages.shared.room.senders import MESSAGES_PER_SECOND, Senders, too_fast
from pages.shared.room.state import Room, RoomError
from pages.shared.room.truth import Truths
from pages.shared.server.board_assets import Asset
from pages.shared.server.network import addresses_in_network
from pages.shared.server.request_body import Unread, body_of
from pages.shared.shell.qr import qr_svg

PAUSE = 0.3  # seconds between two views of one connection
NAMELESS = 25.0  # seconds after which a socket ends that has not said who it is
_NOT_ALLOWED = 1008
_STATUS = {"no-room": 404, "not-allowed": 403, "too-large": 413, "too-fast": 429, "away": 503}


def room_routes(
    prefix: str, lessons: Mapping[str, Lesson], rooms: Rooms, service: PredictionService = SERVICE
) -> list[BaseRoute]:
    """The routes below `prefix` for these lessons."""
    desk = _Desk(lessons, rooms, Truths(lessons, service), Senders())
    assets = {"page": page(".."), "entrance": page("."), "script": script()}
    html = {name: Asset(text.encode(), "text/html") for name, text in assets.items() if name != "script"}
    module = Asset(assets["script"].encode())

    async def shown(request: Request) -> Response:
        return html["page"].response(request)

    async def entrance(request: Request) -> Response:
        return html["entrance"].response(request)

    async def code(request: Request) -> Response:
        return module.response(request)

    async def plain(request: Request) -> Response:
        try:
            message, base = await _read(request, lessons)
            room = await desk.take(request, message)
            if message.kind == "csv":
                return PlainTextResponse("\ufeff" + views.votes_csv(room), media_type="text/csv")
            if message.kind == "open":
                return Response(_opened(base, room.code), media_type="application/json")
            return Response(rooms.view(room, message.member), media_type="application/json")
        except RoomError as error:
            return Response(orjson.dumps(error.wire()), _STATUS.get(error.type, 400), media_type="application/json")

    async def socket(socket: WebSocket) -> None:
        if not same_origin(socket.headers.get("origin"), socket.headers.get("host")):
            await socket.close(_NOT_ALLOWED)
            return
        await socket.accept()
        await _Connection(socket, desk).serve()

    return [
        Route(f"{prefix}/room", entrance),
        Route(f"{prefix}/room.js", code),
        Route(f"{prefix}/room/{{code}}", shown),
        Route(f"{prefix}/room/{{code}}", plain, methods=["POST"]),
        WebSocketRoute(f"{prefix}/room/{{code}}/socket", socket),
    ]


@dataclass(frozen=True)
class _Desk:
    """What takes the messages of a process."""

    lessons: Mapping[str, Lesson]
    rooms: Rooms
    truths: Truths
    senders: Senders

    async def take(self, connection: HTTPConnection, message: Message) -> Room:
        """The room after that message; raises RoomError."""
        code, client = connection.path_params["code"], connection.client
        self.senders.check(code, message, client.host if client else "", time.monotonic())
        if message.solution:
            await self.rooms.room(code)
            if not await self.truths.solves(message.solution):
                raise RoomError("not-solved", "The judge of this exercise does not find it solved.")
        room = await self.rooms.handle(code, message)
        if message.kind == "open":
            self.rooms.tidy()
        if message.drawn:
            self.truths.weigh(self.rooms, code, message.drawn, message.weighed)
        if message.kind == "show":
            self.truths.seek(self.rooms, room)
        return room


async def _read(request: Request, lessons: Mapping[str, Lesson]) -> tuple[Message, str]:
    """The message of a plain request, and the app's address that it names; raises RoomError."""
    if not same_origin(request.headers.get("origin"), request.headers.get("host")):
        raise RoomError("not-allowed", "Only a page of this server may use its rooms.")
    try:
        body = await body_of(request, MAX_MESSAGE)
    except Unread as error:
        raise RoomError("too-large" if error.long else "bad-message", str(error)) from None
    message = parse(body, lessons)
    return message, str(orjson.loads(body).get("base", "")) if message.kind == "open" else ""


def _opened(base: str, code: str) -> bytes:
    """What the lecturer's page shows of the way into a room."""
    ways = [{"link": link, "svg": qr_svg(link)} for link in links(base, code, addresses_in_network())]
    return orjson.dumps({"v": views.VERSION, "kind": "opened", "code": code, "ways": ways})


class _Connection:
    """One open socket: a reader of messages, and a writer of what has changed."""

    def __init__(self, socket: WebSocket, desk: _Desk):
        self._socket, self._desk = socket, desk
        self._code: str = socket.path_params["code"]
        self._member: str | None = None
        self._until = asyncio.get_running_loop().time() + NAMELESS
        self._allowance = Allowance(MESSAGES_PER_SECOND, time.monotonic())
        self._news = asyncio.Event()

    async def serve(self) -> None:
        leave = self._desk.rooms.watch(self._code, self._news.set)
        writer = asyncio.create_task(self._write())
        try:
            while await self._read_one():
                pass
        except (WebSocketDisconnect, RuntimeError):  # gone in the middle of a message or of a response
            pass
        except TimeoutError:
            await self._socket.close(_NOT_ALLOWED)
        finally:
            leave()
            writer.cancel()
            await asyncio.gather(writer, return_exceptions=True)

    async def _read_one(self) -> bool:
        """Take one message; False when the connection is over."""
        async with asyncio.timeout_at(self._until if self._member is None else None):
            received = await self._socket.receive()
        if received["type"] == "websocket.disconnect":
            return False
        try:
            text = received.get("text")
            if text is None:
                raise RoomError("bad-message", "A message must be JSON text, not bytes.")
            if not self._allowance.take(1 + len(text) // MAX_MESSAGE, time.monotonic()):
                raise too_fast()
            message = parse(text, self._desk.lessons)
            if message.kind in ("open", "csv"):
                raise RoomError("bad-message", f"A message of the kind {message.kind} must be a plain request.")
            await self._desk.take(self._socket, message)
            self._member = message.member
            self._news.set()
        except RoomError as error:
            await self._socket.send_text(orjson.dumps(error.wire()).decode())
        return True

    async def _write(self) -> None:
        """Send the present state after every change, the newest where many come at once."""
        try:
            while True:
                await self._news.wait()
                self._news.clear()
                if self._member is not None:
                    await self._socket.send_text(await self._view())
                    await asyncio.sleep(PAUSE)
        except (WebSocketDisconnect, RuntimeError):
            return

    async def _view(self) -> str:
        try:
            room = await self._desk.rooms.room(self._code)
        except RoomError as error:
            return orjson.dumps(error.wire()).decode()
        return self._desk.rooms.view(room, self._member or "").decode()
