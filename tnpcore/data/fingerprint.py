"""What a prior is, as a text: equal texts where, and only where, everything that determines its tasks is equal."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import FunctionType, ModuleType, UnionType
from typing import Any

import torch

from tnpcore.data.references import OURS, installed, references

# What a value can be that its own text says everything about.
PLAIN = (bool, int, float, complex, str, bytes, type(None))
GENERATED = "<string>"  # the file of methods that a dataclass makes


def described(value: Any) -> str:
    """Everything that determines a value: numbers, and of functions and classes the name, source text, what they are
    bound to, and the values of all global names that their code reads.

    Functions and classes of Python and of installed packages are described by name and version alone.

    Args:
        value: a prior, or any of its parts.

    Returns:
        A text that is the same in every process and on every machine.

    Raises:
        ValueError: for a function or class without source text, for example one of a console, and for a value that
            cannot be described, for example an open file.
    """
    return _described(value, _Path())


@dataclass(frozen=True)
class _Path:
    """Where a description stands.

    Args:
        outer: the ids of the values that it is inside of.
        known: functions, classes and modules that were described before, by id; kept, so that no id is used twice.
    """

    outer: tuple[int, ...] = ()
    known: dict[int, Any] = field(default_factory=dict)

    def into(self, value: Any) -> _Path:
        return replace(self, outer=(*self.outer, id(value)))


def _described(value: Any, path: _Path) -> str:
    if id(value) in path.outer:  # an object that holds a method of its own
        return "itself"
    within = path.into(value)
    if isinstance(value, FunctionType | ModuleType) or inspect.isclass(value):
        if id(value) in path.known:
            return f"number {list(path.known).index(id(value))} above"
        path.known[id(value)] = value
        if isinstance(value, ModuleType):
            return _module(value, within)
        return _class(value, within) if inspect.isclass(value) else _function(value, within)
    if inspect.ismethod(value):
        return f"{_described(value.__func__, within)} of {_described(value.__self__, within)}"
    if inspect.isbuiltin(value):
        owner = value.__self__
        bound = "" if owner is None or isinstance(owner, ModuleType | type) else f" of {_described(owner, within)}"
        return f"{value.__module__}.{value.__qualname__}{bound}"
    content = _content(value, within)
    if _own(type(value)):  # a class of one's own may be a tuple, too, and has methods beside its items
        return f"{_described(type(value), within)} {content or ''} {_described(_fields(value), within)}"
    return _reduced(value, within) if content is None else content


def _content(value: Any, path: _Path) -> str | None:
    """The items of a value of a usual kind; None for all others."""
    if isinstance(value, PLAIN):
        return repr(value)
    if isinstance(value, torch.Tensor):
        return f"tensor({value.dtype}, {value.tolist()})"
    if isinstance(value, (tuple, list)):
        return f"({_parts(value, path)})"
    if isinstance(value, (set, frozenset)):
        return f"{{{', '.join(sorted(_described(part, path) for part in value))}}}"
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{_described(k, path)}: {_described(v, path)}' for k, v in value.items())}}}"
    if isinstance(value, functools.partial):
        return (
            f"partial({_described(value.func, path)}, {_parts(value.args, path)}, {_described(value.keywords, path)})"
        )
    if isinstance(value, UnionType):
        return f"one of ({_parts(value.__args__, path)})"
    if isinstance(value, property):
        return f"property({_parts((value.fget, value.fset), path)})"
    if isinstance(value, (staticmethod, classmethod)):
        return f"{type(value).__name__}({_described(value.__func__, path)})"
    if isinstance(value, functools.cached_property):
        return f"property({_described(value.func, path)})"
    wrapped = getattr(value, "__wrapped__", None)  # for example of functools.cache
    return None if wrapped is None else f"{_named(type(value))} of {_described(wrapped, path)}"


def _parts(values: Iterable[Any], path: _Path) -> str:
    return ", ".join(_described(part, path) for part in values)


def _reduced(value: Any, path: _Path) -> str:
    """A value of Python's or a package's class, by what a copy of it would be made from."""
    try:
        parts = value.__reduce_ex__(2)
    except Exception as error:  # anybody's class
        raise ValueError(f"a {_named(type(value))} cannot be described: {error}") from error
    if isinstance(parts, str):
        return f"{_named(type(value))} {parts}"
    return _parts([part if index < 3 or part is None else list(part) for index, part in enumerate(parts)], path)


def _fields(value: Any) -> dict[str, Any]:
    slots = [name for kind in type(value).__mro__ for name in getattr(kind, "__slots__", ()) if hasattr(value, name)]
    found = {**{name: getattr(value, name) for name in slots}, **getattr(value, "__dict__", {})}
    return dict(sorted(found.items()))


def _function(value: FunctionType, path: _Path) -> str:
    if str(inspect.unwrap(value).__module__).startswith(f"{OURS}."):
        value = inspect.unwrap(value)  # nothing that wraps a function of this library, to check shapes, changes it
    wrapped = getattr(value, "__wrapped__", None)
    inner = "" if wrapped is None else f" of {_described(wrapped, path)}"
    inner += f" for {_described(value.registry, path)}" if hasattr(value, "registry") else ""  # of singledispatch
    known = installed(value.__globals__.get("__name__", ""))
    if known is not None and wrapped is not None:
        return f"{known} {value.__code__.co_qualname}{inner}"
    closure = [_held(cell) for cell in value.__closure__ or ()]
    bound = _parts((value.__defaults__, value.__kwdefaults__, closure), path)
    if known is not None:
        return f"{known} {value.__code__.co_qualname} ({bound}){inner}"
    return f"{_source(value)} ({bound}){inner} with {_described(references(value), path)}"


def _module(value: ModuleType, path: _Path) -> str:
    """A module by name, one of one's own with all that it defines."""
    known = installed(value.__name__)
    if known is not None:
        return f"module {known}"
    values = {
        name: part
        for name, part in sorted(vars(value).items())
        if not name.startswith("__") and not (isinstance(part, ModuleType) and installed(part.__name__))
    }
    return f"module {value.__name__} {_described(values, path)}"


