"""How the serving process is set up. Each of the three settings was measured, and matters as much as the code does."""

from __future__ import annotations

import gc
import logging
import socket
import threading
from collections.abc import Callable
from contextlib import asynccontextmanager

import torch

_log = logging.getLogger(__name__)


def tuned(warm_up: Callable[[], object]):
    """A lifespan for the app: set the process up, and run `warm_up` on a thread beside the first requests."""

    @asynccontextmanager
    async def lifespan(_app):
        # Two threads per call, and twenty people at once, would fight for the same cores: one response took 3 s.
        torch.set_num_threads(1)
        send_small_packets_at_once()
        threading.Thread(target=_settle, args=(warm_up,), name="warm-up", daemon=True).start()
        yield {}

    return lifespan


def send_small_packets_at_once() -> None:
    """Set TCP_NODELAY on every TCP socket of this process; connections inherit it from the listener.

    `streamlit run` opens its listener in a way that leaves it off, and then every rerun, which is several small
    messages, waits for the browser's delayed acknowledgement.
    """
    sockets = [thing for thing in gc.get_objects() if type(thing) is socket.socket and thing.fileno() >= 0]
    for one in sockets:
        if one.type == socket.SOCK_STREAM and one.family in (socket.AF_INET, socket.AF_INET6):
            one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def _settle(warm_up: Callable[[], object]) -> None:
    """Load and import what a first visitor would wait for, then exempt all of it from garbage collection.

    Streamlit collects after every run, and a collection that walks through torch and Plotly holds the interpreter for
    a tenth of a second.
    """
    try:
        warm_up()
    except Exception:  # the pages say what is missing; the server still serves
        _log.exception("warming up failed")
    gc.collect()
    gc.freeze()
