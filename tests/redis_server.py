"""Starts a Redis of a test's own, which keeps nothing on the disk."""

from __future__ import annotations

import shutil
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.chromium import install_package
from tests.serving import started

PACKAGES = ("redis-server", "redis")  # by system
START_SECONDS = 30


def find_or_install() -> str | None:
    """Path of Redis: the system's, or installed by its package manager where that is permitted; None otherwise."""
    return _find() or next((_find() for package in PACKAGES if install_package(package)), None)


@contextmanager
def redis(server: str, port: int, folder: Path) -> Iterator[str]:
    """Its URL on that port of this machine, once it responds."""
    options = {"port": port, "bind": "127.0.0.1", "save": "", "appendonly": "no", "dir": str(folder)}
    command = [server, *(part for name, value in options.items() for part in (f"--{name}", str(value)))]
    with started(command, folder / "redis.log"):
        last = time.monotonic() + START_SECONDS
        while not _responds(port):
            if time.monotonic() > last:
                raise RuntimeError(f"Redis does not start: {(folder / 'redis.log').read_text()}")
            time.sleep(0.05)
        yield f"redis://127.0.0.1:{port}"


def _responds(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False


def _find() -> str | None:
    return shutil.which("redis-server")
