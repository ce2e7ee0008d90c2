"""The rooms of this server: opened, changed, watched, and forgotten some time after their last use.

Where they are kept is a `Store`: this process alone, or a Redis that several share (redis_store.py). A change is a pure
function, which a store may run again on a newer room before it counts.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

import orjson

from pages.shared.room import changes, views
from pages.shared.room.messages import Message
from pages.shared.room.state import CODE, Room, RoomError

MOST_ROOMS = 20
TIDIED = 600.0  # seconds between two looks for rooms that have expired
Watcher = Callable[[], None]
Update = Callable[[Room | None], Room]


class Store(Protocol):
    """Rooms by code. Each method raises RoomError where the store cannot be reached."""

    async def read(self, code: str) -> Room | None:
        """The room; None where there is none."""

    async def change(self, code: str, update: Update) -> Room:
        """The room that `update` makes of the present one. What it raises is raised here, and leaves all as it was."""

    async def count(self, now: float) -> int:
        """How many rooms are in use. This process forgets all others."""

    def on_change(self, changed: Callable[[str], None]) -> None:
        """Call `changed` with the code of a room after every change that someone can see, wherever it was made."""


class Memory:
    """The rooms of this process alone."""

    def __init__(self) -> None:
        self._rooms: dict[str, Room] = {}
        self._changed: Callable[[str], None] = lambda code: None

    async def read(self, code: str) -> Room | None:
        return self._rooms.get(code)

    async def change(self, code: str, update: Update) -> Room:
        before = self._rooms.get(code)
        after = self._rooms[code] = update(before)
        if before is None or after.version != before.version:
            self._changed(code)
        return after

    async def count(self, now: float) -> int:
        for code in [code for code, room in self._rooms.items() if room.expired(now)]:
            del self._rooms[code]
        return len(self._rooms)

    def on_change(self, changed: Callable[[str], None]) -> None:
        self._changed = changed


class Rooms:
    """At most `most` rooms; `clock` gives seconds, the same for all processes that share a store."""

    def __init__(
        self, store: Store | None = None, most: int = MOST_ROOMS, clock: Callable[[], float] = time.time
    ) -> None:
        self._store, self._most, self._clock = store or Memory(), most, clock
        self._watchers: dict[str, list[Watcher]] = {}
        self._packed: dict[str, tuple[tuple, bytes]] = {}
        self._tidying: asyncio.Task[None] | None = None
        self._store.on_change(self._notify)

    async def room(self, code: str) -> Room:
        """The room of that code. Raises RoomError where there is none."""
        return _present(code, await self._store.read(code), self._clock())

    async def handle(self, code: str, message: Message) -> Room:
        """The room after that message. Raises RoomError where it is refused."""
        if message.kind == "open":
            await self._open(code, message.key)

        def change(room: Room, now: float) -> Room:
            if message.key and not room.opens_for(message.key):
                raise RoomError("not-allowed", "This key does not open this room.")
            return message.change(room, now)

        return await self.change(code, change)

    async def change(self, code: str, change: Callable[[Room, float], Room]) -> Room:
        """The room after that change. Raises RoomError where there is no such room, or it is refused."""
        now = self._clock()
        return await self._store.change(code, lambda room: change(_present(code, room, now), now))

    def watch(self, code: str, changed: Watcher) -> Callable[[], None]:
        """Call `changed` after every change that someone can see. Returns what ends that."""
        watchers = self._watchers.setdefault(code, [])
        watchers.append(changed)

        def leave() -> None:
            watchers.remove(changed)
            if not watchers and self._watchers.get(code) is watchers:
                del self._watchers[code]
                self._packed.pop(code, None)

        return leave

    def tidy(self) -> None:
        """Forget rooms that expire, also where no one opens another; called on the event loop when one is open."""
        if self._tidying is None or self._tidying.done():
            self._tidying = asyncio.get_running_loop().create_task(self._tidy())

    async def _tidy(self) -> None:
        with suppress(RoomError):  # a store that cannot be reached; the next room begins again
            while await self._store.count(self._clock()):
                await asyncio.sleep(TIDIED)
                self._packed.clear()

    def view(self, room: Room, member: str) -> bytes:
        """What the member, or with "" the lecturer, can see of a room, as JSON. What is the same for all is encoded
        once for all: a vote is seen by hundreds."""
        now = self._clock()
        key = (room.version, room.digest, int(now))
        kept = self._packed.get(room.code)
        if kept is None or kept[0] != key:
            kept = self._packed[room.code] = (key, orjson.dumps(views.shared(room, now)))
        own = {"mine": views.own(room, member)} if member else views.lecturers(room, now)
        return kept[1][:-1] + b"," + orjson.dumps(own)[1:]

    async def _open(self, code: str, key: str) -> None:
        """A new room, or the same again for who has its key."""
        if not CODE.fullmatch(code):
            raise RoomError("bad-message", "The code of a room must be three syllables.")
        now = self._clock()
        full = await self._store.count(now) >= self._most

        def opened(room: Room | None) -> Room:
            if room is None or room.expired(now):
                if full:
                    raise RoomError(
                        "too-many-rooms", f"This server holds at most {self._most} rooms, and all are in use."
                    )
                return changes.opened(code, key, now)
            if not room.opens_for(key):
                raise RoomError("taken", f"The code {code} is taken by another room.")
            return room

        await self._store.change(code, opened)

    def _notify(self, code: str) -> None:
        for changed in list(self._watchers.get(code, ())):
            changed()


def _present(code: str, room: Room | None, now: float) -> Room:
    if room is None or room.expired(now):
        raise RoomError("no-room", f"There is no room {code[:20]}: it has ended, or its code is another one.")
    return room