def _held(cell: Any) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # nothing yet
        return None


def _own(kind: type) -> bool:
    return installed(kind.__module__) is None


def _named(kind: type) -> str:
    return f"{installed(kind.__module__)} {kind.__qualname__}"


def _class(kind: type, path: _Path) -> str:
    """A class and those that it derives from: one's own by their source texts and by what stands in them now."""
    if not _own(kind):
        return _named(kind)
    bases = [base for base in kind.__mro__[1:] if base.__module__ not in ("builtins", "typing", "abc")]
    return f"{_source(kind)} {_described(_members(kind), path)} from {_parts(bases, path)}"


def _members(kind: type) -> dict[str, Any]:
    """Methods and values of a class, without what Python and `dataclass` put into every one."""
    return {
        name: value
        for name, value in sorted(vars(kind).items())
        if not name.startswith("_abc_") and not (name.startswith("__") and name.endswith("__") and _made(value, kind))
    }


def _made(special: Any, kind: type) -> bool:
    """Whether a special member is none that a person wrote as a function."""
    if not isinstance(special, FunctionType):
        return True
    return "__dataclass_fields__" in vars(kind) and inspect.unwrap(special).__code__.co_filename == GENERATED


def _source(named: Any) -> str:
    code = inspect.unwrap(named).__code__ if isinstance(named, FunctionType) else None
    try:
        text = inspect.getsource(named if code is None else code)
    except (OSError, TypeError) as error:
        raise ValueError(
            f"{getattr(named, '__qualname__', named)} has no source text to recognise it by: define it in a file"
        ) from error
    return f"{named.__module__}.{named.__qualname__} {text!r}"
