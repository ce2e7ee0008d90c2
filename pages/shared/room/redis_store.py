"""Rooms in a Redis that several processes share: whichever process a phone reaches, it finds its room there.

A change counts once Redis has it: only then is a vote acknowledged, so a process that ends takes none with it.
All changes of one process that come while one is on its way go together, as one transaction; where another process was
faster, they are made again on what that left. Every process keeps the newest state that it knows of, and learns by a
subscription that there is a newer one.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import TypeVar

from redis.asyncio import Redis
from redis.exceptions import RedisError, WatchError

from pages.shared.room.packing import packed, unpacked
from pages.shared.room.rooms import Update
from pages.shared.room.state import EXPIRES, Room, RoomError

Result = TypeVar("Result")
PREFIX = "neural-processes:room:"
CHANNEL = "neural-processes:rooms"
TRIES = 50
PATIENCE = 3.0  # seconds for one response of Redis
PAUSE = 0.5  # seconds until a lost subscription is tried again


@dataclass(frozen=True)
class _State:
    """A room with the number of its writing."""

    stamp: int
    room: Room | None


class RedisStore:
    """The rooms in the Redis at this URL."""

    def __init__(self, url: str) -> None:
        self._client = Redis.from_url(url, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE)
        self._subscriber = Redis.from_url(url, socket_connect_timeout=PATIENCE)
        self._changed: Callable[[str], None] = lambda code: None
        self._known: dict[str, _State] = {}
        self._newest: dict[str, int] = {}  # of all that processes have published
        self._shown: dict[str, int] = {}  # versions that watchers were called for
        self._waiting: dict[str, list[tuple[Update, asyncio.Future[Room]]]] = {}
        self._reading: dict[str, asyncio.Task[Room | None]] = {}
        self._tasks: set[asyncio.Task] = set()
        self._subscribing: asyncio.Task | None = None
        self._subscribed = False

    def on_change(self, changed: Callable[[str], None]) -> None:
        self._changed = changed

    async def read(self, code: str) -> Room | None:
        self._subscribe()
        known = self._known.get(code)
        if known and self._subscribed:
            return known.room
        if code not in self._reading:  # once for all who look on
            self._reading[code] = self._start(self._fetch(code))
        return await asyncio.shield(self._reading[code])

    async def _fetch(self, code: str) -> Room | None:
        own = asyncio.current_task()
        try:
            return self._keep(code, _read(await self._client.get(PREFIX + code))).room
        except (RedisError, OSError):
            raise _away() from None
        finally:
            if self._reading.get(code) is own:
                del self._reading[code]

    async def count(self, now: float) -> int:
        for code in [code for code, known in self._known.items() if known.room and known.room.expired(now)]:
            del self._known[code]
        try:
            return sum([1 async for _ in self._client.scan_iter(match=PREFIX + "*")])
        except (RedisError, OSError):
            raise _away() from None

    async def change(self, code: str, update: Update) -> Room:
        self._subscribe()
        found: asyncio.Future[Room] = asyncio.get_running_loop().create_future()
        waiting = self._waiting.get(code)
        if waiting is None:
            self._waiting[code] = [(update, found)]
            self._start(self._write_all(code))
        else:
            waiting.append((update, found))
        return await found

    async def close(self) -> None:
        """Let Redis go."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for client in (self._client, self._subscriber):
            await client.aclose()

    async def _write_all(self, code: str) -> None:
        """Write what waits, in transactions, until nothing does."""
        while self._waiting[code]:
            batch, self._waiting[code] = self._waiting[code], []
            try:
                results = await self._write(code, [update for update, _ in batch])
            except (RedisError, OSError):
                results = [_away()] * len(batch)
            except Exception as error:  # whoever waits gets it
                results = [error] * len(batch)
            for (_, found), result in zip(batch, results):
                if found.done():  # its connection is gone
                    continue
                if isinstance(result, Exception):
                    found.set_exception(result)
                else:
                    found.set_result(result)
        del self._waiting[code]

    async def _write(self, code: str, updates: list[Update]) -> list[Room | Exception]:
        """For each update the room after it, or why it is refused."""
        key = PREFIX + code
        async with self._client.pipeline(transaction=True) as transaction:
            for _ in range(TRIES):
                await transaction.watch(key)
                before = self._same(code, await transaction.get(key))
                room, results = before.room, []
                for update in updates:
                    try:
                        room = update(room)
                        results.append(room)
                    except RoomError as error:
                        results.append(error)
                if room is None or room is before.room:
                    return results
                after = _State(before.stamp + 1, room)
                transaction.multi()
                transaction.set(key, b"%d " % after.stamp + packed(room), ex=int(EXPIRES))
                transaction.publish(CHANNEL, f"{code} {after.stamp} {room.version}")
                try:
                    await transaction.execute()
                except WatchError:
                    await asyncio.sleep(0.01 * random.random())
                    continue
                self._keep(code, after)
                self._show(code, room.version)
                return results
        raise _away()

    def _same(self, code: str, text: bytes | None) -> _State:
        """What Redis holds, without reading it again where this process knows it."""
        known = self._known.get(code)
        if known and text and known.stamp == _stamp(text):
            return known
        return _read(text)

    def _keep(self, code: str, state: _State) -> _State:
        """Know this state, unless a newer one was published."""
        if state.room is None:
            self._known.pop(code, None)
        elif state.stamp >= self._newest.get(code, 0):
            self._known[code] = state
        return state

    def _show(self, code: str, version: int) -> None:
        if self._shown.get(code) != version:
            self._shown[code] = version
            self._changed(code)

    # ---- what other processes change -------------------------------------------------------------
    def _subscribe(self) -> None:
        if self._subscribing is None:
            self._subscribing = self._start(self._follow())

    async def _follow(self) -> None:
        while True:
            try:
                async with self._subscriber.pubsub() as channel:
                    await channel.subscribe(CHANNEL)
                    while message := await channel.get_message(timeout=None):
                        if message["type"] == "subscribe":  # something may have been missed before
                            self._forget()
                        else:
                            code, stamp, version = message["data"].decode().split()
                            self._received(code, int(stamp), int(version))
            except (RedisError, OSError):
                self._subscribed = False
                await asyncio.sleep(PAUSE)

    def _forget(self) -> None:
        self._known, self._newest = {}, {}
        self._subscribed = True
        for code in list(self._shown):
            self._changed(code)

    def _received(self, code: str, stamp: int, version: int) -> None:
        known = self._known.get(code)
        self._newest[code] = stamp
        self._reading.pop(code, None)  # it may have begun before
        if known and known.stamp < stamp:
            del self._known[code]
        self._show(code, version)

    def _start(self, work: Coroutine[None, None, Result]) -> asyncio.Task[Result]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


def _stamp(text: bytes) -> int:
    return int(text[: text.index(b" ")])


def _read(text: bytes | None) -> _State:
    if text is None:
        return _State(random.getrandbits(40), None)  # a room that ended was written otherwise
    return _State(_stamp(text), unpacked(text[text.index(b" ") + 1 :]))


def _away() -> RoomError:
    return RoomError("away", "The server cannot reach its rooms at the moment; it will try again.")
