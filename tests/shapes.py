"""The runtime check of types and shapes on the functions of tnpcore. Importing this module switches it on: modules are
instrumented when they are imported, so tests/conftest.py imports this one before anything that imports tnpcore.

A check takes longer than most functions, and depends only on the kinds of the values: on their types, and on the shapes
and number types of arrays. So a function is checked once for each combination of kinds that it is called with."""

from __future__ import annotations

import inspect
from collections.abc import Hashable
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import is_dataclass
from functools import cache, partial, wraps
from types import FunctionType
from typing import Any

import jaxtyping
import numpy as np
import torch
from beartype import BeartypeConf, beartype

# Of a collection the checker looks at one entry, another one at each call: a longer one than this is always checked.
LONGEST = 16

# The checker that jaxtyping's import hook applies. An int will do where a float is annotated (PEP 484).
check = beartype(conf=BeartypeConf(is_pep484_tower=True))
_always = jaxtyping.jaxtyped


class TooLong(Exception):
    """A collection is too long for its kind to be known."""


def kind(value: Any) -> Hashable:
    """What the check of a value depends on.

    Raises:
        TooLong: A collection has more entries than one check looks at.
    """
    its_type = type(value)
    form = form_of(its_type)
    if form is None:
        return its_type
    if form is type:  # where a class is wanted
        return value
    if form is torch.Tensor:
        return its_type, value.shape, value.dtype
    if len(value) > LONGEST:
        raise TooLong
    if not value:
        return its_type, ()
    entries = (*value, *value.values()) if form is dict else value
    return its_type, tuple(map(kind, entries))


@cache
def form_of(its_type: type) -> type | None:
    """How the kind of a value is found: torch.Tensor stands for all arrays, tuple for collections without values."""
    for form, members in ((torch.Tensor, (torch.Tensor, np.ndarray)), (type, type), (dict, dict)):
        if issubclass(its_type, members):
            return form
    return tuple if issubclass(its_type, (tuple, list, set, frozenset)) else None


def once_for_each_kind(function: Any = None, *, typechecker: Any) -> Any:
    """As jaxtyping.jaxtyped, but a call of known kinds with a result of a known kind is not checked again."""
    if function is None:
        return partial(once_for_each_kind, typechecker=typechecker)
    if inspect.isclass(function):
        if is_dataclass(function) and "__init__" in vars(function):
            function.__init__ = once_for_each_kind(function.__init__, typechecker=typechecker)
        return function
    given: ContextVar[list[Any] | None] = ContextVar("given", default=None)
    accepted: dict[Hashable, set[Hashable]] = {}

    @cache
    def always() -> Any:
        """The checked function, made at its first call: most processes call a few of the functions that they import.
        A name in its annotations must then still be what it was: a test patches methods of a class, not the class."""
        return _always(_relay(function, given), typechecker=typechecker)

    def in_full(*values: Any, **named: Any) -> Any:
        """The checked call; a function that checks its own arguments, and promises a ValueError, is to raise that."""
        try:
            return always()(*values, **named)
        except jaxtyping.TypeCheckError:
            with suppress(TypeError, AttributeError, RuntimeError):
                function(*values, **named)
            raise

    @wraps(function)
    def checked(*values: Any, **named: Any) -> Any:
        __tracebackhide__ = True
        try:
            arguments = kind(values), kind(named)
        except TooLong:
            return in_full(*values, **named)
        known = arguments in accepted
        result = (function if known else in_full)(*values, **named)
        results = accepted.setdefault(arguments, set())
        try:
            found = kind(result)
        except TooLong:
            found = None
        if known and (found is None or found not in results):
            token = given.set([result])
            try:
                always()(*values, **named)
            finally:
                given.reset(token)
        results.add(found)
        return result

    return checked


def _relay(function: FunctionType, given: ContextVar[list[Any] | None]) -> FunctionType:
    """The function, or the result that it has been given, in the function's own module: annotations are read there."""

    def relay(*values, **named):
        result = given.get()
        return result.pop() if result else function(*values, **named)

    code, closure = relay.__code__, relay.__closure__
    return wraps(function)(FunctionType(code, function.__globals__, function.__name__, None, closure))


jaxtyping.jaxtyped = once_for_each_kind  # the import hook decorates every function with what stands here
jaxtyping.install_import_hook("tnpcore", "tests.shapes.check")
