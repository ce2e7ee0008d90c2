"""Serves code that a browser keeps: the board's, so that it is fetched once and not with every rerun."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from types import MappingProxyType

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pages.shared.board.bundle import sources

NO_HEADERS: Mapping[str, str] = MappingProxyType({})


class Asset:
    """Bytes that a browser keeps. It checks its copy each time: after an update no page mixes old code with new.

    Args:
        content: as it is sent.
        media_type: of it.
        headers: that it has beyond those that say how it is kept.
    """

    def __init__(self, content: bytes, media_type: str = "text/javascript", headers: Mapping[str, str] = NO_HEADERS):
        etag = f'"{hashlib.sha256(content).hexdigest()[:16]}"'
        self._content, self._media_type = content, media_type
        self._headers = {"cache-control": "no-cache", "etag": etag, **headers}

    def response(self, request: Request) -> Response:
        """The bytes, or that the browser's copy is still good."""
        if request.headers.get("if-none-match", "").removeprefix("W/") == self._headers["etag"]:
            return Response(status_code=304, headers=self._headers)
        return Response(self._content, media_type=self._media_type, headers=self._headers)


def modules_route(path: str) -> Route:
    """The route `path`/main.js: all ES modules in one response, because thirty small ones keep a slow link waiting."""
    asset = Asset(sources().encode())

    async def main(request: Request) -> Response:
        return asset.response(request)

    return Route(f"{path}/main.js", main)
