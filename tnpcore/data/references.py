"""What a function's code refers to by global names, and whose code a module is."""

from __future__ import annotations

import dis
import sys
from collections.abc import Iterator
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

INSTALLED = {"site-packages", "dist-packages"}
# Other versions of these compute the same but for the last bits, and shipped limits are found with all of them.
ANY_VERSION = {"torch", "numpy", "jaxtyping"}
ANNOTATING = "jaxtyping"  # computes nothing, and where shapes are checked it is put into functions as they are imported
# Of this library only what draws tasks is followed, wherever it is installed: models and points determine none.
OURS, FOLLOWED = "tnpcore", "tnpcore.data"
# Between a name and an attribute that is read of it.
SILENT = {"CACHE", "EXTENDED_ARG", "NOP", "PUSH_NULL"}


def installed(module: str) -> str | None:
    """What names a module that a package manager looks after: its name, with the version where that can matter.

    Args:
        module: its dotted name.

    Returns:
        None for a module of one's own, whose source text counts.

    Raises:
        ValueError: for an installed package that does not say its version.
    """
    top = module.partition(".")[0]
    if top == OURS:
        return None if f"{module}.".startswith(f"{FOLLOWED}.") else module
    if top in sys.stdlib_module_names or top in ANY_VERSION:
        return module
    if not top or not INSTALLED & {*Path(_place(top)).parts}:
        return None
    return f"{module} {_version(top)}"


def references(function: FunctionType) -> dict[str, Any]:
    """The values of the global names that a function's code, and all code within it, reads.

    Args:
        function: its own, not a wrapper's.

    Returns:
        By name, sorted; of a module of one's own the attributes that are read, as "module.name", or the module itself
        where it is handed on. Python's built-in names, and names that have no value yet, are left out.

    Raises:
        ValueError: where a module of one's own is imported inside the function.
    """
    found: dict[str, Any] = {}
    for chain in sorted({*_chains(function.__code__)}):
        name, *attributes = chain
        if name not in function.__globals__:
            continue
        value = function.__globals__[name]
        while attributes and isinstance(value, ModuleType) and installed(value.__name__) is None:
            attribute = attributes.pop(0)
            name, value = f"{name}.{attribute}", getattr(value, attribute, None)
        if not (isinstance(value, ModuleType) and value.__name__ == ANNOTATING):
            found[name] = value
    return found


def _chains(code: CodeType) -> Iterator[tuple[str, ...]]:
    """Global names, each with the attributes that are read of it at once."""
    chain: tuple[str, ...] = ()
    before: list[Any] = [None, None]
    for step in dis.get_instructions(code):
        if step.opname in SILENT:
            continue
        if chain and step.opname in ("LOAD_ATTR", "LOAD_METHOD"):
            chain = (*chain, step.argval)
            continue
        if chain:
            yield chain
        chain = (step.argval,) if step.opname in ("LOAD_GLOBAL", "LOAD_NAME") else ()
        if step.opname == "IMPORT_NAME" and (before[0] or installed(step.argval) is None):
            raise ValueError(
                f"{code.co_qualname} imports {step.argval or 'a module'}: import it at the top of the file"
            )
        before = [before[1], step.argval]
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _chains(constant)


def _place(top: str) -> str:
    """The file of a top-level module, or its folder."""
    loaded = sys.modules.get(top)
    known = getattr(loaded, "__spec__", None) if loaded else find_spec(top)
    folders = list(known.submodule_search_locations or ()) if known else []
    return str(getattr(loaded, "__file__", None) or (known and known.origin) or next(iter(folders), ""))


def _version(top: str) -> str:
    found = getattr(sys.modules.get(top), "__version__", None)
    if isinstance(found, str):
        return found
    try:
        return metadata.version(top)
    except metadata.PackageNotFoundError as error:
        raise ValueError(f"the package {top} does not say its version") from error
