"""The routes of short links, without Streamlit: one keeps a long link of this app, one leads to it.

Only pages of lessons are kept, with parameters that such a page reads, and the way there is relative: no short link
leads to another site.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from urllib.parse import parse_qsl, urlencode, urlsplit

import orjson
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from pages.shared.drawing.codec import PARAMETERS, from_link
from pages.shared.drawing.url import kept as kept_parameters
from pages.shared.lesson.lesson import Lesson
from pages.shared.live.admission import same_origin
from pages.shared.room.senders import MOST_ADDRESSES, Allowances
from pages.shared.server.plain_page import plain_page
from pages.shared.server.request_body import Unread, body_of
from pages.shared.shell.qr import qr_svg
from pages.shared.short.texts import LASTS, MOST_CHARACTERS, MOST_LINKS, Memory, Refused, Texts, kept

SHORT = "s"
AT_ONCE = MOST_LINKS // 20  # from one address; in all the hours of a link no more than a quarter of all
PER_SECOND = (MOST_LINKS / 4 - AT_ONCE) / LASTS
MOST_BASE = 200
GONE = "This short link opens nothing: its four hours are over, or its code is another one."
TITLE, APP = "Short link", ".."


def short_link_routes(prefix: str, lessons: Mapping[str, Lesson], texts: Texts | None = None) -> list[Route]:
    """The routes below `prefix`, for links to these lessons."""
    store, senders = texts or Memory(), Allowances(PER_SECOND, AT_ONCE, MOST_ADDRESSES)

    async def shortened(request: Request) -> Response:
        try:
            if not same_origin(request.headers.get("origin"), request.headers.get("host")):
                raise Refused(403, "Only a page of this server may keep its links.")
            base, text = parted(await _link(request), lessons)
            if not senders.take(request.client.host if request.client else "", time.monotonic()):
                raise Refused(429, "Too many short links are made from your network: try again in a few minutes.")
            short = f"{base}{SHORT}/{await kept(store, text)}"
        except Refused as error:
            found: dict[str, object] = {"kind": "error", "error": {"message": str(error)}}
            return Response(orjson.dumps(found), error.status, media_type="application/json")
        found = {"kind": "short", "link": short, "svg": qr_svg(short), "seconds": LASTS}
        return Response(orjson.dumps(found), media_type="application/json")

    async def opened(request: Request) -> Response:
        try:
            text = await store.find(request.path_params["code"])
        except Refused as error:
            return plain_page(TITLE, str(error), APP, error.status)
        if text is None:
            return plain_page(TITLE, GONE, APP, 404)
        return RedirectResponse(f"../{text}", 302, {"Cache-Control": "no-store"})

    return [
        Route(f"{prefix}/{SHORT}", shortened, methods=["POST"]),
        Route(f"{prefix}/{SHORT}/{{code}}", opened),
    ]


def parted(link: str, lessons: Mapping[str, Lesson]) -> tuple[str, str]:
    """A whole link in two parts.

    Args:
        link: to a page of this app.
        lessons: by name.

    Returns:
        The app's address, "/" at its end, and what follows it: the page, and the parameters that it reads.

    Raises:
        Refused: it is too long, or opens no lesson.
    """
    if len(link) > MOST_CHARACTERS:
        most = f"{MOST_CHARACTERS:,} characters"
        raise Refused(413, f"A link of more than {most} is not kept: with fewer points it is shorter.")
    try:
        parts = urlsplit(link)
        head, _, page = parts.path.rpartition("/")
        base = f"{parts.scheme}://{parts.netloc}{head}/"
        if parts.scheme not in ("http", "https") or not parts.hostname or len(base) > MOST_BASE:
            raise ValueError("a link must be the whole address of a page of this app")
        if page and page not in lessons:
            raise ValueError(f"a link must open a lesson, got {page[:40]!r}")
        given = dict(parse_qsl(parts.query, keep_blank_values=True))
        if "v" in given:
            from_link(given)
    except ValueError as error:
        raise Refused(400, f"{str(error)[:1].upper()}{str(error)[1:]}.") from None
    drawing = {name: given[name] for name in PARAMETERS if name in given and "v" in given}
    return base, f"{page}?{urlencode({**kept_parameters(given), **drawing}, safe=',;:')}"


async def _link(request: Request) -> str:
    """The link that a request brings. Raises Refused."""
    try:
        message = orjson.loads(await body_of(request, MOST_CHARACTERS + 100))
    except Unread as error:
        raise Refused(413 if error.long else 400, str(error)) from None
    except orjson.JSONDecodeError:
        message = None
    link = message.get("link") if isinstance(message, dict) else None
    if not isinstance(link, str):
        raise Refused(400, "A message must be a JSON object with a link.")
    return link
