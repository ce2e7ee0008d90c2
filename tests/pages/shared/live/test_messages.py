"""Bad messages by the thousand: the parser names the error of each, and a served app goes on as if nothing had been."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from pages.lessons import LESSONS
from pages.shared.drawing.state import MAX_CONTROLS, checked_controls
from pages.shared.lesson import values as parse
from pages.shared.lesson.values import MAX_POINTS, MAX_X, MAX_Y, ControlError, is_number
from pages.shared.live.protocol import ERRORS, Request, RequestError, parse_request
from pages.shared.live.socket import MAX_MESSAGE
from tests.messages import message, mutated, real
from tests.serving import free_port, running, streamlit, tracebacks

pytestmark = pytest.mark.slow

MESSAGES = 10_000
AT_ONCE = 200  # of the allowance of a connection, so that every message is read; a long one takes more of it
READ = set(ERRORS) - {"too-fast"}
WARM_UP = 2_000  # messages until the cache of scenes is full
MOST_GROWTH = 24 * 2**20  # bytes; the messages together hold twenty times as many
CLOSED = {1003, 1007, 1008, 1009}  # unsupported, not UTF-8, not allowed, too big

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=80),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=70), inner, max_size=4),
    max_leaves=8,
)
nearly = st.fixed_dictionaries(
    {},
    optional={
        "v": st.sampled_from((1, 1.0, True, 2)) | anything,
        "seq": st.integers(-5, 2**54) | anything,
        "lesson": st.text(max_size=80) | anything,
        "points": st.lists(st.lists(st.floats() | st.integers(), min_size=2, max_size=2)) | anything,
        "controls": st.dictionaries(st.text(max_size=70), anything) | anything,
        "open_step": st.integers(-2, 12) | anything,
        "more": anything,
    },
)
plain_settings = settings(max_examples=100, deadline=None, derandomize=True, database=None)


# ---- the parser ------------------------------------------------------------------------------------


@plain_settings
@given(st.text(max_size=300) | anything.map(json.dumps) | nearly.map(json.dumps))
@example("[" * 100_000)
@example('{"v":1,"seq":' + "9" * 4000 + "}")
def test_every_text_is_a_bounded_request_or_a_typed_error(text):
    try:
        request = parse_request(text)
    except RequestError as error:
        assert error.type in ERRORS
        assert error.seq is None or type(error.seq) is int
        assert len(json.dumps(error.wire())) < 2000
        return
    assert isinstance(request, Request)
    assert request.open_step is None or type(request.open_step) is int
    assert len(request.points) <= MAX_POINTS and len(request.controls) <= MAX_CONTROLS
    assert all(is_number(x) and abs(x) <= MAX_X and is_number(y) and abs(y) <= MAX_Y for x, y in request.points)


@plain_settings
@given(st.dictionaries(st.text(max_size=70), anything, max_size=6))
def test_checked_controls_are_plain_or_refused(values):
    try:
        kept = checked_controls(values)
    except ValueError as error:
        assert len(str(error)) < 400
        return
    assert kept == values or any(value != value for value in values.values())
    assert len(json.dumps(kept, allow_nan=False)) < 200_000


@plain_settings
@given(anything)
def test_every_reader_of_a_control_gives_what_it_promises_or_says_what_is_wrong(value):
    given_one = {"c": value}
    readers = {
        parse.number: (("c", 0.5, -1.0, 1.0), lambda v: -1 <= v <= 1),
        parse.choice: (("c", ("a", "b")), lambda v: v in ("a", "b")),
        parse.flag: (("c",), lambda v: isinstance(v, bool)),
        parse.numbers: (("c", (0.0,), -1.0, 1.0, 3), lambda v: len(v) <= 3 and all(-1 <= x <= 1 for x in v)),
        parse.cells: (("c", 2, 3), lambda v: all(0 <= r < 2 and 0 <= c < 3 for r, c in v)),
    }
    for reader, (arguments, holds) in readers.items():
        try:
            assert holds(reader(given_one, *arguments))
        except ControlError as error:
            assert error.control == "c" and len(str(error)) < 250


# ---- a served app ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """Address of the socket, the process that serves it, and what it prints."""
    port, log = free_port(), tmp_path_factory.mktemp("messages") / "app.log"
    with running(streamlit("app.py", port), f"http://127.0.0.1:{port}", log) as process:
        yield f"ws://127.0.0.1:{port}/live", process, log


def test_ten_thousand_bad_messages_do_no_harm(served):
    """Each batch goes through a connection of its own, which lives on or is closed with a code; a second connection is
    served all the while, and the server grows no larger than a few sessions would make it."""
    address, process, log = served
    chance = random.Random(20_240_601)
    with connect(address, max_size=None) as healthy:
        load_scikit_learn(healthy)
        open_every_step(healthy)
        after_warm_up, sent = None, 0
        for batch in batches(mutated(chance, i) for i in range(MESSAGES)):
            sent += len(batch)
            harass(address, batch)
            assert stage_of(healthy, random.Random(sent), seq=sent)
            if after_warm_up is None and sent >= WARM_UP:
                after_warm_up = resident(process.pid)
    assert process.poll() is None
    assert resident(process.pid) - after_warm_up < MOST_GROWTH
    assert tracebacks(log) == []


def load_scikit_learn(link) -> None:
    """Fit a Gaussian process: the first one loads scikit-learn and SciPy, once and for all."""
    points = [[i / 4 - 1.5, (-1) ** i / 2] for i in range(12)]
    fit = {"lesson": "fit", "points": points, "controls": {"gp": True}, "seq": 1}
    link.send(json.dumps({**message(), **fit}))
    while True:
        reply = json.loads(link.recv(timeout=60))
        assert "error" not in reply
        if reply["part"] == "later":
            return


def open_every_step(link) -> None:
    """Two good requests for each step of each lesson, with more and with fewer points: its models are loaded, and what
    is kept for each number of points is there."""
    chance, seq = random.Random(2), 1
    for name, lesson in LESSONS.items():
        for step in sorted([*range(1, len(lesson.story.steps) + 1)] * 2):
            seq += 1
            wanted = {**real(chance, seq), "lesson": name, "open_step": step}
            wanted["controls"].pop("model")  # some lessons have a choice of their own
            link.send(json.dumps(wanted))
            while True:
                reply = json.loads(link.recv(timeout=60))
                assert "error" not in reply, reply
                if (reply["seq"], reply["part"]) == (seq, "now"):
                    break


def batches(messages):
    """Lists of messages, each within the allowance of a connection."""
    batch, taken = [], 0
    for one in messages:
        takes = 1 + (len(one) // MAX_MESSAGE if isinstance(one, str) else 0)
        if batch and taken + takes > AT_ONCE:
            yield batch
            batch, taken = [], 0
        batch.append(one)
        taken += takes
    yield batch


def harass(address: str, messages: list) -> None:
    """Sends them all; a connection that is closed says why, and the rest goes through a new one."""
    types = READ if len(messages) > 1 else set(ERRORS)  # one alone may be longer than all that is allowed
    while messages:
        with connect(address, max_size=None) as link:
            try:
                while messages:
                    link.send(messages.pop())
                assert stage_of(link, random.Random(1), 2**50, types)
            except ConnectionClosed as closed:
                assert closed.rcvd is not None and closed.rcvd.code in CLOSED


def stage_of(link, chance: random.Random, seq: int, types=frozenset(READ)) -> dict:
    """The stage of the response to one good request; what responds to others is checked and passed over."""
    link.send(json.dumps({**real(chance, seq), "lesson": "home"}))
    while True:
        reply = json.loads(link.recv(timeout=30))
        if "error" in reply:
            assert reply["error"]["type"] in types and len(reply["error"]["message"]) < 600
        elif (reply["seq"], reply["part"]) == (seq, "now"):
            return reply["scene"]["panels"][0]


def resident(pid: int) -> int:
    """Bytes of memory that the process holds."""
    pages = Path(f"/proc/{pid}/statm").read_text().split()[1]
    return int(pages) * 4096


def test_the_message_that_the_others_start_from_is_good():
    assert parse_request(json.dumps(message())).points == ((0.5, 1.0),)
