"""All models: `SPECS` by name. A new model is a file beside this one and a `ModelSpec` in `tnpcore/models/specs/`."""

from __future__ import annotations

from typing import Any

from tnpcore.models.neural_process import NeuralProcess
from tnpcore.models.spec import ModelSpec
from tnpcore.models.specs.ablations import ABLATIONS
from tnpcore.models.specs.attention import ATTENTION
from tnpcore.models.specs.averaging import AVERAGING
from tnpcore.models.specs.convolution import CONVOLUTION
from tnpcore.models.specs.encodings import ENCODINGS
from tnpcore.models.specs.equivariant import EQUIVARIANT
from tnpcore.models.specs.latent_plane import LATENT_PLANE
from tnpcore.quantities import whole

# The models of the README, which come first in every list.
MAIN = ("cnp", "tnpd", "tetnp", "convcnp", "convcnp-nodensity")

_GROUPS = (AVERAGING, ATTENTION, ENCODINGS, ABLATIONS, EQUIVARIANT, CONVOLUTION, LATENT_PLANE)
_BY_GROUP = {spec.name: spec for group in _GROUPS for spec in group}
SPECS: dict[str, ModelSpec] = {name: _BY_GROUP[name] for name in dict.fromkeys((*MAIN, *_BY_GROUP))}


def spec(name: str) -> ModelSpec:
    """The spec of a model.

    Args:
        name: for example "tnpd".

    Raises:
        ValueError: for an unknown name; lists the known ones.
    """
    if not isinstance(name, str) or name not in SPECS:
        raise ValueError(f"the model must be one of {sorted(SPECS)}, got {name!r}")
    return SPECS[name]


def build(name: str, **arguments: Any) -> NeuralProcess:
    """An untrained model from its spec.

    Args:
        name: for example "tnpd".
        arguments: of the model's class, in place of the spec's; functions and classes also by their names in
            `tnpcore.models.arguments.CHOICES`.

    Raises:
        ValueError: for an unknown name; lists the known ones; for an argument that the class does not take; lists those
            that it takes; for a size that is no whole number above 0, and for arguments that do not fit each other.

    >>> build("cnp", d_model=32).encoder[0].out_features
    32
    """
    chosen = spec(name)
    usual = chosen.every_argument()
    for key, value in arguments.items():
        size = usual.get(key)
        if isinstance(size, int) and not isinstance(size, bool):
            whole(value, key, 0 if key == "num_layers" else min(1, size))
    given = ", ".join(f"{key}={value!r}" for key, value in arguments.items())
    try:
        return chosen.build(**arguments)
    except TypeError as error:
        if arguments.keys() <= usual.keys():
            raise
        raise ValueError(f"{name} takes the arguments {', '.join(usual)}, got {given}") from error
    except RuntimeError as error:
        raise ValueError(f"{name} cannot be made with {given}: {error}") from error
