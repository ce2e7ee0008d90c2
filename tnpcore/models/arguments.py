"""Constructor arguments as JSON: a card records them all by value, functions and classes by name."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

from tnpcore.blocks import Sizes
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
        arguments: by name, each of its `Sizes` too; a function or a class by its name in `CHOICES`, or itself.

    Raises:
        ValueError: for a name that is not among the choices.
        TypeError: for an argument that the class does not take.
    """
    given, sizes = {key: _decoded(key, value) for key, value in arguments.items()}, _sizes(model)
    if sizes is not None:
        given["sizes"] = replace(sizes, **{key: given.pop(key) for key in vars(sizes) if key in given})
    return model(**given)


def complete(model: type[Any], arguments: Mapping[str, Any]) -> dict[str, Json]:
    """Every argument of the class, as JSON: those given, and the defaults of the others.

    Raises:
        ValueError: for a value that JSON cannot hold.
    """
    return {key: _encoded(key, value) for key, value in {**_named(model), **arguments}.items()}


def missing(model: type[Any], arguments: Mapping[str, Any]) -> list[str]:
    """The arguments of the class that are not given, so that a default would decide."""
    return [key for key in _named(model) if key not in arguments]


def accepted(model: type[Any], arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Those of the arguments that the class still takes."""
    parameters = inspect.signature(model).parameters.values()
    anything = any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters)
    return {key: value for key, value in arguments.items() if anything or key in _named(model)}


def _named(model: type[Any]) -> dict[str, Any]:
    """The arguments of the class with their defaults, its sizes one by one."""
    found: dict[str, Any] = {}
    for key, parameter in inspect.signature(model).parameters.items():
        if isinstance(parameter.default, Sizes):
            found |= vars(parameter.default)
        elif parameter.kind is not parameter.VAR_KEYWORD:
            found[key] = parameter.default
    return found


def _sizes(model: type[Any]) -> Sizes | None:
    """The default of the class's argument `sizes`; None where it has none."""
    parameter = inspect.signature(model).parameters.get("sizes")
    return parameter.default if parameter is not None and isinstance(parameter.default, Sizes) else None


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
