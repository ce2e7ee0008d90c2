"""The switch between the plain form of a function, as it is written, and its fast form."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

# A context variable, not a global: two threads that share a model may want different forms.
_plain: ContextVar[bool] = ContextVar("plain", default=False)


@contextmanager
def plain_forms() -> Iterator[None]:
    """Run every function as it is written while the block runs; in this context (thread or task) alone."""
    token = _plain.set(True)
    try:
        yield
    finally:
        _plain.reset(token)


def accelerated(by: Callable[..., Any]) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """A decorator: the decorated function runs as written inside `plain_forms()`, and as `by`, equal up to rounding,
    everywhere else."""

    def decorate(plain: Callable[P, R]) -> Callable[P, R]:
        @wraps(plain)
        def chosen(*args: P.args, **kwargs: P.kwargs) -> R:
            form: Callable[..., R] = plain if _plain.get() else by
            return form(*args, **kwargs)

        return chosen

    return decorate
