"""The pages' own addresses, so that a link to one opens without a detour."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse
from starlette.routing import Route

from pages.shared.server.streamlit_ways import entrance


def page_routes(prefix: str, pages: Iterable[str]) -> list[Route]:
    """One route for each page's address below `prefix`, all with that page."""
    html = entrance()

    async def index(_request):
        return HTMLResponse(html, headers={"Cache-Control": "no-cache"})

    return [Route(f"{prefix}/{page}", index) for page in pages]


def redirects(prefix: str, former: Mapping[str, str]) -> list[Route]:
    """One route for each former address below `prefix`: it leads to the new one, query string included."""
    return [Route(f"{prefix}/{old}", _redirect_to(new)) for old, new in former.items()]


def _redirect_to(address: str):
    async def redirect(request: Request) -> RedirectResponse:
        # Relative to the old address: a proxy may serve the app below a path that this process does not know.
        return RedirectResponse(f"{address}?{query}" if (query := request.url.query) else address, status_code=301)

    return redirect
