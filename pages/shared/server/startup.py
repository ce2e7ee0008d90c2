"""How the serving process is set up. Each of the three settings was measured, and matters as much as the code does."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from contextlib import asynccontextmanager

import torch

from pages.shared.server.streamlit_ways import exempt_from_collection, send_small_packets_at_once

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


def _settle(warm_up: Callable[[], object]) -> None:
    """Load and import what a first visitor would wait for, then exempt all of it from garbage collection."""
    try:
        warm_up()
    except Exception:  # the pages say what is missing; the server still serves
        _log.exception("warming up failed")
    exempt_from_collection()
