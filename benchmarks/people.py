"""Simulated people who drag a point on the live socket and send requests as the board does: one in flight, or up to
four on a slow link; the newest drawing wins, and no one sends again before the pause that the server requires.

    python benchmarks/people.py ws://127.0.0.1:8501/live 20 30 1

has 20 people drag for 30 seconds in step 1 of Home's story (in its lab without the last number), and prints JSON: for
each person the number of responses and errors, and for all of them the milliseconds from an event of the hand to the
response that first shows it.
"""

from __future__ import annotations

import asyncio
import json
import math
import random
import re
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from pages.shared.live.scheduler import MAX_IN_FLIGHT

EVENTS_PER_SECOND = 30
POINTS = 20
OPEN_AT_ONCE = 10
PATIENCE = 10  # seconds for the last response
HEAD = re.compile(r'\{"v":1,"kind":"scene","seq":(\d+),"part":"(\w+)"')
TAIL = re.compile(r'"ms":([\d.]+),"pause":(\d+)\}$')


class Person:
    """One open board: its drawing moves with every event of the hand."""

    def __init__(self, socket: ClientConnection, number: int, open_step: dict[str, int]):
        self.socket = socket
        self.open_step = open_step
        self.phase = number
        self.seq = 0
        self.event_at = 0.0
        self.in_flight: dict[int, tuple[float, float]] = {}  # number -> time of the event, time of the request
        self.depth = 1
        self.trip = 0.0
        self.not_before = 0.0
        self.dirty = False
        self.turn: asyncio.TimerHandle | None = None
        self.sending: asyncio.Task | None = None
        self.waits: list[float] = []
        self.beside = 0
        self.errors = 0
        self.received = 0

    async def drag(self, seconds: float) -> None:
        """Move for so long, 30 times a second, and wait for the last response."""
        receiving = asyncio.create_task(self._receive())
        await asyncio.sleep(random.random() / EVENTS_PER_SECOND)
        loop = asyncio.get_running_loop()
        start = loop.time()
        for event in range(round(seconds * EVENTS_PER_SECOND)):
            await asyncio.sleep(start + event / EVENTS_PER_SECOND - loop.time())
            self.seq, self.event_at, self.dirty = self.seq + 1, time.perf_counter(), True
            self._pump()
        last = loop.time() + PATIENCE
        while (self.in_flight or self.dirty) and loop.time() < last and not receiving.done():
            await asyncio.sleep(0.01)
        self.errors += bool(self.in_flight)
        receiving.cancel()

    def _pump(self) -> None:
        if not self.dirty or len(self.in_flight) >= self.depth:
            return
        loop = asyncio.get_running_loop()
        wait = self.not_before - loop.time()
        if self.turn:
            self.turn.cancel()
        if wait > 0:
            self.turn = loop.call_later(wait, self._pump)
            return
        self.dirty = False
        self.in_flight[self.seq] = self.event_at, time.perf_counter()
        self.sending = asyncio.create_task(self._send(self._question()))

    def _question(self) -> str:
        xs = [-2 + 4 * (i + 0.5) / POINTS for i in range(POINTS)]
        points = [[round(x, 3), round(math.sin(2 * x), 3)] for x in xs]
        points[POINTS // 2][1] = round(math.sin(self.seq / 12 + self.phase), 3)
        controls = {"model": "tnpd", "tau": 1}
        request = {"v": 1, "seq": self.seq, "lesson": "home", "points": points, "controls": controls}
        return json.dumps(request | self.open_step)

    async def _send(self, question: str) -> None:
        try:
            await self.socket.send(question)
        except ConnectionClosed:
            self.errors += 1

    async def _receive(self) -> None:
        try:
            async for text in self.socket:
                self._take(text)
        except ConnectionClosed:
            self.errors += 1

    def _take(self, text: str) -> None:
        """A response; only its ends are read, because parsing is the work of another machine."""
        self.received += len(text)
        head = HEAD.match(text)
        if head is None:
            self.errors += 1
            self.in_flight.clear()
        elif head[2] != "now":
            self.beside += 1
            return
        else:
            self._settle(int(head[1]), *map(float, TAIL.search(text).groups()))
        self._pump()

    def _settle(self, seq: int, ms: float, pause: float) -> None:
        """The server drops a waiting request when a newer one comes, so a response settles all older ones."""
        now = time.perf_counter()
        sent = self.in_flight.get(seq)
        self.in_flight = {number: times for number, times in self.in_flight.items() if number > seq}
        self.not_before = asyncio.get_running_loop().time() + pause / 1e3
        if sent is None:
            self.errors += 1
            return
        event, left = sent
        self.waits.append((now - event) * 1e3)
        trip = (now - left) * 1e3
        self.trip = 0.8 * self.trip + 0.2 * trip if self.trip else trip
        travel = self.trip - ms
        far = travel > 25 and travel > 2 * ms
        self.depth = min(MAX_IN_FLIGHT, 1 + round(travel / max(ms, 16))) if far else 1


async def classroom(url: str, count: int, seconds: float, story: int = 0) -> dict:
    """Everyone comes, then everyone drags, then everyone leaves. Stops after each with a line on standard output, and
    goes on with a line on standard input: so that somebody else can look at the server in between."""
    gate = asyncio.Semaphore(OPEN_AT_ONCE)

    async def come(number: int) -> Person:
        async with gate:
            return Person(await connect(url, max_size=None), number, {"open_step": story} if story else {})

    people = await asyncio.gather(*(come(number) for number in range(count)))
    await stop("open")
    start = time.perf_counter()
    await asyncio.gather(*(person.drag(seconds) for person in people))
    took = time.perf_counter() - start
    await stop("dragged")
    await asyncio.gather(*(person.socket.close() for person in people))
    return {
        "seconds": took,
        "responses": [len(person.waits) for person in people],
        "beside": sum(person.beside for person in people),
        "received": sum(person.received for person in people),
        "errors": sum(person.errors for person in people),
        "waits": [round(wait, 2) for person in people for wait in person.waits],
    }


async def stop(where: str) -> None:
    """Say where things stand, and wait for a line on standard input."""
    print(where, flush=True)
    await asyncio.to_thread(sys.stdin.readline)


if __name__ == "__main__":
    address, count, seconds, *step = sys.argv[1:]
    print(json.dumps(asyncio.run(classroom(address, int(count), float(seconds), *map(int, step)))))
