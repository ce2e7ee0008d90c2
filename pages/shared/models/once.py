"""What several threads may want at one time is computed once."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from functools import partial, wraps
from threading import Lock


def once(make: Callable | None = None, *, keep: int | None = None) -> Callable:
    """A decorator: the function is called once for the same arguments, while other threads that want the same wait.

    `functools.cache` lets every thread that comes before the first has finished run it too. Who wants something else
    does not wait. An error is raised where it happened and is not kept: who waited calls the function itself.

    Args:
        make: what is decorated.
        keep: how many results are kept, those that were wanted last; None keeps all.
    """
    if make is None:
        return partial(once, keep=keep)
    found: OrderedDict[Hashable, Future] = OrderedDict()
    lock = Lock()

    def claimed(key: Hashable) -> tuple[Future, bool]:
        """The result to come, and whether it is for this thread to compute."""
        with lock:
            mine = key not in found
            future = found.setdefault(key, Future())
            found.move_to_end(key)
            if keep is not None and len(found) > keep:
                found.popitem(last=False)
        return future, mine

    @wraps(make)
    def get(*arguments, **named):
        key = arguments, tuple(sorted(named.items()))
        while True:
            future, mine = claimed(key)
            if mine:
                break
            if future.exception() is None:
                return future.result()
        try:
            future.set_result(make(*arguments, **named))
        except BaseException as error:
            with lock:
                if found.get(key) is future:
                    del found[key]
            future.set_exception(error)
            raise
        return future.result()

    get.cache_clear = found.clear
    return get
