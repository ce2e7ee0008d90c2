"""Browser windows that are kept from one test to the next, so that the app's code is loaded and compiled once.

Each page of a test is a new tab. Whatever a page can leave behind for the next one is removed: its tab, and with it
what the tab alone had (the stored drawing, emulated media, routes), cookies, all storage of the sites that it visited,
and permissions. The browser's cache stays. Pages that are open at the same time are in different windows. A test that
changes a whole window, as by `page.clock`, opens a page of `chromium` instead.

Sizes, colours and motion are set in the page, so that pages that differ in nothing else use one window after another.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, WebSocket

MEDIA = ("color_scheme", "reduced_motion")
USES = 60  # of a window, before it is replaced: what its process has collected then goes with it
# A response by the live socket: the number of its request, its part, and the first one's list of those that follow; or
# the number of a request that failed.
RESPONSE = re.compile(
    r'{"v":\d+,"kind":"scene","seq":(\d+),"part":"(\w+)"(?:,"more":\[([^]]*)])?|{"kind":"error","seq":(\d+),'
)
VERDICT = re.compile(r'{(?:"v":\d+,)?"kind":"(?:verdict|error)","seq":(\d+),')
# What breaks the security policy is an error like any other.
VIOLATIONS = "document.addEventListener('securitypolicyviolation', (e) => console.error('CSP', e.violatedDirective))"


def note_requests(page: Page) -> tuple[Callable[[str], None], Callable[[str], None]]:
    """From now on `page.requested` is the number of the newest request that the page has sent by the live socket, and
    `page.responded` that of the newest of which no part is missing; `page.questioned` is the number of the question
    about a step that has no response yet, or None. Where a test stands between page and socket, it passes what is sent
    and what is received to the two functions."""
    page.requested = page.responded = 0
    page.questioned = None
    newest: list[WebSocket | None] = [None]
    last = {}  # by the number of a request, the part that completes its response

    def sent(text: str) -> None:
        message = json.loads(text)
        if "step" in message:  # a question about a step has a response of its own
            page.questioned = message["seq"]
        else:
            page.requested = max(page.requested, message["seq"])

    def received(text: str) -> None:
        verdict = VERDICT.match(text)
        if verdict and page.questioned is not None and int(verdict[1]) >= page.questioned:
            page.questioned = None
        found = RESPONSE.match(text)
        if found is None:
            return
        number, part, more, failed = found.groups()
        if part == "now":
            parts = [
                name for name in more.replace('"', "").split(",") if name not in ("", "topic")
            ]  # which no part completes
            last[number] = parts[-1] if parts else part
        if failed or last.get(number) == part:
            page.responded = max(page.responded, int(failed or number))

    def closed(socket: WebSocket) -> None:
        if socket is newest[0]:  # not that of a board before this one
            page.responded = page.requested
            page.questioned = None

    def opened(socket: WebSocket) -> None:
        if socket.url.endswith("/live"):
            newest[0] = socket
            page.requested = page.responded = 0
            page.questioned = None
            socket.on("framesent", sent)
            socket.on("framereceived", received)
            socket.on("close", closed)

    page.on("websocket", opened)
    return sent, received


class Window:
    """A browser context with an idle tab: while that is open, so is the process with the compiled code."""

    def __init__(self, browser: Browser, options: dict[str, Any], patience: float):
        self._context = browser.new_context(**options)
        self._context.set_default_timeout(patience)
        self._context.add_init_script(VIOLATIONS)
        self._idle: Page | None = None
        self._visited: set[str] = set()
        self.uses = 0

    def open(self, viewport: dict[str, int] | None, media: dict[str, str]) -> Page:
        """A new tab of that size; `page.errors` holds what went wrong in it. See also `note_requests`."""
        self.uses += 1
        page = self._context.new_page()
        if viewport:
            page.set_viewport_size(viewport)
        if media:
            page.emulate_media(**media)
        page.errors = []
        page.on("pageerror", lambda error: page.errors.append(str(error)))
        page.on("console", lambda line: page.errors.append(line.text) if line.type == "error" else None)
        page.on("framenavigated", lambda frame: self._visited.add(frame.url))
        note_requests(page)
        return page

    def empty(self) -> None:
        """As if nobody had used it, but for the cache."""
        sites = {f"{url.scheme}://{url.netloc}" for url in map(urlsplit, self._visited) if url.scheme == "http"}
        if self._idle is None and sites:
            self._idle = self._context.new_page()
            self._idle.route("**/*", lambda route: route.fulfill(body=""))  # the server may be gone already
            self._idle.goto(min(sites))
            self._idle.unroute_all()
        for page in self._context.pages:
            if page is not self._idle:
                page.close()
        if self._idle is not None:
            link = self._context.new_cdp_session(self._idle)
            for site in sites:
                link.send("Storage.clearDataForOrigin", {"origin": site, "storageTypes": "all"})
            link.detach()
        self._visited.clear()
        self._context.clear_cookies()
        self._context.clear_permissions()

    def close(self) -> None:
        """Ends it and its pages."""
        self._context.close()


class Windows:
    """The windows of one process."""

    def __init__(self, browser: Browser, patience: float):
        self._browser, self._patience = browser, patience
        self._free: dict[str, list[Window]] = defaultdict(list)
        self._used: list[tuple[str, Window]] = []
        self._kept: dict[Page, tuple[str, Window]] = {}

    def keep(self, **options: Any) -> Page:
        """A page as of `open` that outlasts its test."""
        page = self.open(**options)
        self._kept[page] = self._used.pop()
        return page

    def release(self, page: Page) -> None:
        """Ends one that was kept."""
        self._used.append(self._kept.pop(page))
        self.empty()

    def open(self, viewport: dict[str, int] | None = None, **options: Any) -> Page:
        """A page in a window with these options that no other page of the test is in."""
        media = {name: options.pop(name) for name in MEDIA if name in options}
        key = json.dumps(options, sort_keys=True)
        free = self._free[key]
        window = free.pop() if free else Window(self._browser, options, self._patience)
        self._used.append((key, window))
        return window.open(viewport, media)

    def empty(self) -> None:
        """After each test."""
        while self._used:
            key, window = self._used.pop()
            if window.uses >= USES:
                window.close()
                continue
            window.empty()
            self._free[key].append(window)

    def close(self) -> None:
        """Ends all of them."""
        for window in (
            *(window for _, window in (*self._used, *self._kept.values())),
            *(window for free in self._free.values() for window in free),
        ):
            window.close()
