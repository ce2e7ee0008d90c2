"""Threads that leave the processor to the others of this process."""

from __future__ import annotations

import os
import sys
import threading

NICE = 5  # as the system counts: a server starts at 0


def step_back() -> None:
    """Let the other threads of this process go first, where the system can do that for one thread."""
    if sys.platform == "linux":
        thread = threading.get_native_id()
        os.setpriority(os.PRIO_PROCESS, thread, max(NICE, os.getpriority(os.PRIO_PROCESS, thread)))
