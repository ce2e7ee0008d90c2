"""The served app: its socket knows every lesson, and its modules come with the right headers."""

import itertools
import json
import urllib.error
import urllib.request

import pytest
from websockets.sync.client import connect

from pages.lessons import LESSONS
from pages.shared.lesson.controls import specs

pytestmark = pytest.mark.slow

NUMBERS = itertools.count(1)


@pytest.fixture
def link(server):
    with connect(server.replace("http", "ws", 1) + "/live", max_size=None) as socket:
        yield socket


def ask(link, **changes):
    """The quick answer to one request; slow parts of earlier ones, which may come in between, are passed over."""
    request = {"v": 1, "lesson": "home", "points": [[-1.0, 0.5], [1.0, -0.5]], "controls": {}, **changes}
    request["seq"] = next(NUMBERS)
    link.send(json.dumps(request))
    while True:
        reply = json.loads(link.recv(timeout=60))
        if reply["seq"] == request["seq"] and reply.get("part") != "later":
            return reply


def fetch(url, **headers):
    with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=30) as reply:
        return reply.headers


@pytest.mark.parametrize("lesson", LESSONS)
def test_the_socket_answers_for_every_lesson(link, lesson):
    reply = ask(link, lesson=lesson)
    assert reply["part"] == "now"
    assert reply["scene"]["panels"][0]["area"] == "stage"


@pytest.mark.parametrize("lesson", LESSONS)
def test_the_socket_answers_without_points(link, lesson):
    assert ask(link, lesson=lesson, points=[])["part"] == "now"


def test_the_answer_is_that_of_the_chosen_model(link):
    def stage(model):
        return ask(link, controls={"model": model})["scene"]["panels"][0]["marks"][0]

    one, other = stage("tnpd"), stage("tetnp")
    assert (one["model"], other["model"]) == ("tnpd", "tetnp")
    assert one["mean"] != other["mean"]


@pytest.mark.parametrize(
    ("changes", "kind"),
    [
        ({"lesson": "nowhere"}, "unknown-lesson"),
        ({"controls": {"model": "gpt"}}, "unknown-model"),
        ({"controls": {"tau": 1e9}}, "bad-control"),
        ({"points": [[0, 0]] * 10_000}, "bad-points"),
        ({"points": [[-1e6, 0], [1e6, 0]], "controls": {"model": "convcnp"}}, "failed"),
        ({"pad": "x" * 100_000}, "too-large"),
    ],
)
def test_the_apps_own_errors_are_typed(link, changes, kind):
    assert ask(link, **changes)["error"]["type"] == kind
    assert ask(link)["part"] == "now"


@pytest.mark.parametrize("lesson", LESSONS)
@pytest.mark.parametrize("value", ["x", [1.0, 2.0], -1e300, True])
def test_a_strange_control_never_breaks_a_lesson(link, lesson, value):
    """Every control of a lesson is checked: the reply is a scene or a typed error, never "failed"."""
    for name in (*specs(LESSONS[lesson].controls), "unknown"):
        reply = ask(link, lesson=lesson, controls={name: value})
        assert reply.get("error", {}).get("type") in (None, "bad-control", "unknown-model"), (name, reply)


def test_modules_have_the_type_that_browsers_require(server):
    headers = fetch(f"{server}/board/main.js")
    assert headers.get_content_type() == "text/javascript"
    assert headers["cache-control"] == "no-cache"
    with pytest.raises(urllib.error.HTTPError) as unchanged:
        fetch(f"{server}/board/main.js", **{"If-None-Match": headers["etag"]})
    assert unchanged.value.code == 304
    unchanged.value.close()


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_page_has_an_address_that_says_where_the_server_is(server, lesson):
    with urllib.request.urlopen(f"{server}/{lesson}?v=1&p=0,1", timeout=30) as reply:
        page = reply.read().decode()
    assert reply.headers.get_content_type() == "text/html"
    assert "BACKEND_BASE_URL" in page


@pytest.mark.parametrize(
    ("path", "app"),
    [("nosuchlesson", "."), ("kernel?step=2", "."), ("attention/nosuch", "../"), ("board/board.py", "../")],
)
def test_an_address_that_no_page_has_says_so(server, path, app):
    """It was the first lesson, without a word, or an empty page. No source file is served either."""
    with pytest.raises(urllib.error.HTTPError) as found:
        fetch(f"{server}/{path}", Accept="text/html,*/*")
    page = found.value.read().decode()
    assert found.value.code == 404
    assert f"There is no page at this address: {path.partition('?')[0]}." in page
    assert f'<a href="{app}">Open the app</a>' in page


def test_an_unknown_address_is_text_and_not_markup(server):
    with pytest.raises(urllib.error.HTTPError) as found:
        fetch(f"{server}/%3Cscript%3Ealert(1)%3C/script%3E", Accept="text/html")
    assert "<script" not in found.value.read().decode()


@pytest.mark.parametrize("page", ["", "attention", "summary", "lecture", "masking"])
def test_every_page_has_its_address(server, page):
    assert fetch(f"{server}/{page}")["content-type"].startswith("text/html")
