"""What a newer request has overtaken is left; who still waits for it gets it."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest
from websockets.sync.client import connect

from pages.shared.lesson.values import context
from pages.shared.live.service import PredictionService
from pages.shared.models.overtaken import Overtaken, go_on, unless
from pages.shared.models.predictions import bayes_prediction, predictions
from pages.shared.scene.marks import Scene
from tests.served import double, lesson, picture, receive, request, serving

POINTS = ((0.5, 1.0), (1.0, -2.0))


def test_what_follows_at_rest_stops_when_a_newer_request_comes():
    """Though it is served between two passes; and the newer one's is computed in its place."""
    started, begun = threading.Event(), []

    def long(points, controls):
        begun.append(len(points))
        started.set()
        for _ in range(200 if len(begun) == 1 else 0):  # long passes through models, ten seconds of them
            go_on()
            time.sleep(0.05)
        return picture(points, "later")

    with serving({"long": lesson(double, long)}) as url, connect(url) as link:
        assert request(link, seq=1, lesson="long")["part"] == "now"
        assert started.wait(30)
        found = [request(link, seq=2, lesson="long", points=POINTS), receive(link)]
        assert [(each["seq"], each["part"]) for each in found] == [(2, "now"), (2, "later")]
        assert begun == [1, 2]


def test_what_one_has_left_another_who_waits_for_it_computes():
    """The socket leaves what a newer request has overtaken; the page still wants it."""
    started, left, calls = threading.Event(), threading.Event(), []
    service = PredictionService()

    def slow(points, controls):
        calls.append(threading.get_ident())
        started.set()
        assert left.wait(30)
        go_on()
        return Scene(())

    example = SimpleNamespace(name="example", part={"now": slow}.get, parse=lambda controls: controls)

    def of_the_socket():
        with unless(lambda: True):
            service.scene(example, POINTS, {})

    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(of_the_socket)
        assert started.wait(30)
        second = pool.submit(service.scene, example, POINTS, {})
        left.set()
        assert isinstance(first.exception(30), Overtaken)
        assert second.result(30) == Scene(())
    assert len(set(calls)) == len(calls) == 2


@pytest.mark.parametrize("work", [lambda points: predictions("cnp", points), bayes_prediction])
def test_every_pass_through_a_model_may_be_the_one_that_is_left(work):
    with unless(lambda: True), pytest.raises(Overtaken):
        work(context(POINTS))
    work(context(POINTS))
