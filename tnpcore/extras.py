"""Packages that only a part of this library needs."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType


def extra(module: str, name: str) -> ModuleType:
    """The module of a package that the extra `name` installs.

    Args:
        module: for example "matplotlib.pyplot".
        name: of the extra in `pip install "tnpcore[name]"`.

    Raises:
        ImportError: in one sentence with the command that installs it, where it is missing.
    """
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        package = module.partition(".")[0]
        raise ImportError(f'this needs {package}, which `pip install "tnpcore[{name}]"` brings') from error
