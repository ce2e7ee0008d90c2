"""Whose turn it is on the models' threads, and when to ask again so that no answer is late.

Two rules without a clock of their own, so that a test can play them through, and `Workers`, which follows them. A
connection waits at most once for each part of a reply, so first come first served goes round all of them: nobody is
answered twice while another waits once.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

PARTS = ("now", "aside", "later")  # the hand waits for the first; the others may lag, the last one most
SHARE = {"now": 0.0, "aside": 0.15, "later": 0.1}  # of the threads' time, whoever else waits; the rest is for "now"
REMEMBERED = 2.0  # seconds of work that the shares are measured over
LONGEST_PAUSE = 1.0  # seconds
MAX_IN_FLIGHT = 4  # requests of one board, where the way to the server takes longer than its work
SMOOTHING = 0.1

Work = TypeVar("Work")


class Turns:
    """Grants turns on a number of threads, two at least.

    "now" goes first, then "aside", then "later"; but whoever waits for one of those gets its SHARE of the time. They
    never hold the last thread, so that a long piece of work keeps no hand waiting.
    """

    def __init__(self, threads: int):
        if threads < 2:
            raise ValueError(f"turns need at least 2 threads, one of them for the hand, got {threads}")
        self._threads = threads
        self._waiting: dict[str, deque] = {part: deque() for part in PARTS}
        self._running: Counter[str] = Counter()
        self._spent = dict.fromkeys(PARTS, 0.0)

    def wait(self, part: str, who: object) -> None:
        """Stand in the line of that part."""
        self._waiting[part].append(who)

    def waiting(self, part: str) -> int:
        """How many stand there."""
        return len(self._waiting[part])

    def next(self) -> tuple[str, object] | None:
        """The part and the person whose turn it is; None when nobody may have one."""
        part = self._next_part()
        if part is None:
            return None
        self._running[part] += 1
        return part, self._waiting[part].popleft()

    def done(self, part: str, seconds: float) -> None:
        """A turn has ended that took so long."""
        self._running[part] -= 1
        self._spent[part] += seconds
        total = sum(self._spent.values())
        if total > REMEMBERED:
            self._spent = {part: spent * REMEMBERED / total for part, spent in self._spent.items()}

    def _next_part(self) -> str | None:
        busy = self._running.total()
        beside = busy - self._running["now"]
        may = [part for part in PARTS if self._waiting[part] and (part == "now" or beside < self._threads - 1)]
        if busy == self._threads or not may:
            return None
        total = sum(self._spent.values())
        return next((part for part in may if self._spent[part] < SHARE[part] * total), may[0])


class Pace:
    """When whoever is answered should ask again: in a slot of their own, one after another, as wide as an answer takes.

    All of them together then ask what the threads can answer, evenly spaced, and nobody waits in a line. Times are
    seconds of any monotonic clock.
    """

    def __init__(self, threads: int):
        self._threads = threads
        self._cost = 0.0
        self._slot = 0.0

    def took(self, seconds: float) -> None:
        """An answer to the hand kept a thread busy for so long."""
        self._cost += (seconds - self._cost) * (SMOOTHING if self._cost else 1.0)

    def pause(self, now: float, waiting: int) -> float:
        """Seconds until the next free slot, behind those who wait already; 0 while there is time for everybody."""
        width = self._cost / (self._threads * (1 - sum(SHARE.values())))
        self._slot = min(now + LONGEST_PAUSE, max(now + waiting * width, self._slot + width))
        return self._slot - now


class Workers:
    """The models' threads. It belongs to one event loop: the one that calls `run`."""

    def __init__(self, threads: int):
        self._pace = Pace(threads)
        self._turns = Turns(threads)
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="models")

    async def run(self, part: str, prepare: Callable[[], Callable[[], Work] | None]) -> Work | None:
        """Wait for a turn, then run on a thread what `prepare` gives at that moment; None when it gives nothing."""
        result = asyncio.get_running_loop().create_future()
        self._turns.wait(part, (result, prepare))
        self._go_on()
        return await result

    def pause(self) -> float:
        """How many seconds later whoever is answered now should ask again."""
        return self._pace.pause(asyncio.get_running_loop().time(), self._turns.waiting("now"))

    def _go_on(self) -> None:
        while turn := self._turns.next():
            part, (result, prepare) = turn
            work = None if result.done() else prepare()
            if work is None:
                self._turns.done(part, 0.0)
                if not result.done():
                    result.set_result(None)
            else:
                self._start(part, work, result)

    def _start(self, part: str, work: Callable[[], Work], result: asyncio.Future) -> None:
        """A turn lasts until the thread is free, even when nobody waits for the result any more."""
        loop = result.get_loop()
        started = loop.time()

        def ended(job: asyncio.Future) -> None:
            _hand_over(job, result)
            seconds = loop.time() - started
            self._turns.done(part, seconds)
            if part == "now":
                self._pace.took(seconds)
            self._go_on()

        asyncio.wrap_future(self._threads.submit(work), loop=loop).add_done_callback(ended)


def _hand_over(job: asyncio.Future, result: asyncio.Future) -> None:
    error = job.exception()  # asking for it also keeps asyncio from reporting it as never retrieved
    if result.done():
        return
    if error is None:
        result.set_result(job.result())
    else:
        result.set_exception(error)
