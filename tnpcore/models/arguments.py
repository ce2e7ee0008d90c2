"""Constructor arguments as JSON: a card records them all by value, functions and classes by name."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from tnpcore.models import bins, displacement, inputs

Json: TypeAlias = "bool | int | float | str | list[str] | dict[str, Json] | None"

# For arguments that are a function or a class: the names that cards and specs use. A name stays what it is for ever.
CHOICES: Mapping[str, Mapping[str, Callable[..., Any]]] = {
    "input_encoding": {
        "raw": inputs.raw,
        "none": inputs.no_input,
        "centred": inputs.centred,
        "fourier": inputs.fourier_features,
        "sinusoidal": inputs.sinusoids,
    },
    "bias": {
        "centred-rbf": displacement.CentredRBFBias,
        "rbf": displacement.RBFBias,
        "mlp": displacement.RawBias,
        "fourier": displacement.FourierBias,
        "product": displacement.ProductBias,
        "binned": bins.BinnedBias,
    },
}


def construct(model: type[Any], arguments: Mapping[str, Any]) -> Any:
    """A model of that class.

    Args:
        model: the class.
        arguments: by name; a function or a class by its name in `CHOICES`, or itself.

    Raises:
        ValueError: for a name that is not among the choices.
        TypeError: for an argument that the class does not take.
    """
    return model(**{key: _decoded(key, value) for key, value in arguments.items()})


def complete(model: type[Any], arguments: Mapping[str, Any]) -> dict[str, Json]:
    """Every argument of the class, as JSON: those given, and the defaults of the others.

    Raises:
        ValueError: for a value that JSON cannot hold.
    """
    defaults = {key: parameter.default for key, parameter in _named(model).items()}
    return {key: _encoded(key, value) for key, value in {**defaults, **arguments}.items()}


def missing(model: type[Any], arguments: Mapping[str, Any]) -> list[str]:
    """The arguments of the class that are not given, so that a default would decide."""
    return [key for key in _named(model) if key not in arguments]


def accepted(model: type[Any], arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Those of the arguments that the class still takes."""
    parameters = inspect.signature(model).parameters
    anything = any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters.values())
    return {key: value for key, value in arguments.items() if anything or key in parameters}


def _named(model: type[Any]) -> dict[str, inspect.Parameter]:
    parameters = inspect.signature(model).parameters.items()
    return {key: parameter for key, parameter in parameters if parameter.kind is not parameter.VAR_KEYWORD}


def _decoded(key: str, value: Any) -> Any:
    choices = CHOICES.get(key)
    if choices is None or not isinstance(value, str):
        return value
    if value not in choices:
        raise ValueError(f"the argument {key} must be one of {sorted(choices)}, got {value!r}")
    return choices[value]


def _encoded(key: str, value: Any) -> Json:
    names = [name for name, choice in CHOICES.get(key, {}).items() if choice is value]
    if names:
        return names[0]
    if value is not None and not isinstance(value, (bool, int, float, str, list, dict)):
        raise ValueError(f"the argument {key} cannot be written to a card: {value!r} has no name in CHOICES")
    return value
