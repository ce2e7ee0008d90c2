"""Simulated people of two kinds: those who guess in a step of Home's story every few seconds, and those who open what
takes long: the race of all models, exact decoding, a scoreboard.

    python benchmarks/long_work.py ws://127.0.0.1:8501/live 20 2 30

has 20 people guess and 2 open long work for 30 seconds, and prints JSON: the milliseconds of every verdict, how many
long scenes came, and the errors.
"""

from __future__ import annotations

import asyncio
import json
import math
import random
import sys
import time

from websockets.asyncio.client import ClientConnection, connect

BETWEEN = 3.0  # seconds between two guesses of one person
STEP = 4  # of Home's story: whose mean misses its own points
LONG = (
    ("zoo", {"compare": "race"}),
    ("decoding", {"task": "writing", "method": "exact"}),
    ("zoo", {"compare": "scores"}),
)
ENOUGH = 12  # seconds for one of these, when so much else is going on


def _points(turn: int) -> list[list[float]]:
    """Sixteen points, other ones in every turn: nothing is found in a cache."""
    return [[round(-2 + i / 4, 3), round(math.sin(i + turn / 7), 3)] for i in range(16)]


async def guess(socket: ClientConnection, number: int, seconds: float) -> list[float]:
    """A guess every few seconds; the milliseconds until each verdict."""
    waits, turn, end = [], 0, time.monotonic() + seconds
    await asyncio.sleep(random.random() * BETWEEN)
    while time.monotonic() < end:
        turn += 1
        before = {"points": _points(number), "controls": {}}
        drawn = {"v": 1, "seq": turn, "lesson": "home", "points": _points(number * 100 + turn), "controls": {}}
        start = time.perf_counter()
        await socket.send(json.dumps(drawn | {"step": STEP, "before": before, "guess": turn % 2}))
        while json.loads(await socket.recv())["kind"] != "verdict":
            pass
        waits.append((time.perf_counter() - start) * 1e3)
        await asyncio.sleep(max(0.0, BETWEEN - (time.perf_counter() - start)))
    return waits


def _last(message: dict, controls: dict) -> bool:
    """Whether a long scene is complete with this message: the race when its topic is finished."""
    if controls.get("compare") == "race":
        return message["kind"] == "topic" and message["done"]
    return message.get("part") == "later"


async def open_long(socket: ClientConnection, number: int, seconds: float) -> int:
    """One long scene after another until all its parts have come; how many."""
    found, turn, end = 0, 0, time.monotonic() + seconds
    while time.monotonic() < end:
        turn += 1
        lesson, controls = LONG[(turn + number) % len(LONG)]
        changed = {"day": f"2031-04-{turn % 28 + 1:02}"} if lesson == "decoding" else {}
        request = {"v": 1, "seq": turn, "lesson": lesson, "points": _points(number * 1000 + turn)}
        await socket.send(json.dumps(request | {"controls": controls | changed}))
        try:
            async with asyncio.timeout(ENOUGH):
                while not _last(json.loads(await socket.recv()), controls):
                    pass
            found += 1
        except TimeoutError:
            continue
    return found


async def main(url: str, guessing: int, opening: int, seconds: float) -> dict:
    """All of them at once."""
    sockets = [await connect(url, max_size=None) for _ in range(guessing + opening)]
    print("open", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    guesses = [guess(socket, i, seconds) for i, socket in enumerate(sockets[:guessing])]
    longs = [open_long(socket, i, seconds) for i, socket in enumerate(sockets[guessing:])]
    found = await asyncio.gather(*guesses, *longs)
    return {"verdicts": [round(w, 1) for waits in found[:guessing] for w in waits], "long": sum(found[guessing:])}


if __name__ == "__main__":
    address, guessing, opening, seconds = sys.argv[1:]
    print(json.dumps(asyncio.run(main(address, int(guessing), int(opening), float(seconds)))))
