"""What a prior is, as a text: equal texts where, and only where, everything that determines its tasks is equal."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Mapping
from typing import Any

import torch

# What a value can be that its own text says everything about.
PLAIN = (bool, int, float, complex, str, bytes, type(None))


def described(value: Any) -> str:
    """Everything that determines a value: numbers, and of functions and classes the name, source text and what they
    are bound to.

    Args:
        value: a prior, or any of its parts.

    Returns:
        A text that is the same in every process and on every machine.

    Raises:
        ValueError: for a function or class without source text, for example one of a console.
    """
    return _described(value, ())


def _described(value: Any, outer: tuple[int, ...]) -> str:
    if id(value) in outer:  # an object that holds a method of its own
        return "itself"
    within = (*outer, id(value))

    def parts(values: Any) -> str:
        return ", ".join(_described(part, within) for part in values)

    if isinstance(value, PLAIN):
        return repr(value)
    if isinstance(value, torch.Tensor):
        return f"tensor({value.dtype}, {value.tolist()})"
    if isinstance(value, (tuple, list)):
        return f"({parts(value)})"
    if isinstance(value, (set, frozenset)):
        return f"{{{', '.join(sorted(_described(part, within) for part in value))}}}"
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{_described(k, within)}: {_described(v, within)}' for k, v in value.items())}}}"
    if isinstance(value, functools.partial):
        return f"partial({_described(value.func, within)}, {parts(value.args)}, {_described(value.keywords, within)})"
    if inspect.ismethod(value):
        return f"{_source(inspect.unwrap(value.__func__))} of {_described(value.__self__, within)}"
    if inspect.isfunction(value):
        value = inspect.unwrap(value)
        closure = [cell.cell_contents for cell in value.__closure__ or ()]
        return f"{_source(value)} ({parts((value.__defaults__, value.__kwdefaults__, closure))})"
    if inspect.isclass(value):
        return _class(value)
    fields = dict(sorted(_fields(value).items()))
    return f"{_class(type(value))} {_described(fields, within)}"


def _fields(value: Any) -> dict[str, Any]:
    slots = [name for kind in type(value).__mro__ for name in getattr(kind, "__slots__", ()) if hasattr(value, name)]
    return {**{name: getattr(value, name) for name in slots}, **getattr(value, "__dict__", {})}


def _class(kind: type) -> str:
    """The source of a class and of those that it derives from, down to Python's own."""
    own = [base for base in kind.__mro__ if base.__module__ not in ("builtins", "typing", "abc")]
    return " ".join(_source(base) for base in own) or kind.__qualname__


def _source(named: Any) -> str:
    try:
        return f"{named.__module__}.{named.__qualname__} {inspect.getsource(named)!r}"
    except (OSError, TypeError) as error:
        raise ValueError(
            f"{getattr(named, '__qualname__', named)} has no source text to recognise it by: define it in a file"
        ) from error
