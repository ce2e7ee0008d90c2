"""The rooms of this process, in memory: opened, changed, watched, and forgotten some time after their last use.

Used on the event loop alone, where nothing comes between the reading of a room and its change.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import orjson

from pages.shared.room import changes, views
from pages.shared.room.messages import Message
from pages.shared.room.state import CODE, Room, RoomError

MOST_ROOMS = 20
Watcher = Callable[[], None]


class Rooms:
    """At most `most` rooms; `clock` gives seconds and never goes back."""

    def __init__(self, most: int = MOST_ROOMS, clock: Callable[[], float] = time.monotonic):
        self._most, self._clock = most, clock
        self._rooms: dict[str, Room] = {}
        self._watchers: dict[str, list[Watcher]] = {}
        self._packed: dict[str, tuple[tuple, bytes]] = {}

    def room(self, code: str) -> Room:
        """The room of that code. Raises RoomError where there is none."""
        self._forget_expired()
        if code not in self._rooms:
            raise RoomError("no-room", f"There is no room {code[:20]}: it has ended, or its code is another one.")
        return self._rooms[code]

    def handle(self, code: str, message: Message) -> Room:
        """The room after that message. Raises RoomError where it is refused."""
        if message.kind == "open":
            self._open(code, message.key)
        room = self.room(code)
        if message.key and not room.opens_for(message.key):
            raise RoomError("not-allowed", "This key does not open this room.")
        return self._put(code, room, message.change(room, self._clock()))

    def change(self, code: str, change: Callable[[Room, float], Room]) -> Room:
        """The room after a change of the server's own. Raises RoomError where there is no such room."""
        room = self.room(code)
        return self._put(code, room, change(room, self._clock()))

    def watch(self, code: str, changed: Watcher) -> Callable[[], None]:
        """Call `changed` after every change that someone can see. Returns what ends that."""
        watchers = self._watchers.setdefault(code, [])
        watchers.append(changed)

        def leave() -> None:
            watchers.remove(changed)
            if not watchers and self._watchers.get(code) is watchers:
                del self._watchers[code]

        return leave

    def view(self, room: Room, member: str) -> bytes:
        """What the member, or with "" the lecturer, can see of a room, as JSON. What is the same for all is encoded
        once for all: a vote is seen by hundreds."""
        now = self._clock()
        key = (room.version, int(now))
        kept = self._packed.get(room.code)
        if kept is None or kept[0] != key:
            kept = self._packed[room.code] = (key, orjson.dumps(views.shared(room, now)))
        mine = views.own(room, member) if member else None
        return kept[1][:-1] + b',"mine":' + orjson.dumps(mine) + b"}"

    def _open(self, code: str, key: str) -> None:
        """A new room, or the same again for who has its key."""
        if not CODE.fullmatch(code):
            raise RoomError("bad-message", "The code of a room must be three syllables.")
        self._forget_expired()
        if code in self._rooms:
            if not self._rooms[code].opens_for(key):
                raise RoomError("taken", f"The code {code} is taken by another room.")
            return
        if len(self._rooms) >= self._most:
            raise RoomError("too-many-rooms", f"This server holds at most {self._most} rooms, and all are in use.")
        self._rooms[code] = changes.opened(code, key, self._clock())
        self._notify(code)

    def _put(self, code: str, before: Room, after: Room) -> Room:
        self._rooms[code] = after
        if after.version != before.version:
            self._notify(code)
        return after

    def _forget_expired(self) -> None:
        now = self._clock()
        for code in [code for code, room in self._rooms.items() if room.expired(now)]:
            del self._rooms[code]
            self._packed.pop(code, None)
            self._notify(code)

    def _notify(self, code: str) -> None:
        for changed in list(self._watchers.get(code, ())):
            changed()
