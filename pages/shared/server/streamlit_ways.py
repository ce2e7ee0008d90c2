"""Ways around Streamlit: everything here leans on how version 1.67 works inside, which its documentation does not say.

After an upgrade of Streamlit read this file with `tests/pages/shared/server/test_streamlit_ways.py`, which names for
each way the line inside Streamlit that it leans on.
"""

from __future__ import annotations

import gc
import json
import socket
from collections.abc import Callable
from pathlib import Path
from threading import Thread

import streamlit as st
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit.runtime import get_instance
from streamlit.runtime.scriptrunner import add_script_run_ctx, get_script_run_ctx

VERSION = "1.67.0"
STATIC = Path(st.__file__).parent / "static"
HOST_CONFIG = "/_stcore/host-config"
_SERVER = "<script>window.__streamlit = {BACKEND_BASE_URL: new URL('.', location.href).href}</script>"


def nothing() -> None:
    """The callback of a component's value or trigger that needs none: one without a callback is not kept."""


def entrance() -> str:
    """Streamlit's own page, which now says where the server is: its front end, opened at `/attention`, otherwise looks
    at `/attention/` first and logs two errors in the browser's console."""
    return (STATIC / "index.html").read_text("utf-8").replace("<head>", f"<head>{_SERVER}", 1)


def send_small_packets_at_once() -> None:
    """Set TCP_NODELAY on every TCP socket of this process; connections inherit it from the listener.

    `streamlit run` opens its listener in a way that leaves it off, and then every rerun, which is several small
    messages, waits for the browser's delayed acknowledgement.
    """
    sockets = [thing for thing in gc.get_objects() if type(thing) is socket.socket and thing.fileno() >= 0]
    for one in sockets:
        if one.type == socket.SOCK_STREAM and one.family in (socket.AF_INET, socket.AF_INET6):
            one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def exempt_from_collection() -> None:
    """Take all that is loaded by now out of garbage collection.

    Streamlit collects after every run, and a collection that walks through torch and Plotly holds the interpreter for
    a tenth of a second.
    """
    gc.collect()
    gc.freeze()


def page_hash() -> str:
    """Which page this run draws; "" outside of a run."""
    context = get_script_run_ctx()
    return context.page_script_hash if context else ""


def held(made: Callable[[], bytes], name: str, mime: str) -> Callable[[], bytes]:
    """The same, and what it gives is this visitor's until the page runs again.

    Streamlit counts a file that is made on a press as no one's: two runs of any visitor's page in between delete it,
    whether it was fetched or not.
    """
    visitor = get_script_run_ctx()

    def hold(data: bytes) -> None:
        runtime = get_instance()
        if runtime.is_active_session(visitor.session_id):  # else no one would ever let go of it
            runtime.media_file_mgr.add(data, mime, f"held-{name}", name, is_for_static_download=True)

    def making() -> bytes:
        data = made()
        # Streamlit calls this outside of any visitor's run.
        own = add_script_run_ctx(Thread(target=hold, args=(data,)), visitor)
        own.start()
        own.join()
        return data

    return making


class Calm:
    """ASGI middleware: keeps Streamlit's front end from showing a dialog that covers the page when the server is away.

    Such a dialog holds the keyboard, and so the board that goes on by itself; the board says what is the matter.
    """

    def __init__(self, app: ASGIApp):
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not scope["path"].endswith(HOST_CONFIG):
            await self._app(scope, receive, send)
            return
        start: Message = {}
        body = b""

        async def collect(message: Message) -> None:
            nonlocal body
            if message["type"] == "http.response.start":
                start.update(message)
                return
            body += message.get("body", b"")
            if not message.get("more_body"):
                calm = _without_dialogs(body)
                MutableHeaders(scope=start)["content-length"] = str(len(calm))
                await send(start)
                await send({"type": "http.response.body", "body": calm})

        plain = [(name, value) for name, value in scope["headers"] if name != b"accept-encoding"]
        await self._app({**scope, "headers": plain}, receive, collect)


def _without_dialogs(config: bytes) -> bytes:
    """The configuration as it came where it is not the JSON object that this Streamlit sends."""
    try:
        return json.dumps({**json.loads(config), "blockErrorDialogs": True}).encode()
    except (ValueError, TypeError):
        return config
