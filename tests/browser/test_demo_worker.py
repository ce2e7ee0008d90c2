"""Parts of the folder's worker by themselves: what unpacks its files."""

import json
import lzma
import random

import numpy as np
import pytest

from demo.build import HERE
from pages.shared.board.bundle import sources

RANDOM = random.Random(1)
UNPACK = """
([module, packed]) => import(URL.createObjectURL(new Blob([module], { type: "text/javascript" })))
  .then((module) => JSON.stringify(Array.from(module.default.lzma(Uint8Array.from(packed)))))
"""
CONTENTS = {
    "nothing": b"",
    "one byte": b"\xff",
    "text": b"".join(b"%d points, %d targets\n" % (i % 7, i * i) for i in range(2000)),
    "zeros": bytes(70_000),
    "noise": RANDOM.randbytes(30_000),
    "repeated noise": (part := RANDOM.randbytes(5000)) + b"between" + part[:4000] + part,
    "integers": np.random.default_rng(1).normal(0, 4000, 20_000).astype(np.int16).tobytes(),
}


@pytest.mark.parametrize("literal, numbers", [(3, (0, 2)), (0, (1, 1)), (4, (0, 0)), (0, (2, 2))])
def test_files_are_unpacked(page, literal, numbers):
    settings = {"lc": literal, "lp": numbers[0], "pb": numbers[1], "preset": 9}
    page.goto("about:blank")
    for name, content in CONTENTS.items():
        packed = lzma.compress(content, lzma.FORMAT_ALONE, filters=[{"id": lzma.FILTER_LZMA1, **settings}])
        found = page.evaluate(UNPACK, [sources("lzma", HERE / "runtime"), list(packed)])
        assert bytes(json.loads(found)) == content, name


def test_other_files_are_refused(page):
    page.goto("about:blank")
    with pytest.raises(Exception, match="a file packed by LZMA was required, it begins with 255"):
        page.evaluate(UNPACK, [sources("lzma", HERE / "runtime"), [255] * 20])


# A lesson whose parts are numbers: small pictures take `lasting` milliseconds, the rest takes none. What is sent
# is (part, number of the request).
BEHIND = """
([module]) => import(URL.createObjectURL(new Blob([module], { type: "text/javascript" }))).then((module) => {
  const now = performance.now.bind(performance);
  let spent = 0;
  performance.now = () => now() + spent;
  window.lasting = 0;
  const parts = { aside: () => (spent += lasting), later: () => 2 };
  window.sent = [];
  const send = ({ part, seq }) => sent.push([part, seq]);
  const behind = new module.default.Behind({ one: { parts, controls: () => ({}) } }, [], send);
  window.request = (seq, took) => void behind.receive({ lesson: "one", seq, took, points: [], controls: {} });
})
"""


@pytest.fixture
def behind(still):
    """The page of the worker, and a function that gives what it has sent once so many milliseconds are over."""
    still.evaluate(BEHIND, [sources("connection", HERE / "runtime")])

    def sent(milliseconds):
        still.clock.run_for(milliseconds)
        return [tuple(each) for each in still.evaluate("window.sent.splice(0)")]

    return still, sent


def test_small_pictures_come_after_the_stage_and_with_every_eighth_request(behind):
    page, sent = behind
    page.evaluate("request(1, 0)")
    assert sent(10) == [], "in this frame the stage is painted"
    assert sent(10) == [("aside", 1)]
    for seq in range(2, 9):
        page.evaluate(f"request({seq}, 0)")
        assert sent(40) == [], seq
    page.evaluate("request(9, 0)")
    assert sent(40) == [("aside", 9)]
    page.evaluate("request(10, 0)")
    assert sent(1000) == [("aside", 10), ("later", 10)], "once the hand rests"


def test_where_responses_take_long_a_hand_is_not_taken_to_rest_between_them(behind):
    page, sent = behind
    found = []
    for seq in range(1, 20):
        page.evaluate(f"request({seq}, 75)")
        found += sent(80)
    assert [part for part, _ in found] == ["aside"] * 3
    assert sent(1000) == [("aside", 19), ("later", 19)]


def test_where_small_pictures_take_long_three_quarters_of_the_time_are_left_to_the_stage(behind):
    page, sent = behind
    page.evaluate("window.lasting = 500")
    page.evaluate("request(1, 16)")
    assert sent(20) == [("aside", 1)]
    found = []
    for seq in range(2, 100):
        page.evaluate(f"request({seq}, 16)")
        found += sent(20)
    # three times 500 ms later, with the next request
    assert [part for part, _ in found] == ["aside"] and 75 <= found[0][1] <= 78
