"""The response to an address that no page has: Streamlit would open its first page, or an empty one."""

from __future__ import annotations

from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pages.shared.server.plain_page import plain_page

MOST_CHARACTERS = 80  # of the address, in the sentence
TITLE = "No such page"


class UnknownAddress:
    """ASGI middleware: says so, with a link to the app.

    Every page has a route of its own (index_page.py). So where Streamlit's handler of static files has only its
    entrance, which is HTML, there is no such page. A request for anything but a page, as for an icon, is left alone.
    """

    def __init__(self, app: ASGIApp, prefix: str = ""):
        self._app, self._prefix = app, prefix

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or b"text/html" not in dict(scope["headers"]).get(b"accept", b""):
            await self._app(scope, receive, send)
            return
        unknown = False

        async def replaced(message: Message) -> None:
            nonlocal unknown
            if message["type"] == "http.response.start" and message["status"] == 200:
                kind = dict(message["headers"]).get(b"content-type", b"")
                unknown = kind.startswith(b"text/html") and isinstance(scope.get("endpoint"), StaticFiles)
            if not unknown:
                await send(message)

        await self._app(scope, receive, replaced)
        if unknown:
            below = scope["path"].removeprefix(self._prefix).lstrip("/")
            address = below if len(below) <= MOST_CHARACTERS else below[:MOST_CHARACTERS] + "…"
            app = "../" * below.count("/") or "."
            page = plain_page(TITLE, f"There is no page at this address: {address}.", app, 404)
            await page(scope, receive, send)
