"""The headers of every response: what a page may load, and that nothing leaks to other sites.

The policy is the strictest under which Streamlit, its Plotly figures and the board work. Streamlit needs inline styles
(it writes its own while it runs) and modules from `blob:` addresses (a component's inline code); inline scripts are
admitted one by one, by their hash. (WebAssembly is what Streamlit counts long numbers with.)
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_INLINE = re.compile(r"<script>(.*?)</script>", re.DOTALL)
_ORIGIN = re.compile(r"https?://(\*\.)?[A-Za-z0-9.-]+(:\d{1,5})?", re.ASCII)
_OTHERS = {
    "x-content-type-options": "nosniff",
    # A link holds what somebody drew: it is not sent to other sites.
    "referrer-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "cross-origin-opener-policy": "same-origin",
}


def frame_ancestors(text: str) -> tuple[str, ...]:
    """The origins that may show the app in a frame, from a setting: "https://course.example.org https://*.example.com".

    Raises ValueError for what is no origin.
    """
    found = tuple(text.replace(",", " ").split())
    if wrong := [each for each in found if not _ORIGIN.fullmatch(each)]:
        raise ValueError(f"a frame's ancestor must be an origin such as https://course.example.org, got {wrong[0]!r}")
    return found


def content_security_policy(pages: Iterable[str], ancestors: Iterable[str] = ()) -> str:
    """The policy that admits the inline scripts of these HTML pages and no others, and frames of these origins."""
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
            "frame-src 'self'",
            "manifest-src 'self'",
            "base-uri 'none'",
            "form-action 'none'",
            " ".join(("frame-ancestors 'self'", *ancestors)),
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


def _digest(script: str) -> str:
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
