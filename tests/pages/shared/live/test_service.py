"""The prediction service: computed once, shared by threads, bounded, and errors of one closed list of types."""

import threading
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import numpy as np
import pytest

from pages.shared.lesson.values import choice, number
from pages.shared.live.protocol import ERRORS
from pages.shared.live.service import NOT_FINITE, UNEXPECTED, PredictionError, PredictionService
from pages.shared.models.each_model import for_each_model
from pages.shared.scene.marks import Line, Panel, Scene

POINTS = ((0.5, 1.0), (1.0, -2.0))


def lesson(scene, later=None):
    """As much of a lesson as the service reads."""
    parts = {"now": scene, "later": later} if later else {"now": scene}
    return SimpleNamespace(name="example", parts=parts, part=parts.get, parse=lambda controls: controls, topic=None)


class Counting:
    """A scene function that remembers its requests; `value` is the height of its line."""

    def __init__(self, name="stage", length=2):
        self.calls, self.name, self.length = [], name, length

    def __call__(self, points, controls):
        choice(controls, "model", ("tnpd", "cnp"))
        value = number(controls, "tau", 0.0, -1.0, 1.0)
        self.calls.append(value)
        line = Line(np.arange(self.length), np.full(self.length, value), "signal")
        return Scene((Panel(self.name, self.name, (line,), area="stage"),))


@pytest.fixture
def service():
    return PredictionService(scenes=3)


# ---- the cache -------------------------------------------------------------------------------------


def test_a_scene_is_computed_once(service):
    counting = Counting()
    first = service.scene(lesson(counting), POINTS, {"tau": 0.5})
    assert service.scene(lesson(counting), POINTS, {"tau": 0.5}) is first
    assert service.packed(lesson(counting), POINTS, {"tau": 0.5}).text == first.packed()
    assert counting.calls == [0.5]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"tau": 1}, {"tau": 1.0}),
        ({"tau": 0.5, "model": "cnp"}, {"model": "cnp", "tau": 0.5}),
        ({"targets": [0, 1.0]}, {"targets": (0.0, 1)}),
        ({"cells": [[0, 1]]}, {"cells": ((0, 1),)}),
        ({"query": None}, {}),
    ],
)
def test_the_same_controls_in_another_form_are_the_same(service, one, other):
    counting = Counting()
    for controls in (one, other):
        service.scene(lesson(counting), POINTS, controls)
    assert len(counting.calls) == 1


def test_other_points_controls_parts_and_lessons_are_others():
    service, now, later, other = PredictionService(), Counting(), Counting(), Counting()
    for request in (
        (lesson(now), POINTS, {}),
        (lesson(now), POINTS[:1], {}),
        (lesson(now), POINTS, {"tau": 1.0}),
        (lesson(now), POINTS, {"tau": True, "model": "cnp"} | {"tau": 0.25}),
        (lesson(now), POINTS, {"flag": True}),
        (lesson(now), POINTS, {"flag": 1}),
        (lesson(now, later), POINTS, {}, "later"),
        (lesson(other), POINTS, {}),
    ):
        service.scene(*request)
    assert (len(now.calls), len(later.calls), len(other.calls)) == (6, 1, 1)


def test_controls_of_a_type_of_their_own_are_parsed_at_the_door(service):
    """Absent controls and defaults are then the same, and the scene receives the lesson's own type."""

    received = []

    def scene(points, controls):
        received.append(controls)
        return Scene(())

    typed = lesson(scene)
    typed.parse = lambda controls: number(controls, "tau", 0.25, -1.0, 1.0)
    service.scene(typed, POINTS, {})
    service.scene(typed, POINTS, {"tau": 0.25, "of another lesson": 3})
    assert received == [0.25]
    with pytest.raises(PredictionError) as error:
        service.scene(typed, POINTS, {"tau": 7})
    assert (error.value.type, error.value.control) == ("bad-control", "tau")


def test_what_was_requested_least_recently_is_evicted(service):
    counting = Counting()
    request = lesson(counting)
    for tau in (0.1, 0.2, 0.3, 0.1, 0.4, 0.1, 0.2):
        service.scene(request, POINTS, {"tau": tau})
    assert counting.calls == [0.1, 0.2, 0.3, 0.4, 0.2]


def test_a_drawing_that_was_replaced_is_evicted_first(service):
    counting = Counting()
    request = lesson(counting)
    service.scene(request, POINTS, {"tau": 0.0})
    for frame in range(1, 10):
        service.scene(request, POINTS, {"tau": frame / 10})
        service.release(request, POINTS, {"tau": frame / 10})
    service.scene(request, POINTS, {"tau": 0.0})
    assert counting.calls.count(0.0) == 1


