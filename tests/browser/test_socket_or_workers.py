"""Who responds to a board whose lesson a browser can compute too, at a clock that the test winds: the server's socket,
or workers that stand in for those of the folder."""

import pytest

from pages.shared.board.bundle import sources

PLAY = """async (source) => {
  const { LiveSocket } = (await import("data:text/javascript," + encodeURIComponent(source))).default;
  window.server = { work: 5, pause: 0, requests: [], verdicts: 0 };
  window.browser = { opens: true, work: 20, unknown: null, more: ["aside"], started: 0, ended: 0, requests: [] };
  const scene = (from) => ({ from });
  window.WebSocket = class {
    static OPEN = 1;
    readyState = 0;
    constructor() {
      window.socket = this;
      setTimeout(() => { this.readyState = 1; this.onopen(); });
    }
    send(text) {
      const { seq, step } = JSON.parse(text);
      if (step) return void server.verdicts++;
      server.requests.push(seq);
      const { work: ms, pause } = server;
      const sent = { kind: "scene", seq, part: "now", more: browser.more, scene: scene("server"), ms, pause };
      setTimeout(() => this.onmessage({ data: JSON.stringify(sent) }), ms);
    }
    close() { this.readyState = 3; this.onclose(); }
  };
  window.Worker = class {
    constructor(url, { name }) {
      Object.assign(this, { name, url: String(url) });
      window[name] = this;
      if (name === "first") browser.started++;
    }
    postMessage(message) {
      if (this.name === "behind") return;
      if (typeof message !== "string") return this.open();
      const { seq } = JSON.parse(message);
      browser.requests.push(seq);
      setTimeout(() => this.compute(seq), browser.work);
    }
    open() {
      if (browser.opens) setTimeout(() => this.onmessage({ data: "open" }));
    }
    compute(seq) {
      const give = (worker, sent) => {
        const kind = sent.error ? "error" : "scene";
        worker.onmessage({ data: JSON.stringify({ kind, seq, ...sent }) });
      };
      if (browser.unknown === "now") return give(first, { error: { type: "failed", message: "no such model" } });
      give(first, { part: "now", more: browser.more, scene: scene("browser"), ms: browser.work, pause: 0 });
      if (!browser.more.length) return;
      if (browser.unknown === "aside") return give(behind, { error: { type: "failed", message: "no such model" } });
      give(behind, { part: "aside", scene: scene("browser"), ms: 9, pause: 0 });
    }
    terminate() { browser.ended++; }
  };
  window.drawn = 0;
  window.replies = [];
  window.errors = [];
  const nothing = () => {};
  const reply = ({ seq, scene }) => replies.push(scene.from);
  const error = ({ message }) => errors.push(message);
  const on = { scene: reply, open: nothing, close: nothing, error, verdict: nothing };
  window.link = new LiveSocket("live", () => ({ seq: drawn }), on, "workers/worker.js");
  window.move = () => { drawn++; link.request(); };
  window.drag = () => setInterval(move, 1000 / 60);
}"""


@pytest.fixture
def link(still):
    """A page with a link that is open."""
    still.evaluate(PLAY, sources("transport/websocket"))
    still.clock.run_for(10)
    return still


def dragged(page, milliseconds: int = 3000) -> list[str]:
    """What responded in the last second of a drag."""
    timer = page.evaluate("drag()")
    page.clock.run_for(milliseconds - 1000)
    page.evaluate("replies.length = 0")
    page.clock.run_for(1000)
    page.evaluate("(timer) => clearInterval(timer)", timer)
    return page.evaluate("replies")


def busy(page) -> None:
    page.evaluate("server.pause = 250")


def test_a_server_with_time_to_spare_responds_alone(link):
    assert set(dragged(link, 60_000)) == {"server"}
    assert link.evaluate("browser.started") == 0


def test_a_single_slow_response_loads_nothing(link):
    for _ in range(10):
        link.evaluate("server.work = 2000; move()")
        link.clock.run_for(2100)
        link.evaluate("server.work = 5")
        dragged(link)
    assert link.evaluate("browser.started") == 0


@pytest.mark.parametrize("slow", ["server.pause = 250", "server.work = 120"])
def test_workers_respond_once_the_server_is_slow(link, slow):
    link.evaluate(slow)
    assert set(dragged(link, 4000)) == {"browser"}
    assert link.evaluate("first.url") == "http://board.invalid/workers/worker.js"
    before = link.evaluate("server.requests.length")
    assert dragged(link, 4000).count("browser") > 60, "in every second frame, both parts"
    assert link.evaluate("server.requests.length") == before, "the server has nothing left to do"


def test_workers_respond_to_a_step_that_shows_the_stage_alone(link):
    link.evaluate("browser.more = []; server.pause = 250")
    assert set(dragged(link, 4000)) == {"browser"}


def test_a_question_about_the_story_stays_the_servers(link):
    busy(link)
    dragged(link, 4000)
    link.evaluate("link.question({ seq: 9, step: 2 })")
    assert link.evaluate("server.verdicts") == 1


@pytest.mark.parametrize("part", ["now", "aside"])
def test_what_workers_cannot_do_goes_on_to_the_server(link, part):
    busy(link)
    dragged(link, 4000)
    link.evaluate("(part) => { browser.unknown = part; server.pause = 0; }", part)
    responses = dragged(link)
    assert responses.count("server") > 10
    assert link.evaluate("errors") == []


def test_a_lesson_that_workers_do_not_know_stays_with_the_server(link):
    busy(link)
    link.evaluate("browser.unknown = 'aside'")
    assert set(dragged(link, 6000)) == {"server"}
    assert link.evaluate("server.requests") == link.evaluate("[...new Set(server.requests)]"), "none of them twice"


def test_workers_that_are_slower_than_the_server_do_not_respond(link):
    link.evaluate("server.work = 120; browser.work = 200")
    assert set(dragged(link, 6000)) == {"server"}


def test_the_server_responds_where_workers_are_late(link):
    """They may have to load a model first."""
    busy(link)
    dragged(link, 4000)
    link.clock.run_for(1000)
    link.evaluate("browser.work = 10_000; replies.length = 0; move()")
    link.clock.run_for(1000)
    assert link.evaluate("replies") == ["server"]


@pytest.mark.parametrize("moment", ["while they load", "later"])
def test_without_workers_the_socket_goes_on(link, moment):
    """They cannot be loaded, or end: once, and for good."""
    busy(link)
    link.evaluate("(opens) => { browser.opens = opens; }", moment == "later")
    dragged(link, 4000)
    link.evaluate("move(); first.onerror()")
    assert set(dragged(link, 6000)) == {"server"}
    assert link.evaluate("[browser.started, browser.ended, errors.length]") == [1, 2, 0]


def test_an_ended_link_ends_its_workers(link):
    busy(link)
    dragged(link, 4000)
    before = link.evaluate("server.requests.length")
    link.evaluate("move(); link.destroy()")
    link.clock.run_for(2000)
    assert link.evaluate("[browser.ended, server.requests.length]") == [2, before]
