"""The runtime check of types and shapes on the functions of tnpcore. Importing this module switches it on: modules are
instrumented when they are imported, so tests/conftest.py imports this one before anything that imports tnpcore."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from beartype import BeartypeConf, beartype
from jaxtyping import install_import_hook

# These check their own arguments and promise a ValueError; the checker would be first, with an error of its own.
PROMISE_A_VALUE_ERROR = {"tnpcore.task.Points.__init__", "tnpcore.models.neural_process.NeuralProcess.__call__"}

# An int will do where a float is annotated, as for a static checker (PEP 484).
_checked = beartype(conf=BeartypeConf(is_pep484_tower=True))


def check(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function with its arguments and result checked; jaxtyping's import hook applies it."""
    name = f"{function.__module__}.{function.__qualname__}"
    return function if name in PROMISE_A_VALUE_ERROR else _checked(function)


install_import_hook("tnpcore", "tests.shapes.check")
