"""Which request is next on the models' threads, and how long a board is to pause so that no response is late.

Two rules without a clock of their own, so that a test can play them through, and `Workers`, which follows them. A
connection waits at most once for each part of a response, so first come first served serves all of them in turn: none
twice while another waits once.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from pages.shared.lesson.lesson import PARTS
from pages.shared.live.priority import step_back

SHARE = {"now": 0.0, "aside": 0.09, "later": 0.1}  # of the threads' time, whatever else waits; the rest is for "now"
REMEMBERED = 2.0  # seconds of work over which the shares are measured
LONGEST_PAUSE = 1.0  # seconds
VERDICT = "verdict"
BEHIND = (VERDICT, "later")  # these run on threads of lower priority
VERDICT_THREADS = 4  # beside those of the parts: a long verdict mostly waits, and keeps no other one waiting
MAX_IN_FLIGHT = 4  # requests of one board, where the way to the server takes longer than its work
SMOOTHING = 0.1

Work = TypeVar("Work")


class Turns:
    """Grants turns on a number of threads, two at least.

    "now" goes first, then "aside", then "later"; but those two get their SHARE of the time while they wait. They never
    hold the last thread, so that long work delays no drag. Verdicts have VERDICT_THREADS of their own, so that none
    waits for another person's race or exact decoding.

    Args:
        threads: their number, without those of the verdicts.

    Raises:
        ValueError: there are fewer than two.
    """

    def __init__(self, threads: int):
        if threads < 2:
            raise ValueError(f"turns need at least 2 threads, one of them for 'now', got {threads}")
        self._threads = threads
        self._waiting: dict[str, deque] = {part: deque() for part in (VERDICT, *PARTS)}
        self._running: Counter[str] = Counter()
        self._spent = dict.fromkeys(PARTS, 0.0)

    def wait(self, part: str, who: object) -> None:
        """Queue for a turn on that part; `who` comes back from `next`."""
        self._waiting[part].append(who)

    def waiting(self, part: str) -> int:
        """How many queue there."""
        return len(self._waiting[part])

    def next(self) -> tuple[str, object] | None:
        """The part and `who` of the next turn; None when no turn may be granted."""
        part = self._next_part()
        if part is None:
            return None
        self._running[part] += 1
        return part, self._waiting[part].popleft()

    def done(self, part: str, seconds: float) -> None:
        """Count a turn that has ended, and its seconds."""
        self._running[part] -= 1
        if part == VERDICT:
            return
        self._spent[part] += seconds
        total = sum(self._spent.values())
        if total > REMEMBERED:
            self._spent = {part: spent * REMEMBERED / total for part, spent in self._spent.items()}

    def _next_part(self) -> str | None:
        if self._waiting[VERDICT] and self._running[VERDICT] < VERDICT_THREADS:
            return VERDICT
        busy = self._running.total() - self._running[VERDICT]
        beside = busy - self._running["now"]
        may = [part for part in PARTS if self._waiting[part] and (part == "now" or beside < self._threads - 1)]
        if busy == self._threads or not may:
            return None
        total = sum(self._spent.values())
        return next((part for part in may if self._spent[part] < SHARE[part] * total), may[0])


class Pace:
    """When the board that is served now should send its next request: in a slot of its own, as wide as a scene takes.

    All boards together then request what the threads can compute, evenly spaced, and no request waits. Times are
    seconds of any monotonic clock.

    Args:
        threads: their number.
    """

    def __init__(self, threads: int):
        self._threads = threads
        self._cost = 0.0
        self._slot = 0.0

    def took(self, seconds: float) -> None:
        """Count a "now" part that kept a thread busy for so many seconds."""
        self._cost += (seconds - self._cost) * (SMOOTHING if self._cost else 1.0)

    def pause(self, now: float, waiting: int) -> float:
        """Seconds until the next free slot, behind the requests that wait already; 0 while there is time for all."""
        width = self._cost / (self._threads * (1 - sum(SHARE.values())))
        self._slot = min(now + LONGEST_PAUSE, max(now + waiting * width, self._slot + width))
        return self._slot - now


class Workers:
    """The models' threads. It belongs to one event loop: the one that calls `run`."""

    def __init__(self, threads: int):
        self._pace = Pace(threads)
        self._turns = Turns(threads)
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="models")
        # What no hand waits for leaves the processor to what one waits for, not only its turn.
        count = threads - 1 + VERDICT_THREADS
        self._behind = ThreadPoolExecutor(count, thread_name_prefix="models-behind", initializer=step_back)

    async def run(self, part: str, prepare: Callable[[], Callable[[], Work] | None]) -> Work | None:
        """Wait for a turn, then run on a thread what `prepare` gives at that moment; None when it gives nothing."""
        result = asyncio.get_running_loop().create_future()
        self._turns.wait(part, (result, prepare))
        self._go_on()
        return await result

    def pause(self) -> float:
        """How many seconds the board that is served now should wait before its next request."""
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
        """A turn lasts until the thread is free, even when no one waits for the result any more."""
        loop = result.get_loop()
        started = loop.time()

        def ended(job: asyncio.Future) -> None:
            _hand_over(job, result)
            seconds = loop.time() - started
            self._turns.done(part, seconds)
            if part == "now":
                self._pace.took(seconds)
            self._go_on()

        pool = self._behind if part in BEHIND else self._threads
        asyncio.wrap_future(pool.submit(work), loop=loop).add_done_callback(ended)


def _hand_over(job: asyncio.Future, result: asyncio.Future) -> None:
    error = job.exception()  # reading it also keeps asyncio from reporting it as never retrieved
    if result.done():
        return
    if error is None:
        result.set_result(job.result())
    else:
        result.set_exception(error)
