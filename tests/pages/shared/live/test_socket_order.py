"""The live socket: the newest request wins, and nobody waits for another person."""

import threading

from websockets.sync.client import connect

from tests.served import double, lesson, picture, receive, request, send, serving


def test_the_newest_request_wins():
    """While the first is being worked out two more arrive: the middle one gets no response."""
    started, go_on = threading.Event(), threading.Event()

    def patient(points, controls):
        started.set()
        assert go_on.wait(30)
        return picture(points)

    with serving({"patient": lesson(patient)}) as url, connect(url) as link:
        send(link, seq=1, lesson="patient")
        assert started.wait(30)
        send(link, seq=2, lesson="patient")
        send(link, seq=3, lesson="patient")
        link.send("no JSON")  # its reply shows that both have been read
        assert receive(link)["error"]["type"] == "not-json"
        go_on.set()
        assert [receive(link)["seq"] for _ in range(2)] == [1, 3]


def test_a_long_calculation_of_one_person_delays_no_drag():
    """While what follows at rest is computed for one, moves are served: another's, and the same person's too."""
    started, go_on = threading.Event(), threading.Event()

    def long(points, controls):
        started.set()
        assert go_on.wait(30)
        return picture(points, "later")

    with serving({"long": lesson(double, long)}) as url, connect(url) as one, connect(url) as other:
        assert request(one, seq=1, lesson="long")["part"] == "now"
        assert started.wait(30)
        assert [request(link, seq=2, lesson="long")["part"] for link in (other, one)] == ["now", "now"]
        go_on.set()
