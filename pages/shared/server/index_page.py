"""The pages' own addresses, so that a link to one opens without a detour, and unfolds as a card where it is posted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, RedirectResponse
from starlette.routing import Route

from pages.shared.server.streamlit_ways import entrance

PICTURE = Path(__file__).resolve().parents[3] / "docs" / "home.png"
CARD = "card.png"


@dataclass(frozen=True)
class Card:
    """What a link to a page unfolds to, beside a picture of the app."""

    title: str
    text: str = ""


def page_routes(prefix: str, pages: Mapping[str, Card]) -> list[Route]:
    """One route for each page's address below `prefix`, with its card in the entrance; and the cards' picture."""
    html = entrance()

    def opened(card: Card) -> Callable:
        async def index(request: Request) -> HTMLResponse:
            # Whole addresses: who reads a card does not resolve others. A proxy says which one people see.
            picture = f"{str(request.base_url).rstrip('/')}{prefix}/{CARD}"
            return HTMLResponse(_with_card(html, card, picture), headers={"Cache-Control": "no-cache"})

        return index

    async def shown(_request: Request) -> FileResponse:
        return FileResponse(PICTURE, media_type="image/png", headers={"Cache-Control": "max-age=86400"})

    return [
        Route(f"{prefix}/{CARD}", shown),
        *(Route(f"{prefix}/{page}", opened(card)) for page, card in pages.items()),
    ]


def _with_card(html: str, card: Card, picture: str) -> str:
    properties = {"og:title": card.title, "og:description": card.text, "og:type": "website", "og:image": picture}
    written = "".join(
        f'<meta property="{name}" content="{escape(value)}">' for name, value in properties.items() if value
    )
    return html.replace("<title>Streamlit</title>", f"<title>{escape(card.title)}</title>{written}", 1)


def redirects(prefix: str, former: Mapping[str, str]) -> list[Route]:
    """One route for each former address below `prefix`: it leads to the new one, query string included."""
    return [Route(f"{prefix}/{old}", _redirect_to(new)) for old, new in former.items()]


def _redirect_to(address: str):
    async def redirect(request: Request) -> RedirectResponse:
        # Relative to the old address: a proxy may serve the app below a path that this process does not know.
        return RedirectResponse(f"{address}?{query}" if (query := request.url.query) else address, status_code=301)

    return redirect
