"""Which request is next and how long a board pauses: played through with times that the tests make up."""

import asyncio
import os
import sys
import threading
from collections import Counter
from concurrent.futures import Future, ThreadPoolExecutor

import pytest

from pages.shared.live import scheduler as turns
from pages.shared.live.priority import NICE
from pages.shared.live.scheduler import LONGEST_PAUSE, SHARE, VERDICT, VERDICT_THREADS, Pace, Turns, Workers


def serve(line: Turns, seconds: dict[str, float], rounds: int) -> list[tuple[str, object]]:
    """That many turns of a room in which everyone who has had one queues for the same again; `seconds` is what a part
    takes. One turn after another, whatever the number of threads."""
    granted = []
    for _ in range(rounds):
        part, who = line.next()
        granted.append((part, who))
        line.done(part, seconds[part])
        line.wait(part, who)
    return granted


def test_each_has_a_turn_before_any_has_two():
    line = Turns(2)
    for who in range(7):
        line.wait("now", who)
    granted = serve(line, {"now": 0.005}, 70)
    assert [who for _, who in granted] == list(range(7)) * 10


def test_the_hand_goes_first():
    line = Turns(2)
    for part in ("later", "aside", "now"):
        line.wait(part, part)
    assert line.next() == ("now", "now")
    line.wait("now", "another hand")
    assert line.next() == ("now", "another hand")
    assert line.next() is None
    line.done("now", 0.0)
    assert line.next() == ("aside", "aside")


def test_who_stands_beside_the_hand_has_a_share_and_no_more():
    """However many hands wait, the other parts get their share of the time, the slow part as well as the fast one."""
    line = Turns(2)
    for who in range(60):
        line.wait("now", who)
    line.wait("aside", "beside")
    line.wait("later", "slow")
    seconds = {"now": 0.005, "aside": 0.007, "later": 0.1}
    spent = Counter()
    for part, _ in serve(line, seconds, 4000):
        spent[part] += seconds[part]
    for part in ("aside", "later"):
        assert spent[part] / spent.total() == pytest.approx(SHARE[part], rel=0.3)


def test_a_verdict_waits_for_no_long_work_and_takes_no_thread_from_a_hand():
    line = Turns(2)
    line.wait("later", "a race")
    assert line.next() == ("later", "a race")
    for who in range(VERDICT_THREADS + 1):
        line.wait(VERDICT, who)
    line.wait("now", "a hand")
    assert [line.next() for _ in range(VERDICT_THREADS)] == [(VERDICT, who) for who in range(VERDICT_THREADS)]
    assert line.next() == ("now", "a hand") and line.next() is None
    line.done(VERDICT, 5.0)
    assert line.next() == (VERDICT, VERDICT_THREADS)


@pytest.mark.parametrize("threads", [2, 4])
def test_one_thread_is_always_kept_for_the_hand(threads):
    line = Turns(threads)
    for who in range(10):
        line.wait("later", who)
        line.wait("aside", who)
    assert len([turn for _ in range(threads) if (turn := line.next())]) == threads - 1
    line.wait("now", "hand")
    assert line.next() == ("now", "hand")
    assert line.next() is None


def test_a_lone_thread_is_refused():
    with pytest.raises(ValueError, match="at least 2 threads"):
        Turns(1)


def drag(people: int, cost: float, seconds: float, threads: int = 2) -> tuple[list[int], list[float]]:
    """A room in which everyone drags for so long and sends requests at their pauses, first come first served by threads
    that take `cost` for each: the number of responses to each person, and how long each question of the second half of
    the time waited for its turn."""
    pace = Pace(threads)
    free = [0.0] * threads
    requests = [(0.0, who) for who in range(people)]  # all at once
    predictions, waits = [0] * people, []
    while requests[0][0] < seconds:
        at, who = requests.pop(0)
        turn = max(at, min(free))
        free[free.index(min(free))] = turn + cost
        pause = pace.pause(turn, sum(request < turn for request, _ in requests))
        pace.took(cost)
        predictions[who] += 1
        if at > seconds / 2:
            waits.append(turn - at)
        requests.append((turn + cost + max(pause, 1 / 60), who))
        requests.sort()
    return predictions, waits


@pytest.mark.parametrize("people", [1, 2, 5, 20, 60])
def test_a_crowd_is_served_less_often_and_not_later(people):
    cost, seconds, threads = 0.006, 10.0, 2
    predictions, waits = drag(people, cost, seconds, threads)
    assert max(waits) <= 3 * cost, "no request waits in a line, though all began in the same moment"
    assert min(predictions) >= 0.9 * max(predictions)
    for_hands = seconds * threads / cost * (1 - sum(SHARE.values()))
    everything = people * seconds / (1 / 60 + cost)
    assert sum(predictions) >= 0.85 * min(for_hands, everything), "and time is not wasted"


