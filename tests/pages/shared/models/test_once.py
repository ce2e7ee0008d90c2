"""What is dear is worked out once per process, however many threads ask for it at the same time."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event

import pytest

import tnpcore
from pages.shared.models import catalogue as models
from pages.shared.models.once import once


def test_a_model_is_loaded_once_however_many_people_come_at_once(monkeypatch):
    loads, everybody, first = [], Barrier(8), Event()
    load = tnpcore.load

    def slow(name, prior):
        loads.append(name)
        first.wait(0.2)  # time in which the others would begin, too; nothing ever sets it
        return load(name, prior)

    def come(_):
        everybody.wait(30)
        return models.model("cnp")

    monkeypatch.setattr(tnpcore, "load", slow)
    models.model.cache_clear()
    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(come, range(8)))
    assert loads == ["cnp"]
    assert all(model is found[0] for model in found)


def test_an_error_is_not_kept():
    predictions = iter([ValueError("not yet"), 7])

    @once
    def sometimes():
        answer = next(predictions)
        if isinstance(answer, Exception):
            raise answer
        return answer

    with pytest.raises(ValueError, match="not yet"):
        sometimes()
    assert sometimes() == sometimes() == 7


def test_who_wants_something_else_does_not_wait():
    began, go_on = Event(), Event()

    @once
    def slow(name):
        if name == "long":
            began.set()
            assert go_on.wait(30)
        return name

    with ThreadPoolExecutor(1) as threads:
        long = threads.submit(slow, "long")
        assert began.wait(30) and slow("short") == "short"
        go_on.set()
        assert long.result() == "long"


def test_who_waited_for_an_error_calls_the_function_itself():
    began, calls = Barrier(2), []

    @once
    def left():
        calls.append(1)
        if len(calls) == 1:
            began.wait(30)
            Event().wait(0.2)  # time in which the other comes to wait; nothing ever sets it
            raise ValueError("left")
        return 7

    with ThreadPoolExecutor(1) as threads:
        first = threads.submit(left)
        began.wait(30)
        assert left() == 7
        with pytest.raises(ValueError, match="left"):
            first.result()


def test_what_was_wanted_least_recently_is_not_kept():
    calls = []

    @once(keep=2)
    def square(number):
        calls.append(number)
        return number**2

    assert [square(n) for n in (1, 2, 1, 3, 1, 2)] == [1, 4, 1, 9, 1, 4]
    assert calls == [1, 2, 3, 2]
