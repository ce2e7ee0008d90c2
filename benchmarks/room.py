"""One room of a lecture: on one process so many phones join, all vote while twenty people drag, and a tenth of the
connections drop with the vote under way; then on two processes behind the proxy, of which one is killed meanwhile.

    python benchmarks/room.py --json room.json
    python benchmarks/room.py --members 100       (for a short look)

The server is a process of its own, started as a user starts it; the phones are another, the people who drag a third.
They share the machine's cores, on which the phones, machines of their own in a hall, have the lowest priority. The vote
is held in three rooms, each after people have dragged alone: of the three ratios the one in the middle counts.

Prints MET, NOT MET or UNTRIED for each goal, after a failure or ten minutes, too; exits 1 unless all are met. Needs
Linux; run it with nothing else running.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import json
import multiprocessing
import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, asynccontextmanager, suppress
from dataclasses import asdict
from functools import partial
from pathlib import Path
from statistics import median
from threading import Event

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from benchmarks.crowd import Server, hold, one_process, served
from benchmarks.process import memory
from pages.shared.room.state import MOST_MEMBERS
from tests import haproxy, redis_server
from tests.serving import free_port, running

CODES, KEY = ("bamuti", "dorela", "fagepo"), "b" * 32
LESSON, STEP, OPTIONS = "kernels", 3, 3
DRAGGING = 20
LOWEST = 19  # priority
AT_ONCE = 50  # connections that are being opened
BEAT = 10.0  # as the page
AGAIN = 2.0  # seconds until a vote that was not acknowledged is sent again, as the page does
CASTING = 4.0  # seconds in which all vote
DROPPED = 0.1
PATIENCE = 60.0
LONGEST = 590.0  # seconds; what is not measured by then is untried
GOALS = {
    "join": "all join within 30 s",
    "vote": "all votes count within 5 s while 20 people drag",
    "once": "every vote counts exactly once, also where connections dropped",
    "histogram": "from a vote to the lecturer's screen p95 <= 1 s",
    "drag": "people who drag wait at most twice as long (p95)",
    "killed": "every vote counts when one of two processes is killed",
}


class Phone:
    """One member; it sends its vote again until the server acknowledges it."""

    def __init__(self, url: str, number: int):
        self.url, self.member = url, f"{number:032x}"
        self.option = random.randrange(OPTIONS)
        self.socket: ClientConnection | None = None
        self.state: dict = {}
        self.joined, self.counted = asyncio.Event(), asyncio.Event()
        self.sent_at = 0.0

    async def live(self, gate: asyncio.Semaphore) -> None:
        """Connect, and connect again whenever the connection is lost."""
        while True:
            with suppress(ConnectionClosed, OSError):
                async with gate:
                    self.socket = await connect(self.url, max_size=None)
                beating = asyncio.create_task(self._beat())
                try:
                    async for text in self.socket:
                        self._take(json.loads(text))
                finally:
                    beating.cancel()
            await asyncio.sleep(0.5 * (0.75 + random.random() / 2))

    async def _beat(self) -> None:
        with suppress(ConnectionClosed):
            while True:
                await self._send({"kind": "here"})
                await asyncio.sleep(BEAT)

    def _take(self, state: dict) -> None:
        if state["kind"] != "room":
            return
        self.state = state
        self.joined.set()
        if self.sent_at and state["mine"] and state["mine"]["option"] == self.option:
            self.counted.set()

    async def vote(self, after: float, drops: bool) -> None:
        """Vote at that moment; where the connection drops, the vote is under way."""
        await asyncio.sleep(after)
        self.sent_at = time.perf_counter()
        while not self.counted.is_set():
            with suppress(ConnectionClosed):
                poll = self.state["poll"]
                await self._send(
                    {
                        "kind": "vote",
                        "question": poll["name"],
                        "round": poll["round"],
                        "option": self.option,
                        "sure": None,
                    }
                )
            if drops:
                drops = False
                self.socket.transport.abort()
            with suppress(TimeoutError):
                await asyncio.wait_for(self.counted.wait(), AGAIN)

    async def _send(self, message: dict) -> None:
        await self.socket.send(json.dumps({**message, "member": self.member}))


class Lecturer:
    """The lecturer's page: what it shows, and when."""

    def __init__(self, socket: ClientConnection):
        self.socket = socket
        self.seen: list[tuple[float, dict]] = []

    async def look(self, url: str) -> None:
        """Follow the room, on another connection where one is lost."""
        while True:
            with suppress(ConnectionClosed, OSError):
                async for text in self.socket:
                    self.seen.append((time.perf_counter(), json.loads(text)))
            await asyncio.sleep(0.5)
            with suppress(ConnectionClosed, OSError):
                self.socket = await connect(url, max_size=None)

    async def send(self, **message: object) -> None:
        with suppress(ConnectionClosed):
            await self.socket.send(json.dumps({**message, "key": KEY}))

    async def until(self, wanted, since: int = 0) -> float:
        """The moment when the page first shows a state that is so; infinite where it never does."""
        last = time.perf_counter() + PATIENCE
        while time.perf_counter() < last:
            for moment, state in self.seen[since:]:
                if state["kind"] == "room" and wanted(state):
                    return moment
            await self.send(kind="lead")
            await asyncio.sleep(0.2)
        return float("inf")


