"""Long work whose states are shared: one run for all who look on, bounded, and cancelled when nobody does."""

from __future__ import annotations

import threading

import pytest

from pages.shared.lesson.topic import Topic
from pages.shared.live.topics import LONGEST, MOST, PATIENCE, TOO_LONG, Topics
from pages.shared.scene.marks import Scene

WAIT = 10.0


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


class Work:
    """States 1, 2, 3, each as soon as it is let go; it says how often it was begun."""

    def __init__(self, states=3, gated=True):
        self.states, self.gate, self.begun, self.gated = states, threading.Semaphore(0), [], gated

    def __call__(self, key):
        self.begun.append(key)
        for state in range(1, self.states + 1):
            if self.gated:
                assert self.gate.acquire(timeout=WAIT)
            yield state

    def topic(self, name="count", kept=60.0):
        return Topic(name, lambda controls: "key", self, lambda state, controls: Scene(()), kept)


class Looker:
    """Waits for states."""

    def __init__(self):
        self.changed = threading.Semaphore(0)

    def __call__(self):
        self.changed.release()

    def wait(self):
        assert self.changed.acquire(timeout=WAIT)


def until_done(topics, topic, key="key"):
    ended = threading.Event()
    leave = topics.watch(topic, key, lambda: topics.now(topic, key).done and ended.set())
    assert topics.now(topic, key).done or ended.wait(WAIT)
    leave()
    return topics.now(topic, key)


def test_every_state_comes_with_a_larger_version_and_the_last_is_done():
    topics, work, looker, seen = Topics(), Work(), Looker(), []
    topic = work.topic()
    seen.append(topics.now(topic, "key"))
    topics.watch(topic, "key", looker)
    for _ in range(3):
        work.gate.release()
        looker.wait()
        seen.append(topics.now(topic, "key"))
    looker.wait()
    seen.append(topics.now(topic, "key"))
    assert [found.state for found in seen] == [None, 1, 2, 3, 3]
    assert [found.done for found in seen[:3]] == [False] * 3 and seen[-1].done
    versions = [found.version for found in seen]
    assert versions == sorted(versions) and len({*versions[:4]}) == 4


def test_all_who_want_the_same_share_one_run_and_who_comes_back_finds_it():
    topics, work = Topics(), Work(gated=False)
    topic = work.topic()
    found = [until_done(topics, topic) for _ in range(3)]
    assert work.begun == ["key"] and len({one.version for one in found}) == 1
    until_done(topics, topic, "another")
    assert work.begun == ["key", "another"]


def test_a_finished_run_is_out_of_date_after_its_time():
    clock, work = Clock(), Work(gated=False)
    topics, topic = Topics(clock), work.topic(kept=60.0)
    first = until_done(topics, topic)
    clock.now = 59.0
    assert topics.now(topic, "key") == first
    clock.now = 61.0
    assert until_done(topics, topic).version > first.version and len(work.begun) == 2


@pytest.mark.parametrize(("away", "begun"), [(PATIENCE - 1, 1), (PATIENCE + 1, 2)])
def test_a_run_outlives_a_lost_connection_and_no_more(away, begun):
    clock, work, looker = Clock(), Work(), Looker()
    topics, topic = Topics(clock), work.topic()
    leave = topics.watch(topic, "key", looker)
    work.gate.release()
    looker.wait()
    leave()
    clock.now += away
    work.gate.release(20)
    until_done(topics, work.topic("other"), "other")  # on the same thread, so after it
    until_done(topics, topic)
    assert work.begun.count("key") == begun


def test_a_run_that_takes_too_long_is_stopped_and_keeps_what_it_has():
    clock, work, looker = Clock(), Work(states=1000), Looker()
    topics, topic = Topics(clock), work.topic()
    topics.watch(topic, "key", looker)
    work.gate.release()
    looker.wait()
    clock.now = LONGEST + 1
    work.gate.release()
    looker.wait()
    found = until_done(topics, topic)
    assert (found.done, found.complaint) == (True, TOO_LONG) and found.state in (1, 2)


@pytest.mark.parametrize(
    ("error", "said"), [(ValueError("no weights"), "no weights"), (KeyError("secret"), "worked out")]
)
def test_work_that_fails_ends_with_a_sentence(error, said):
    def work(key):
        yield 1
        raise error

    topics, topic = Topics(), Topic("failing", lambda controls: "key", work, lambda state, controls: Scene(()))
    found = until_done(topics, topic)
    assert found.state == 1 and said in found.complaint and "secret" not in found.complaint


def test_the_runs_that_are_kept_are_bounded():
    topics, work = Topics(), Work(gated=False)
    topic = work.topic()
    for number in range(MOST + 5):
        until_done(topics, topic, number)
    assert len(topics._runs) == MOST
    until_done(topics, topic, MOST + 4)
    assert len(work.begun) == MOST + 5, "the newest are still there"
