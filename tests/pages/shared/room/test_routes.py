"""A room over the network: what members and the lecturer send by socket and by plain requests, and what is refused."""

import gzip
import http.client
import json
import re
import time

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from pages.lessons import LESSONS
from pages.shared.live.protocol import Request
from pages.shared.live.service import SERVICE
from pages.shared.live.verdicts import Question, judged
from pages.shared.room import rooms, routes, senders
from pages.shared.room.questions import drawn_at, drawn_guess
from pages.shared.room.rooms import Memory, Rooms
from pages.shared.room.routes import room_routes
from pages.shared.room.senders import MESSAGES_PER_SECOND
from pages.shared.room.state import EXPIRES
from pages.shared.room.truth import outcome
from tests.pages.zoo.test_exercise import SOLVED
from tests.served import serving_routes

PATIENCE = 30  # seconds
KEY, CODE = "b" * 32, "bamuti"
ANN, BEN = {"member": "a" * 32}, {"member": "c" * 32}
LECTURER = {"key": KEY}
SHOW = {"kind": "show", "lesson": "masks", "step": 2, **LECTURER}
VOTE = {"kind": "vote", "question": "masks 2", "round": 1, "option": 0}
MOST_BYTES = 150_000  # before a phone can vote


@pytest.fixture
def host():
    with serving_routes(room_routes("", LESSONS, Rooms())) as found:
        post(found, {"kind": "open", "base": "http://localhost/", **LECTURER})
        post(found, SHOW)
        yield found


def fetch(host, method, path, body=None, **headers):
    connection = http.client.HTTPConnection(host, timeout=30)
    connection.request(method, path, body, headers)
    reply = connection.getresponse()
    text = reply.read().decode("utf-8-sig")
    connection.close()
    return reply, text


def post(host, message, code=CODE, **headers):
    """The status and the JSON of the response."""
    reply, text = fetch(host, "POST", f"/room/{code}", json.dumps(message), **headers)
    return reply.status, json.loads(text)


def socket(host, code=CODE, **options):
    return connect(f"ws://{host}/room/{code}/socket", **options)


def view(link, wanted):
    """The first state of the room that is so."""
    while True:
        state = json.loads(link.recv(timeout=30))
        if wanted(state):
            return state


def test_a_vote_by_socket_and_one_by_plain_request_are_in_one_histogram(host):
    with socket(host) as ann, socket(host) as lecturer:
        lecturer.send(json.dumps({"kind": "lead", **LECTURER}))
        ann.send(json.dumps(VOTE | ANN))
        assert view(ann, lambda state: state["mine"])["mine"] == {"option": 0, "sure": None}
        _, state = post(host, VOTE | BEN | {"option": 1, "sure": True})
        assert state["mine"] == {"option": 1, "sure": True} and state["poll"]["results"] is None
        assert view(lecturer, lambda state: state["poll"]["voted"] == 2)["here"] == 2
        lecturer.send(json.dumps({"kind": "reveal", "on": True, **LECTURER}))
        shown = [{"counts": [1, 1, 0], "sure": [0, 1, 0]}]
        for link in (ann, lecturer):
            assert view(link, lambda state: state["poll"]["revealed"])["poll"]["results"] == shown


def test_a_member_who_comes_back_is_the_same_one(host):
    for option in (0, 2):
        with socket(host) as link:
            link.send(json.dumps(VOTE | ANN | {"option": option}))
            state = view(link, lambda state, wanted=option: state["mine"] and state["mine"]["option"] == wanted)
    assert (state["here"], state["poll"]["voted"]) == (1, 1)


def test_the_way_into_a_room_is_a_link_and_its_code(host):
    base = "https://course.example/np/"
    _, state = post(host, {"kind": "open", "base": base, **LECTURER})
    (way,) = state["ways"]
    assert way["link"] == f"{base}room/{CODE}" and way["svg"].startswith("<svg")
    assert KEY not in json.dumps(state)
    assert post(host, {"kind": "open", "base": "nowhere", **LECTURER})[1]["error"]["type"] == "bad-message"


def test_the_table_of_votes_is_for_the_lecturer(host):
    post(host, VOTE | ANN)
    reply, text = fetch(host, "POST", f"/room/{CODE}", json.dumps({"kind": "csv", **LECTURER}))
    assert reply.getheader("content-type").startswith("text/csv")
    option = LESSONS["masks"].story.steps[1].guess.options[0]
    assert re.search(rf",1,1,1,{option},,,\d{{4}}-\d\d-\d\d \d\d:\d\d:\d\d$", text.splitlines()[1])
    assert post(host, {"kind": "csv", **ANN})[0] == 400
    assert post(host, {"kind": "csv", "key": "c" * 32})[0] == 403


def test_pages_of_other_sites_are_kept_out(host):
    assert post(host, VOTE | ANN, Origin="https://elsewhere.example")[0] == 403
    with pytest.raises(InvalidStatus), socket(host, origin="https://elsewhere.example"):
        pass


