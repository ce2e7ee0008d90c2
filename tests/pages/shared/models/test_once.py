"""What is dear is worked out once per process, however many threads ask for it at the same time."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event

import pytest

import tnpcore
from pages.shared.models import catalogue as models
from pages.shared.models.catalogue import once


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