def until_shown(sent: list[float], shown: list[tuple[float, int]]) -> list[float]:
    """Seconds until each vote was among those that the screen counted.

    Args:
        sent: moments of the votes.
        shown: (moment, number of votes on the screen), in the order of time.

    Returns:
        For the k-th vote, in the order of sending, the time until the screen showed k or more; infinite where it never
        did.
    """
    found = []
    for number, moment in enumerate(sorted(sent), start=1):
        seen = next((at for at, count in shown if count >= number), float("inf"))
        found.append(max(0.0, seen - moment))
    return found


def open_room(server: Server, code: str) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    connection.request("POST", f"/room/{code}", json.dumps({"kind": "open", "key": KEY, "base": f"{server.http}/"}))
    reply = connection.getresponse()
    text = reply.read().decode()
    if reply.status != 200:
        raise RuntimeError(f"the room could not be opened: {text}")


@asynccontextmanager
async def hall(server: Server, members: int, code: str) -> AsyncIterator[tuple[Lecturer, list[Phone], float]]:
    """A room in which a question is open: the lecturer, so many phones, and the seconds until all had joined."""
    open_room(server, code)
    url = f"{server.socket}/room/{code}/socket"
    async with connect(url, max_size=None) as socket:
        lecturer = Lecturer(socket)
        looking = asyncio.create_task(lecturer.look(url))
        await lecturer.send(kind="show", lesson=LESSON, step=STEP)
        gate, phones = asyncio.Semaphore(AT_ONCE), [Phone(url, number) for number in range(members)]
        begun = time.perf_counter()
        lives = [asyncio.create_task(phone.live(gate)) for phone in phones]
        join = await lecturer.until(lambda state: state["here"] >= members) - begun
        await asyncio.wait_for(asyncio.gather(*(phone.joined.wait() for phone in phones)), PATIENCE)
        try:
            yield lecturer, phones, join
        finally:
            for task in (looking, *lives):
                task.cancel()
            await asyncio.gather(looking, *lives, return_exceptions=True)


async def vote(lecturer: Lecturer, phones: list[Phone], dropped: set[int]) -> float:
    """All vote; seconds until all votes count, infinite where they never do."""
    begun, since = time.perf_counter(), len(lecturer.seen)
    votes = (phone.vote(CASTING * random.random(), number in dropped) for number, phone in enumerate(phones))
    with suppress(TimeoutError):
        await asyncio.wait_for(asyncio.gather(*votes), PATIENCE)
    return await lecturer.until(lambda state: state["poll"]["voted"] >= len(phones), since) - begun


async def counted(lecturer: Lecturer, phones: list[Phone]) -> dict:
    """The votes that the lecturer shows, and those that were cast."""
    since = len(lecturer.seen)
    await lecturer.send(kind="reveal", on=True)
    await lecturer.until(lambda state: state["poll"]["revealed"], since)
    cast = [sum(phone.option == option for phone in phones) for option in range(OPTIONS)]
    return {"counts": lecturer.seen[-1][1]["poll"]["results"][0]["counts"], "cast": cast}


async def lecture(server: Server, members: int, code: str, people: People) -> dict:
    """Everyone joins, all vote while some drag and connections drop, and the lecturer shows the votes."""
    async with hall(server, members, code) as (lecturer, phones, join):
        people.wanted.set()
        await asyncio.to_thread(people.begun.wait, PATIENCE)
        dropped = set(random.sample(range(members), round(DROPPED * members)))
        seconds = await vote(lecturer, phones, dropped)
        await asyncio.to_thread(people.ended.wait, PATIENCE)
        found = await counted(lecturer, phones)
        rooms = [(at, state["poll"]["voted"]) for at, state in lecturer.seen if state.get("poll")]
        waits = until_shown([phone.sent_at for phone in phones], rooms)
    return {
        "join": round(join, 2),
        "vote": round(seconds, 2),
        **found,
        "dropped": len(dropped),
        "histogram_p95": round(float(np.percentile(waits, 95)), 3),
    }


class People:
    """Those who drag while the hall votes: when they are wanted, have begun, and have ended."""

    def __init__(self):
        self.wanted, self.begun, self.ended = Event(), Event(), Event()


