"""The headers of every response: what a page may load, and that nothing leaks to other sites.

The policy is the strictest under which Streamlit, its Plotly figures and the board work. Streamlit needs inline styles
(it writes its own while it runs) and modules from `blob:` addresses (a component's inline code); inline scripts are
admitted one by one, by their hash. (WebAssembly is what Streamlit counts long numbers with.)
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterable

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_INLINE = re.compile(r"<script>(.*?)</script>", re.DOTALL)
_HOST_CONFIG = "/_stcore/host-config"
_OTHERS = {
    "x-content-type-options": "nosniff",
    # A link holds what somebody drew: it is not sent to other sites.
    "referrer-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "cross-origin-opener-policy": "same-origin",
}


def content_security_policy(pages: Iterable[str]) -> str:
    """The policy that admits the inline scripts of these HTML pages and no others."""
    hashes = {f"'sha256-{_digest(script)}'" for page in pages for script in _INLINE.findall(page)}
    return "; ".join(
        (
            "default-src 'none'",
            " ".join(("script-src 'self' 'wasm-unsafe-eval' blob:", *sorted(hashes))),
            "style-src 'self' 'unsafe-inline'",
            "font-src 'self' data:",
            "img-src 'self' blob: data:",
            "media-src 'self'",
            "connect-src 'self'",
            "manifest-src 'self'",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'self'",
        )
    )


class Headers:
    """ASGI middleware: adds the headers to every response that does not set them itself."""

    def __init__(self, app: ASGIApp, policy: str):
        self._app = app
        self._headers = {"content-security-policy": policy, **_OTHERS}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_all(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    headers.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, send_all if scope["type"] == "http" else send)


class Calm:
    """ASGI middleware: keeps Streamlit's front end from showing a dialog that covers the page when the server is away.

    Such a dialog holds the keyboard, and so the board that goes on by itself; the board says what is the matter.
    """

    def __init__(self, app: ASGIApp):
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not scope["path"].endswith(_HOST_CONFIG):
            await self._app(scope, receive, send)
            return
        start: Message = {}
        body = b""

        async def collect(message: Message) -> None:
            nonlocal body
            if message["type"] == "http.response.start":
                start.update(message)
                return
            body += message.get("body", b"")
            if not message.get("more_body"):
                calm = _without_dialogs(body)
                MutableHeaders(scope=start)["content-length"] = str(len(calm))
                await send(start)
                await send({"type": "http.response.body", "body": calm})

        plain = [(name, value) for name, value in scope["headers"] if name != b"accept-encoding"]
        await self._app({**scope, "headers": plain}, receive, collect)


def _without_dialogs(config: bytes) -> bytes:
    """The configuration as it came where it is not the JSON object that this Streamlit sends."""
    try:
        return json.dumps({**json.loads(config), "blockErrorDialogs": True}).encode()
    except (ValueError, TypeError):
        return config


def _digest(script: str) -> str:
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