def test_the_memory_is_bounded():
    service, counting = PredictionService(scenes=100, size=100_000), Counting(length=1000)
    request = lesson(counting)
    for frame in range(40):
        service.scene(request, POINTS, {"tau": frame / 100})
    assert 0 < service._size <= 100_000
    assert service._size == sum(future.result().size for future in service._found.values())
    service.clear()
    service.scene(request, POINTS, {"tau": 0.39})
    assert counting.calls.count(0.39) == 2


def test_a_scene_with_a_failed_model_is_not_kept(service):
    """Once the weights are restored the same drawing has another scene."""
    counting, weights = Counting(), []

    def scene(points, controls):
        results, _ = for_each_model(lambda name: weights[0], ("cnp",)) if weights else for_each_model(missing, ("cnp",))
        return Scene(counting(points, controls).panels, caption=str(results))

    def missing(name):
        raise ValueError(f"there is no {name}")

    assert service.scene(lesson(scene), POINTS, {}).caption == "{}"
    weights.append("found")
    for _ in range(2):
        assert service.scene(lesson(scene), POINTS, {}).caption == "{'cnp': 'found'}"
    assert len(counting.calls) == 2


# ---- threads ---------------------------------------------------------------------------------------


def test_threads_wait_for_the_one_that_computes(service):
    started, go_on, calls = threading.Event(), threading.Event(), []

    def slow(points, controls):
        calls.append(1)
        started.set()
        assert go_on.wait(30)
        return Scene(())

    with ThreadPoolExecutor(8) as pool:
        request = lesson(slow)
        first = pool.submit(service.scene, request, POINTS, {})
        assert started.wait(30)
        others = [pool.submit(service.scene, request, POINTS, {}) for _ in range(7)]
        quick = pool.submit(service.scene, lesson(Counting()), POINTS, {})
        go_on.set()
        found = {id(future.result(30)) for future in (first, *others)}
        quick.result(30)
    assert (len(calls), len(found)) == (1, 1)


def test_an_error_reaches_everyone_and_is_not_kept(service):
    started, go_on, calls = threading.Event(), threading.Event(), []

    def refuses_once(points, controls):
        calls.append(1)
        if len(calls) > 1:
            return Scene(())
        started.set()
        assert go_on.wait(30)
        raise ValueError("the weights are missing")

    request = lesson(refuses_once)
    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(service.scene, request, POINTS, {})
        assert started.wait(30)
        second = pool.submit(service.scene, request, POINTS, {})
        go_on.set()
        errors = [future.exception(30) for future in (first, second)]
    assert str(errors[0]) == "the weights are missing"
    assert errors[1] is None or str(errors[1]) == "the weights are missing"
    assert service.scene(request, POINTS, {}) == Scene(())


# ---- errors ----------------------------------------------------------------------------------------


def failing(error):
    def scene(points, controls):
        raise error

    return scene


@pytest.mark.parametrize(
    ("scene", "controls", "type", "message"),
    [
        (Counting(), {"tau": 2.0}, "bad-control", "tau must be a number from -1 to 1, got 2.0"),
        (Counting(), {"model": "gpt"}, "unknown-model", "model must be one of tnpd, cnp, got 'gpt'"),
        (failing(ValueError("too far apart")), {}, "failed", "too far apart"),
        (failing(KeyError("secret")), {}, "failed", UNEXPECTED),
        (lambda points, controls: Scene((Panel("stage", object(), ()),)), {}, "failed", NOT_FINITE),
        (
            lambda points, controls: Scene((Panel("s", "s", (Line(np.zeros(1), np.array([np.nan]), "signal"),)),)),
            {},
            "failed",
            NOT_FINITE,
        ),
    ],
)
def test_errors_have_a_type(service, scene, controls, type, message):
    with pytest.raises(PredictionError) as error:
        service.scene(lesson(scene), POINTS, controls)
    assert (error.value.type, str(error.value)) == (type, message)
    assert error.value.type in ERRORS


def test_a_part_that_fails_leaves_out_its_panels_alone(service):
    now, broken = Counting(), failing(ValueError("no limit for these"))
    outcome = service.whole(lesson(now, broken), POINTS, {})
    assert ([p.id for p in outcome.scene.panels], outcome.complaint) == (["stage"], "no limit for these")
    outcome = service.whole(lesson(now, Counting("more")), POINTS, {})
    assert ([p.id for p in outcome.scene.panels], outcome.complaint) == (["stage", "more"], "")
    outcome = service.whole(lesson(broken, now), POINTS, {})
    assert (outcome.scene, outcome.complaint) == (None, "no limit for these")
