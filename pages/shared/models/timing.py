"""How long something takes on this machine, now."""

from __future__ import annotations

import time
from collections.abc import Callable

RUNS = 3


def milliseconds(run: Callable[[], object], clock: Callable[[], float] = time.thread_time) -> float:
    """Of the fastest of a few runs, since the others were interrupted. `clock` gives seconds: by default those of the
    processor, to which no other work of a server adds."""
    found = []
    for _ in range(RUNS):
        start = clock()
        run()
        found.append(clock() - start)
    return 1000 * min(found)
