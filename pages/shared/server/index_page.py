"""The pages' own addresses, so that a link to one opens without a detour.

Streamlit's front end, opened at `/attention`, looks for its server at `/attention/` first and logs two errors in the
browser's console. It looks nowhere else when the page says where the server is, so the same page says so.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import streamlit as st
from starlette.responses import HTMLResponse
from starlette.routing import Route

_INDEX = Path(st.__file__).parent / "static" / "index.html"
_SERVER = "<script>window.__streamlit = {BACKEND_BASE_URL: new URL('.', location.href).href}</script>"


def entrance() -> str:
    """Streamlit's own page, which now says where the server is."""
    return _INDEX.read_text("utf-8").replace("<head>", f"<head>{_SERVER}", 1)


def page_routes(prefix: str, pages: Iterable[str]) -> list[Route]:
    """One route for each page's address below `prefix`, all with that page."""
    html = entrance()

    async def index(_request):
        return HTMLResponse(html, headers={"Cache-Control": "no-cache"})

    return [Route(f"{prefix}/{page}", index) for page in pages]
