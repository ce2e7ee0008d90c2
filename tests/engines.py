"""Drives Firefox and WebKit; `python -m tests.engines` installs those that are missing, where that is permitted.

Playwright drives builds of its own of these two, not those of a system. Both speak WebDriver: Firefox BiDi by a socket,
without a driver beside it; WebKitGTK the older one, by HTTP. Programs evaluate the same JavaScript and take the same
pointer actions by both, so all that a test needs beyond the two ways to send a command is written once.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
import time
import urllib.error
import urllib.request
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.chromium import PATIENCE, install_package
from tests.serving import free_port, started

WIDE, HIGH = 1280, 900  # px, the window
STEP = 100  # ms that the pointer takes for each move
# By the engine: the programs that it needs, and the packages that bring them.
NEEDS = {
    "firefox": {"firefox-esr": "firefox-esr"},
    "webkit": {"WebKitWebDriver": "webkit2gtk-driver", "Xvfb": "xvfb"},
}

# Of all nodes, those in shadow roots included, the ones that a selector finds and that are to be seen.
_ALL = """
  const all = (selector, root = document) => [
    ...root.querySelectorAll(selector),
    ...[...root.querySelectorAll("*")].flatMap(({ shadowRoot }) => (shadowRoot ? all(selector, shadowRoot) : [])),
  ].filter((node) => node.checkVisibility({ visibilityProperty: true }));
"""
_READ = """(selector) => all(selector).map((node) => {
  const { x, y, width, height } = node.getBoundingClientRect();
  const attributes = Object.fromEntries([...node.attributes].map(({ name, value }) => [name, value]));
  return { at: [x + width / 2, y + height / 2], text: node.innerText ?? node.textContent, ...attributes };
})"""

Place = tuple[float, float]


def _packages(engine: str) -> list[str]:
    """Those that bring the programs that are missing."""
    return [package for program, package in NEEDS[engine].items() if shutil.which(program) is None]


def lacks(engine: str) -> str | None:
    """One sentence on what the engine lacks on this machine; None if nothing."""
    packages = _packages(engine)
    return (
        f"{engine} is not here: install {' and '.join(map(repr, packages))} to test the app in it."
        if packages
        else None
    )


class Engine(ABC):
    """A browser with one page open."""

    @abstractmethod
    def open(self, url: str) -> None:
        """Goes to that address and waits until it is loaded."""

    @abstractmethod
    def act(self, *actions: dict) -> None:
        """Performs WebDriver's actions of a mouse, one after another."""

    @abstractmethod
    def errors(self) -> list[str]:
        """What went wrong in the page since it was opened, as far as the engine reports it."""

    @abstractmethod
    def _text_of(self, expression: str) -> str:
        """The text that JavaScript gives in the page."""

    def evaluate(self, function: str, *arguments: Any) -> Any:
        """What a JavaScript function returns in the page, as JSON; it may call `all(selector)`."""
        call = f"({function})(...{json.dumps(arguments)})"
        return json.loads(self._text_of(f"(() => {{{_ALL} return JSON.stringify({call} ?? null); }})()"))

    def read(self, selector: str) -> list[dict]:
        """The visible nodes: the attributes of each, its `text`, and its middle `at` in px of the window."""
        return self.evaluate(_READ, selector)

    def await_one(self, selector: str) -> dict:
        """The first visible node of that selector, once there is one."""
        return self.until(lambda: self.read(selector), selector)[0]

    def until(self, look: Callable[[], Any], what: str) -> Any:
        """What `look` gives, once that is true."""
        deadline = time.monotonic() + PATIENCE / 1000
        while not (found := look()):
            assert time.monotonic() < deadline, f"not in time: {what}; {self.errors()}"
            time.sleep(0.1)
        return found

    def move(self, at: Place) -> None:
        """Moves the mouse there."""
        x, y = map(round, at)
        self.act({"type": "pointerMove", "x": x, "y": y, "origin": "viewport", "duration": STEP})

    def press(self) -> None:
        """Presses the mouse's main button."""
        self.act({"type": "pointerDown", "button": 0})

    def release(self) -> None:
        """Releases it."""
        self.act({"type": "pointerUp", "button": 0})

    def click(self, at: Place) -> None:
        """Clicks there."""
        self.move(at)
        self.press()
        self.release()


def _mouse(actions: tuple[dict, ...]) -> list[dict]:
    return [{"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": list(actions)}]