@pytest.mark.parametrize(
    ("body", "code", "status"),
    [("x" * 9000, CODE, 413), ("[]", CODE, 400), (json.dumps({"kind": "here", **ANN}), "bababa", 404)],
)
def test_plain_requests_are_bounded(host, body, code, status):
    reply, text = fetch(host, "POST", f"/room/{code}", body)
    assert reply.status == status and json.loads(text)["error"]["message"].endswith(".")


def test_no_one_may_send_too_often(host):
    here = {"kind": "here", **ANN}
    assert 429 in {post(host, here)[0] for _ in range(4 * int(MESSAGES_PER_SECOND))}
    assert post(host, {"kind": "here", **BEN})[0] == 200, "others are not held up"
    with socket(host) as link:
        for _ in range(4 * int(MESSAGES_PER_SECOND)):
            link.send(json.dumps(here))
        assert view(link, lambda state: state["kind"] == "error")["error"]["type"] == "too-fast"
        link.send(b"bytes")
        assert view(link, lambda state: state["kind"] == "error" and "bytes" in state["error"]["message"])


def test_ever_new_members_are_refused_by_socket_and_by_plain_request(monkeypatch):
    monkeypatch.setattr(senders, "NEW_MEMBERS", 2)
    here = [{"kind": "here", "member": f"{number:032x}"} for number in range(3)]
    with serving_routes(room_routes("", LESSONS, Rooms())) as host:
        post(host, {"kind": "open", "base": "http://localhost/", **LECTURER})
        assert [post(host, one)[0] for one in here] == [200, 200, 429]
        with socket(host) as link:
            link.send(json.dumps(here[2]))
            refused = view(link, lambda state: True)["error"]
            assert refused["type"] == "too-fast" and "Too many people join" in refused["message"]
            link.send(json.dumps(here[0]))
            assert view(link, lambda state: state["kind"] == "room")["here"] == 2


def test_a_socket_that_does_not_say_whose_it_is_ends(monkeypatch):
    monkeypatch.setattr(routes, "NAMELESS", 0.2)
    with serving_routes(room_routes("", LESSONS, Rooms())) as host:
        post(host, {"kind": "open", "base": "http://localhost/", **LECTURER})
        with socket(host) as silent, socket(host) as ann:
            ann.send(json.dumps({"kind": "here", **ANN}))
            with pytest.raises(ConnectionClosed):
                silent.recv(timeout=30)
            ann.send(json.dumps({"kind": "here", **BEN}))
            assert view(ann, lambda state: state["here"] == 2)


def test_a_room_that_expires_is_forgotten_though_no_one_opens_another(monkeypatch):
    monkeypatch.setattr(rooms, "TIDIED", 0.05)
    store, clock = Memory(), [0.0]
    with serving_routes(room_routes("", LESSONS, Rooms(store, clock=lambda: clock[0]))) as host:
        post(host, {"kind": "open", "base": "http://localhost/", **LECTURER})
        clock[0] = EXPIRES
        time.sleep(0.2)
        assert CODE in store._rooms, "it lasts four hours"
        clock[0] += 1
        deadline = time.monotonic() + 30
        while CODE in store._rooms and time.monotonic() < deadline:
            time.sleep(0.05)
        assert CODE not in store._rooms


def test_a_phone_needs_two_requests_and_few_bytes_before_its_socket(host):
    """The page holds its style sheet and names one module, which imports nothing."""
    _, page = fetch(host, "GET", f"/room/{CODE}")
    assert set(re.findall(r'(?:src|href)="([^"]+)"', page)) == {"data:,", "../room.js"}
    _, module = fetch(host, "GET", "/room.js")
    assert not re.search(r"^import |import\(", module, re.MULTILINE)
    assert len(gzip.compress(page.encode())) + len(gzip.compress(module.encode())) < MOST_BYTES
    assert 'src="./room.js"' in fetch(host, "GET", "/room")[1]


def test_what_comes_true_is_found_but_shown_to_no_one(host):
    """The judge of this step needs no one to act: with votes on both sides the lecturer is advised to let them discuss,
    and no one else learns of it."""
    truth = outcome(LESSONS["kernels"], 3, SERVICE)
    with socket(host) as lecturer:
        lecturer.send(json.dumps(SHOW | {"lesson": "kernels", "step": 3}))
        for number, option in enumerate((truth, (truth + 1) % 3)):
            vote = VOTE | {"member": f"{number:032x}", "question": "kernels 3", "option": option}
            assert post(host, vote)[0] == 200
        state = view(lecturer, lambda state: state["discuss"])
        assert state["poll"]["right"] is None
        lecturer.send(json.dumps({"kind": "reveal", "on": True, **LECTURER}))
        assert view(lecturer, lambda state: state["poll"]["revealed"])["poll"]["right"] is None
        seen = post(host, {"kind": "here", **ANN})[1]
        assert seen["poll"]["right"] is None and "discuss" not in json.dumps(seen)
        lecturer.send(json.dumps({"kind": "close", "on": True, **LECTURER}))
        assert view(lecturer, lambda state: state["poll"]["settled"])["poll"]["right"] == truth
    assert post(host, {"kind": "here", **ANN})[1]["poll"]["right"] == truth


