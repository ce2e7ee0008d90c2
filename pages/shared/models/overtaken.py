"""Work that no one waits for any more: it stops before its next pass through a model."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar


class Overtaken(Exception):
    """A newer request has come: the work was left."""


_overtaken: ContextVar[Callable[[], bool]] = ContextVar("overtaken", default=lambda: False)


@contextmanager
def unless(overtaken: Callable[[], bool]) -> Iterator[None]:
    """Inside the block `go_on` stops the work once `overtaken` says so."""
    token = _overtaken.set(overtaken)
    try:
        yield
    finally:
        _overtaken.reset(token)


def go_on() -> None:
    """Raises Overtaken where a newer request has come; outside an `unless` block it never does."""
    if _overtaken.get()():
        raise Overtaken
