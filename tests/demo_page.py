"""The folder of static files for tests: built once, served by Python's own file server, asked through its worker."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

# Sends messages to the folder's worker, one after the other, and gives for each all responses up to the last part.
ASK = """
([messages, last]) => new Promise((done, fail) => {
  const worker = new Worker("worker.js", { type: "module" });
  const found = messages.map(() => []);
  let at = -1;
  const next = () => {
    if (++at < messages.length) return worker.postMessage(JSON.stringify(messages[at]));
    worker.terminate();
    done(found);
  };
  worker.onerror = (event) => fail(new Error(event.message));
  worker.onmessage = ({ data }) => {
    if (data === "open") return next();
    const message = JSON.parse(data);
    found[at].push(message);
    if (message.error || "verdict" in message || message.part === last) next();
  };
})
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


def responses(page, messages: list[dict], last: str = "later") -> list[list[dict]]:
    """What the worker of an opened page of the folder sends back for each message."""
    return page.evaluate(ASK, [messages, last])


def differences(found: object, expected: object, tolerance: float, where: str = "") -> list[str]:
    """Where two JSON trees differ; numbers may by the tolerance."""
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
    return [] if found == expected else [f"{where}: {str(found)[:200]!r} instead of {str(expected)[:200]!r}"]
