"""Serves the board's code, so that a browser fetches it once and not with every rerun."""

from __future__ import annotations

import hashlib

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pages.shared.board.bundle import sources


def modules_route(path: str) -> Route:
    """The route `path`/main.js: all ES modules in one response, because thirty small ones keep a slow link waiting."""
    text = sources()
    # A browser checks its copy each time: after an update no page mixes old code with new.
    headers = {"cache-control": "no-cache", "etag": f'"{hashlib.sha256(text.encode()).hexdigest()[:16]}"'}

    async def main(request: Request) -> Response:
        if request.headers.get("if-none-match", "").removeprefix("W/") == headers["etag"]:
            return Response(status_code=304, headers=headers)
        return Response(text, media_type="text/javascript", headers=headers)

    return Route(f"{path}/main.js", main)