class Firefox(Engine):
    """A Firefox at the other end of a socket for WebDriver BiDi."""

    def __init__(self, link: ClientConnection):
        self._link, self._last, self._errors = link, 0, []
        self._send("session.new", capabilities={})
        self._send("session.subscribe", events=["log.entryAdded"])
        self._tab = self._send("browsingContext.getTree")["contexts"][0]["context"]
        self._send("browsingContext.setViewport", context=self._tab, viewport={"width": WIDE, "height": HIGH})

    def open(self, url: str) -> None:
        self._send("browsingContext.navigate", context=self._tab, url=url, wait="complete")

    def act(self, *actions: dict) -> None:
        self._send("input.performActions", context=self._tab, actions=_mouse(actions))

    def errors(self) -> list[str]:
        here = self._run("0")["realm"]  # a page that is left loses its sockets before it ends, and says so
        return [text for realm, text in self._errors if realm == here]

    def _text_of(self, expression: str) -> str:
        return self._run(expression)["result"]["value"]

    def _run(self, expression: str) -> dict:
        target = {"context": self._tab}
        found = self._send("script.evaluate", expression=expression, target=target, awaitPromise=False)
        if found["type"] == "exception":
            raise RuntimeError(found["exceptionDetails"]["text"])
        return found

    def _send(self, method: str, **params: Any) -> dict:
        self._last += 1
        self._link.send(json.dumps({"id": self._last, "method": method, "params": params}))
        while True:
            message = json.loads(self._link.recv(timeout=PATIENCE / 1000))
            if message.get("method") == "log.entryAdded" and message["params"]["level"] == "error":
                self._errors.append((message["params"]["source"]["realm"], message["params"]["text"]))
            if message.get("id") == self._last:
                if message["type"] == "error":
                    raise RuntimeError(f"{method}: {message['message']}")
                return message["result"]


class WebKit(Engine):
    """A WebKit behind its WebDriver at that address. It reports no console; what is thrown is noted in the page."""

    _NOTE = """() => {
      window.thrown = [];
      const note = (text) => window.thrown.push(String(text));
      addEventListener("error", ({ error }) => error && note(error)); // without one, a resize that waits for a frame
      addEventListener("unhandledrejection", ({ reason }) => note(reason));
      addEventListener("securitypolicyviolation", ({ violatedDirective }) => note(violatedDirective));
    }"""

    def __init__(self, driver: str):
        self._url = driver
        self._url = f"{driver}/session/{self._send('POST', '/session', capabilities={})['sessionId']}"
        self._send("POST", "/window/rect", width=WIDE, height=HIGH)

    def open(self, url: str) -> None:
        self._send("POST", "/url", url=url)
        self.evaluate(self._NOTE)

    def act(self, *actions: dict) -> None:
        self._send("POST", "/actions", actions=_mouse(actions))

    def errors(self) -> list[str]:
        return self.evaluate("() => window.thrown ?? []")

    def close(self) -> None:
        """Ends the browser."""
        self._send("DELETE", "")

    def _text_of(self, expression: str) -> str:
        return self._send("POST", "/execute/sync", script=f"return {expression}", args=[])

    def _send(self, method: str, path: str, **body: Any) -> Any:
        data = json.dumps(body).encode() if method == "POST" else None
        request = urllib.request.Request(self._url + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE / 1000) as response:
                return json.load(response)["value"]
        except urllib.error.HTTPError as refusal:
            raise RuntimeError(f"{method} {path}: {json.load(refusal)['value']['message']}") from None


@contextmanager
def firefox(folder: Path) -> Iterator[Firefox]:
    """A Firefox of its own, with a new profile in that folder."""
    command = ["firefox-esr", "--headless", "--no-remote", "--profile", str(folder), "--remote-debugging-port", "0"]
    with started(command, folder / "firefox.log"):
        address = _said(r"listening on (ws://\S+)", folder / "firefox.log")
        with connect(f"{address}/session", max_size=None) as link:
            yield Firefox(link)


@contextmanager
def webkit(folder: Path) -> Iterator[WebKit]:
    """A WebKit of its own, on a screen that is not shown."""
    port = free_port()
    with started(["Xvfb", "-displayfd", "1", "-screen", "0", f"{WIDE}x{HIGH}x24"], folder / "screen.log"):
        screen = _said(r"^(\d+)$", folder / "screen.log")
        driver = ["env", f"DISPLAY=:{screen}", "GDK_BACKEND=x11", "WebKitWebDriver", f"--port={port}"]
        with started(driver, folder / "webkit.log"):
            engine = _patiently(lambda: WebKit(f"http://127.0.0.1:{port}"), urllib.error.URLError)
            try:
                yield engine
            finally:
                engine.close()


START = {"firefox": firefox, "webkit": webkit}


def _said(pattern: str, log: Path) -> str:
    """What a program has written about where it is to be found."""
    return _patiently(lambda: re.search(pattern, log.read_text(), re.MULTILINE)[1], TypeError)


def _patiently(attempt: Callable[[], Any], not_yet: type[Exception]) -> Any:
    """What it returns, once it does not fail in that way."""
    deadline = time.monotonic() + PATIENCE / 1000
    while True:
        try:
            return attempt()
        except not_yet:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)


def install() -> None:
    """Installs what is missing; what cannot be is said in a sentence for each engine."""
    for engine in NEEDS:
        if packages := _packages(engine):
            print(f"{engine} is not here; the system's package manager may bring it.", file=sys.stderr, flush=True)
            install_package(*packages)
        if sentence := lacks(engine):
            print(sentence, file=sys.stderr)


if __name__ == "__main__":
    install()