def test_one_person_alone_does_not_pause():
    pace = Pace(2)
    assert pace.pause(0.0, 0) == 0
    for frame in range(1, 100):
        pace.took(0.006)
        assert pace.pause(frame / 60, 0) == 0


def test_a_pause_is_bounded():
    pace = Pace(2)
    pace.took(0.1)
    pauses = [pace.pause(5.0, 30) for _ in range(500)]
    assert max(pauses) == pytest.approx(LONGEST_PAUSE)
    assert pace.pause(5.0 + 2 * LONGEST_PAUSE, 0) == 0


class ByHand:
    """Threads that finish when the test says so."""

    def __init__(self, threads):
        self.jobs = []

    def submit(self, work):
        self.jobs.append((work, Future()))
        return self.jobs[-1][1]

    async def finish(self, number=0):
        work, future = self.jobs.pop(number)
        try:
            future.set_result(work())
        except Exception as error:
            future.set_exception(error)
        await settled()


async def settled():
    """Let everything run that can run now."""
    for _ in range(10):
        await asyncio.sleep(0)


@pytest.fixture
def by_hand(monkeypatch):
    hands = ByHand(2)
    monkeypatch.setattr(turns, "ThreadPoolExecutor", lambda threads, **_names: hands)


def in_a_loop_of_its_own(room):
    """On another thread: Playwright's synchronous driver keeps a loop on this one."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(room())).result()


def test_work_is_chosen_when_its_turn_comes(by_hand):
    """What waits is prepared at the last moment: the newest then is what is served, and nothing is nothing."""

    async def room():
        workers, newest = Workers(2), ["old"]
        busy = [asyncio.ensure_future(workers.run("now", lambda: lambda: "busy")) for _ in range(2)]
        requested = asyncio.ensure_future(workers.run("now", lambda: lambda said=newest[0]: said))
        nothing = asyncio.ensure_future(workers.run("now", lambda: None))
        await settled()
        assert len(workers._threads.jobs) == 2 and not nothing.done()
        newest[0] = "new"
        for _ in range(3):
            await workers._threads.finish()
        assert [await future for future in (*busy, requested, nothing)] == ["busy", "busy", "new", None]

    in_a_loop_of_its_own(room)


def test_an_error_reaches_its_request_and_the_thread_goes_on(by_hand):
    async def room():
        workers = Workers(2)
        broken = asyncio.ensure_future(workers.run("now", lambda: lambda: 1 / 0))
        await settled()
        await workers._threads.finish()
        with pytest.raises(ZeroDivisionError):
            await broken
        fine = asyncio.ensure_future(workers.run("now", lambda: lambda: "fine"))
        await settled()
        await workers._threads.finish()
        assert await fine == "fine"

    in_a_loop_of_its_own(room)


def test_whoever_leaves_gives_the_turn_away_but_not_a_busy_thread(by_hand):
    async def room():
        workers = Workers(2)
        requested = [asyncio.ensure_future(workers.run("now", lambda n=n: lambda: n)) for n in range(5)]
        await settled()
        requested[0].cancel()  # is being served: its thread stays busy
        requested[2].cancel()  # still waits
        await settled()
        assert len(workers._threads.jobs) == 2
        for _ in range(4):
            await workers._threads.finish()
        assert [future.cancelled() for future in requested] == [True, False, True, False, False]
        assert [requested[n].result() for n in (1, 3, 4)] == [1, 3, 4]
        assert not workers._threads.jobs

    in_a_loop_of_its_own(room)


@pytest.mark.skipif(sys.platform != "linux", reason="a thread has no priority of its own there")
@pytest.mark.parametrize(("part", "steps"), [("now", 0), ("aside", 0), ("later", NICE), (VERDICT, NICE)])
def test_what_no_hand_waits_for_runs_at_a_lower_priority(part, steps):
    async def priority():
        workers = turns.Workers(2)
        return await workers.run(part, lambda: lambda: os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))

    own = os.getpriority(os.PRIO_PROCESS, os.getpid())
    with ThreadPoolExecutor(1) as apart:  # from other tests, whose event loop may still run here
        assert apart.submit(lambda: asyncio.run(priority())).result() == (max(own, steps) if steps else own)
