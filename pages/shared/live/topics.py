"""Runs of topics: who wants the same long work shares one run, and sees each of its states as it comes.

Runs take turns on one thread of low priority, so that their times are those of one model at a time and no drag waits
for them. A run ends early when no one looks on any longer, or when it takes too long.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from pages.shared.lesson.topic import Topic
from pages.shared.live.priority import step_back

PATIENCE = 10.0  # seconds that a run goes on after the last person has left: a lost connection comes back
LONGEST = 120.0  # seconds of one run
MOST = 16  # runs that are kept
FAILED = "This could not be worked out."
TOO_LONG = f"This took longer than {LONGEST:.0f} seconds and was stopped."

Clock = Callable[[], float]

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Snapshot:
    """A run at one moment: its state (None before the first) with the number of this state, and, once it is `done`, why
    it ended early ("" where it did not)."""

    version: int = 0
    state: object | None = None
    done: bool = False
    complaint: str = ""


@dataclass
class _Run:
    """One run and who looks on."""

    topic: Topic
    key: Hashable
    seen_at: float
    snapshot: Snapshot = field(default_factory=Snapshot)
    ended_at: float = 0.0
    watchers: list[Callable[[], None]] = field(default_factory=list)


class Topics:
    """Any number of threads use it; versions of a run only grow.

    Args:
        clock: seconds of a monotonic clock.
    """

    def __init__(self, clock: Clock = time.monotonic):
        self._clock = clock
        self._lock = threading.Lock()
        self._runs: OrderedDict[tuple[str, Hashable], _Run] = OrderedDict()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="topics", initializer=step_back)
        self._version = 0

    def now(self, topic: Topic, key: Hashable) -> Snapshot:
        """The newest state; looking begins the run where there is none, or only one that is out of date."""
        with self._lock:
            return self._run(topic, key).snapshot

    def watch(self, topic: Topic, key: Hashable, changed: Callable[[], None]) -> Callable[[], None]:
        """Call `changed`, on the runs' thread, after every new state. Returns what ends that."""
        with self._lock:
            run = self._run(topic, key)
            run.watchers.append(changed)

        def leave() -> None:
            with self._lock:
                if changed in run.watchers:
                    run.watchers.remove(changed)
                    run.seen_at = self._clock()

        return leave

    def _run(self, topic: Topic, key: Hashable) -> _Run:
        place, now = (topic.name, key), self._clock()
        run = self._runs.get(place)
        if run is None or (run.snapshot.done and now - run.ended_at > topic.kept):
            self._version += 1
            run = self._runs[place] = _Run(topic, key, now, Snapshot(self._version))
            self._thread.submit(self._work, run)
        run.seen_at = now
        self._runs.move_to_end(place)
        while len(self._runs) > MOST:
            self._runs.popitem(last=False)  # only those who look on at it see its end
        return run

    def _work(self, run: _Run) -> None:
        begun, complaint = self._clock(), ""
        try:
            states = run.topic.work(run.key)
            while True:
                if self._left(run):
                    return
                if self._clock() - begun > LONGEST:
                    complaint = TOO_LONG
                    break
                try:
                    state = next(states)
                except StopIteration:
                    break
                self._publish(run, state, False)
        except ValueError as error:
            complaint = str(error)
        except Exception:
            _log.exception("topic %s failed", run.topic.name)
            complaint = FAILED
        self._publish(run, run.snapshot.state, True, complaint)

    def _left(self, run: _Run) -> bool:
        """Whether no one has looked on for a while; then the run is forgotten."""
        with self._lock:
            if run.watchers or self._clock() - run.seen_at <= PATIENCE:
                return False
            if self._runs.get((run.topic.name, run.key)) is run:
                del self._runs[run.topic.name, run.key]
            return True

    def _publish(self, run: _Run, state: object | None, done: bool, complaint: str = "") -> None:
        with self._lock:
            self._version += 1
            run.snapshot = Snapshot(self._version, state, done, complaint)
            run.ended_at = self._clock()
            watchers = list(run.watchers)
        for changed in watchers:
            changed()