def pair(server: Server, members: int, code: str) -> dict:
    """People drag alone; then as many while all vote, whose phones are a thread of the lowest priority."""
    usual = hold(server, DRAGGING, 2 * CASTING).p95
    people = People()
    with ThreadPoolExecutor(1, initializer=partial(os.setpriority, os.PRIO_PROCESS, 0, LOWEST)) as phones:
        voted = phones.submit(asyncio.run, lecture(server, members, code, people))
        voted.add_done_callback(lambda _: people.wanted.set())  # it failed before it wanted them
        people.wanted.wait()
        if not voted.done():
            room = hold(server, DRAGGING, 2 * CASTING, begun=people.begun.set)
            people.ended.set()
        return {**voted.result(), "usual_p95": usual, "drag": asdict(room), "ratio": round(room.p95 / usual, 2)}


async def half_killed(server: Server, members: int, kill: Callable[[str], None]) -> dict:
    """In the middle of the vote one process is killed, another one than the lecturer is on."""
    async with hall(server, members, CODES[0]) as (lecturer, phones, join):
        own = lecturer.socket.response.headers["x-worker"]
        where = [phone.socket.response.headers["x-worker"] for phone in phones]
        other = next(name for name in where if name != own)
        asyncio.get_running_loop().call_later(CASTING / 2, kill, other)
        seconds = await vote(lecturer, phones, set())
        return {
            "join": round(join, 2),
            "vote": round(seconds, 2),
            "on_the_killed": where.count(other),
            **await counted(lecturer, phones),
        }


def with_two_processes(members: int, folder: Path) -> dict | None:
    """What `half_killed` finds behind the proxy of deploy/; None where HAProxy or Redis is missing."""
    proxy, redis = haproxy.find_or_install(), redis_server.find_or_install()
    if proxy is None or redis is None:
        return None
    with ExitStack() as stack:
        url = stack.enter_context(redis_server.redis(redis, free_port(), folder))
        ports, processes = [free_port(), free_port()], {}
        for number, port in enumerate(ports, 1):
            command = ["env", f"REDIS_URL={url}", *one_process(port)]
            work = running(command, f"http://127.0.0.1:{port}", folder / f"worker{number}.log")
            processes[f"worker{number}"] = stack.enter_context(work)
        address = stack.enter_context(haproxy.proxied(proxy, ports, folder))
        server = Server(int(address.rpartition(":")[2]), processes["worker1"].pid)
        return asyncio.run(half_killed(server, members, lambda name: processes[name].kill()))


def measure(members: int, path: Path) -> None:
    """Write what was found as JSON; after the first part, too, as the second may fail or last too long."""
    with tempfile.TemporaryDirectory(dir=path.parent) as folder:
        with served(one_process, Path(folder) / "server.log") as server:
            before = memory(server.pid)
            hold(server, DRAGGING, CASTING)  # a server that has just begun loads its models first
            rooms = [pair(server, members, code) for code in CODES]
            grown = {"memory_before": round(before), "memory": round(memory(server.pid))}
            found = {"members": members, "rooms": rooms, **grown}
        path.write_text(json.dumps(found))
        killed = with_two_processes(members, Path(folder))
        if killed:
            path.write_text(json.dumps({**found, "killed": killed}))


def within(seconds: float, work: Callable[[Path], None]) -> dict:
    """What `work` has written to the file that it is given, when it ends, fails, or has run for so long: it runs in a
    process of its own, and all that it started ends with it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "found.json"
        process = multiprocessing.get_context("fork").Process(target=_apart, args=(work, path))
        process.start()
        try:
            process.join(seconds)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.kill()
            process.join()
        return json.loads(path.read_text()) if path.exists() else {}


def _apart(work: Callable[[Path], None], path: Path) -> None:
    os.setsid()  # a group of processes, which can be ended as a whole
    work(path)


def verdicts(found: dict) -> dict[str, bool | None]:
    """For each goal whether it is met; None where it was not measured."""
    tests: dict[str, Callable[[], bool]] = {
        "join": lambda: all(room["join"] <= 30 for room in found["rooms"]),
        "vote": lambda: all(room["vote"] <= 5 for room in found["rooms"]),
        "once": lambda: all(room["counts"] == room["cast"] for room in found["rooms"]),
        "histogram": lambda: all(room["histogram_p95"] <= 1 for room in found["rooms"]),
        "drag": lambda: median(room["ratio"] for room in found["rooms"]) <= 2,
        "killed": lambda: found["killed"]["counts"] == found["killed"]["cast"],
    }
    met: dict[str, bool | None] = dict.fromkeys(tests)
    for goal, test in tests.items():
        with suppress(KeyError):
            met[goal] = test()
    return met


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--members", type=int, default=MOST_MEMBERS)
    parser.add_argument("--json", type=Path, help="where to write the numbers")
    options = parser.parse_args(arguments)
    found = within(LONGEST, partial(measure, options.members))
    found["load"] = [round(each, 1) for each in os.getloadavg()]
    print(json.dumps(found, indent=1))
    if options.json:
        options.json.write_text(json.dumps(found, indent=1))
    met = verdicts(found)
    for goal, text in GOALS.items():
        print({True: "MET", False: "NOT MET", None: "UNTRIED"}[met[goal]].ljust(8), text)
    return 0 if all(met.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
