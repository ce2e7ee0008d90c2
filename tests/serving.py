"""Starts the app as a person would, `streamlit run SCRIPT`, or an app of the tests, on a free port; and stops it."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
START_SECONDS = 300  # a busy machine may take minutes to import what the server needs


@contextmanager
def serve(script: str, log: Path) -> Iterator[str]:
    """The address of a server that answers; everything it prints goes to `log`."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    with running(command(script, port), url, log):
        yield url


@contextmanager
def running(command: list[str], url: str, log: Path) -> Iterator[subprocess.Popen]:
    """The process of a command that serves the app there, once it answers; everything it prints goes to `log`."""
    with started(command, log) as process:
        wait_until_healthy(url, log, process)
        yield process


@contextmanager
def started(command: list[str], log: Path) -> Iterator[subprocess.Popen]:
    """The process of a command, which may not answer yet."""
    with log.open("w") as out:
        process = subprocess.Popen(command, cwd=ROOT, stdout=out, stderr=subprocess.STDOUT)
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def command(served: str, port: int) -> list[str]:
    """What serves a script, or an ASGI app that is named by its module, on that port of this machine."""
    if served.endswith(".py"):
        return streamlit(served, port)
    options = ("--port", str(port), "--log-level", "warning", "--ws", "websockets-sansio")
    return [sys.executable, "-m", "uvicorn", served, *options]


def streamlit(script: str, port: int) -> list[str]:
    """The command that serves a script on that port of this machine."""
    options = {
        "server.port": port,
        "server.address": "127.0.0.1",
        "server.headless": "true",
        "server.fileWatcherType": "none",
        "browser.gatherUsageStats": "false",
    }
    flags = [part for name, value in options.items() for part in (f"--{name}", str(value))]
    return [sys.executable, "-m", "streamlit", "run", script, *flags]


def tracebacks(log: Path) -> list[str]:
    """Those that a server has written, but for Streamlit's own of a tab that was closed while it was written to."""
    found = re.split(r"(?=Traceback \(most recent call last\))", log.read_text())[1:]
    return [one for one in found if "streamlit/web/server/starlette/starlette_websocket.py" not in one]


def free_port() -> int:
    """A port of this machine that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_until_healthy(url: str, log: Path, process: subprocess.Popen | None = None) -> None:
    """Returns when the server there answers; None where another process has started it."""
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        if process and process.poll() is not None:
            raise RuntimeError(f"the server ended before it answered:\n{log.read_text()}")
        try:
            with urllib.request.urlopen(f"{url}/_stcore/health", timeout=2):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    raise RuntimeError(f"the server gave no answer within {START_SECONDS} s:\n{log.read_text()}")
