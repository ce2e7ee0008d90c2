"""The board's WebSocket without a server, at a clock that the test winds: when it sends, how many are in flight."""

from itertools import pairwise

import pytest

from pages.shared.board.bundle import sources

# A server `travel` ms away in each direction that needs `work` ms for an answer and asks for a pause.
PLAY = """async (source) => {
  const { LiveSocket } = (await import("data:text/javascript," + encodeURIComponent(source))).default;
  window.server = { travel: 0, work: 5, pause: 0, answers: true };
  window.asked = [];
  window.replies = [];
  window.WebSocket = class {
    static OPEN = 1;
    readyState = 0;
    constructor() {
      setTimeout(() => { this.readyState = 1; this.onopen(); }, 0);
    }
    send(text) {
      const { seq } = JSON.parse(text);
      asked.push({ seq, at: performance.now(), flying: link.sent.size });
      if (server.answers) setTimeout(() => this.answer(seq), 2 * server.travel + server.work);
    }
    answer(seq) {
      const data = { kind: "scene", seq, part: "now", scene: {}, ms: server.work, pause: server.pause };
      this.onmessage({ data: JSON.stringify(data) });
    }
    close() {}
  };
  window.drawn = 0;
  const nothing = () => {};
  const reply = ({ seq }) => replies.push({ seq, at: performance.now() });
  const on = { scene: reply, open: nothing, close: nothing, error: nothing };
  window.link = new LiveSocket("live", () => ({ seq: drawn }), on);
  window.move = () => { drawn++; link.request(); };
  window.drag = () => setInterval(move, 1000 / 60);
}"""


@pytest.fixture
def link(still):
    """A page with a link that is open; `drag()` moves something in every frame."""
    still.evaluate(PLAY, sources("transport/websocket"))
    still.clock.run_for(10)
    assert still.evaluate("link.open")
    return still


def dragged(page, seconds: int, **server) -> tuple[list[dict], list[dict]]:
    """What was asked and what was answered in the last second of a drag."""
    page.evaluate("(how) => { Object.assign(server, how); drag(); }", server)
    page.clock.run_for(1000 * seconds)
    last = "({ at }) => at > performance.now() - 1000"
    return page.evaluate(f"asked.filter({last})"), page.evaluate(f"replies.filter({last})")


def test_nearby_one_question_is_on_the_way_and_the_newest_drawing_goes_next(link):
    link.evaluate("server.answers = false; for (let i = 0; i < 5; i++) move()")
    link.clock.run_for(100)
    assert link.evaluate("asked.map(({ seq }) => seq)") == [1]
    link.evaluate("link.socket.answer(1)")
    assert link.evaluate("asked.map(({ seq }) => seq)") == [1, 5]
    link.evaluate("link.socket.answer(5)")
    link.clock.run_for(100)
    assert link.evaluate("asked.length") == 2, "nothing new, nothing asked"


def test_a_slow_server_nearby_never_has_two_questions(link):
    asked, _ = dragged(link, 3, work=60)
    assert {question["flying"] for question in asked} == {1}


# A worker that needs 60 ms for a response and takes the newest request when it is done.
WORKERS = """() => {
  window.taken = [];
  window.Worker = class {
    constructor(url, { name }) { this.name = name; }
    postMessage(message) {
      if (typeof message !== "string") return void (this.name === "first" && setTimeout(() => this.onmessage({})));
      this.newest = JSON.parse(message).seq;
      if (!this.busy) this.take();
    }
    take() {
      const seq = this.newest;
      this.busy = true;
      this.newest = null;
      taken.push({ seq, drawn });
      const answer = { kind: "scene", seq, part: "now", more: [], scene: {}, ms: 60, pause: 0 };
      setTimeout(() => {
        this.busy = false;
        if (this.newest) this.take();
        this.onmessage({ data: JSON.stringify(answer) });
      }, 60);
    }
  };
  const { build, on } = link;
  link = new link.constructor("worker.js", build, on);
}"""


def test_a_slow_worker_never_waits_for_the_next_drawing_and_takes_the_newest(link):
    link.evaluate(WORKERS)
    link.clock.run_for(10)
    assert link.evaluate("link.open")
    _, replies = dragged(link, 3)
    assert len(replies) == 1000 // 60
    assert all(one["seq"] == one["drawn"] for one in link.evaluate("taken"))
    assert link.evaluate("link.sent.size") < 10, "a response settles all older requests"


def test_over_50_ms_there_and_back_a_drag_is_answered_in_nearly_every_frame(link):
    asked, replies = dragged(link, 3, travel=25)
    assert len(replies) >= 55
    assert max(question["flying"] for question in asked) <= 4


def test_far_away_no_more_than_four_questions_are_on_the_way(link):
    asked, replies = dragged(link, 3, travel=200)
    assert max(question["flying"] for question in asked) == 4
    assert len(replies) >= 8


def test_a_pause_is_kept_and_then_the_newest_drawing_is_asked_about(link):
    asked, _ = dragged(link, 3, pause=240)
    gaps = [later["at"] - earlier["at"] for earlier, later in pairwise(asked)]
    assert gaps and all(240 <= gap <= 240 + 5 + 1000 / 60 + 2 for gap in gaps)
    assert all(later["seq"] - earlier["seq"] >= 14 for earlier, later in pairwise(asked))


def test_after_a_rest_the_first_move_is_asked_about_at_once(link):
    link.evaluate("server.pause = 400; move()")
    link.clock.run_for(1000)
    link.evaluate("move()")
    assert link.evaluate("asked.length") == 2


def test_no_server_can_silence_a_board_for_long(link):
    dragged(link, 6, pause=10**9)
    gaps = [later - earlier for earlier, later in pairwise(link.evaluate("asked.map(({ at }) => at)"))]
    assert len(gaps) >= 4, "nearly one question a second, whatever the server says"
    assert max(gaps) <= 1000 + 5 + 1000 / 60 + 2


def test_an_ended_link_asks_no_more(link):
    link.evaluate("server.pause = 300; move()")
    link.clock.run_for(20)
    link.evaluate("move(); link.destroy()")
    link.clock.run_for(2000)
    assert link.evaluate("asked.length") == 1
