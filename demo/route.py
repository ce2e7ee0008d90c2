"""The folder's workers, served by the app: while it is busy, its visitors' browsers compute these lessons."""

from __future__ import annotations

import asyncio
import gzip
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pages.shared.server.board_assets import Asset

ROOT = Path(__file__).resolve().parents[1]


def workers_route(path: str) -> Route:
    """The route `path`/worker.js, and beside it the files that this loads; built at the first request."""
    thread = ThreadPoolExecutor(1, thread_name_prefix="workers")  # one: who comes meanwhile waits for the same files

    async def file(request: Request) -> Response:
        found = (await asyncio.wrap_future(thread.submit(assets))).get(request.path_params["file"])
        return found.response(request) if found else Response(status_code=404)

    return Route(f"{path}/{{file:path}}", file)


@cache
def assets() -> dict[str, Asset]:
    """Every file by its path, compressed once and not for every visitor.

    They are needed because the server is busy, so another process builds them, and this one goes on meanwhile.
    """
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        subprocess.run([sys.executable, "-m", "demo", "--workers", folder], cwd=ROOT, check=True, capture_output=True)
        return {file.relative_to(folder).as_posix(): _asset(file) for file in folder.rglob("*") if file.is_file()}


def _asset(file: Path) -> Asset:
    """As every browser with WebAssembly unpacks it."""
    media_type = "text/javascript" if file.suffix in (".js", ".mjs") else "application/octet-stream"
    return Asset(gzip.compress(file.read_bytes(), mtime=0), media_type, {"content-encoding": "gzip"})
