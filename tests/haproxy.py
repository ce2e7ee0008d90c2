"""Starts the reverse proxy of deploy/ in front of app processes on this machine, without Docker."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.chromium import install_package
from tests.serving import ROOT, free_port, running

CONFIGURATION = ROOT / "deploy" / "haproxy.cfg"
BACKENDS = 2
# Some systems keep it where only the administrator's PATH looks.
SEARCH = "/usr/sbin:/usr/local/sbin"


def find_or_install() -> str | None:
    """Path of HAProxy: the system's, or installed by its package manager where that is permitted; None otherwise."""
    return _find() or (_find() if install_package("haproxy") else None)


@contextmanager
def proxied(haproxy: str, ports: list[int], folder: Path) -> Iterator[str]:
    """The address of the proxy before apps on these ports: the shipped configuration, and only the lines that find
    the processes by their name in a Docker network replaced."""
    port = free_port()
    servers = "\n".join(f"    server worker{i} 127.0.0.1:{each}" for i, each in enumerate(ports, 1))
    text, places = re.subn(r"^    server-template .*$", servers, CONFIGURATION.read_text("utf-8"), flags=re.MULTILINE)
    if places != BACKENDS:
        raise ValueError(f"{CONFIGURATION.name} must find its processes at {BACKENDS} places, it does at {places}")
    (folder / "haproxy.cfg").write_text(text)
    environment = {"BIND": f"127.0.0.1:{port}", "COOKIE_SECRET": "a secret of this test"}
    command = ["env", *(f"{name}={value}" for name, value in environment.items())]
    url = f"http://127.0.0.1:{port}"
    with running([*command, haproxy, "-f", str(folder / "haproxy.cfg")], url, folder / "haproxy.log"):
        yield url


def _find() -> str | None:
    return shutil.which("haproxy") or shutil.which("haproxy", path=SEARCH)
