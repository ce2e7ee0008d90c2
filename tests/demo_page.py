"""The folder of static files for tests: built once, served by Python's own file server, asked through its worker."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

# Sends messages to the folder's workers, each when the one before has its last part, and gives the responses that came
# meanwhile. The workers stay with the page; what they still say to an earlier call is not heard.
ASK = """
async ([messages, lasts]) => {
  window.workers ??= new Promise((done, fail) => {
    const workers = ["first", "behind"].map((name) => new Worker("worker.js", { type: "module", name }));
    const { port1, port2 } = new MessageChannel();
    workers.forEach((worker, i) => worker.postMessage([port1, port2][i], [[port1, port2][i]]));
    for (const worker of workers) worker.onerror = (event) => fail(new Error(event.message));
    workers[0].onmessage = () => done(workers); // it is open
  });
  const workers = await window.workers;
  const before = (window.asked ??= 0);
  window.asked += 1 + Math.max(...messages.map(({ seq }) => seq));
  return new Promise((done, fail) => {
    const found = messages.map(() => []);
    let at = -1;
    const next = () => {
      if (++at === messages.length) return done(found);
      workers[0].postMessage(JSON.stringify({ ...messages[at], seq: before + messages[at].seq }));
    };
    const receive = ({ data }) => {
      const message = JSON.parse(data);
      message.seq -= before;
      if (message.seq < 0 || at === messages.length) return;
      found[at].push(message);
      if (message.kind !== "scene" || message.part === lasts[at]) next();
    };
    for (const worker of workers) {
      worker.onerror = (event) => fail(new Error(event.message));
      worker.onmessage = receive;
    }
    next();
  });
}
"""


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a static file server of that folder."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def responses(page, messages: list[dict], lasts: list[str] | None = None) -> list[list[dict]]:
    """What the workers of an opened page of the folder sends back for each message, up to the part that is its last."""
    return page.evaluate(ASK, [messages, lasts or ["later"] * len(messages)])


# A number in a text, without thousands.
NUMBER = re.compile(r"[-−]?\d+(?:\.(?P<rest>\d+))?")


def same_text(found: str, expected: str) -> bool:
    """Whether two texts are equal, but for one unit of the last digit of their numbers: a model's file has its weights
    rounded, and its numbers here and there fall on the other side of a half."""
    if _pattern(found) != _pattern(expected):
        return False
    pairs = zip(NUMBER.finditer(found), NUMBER.finditer(expected), strict=True)
    return all(abs(_value(one) - _value(other)) <= 1.001 * 10.0 ** -len(other["rest"] or "") for one, other in pairs)


def _pattern(text: str) -> str:
    """The text with its numbers as their digits after the point."""
    return NUMBER.sub(lambda number: "0." + "0" * len(number["rest"] or ""), text)


def _value(number: re.Match) -> float:
    return float(number[0].replace("−", "-"))


def differences(found: object, expected: object, tolerance: float, where: str = "") -> list[str]:
    """Where two JSON trees differ; numbers may by the tolerance, those in texts by one unit of their last digit."""
    if isinstance(expected, float | int) and not isinstance(expected, bool) and isinstance(found, float | int):
        close = abs(found - expected) <= tolerance * max(1.0, abs(expected))
        return [] if close else [f"{where}: {found} instead of {expected}"]
    if isinstance(expected, dict) and isinstance(found, dict) and expected.keys() == found.keys():
        return [
            each for key in expected for each in differences(found[key], expected[key], tolerance, f"{where}/{key}")
        ]
    if isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        pairs = enumerate(zip(found, expected, strict=True))
        return [each for i, pair in pairs for each in differences(*pair, tolerance, f"{where}/{i}")]
    if isinstance(found, str) and isinstance(expected, str) and same_text(found, expected):
        return []
    return [] if found == expected else [f"{where}: {str(found)[:200]!r} instead of {str(expected)[:200]!r}"]
