"""A cache for what is slow to make and shared by all threads: the first call works it out, and the others wait for it.

`functools.cache` alone lets every thread that comes before the first has finished work it out again.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
from threading import Lock


def once(make: Callable) -> Callable:
    """`make`, called once for the same arguments; an error is not kept, so that the next call tries again."""
    cached, lock = cache(make), Lock()

    @wraps(make)
    def get(*arguments):
        with lock:
            return cached(*arguments)

    get.cache_clear = cached.cache_clear
    return get