def test_what_the_judge_finds_solved_counts_once_for_each_member(host):
    exercise = len(LESSONS["zoo"].story.steps)
    with socket(host) as lecturer:
        lecturer.send(json.dumps(SHOW | {"lesson": "zoo", "step": exercise}))
        assert view(lecturer, lambda state: state["poll"]["kind"] == "prove")["poll"]["voted"] == 0
        controls = LESSONS["zoo"].story.controls_at(exercise)
        solution = {"kind": "solve", "lesson": "zoo", "step": exercise, "round": 1, "controls": controls}
        status, state = post(host, solution | ANN | {"points": [[0.0, 0.5]]})
        assert (status, state["error"]["type"]) == (400, "not-solved")
        for member in (ANN, BEN, ANN):
            status, state = post(host, solution | member | {"points": SOLVED})
            assert status == 200 and state["mine"]["drawn"] == [list(pair) for pair in SOLVED]
        assert state["poll"]["voted"] == 2 and "drawings" not in state
        lecturer.send(json.dumps({"kind": "reveal", "on": True, **LECTURER}))
        drawings = view(lecturer, lambda state: state["drawings"])["drawings"]
        assert drawings["all"] == [[number, [list(pair) for pair in SOLVED]] for number in (1, 2)]
        assert drawings["kind"] == "prove" and drawings["settings"] == []
        lecturer.send(json.dumps({"kind": "hide", "number": 2, "on": True, **LECTURER}))
        assert view(lecturer, lambda state: state["drawings"]["hidden"])["drawings"]["all"] == drawings["all"][:1]


def test_a_solution_by_settings_shows_these_and_not_the_drawing_of_the_step(host):
    lesson, step = LESSONS["equivariance"], 8
    post(host, SHOW | {"lesson": "equivariance", "step": step})
    opened = drawn_at(lesson, step, False)
    solution = {"kind": "solve", "lesson": "equivariance", "step": step, "round": 1, "guess": [1, 3, 0, 2]}
    status, _ = post(host, solution | ANN | {"points": opened.points, "controls": opened.controls})
    assert status == 200
    drawings = post(host, {"kind": "reveal", "on": True, **LECTURER})[1]["drawings"]
    guess = lesson.story.step(step).guess
    said = "; ".join(f"{item}: {guess.bins[bin]}" for item, bin in zip(guess.items, [1, 3, 0, 2]))
    assert (drawings["all"], drawings["settings"]) == ([], [[said, 1]])
    assert f",1,1,,{said},,yes," in table(host) and table(host).splitlines()[1].startswith("equivariance,8,")


def test_guessed_weights_stand_at_the_x_of_their_points():
    for name, step in (("attention", 3), ("kernels", 1), ("melodies", 5), ("sequences", 3)):
        lesson = LESSONS[name]
        places = [x for x, _ in drawn_at(lesson, step, False).points]
        first = bool(lesson.story.step(step).guess.first)
        count = len(places) + first
        drawn = drawn_guess(lesson, step, [1 / count] * count)
        assert [x for x, _ in drawn[: len(places)]] == places
        assert not first or drawn[-1][0] < min(places)


def test_a_drawn_guess_is_checked_and_hidden_until_it_is_revealed(host):
    at = LESSONS["home"].story.steps[1].guess.at
    guess = {"kind": "draw", "lesson": "home", "step": 2, "round": 1, "guess": [0.5] * len(at)}
    post(host, SHOW | {"lesson": "home", "step": 2})
    status, state = post(host, guess | ANN)
    assert status == 200 and state["mine"]["drawn"] == [[float(x), 0.5] for x in at]
    assert post(host, guess | ANN | {"guess": [0.5]})[0] == 400
    assert "an option, bins or a drawing" in post(host, VOTE | ANN | {"question": "home 2"})[1]["error"]["message"]
    assert post(host, {"kind": "lead", **LECTURER})[1]["drawings"] is None
    assert "-2,0.5;" in table(host)
    band = judged(LESSONS["home"], posed("home", 2, [1.0] * len(at)), SERVICE).outcome
    post(host, guess | BEN | {"guess": band})
    until = time.monotonic() + PATIENCE
    while (found := [row.split(",")[-2] for row in table(host).splitlines()[1:]]) != ["no", "yes"]:
        assert time.monotonic() < until, f"the judge has found {found} right"
        time.sleep(0.05)
    state = post(host, {"kind": "lead", **LECTURER})[1]
    assert "right" not in json.dumps(state["mine"]) and state["poll"]["right"] is None


def table(host):
    return fetch(host, "POST", f"/room/{CODE}", json.dumps({"kind": "csv", **LECTURER}))[1]


def posed(lesson, step, guess):
    """The question at a step as it opens, with this guess."""
    opened = drawn_at(LESSONS[lesson], step, False)
    at = Request(0, lesson, opened.points, opened.controls, step)
    return Question(at, step, at, guess, revealed=True)
