"""Trained neural processes: which there are, what was measured of them, and how to load them.

Every model is a pair `<name>-<prior>.safetensors` and `<name>-<prior>.json` (its card). `tnpcore.weights` says where
they are looked for: the shipped ones, unless `where=` or the environment variable TNPCORE_PRETRAINED names a folder.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import torch

from tnpcore.arrays import kind_of
from tnpcore.boundary import usable_device
from tnpcore.data.priors import PRIORS, PUBLISHED
from tnpcore.data.priors import prior as named_prior
from tnpcore.models import NeuralProcess
from tnpcore.models.registry import SPECS, build, spec
from tnpcore.scaling import Scaling
from tnpcore.trained_range import TrainedOn, with_range
from tnpcore.weights import check_types, find, read_card, restored, write_json, write_weights

__all__ = ["Card", "build", "card", "load", "names", "save", "write_card"]


@dataclass(frozen=True)
class Card:
    """What is known about trained weights.

    Args:
        name: the model.
        prior: the prior that it was trained on.
        parameters: how many numbers were learned.
        arguments: every constructor argument of the model's class, so that no default can change these weights.
        recipe: of the training run.
        results: what `python -m tnpcore.evaluate` measured; among others "excess" over the Gaussian Bayes limit in
            nats per target with its standard error "excess_se".
        sha256: of the weights' file.
        trained_on: the range of the training tasks; None where it is not known.
        scaling: from the units of the files of tasks of one's own to the model's; None for a prior.

    Raises:
        TypeError: for values of another type.
    """

    name: str
    prior: str
    parameters: int
    arguments: dict[str, Any] = field(default_factory=dict)
    recipe: dict[str, Any] = field(default_factory=dict)
    results: dict[str, Any] = field(default_factory=dict)
    sha256: str = ""
    trained_on: TrainedOn | None = None
    scaling: Scaling | None = None

    def __post_init__(self) -> None:
        check_types(vars(self), "prior")
        if not isinstance(self.trained_on, TrainedOn | None):
            raise TypeError(f"the range of the training tasks must be a TrainedOn, got {self.trained_on!r}")

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Card:
        """The card that `to_json` wrote.

        Args:
            values: by name.

        Raises:
            TypeError, ValueError: for values that are none of a card.
        """
        scaling = values.get("scaling")
        return cls(**{**with_range(values), "scaling": None if scaling is None else Scaling.from_json(scaling)})

    def to_json(self) -> dict[str, Any]:
        """The values by name, as JSON; a scaling only where there is one."""
        values = asdict(replace(self, scaling=None))
        del values["scaling"]
        return values | ({"scaling": self.scaling.to_json()} if self.scaling else {})


def names(prior: str = "smooth", where: str | Path | None = None) -> list[str]:
    """The models for which weights trained on a prior are there.

    Args:
        prior: for example one of `tnpcore.data.priors.PRIORS`.
        where: the folder of weights of one's own, instead of the usual ones.

    Raises:
        ValueError: for a name that is that of no prior, where no weights have it either.

    >>> names("periodic")
    ['cnp', 'tnpd', 'tetnp', 'convcnp', 'tetnp-fourier']
    """
    found = [name for name in SPECS if _path(name, prior, "safetensors", where).is_file()]
    if not found:
        named_prior(prior)
    return found


def card(name: str, prior: str = "smooth", where: str | Path | None = None) -> Card:
    """The card of trained weights.

    Args:
        name: the model, one of `names(prior)`.
        prior: the prior that it was trained on.
        where: the folder of weights of one's own, instead of the usual ones.

    Raises:
        ValueError: for an unknown name, for a prior that the model was not trained on, and for a file that is missing
            or no card; says what there is and what to do.

    >>> card("tnpd").parameters
    147138
    """
    path = _path(name, prior, "json", where)
    if not path.is_file() and not path.with_suffix(".safetensors").is_file():
        raise ValueError(_unknown(name, prior, where))
    return read_card(lambda **values: Card.from_json(values), path, _command(name, prior))


def load(
    name: str, prior: str = "smooth", device: str | torch.device = "cpu", where: str | Path | None = None
) -> NeuralProcess:
    """The trained model, ready to predict: in evaluation mode, without gradients.

    Args:
        name: the model, one of `names(prior)`.
        prior: the prior that it was trained on.
        device: where its parameters are put; the points given to it must be there too.
        where: the folder of weights of one's own, instead of the usual ones.

    Raises:
        ValueError: for an unknown name, for a prior that the model was not trained on, for a file that is missing,
            damaged or not the one of the card, and for a device that is not there; says what there is and what to do.

    >>> load("tnpd").training
    False
    """
    known, path = card(name, prior, where), _path(name, prior, "safetensors", where)
    model = restored(lambda: spec(name).recorded(known.arguments), path, known.sha256, _command(name, prior))
    model.trained_on = known.trained_on
    model.units = f"card{reading(name, prior, where)}.scaling" if known.scaling else ""
    return model.to(usable_device(device))


def reading(name: str, prior: str, where: str | Path | None) -> str:
    """The arguments of `load` and `card` as they are written in Python.

    Args:
        name, prior, where: see `load`.
    """
    folder = "" if where is None else f', where="{where}"'
    return f'("{name}", "{prior}"{folder})'


def save(model: NeuralProcess, card: Card, out: Path) -> None:
    """Write weights and card.

    Args:
        model: what was trained.
        card: what is known about it; its `arguments` need not name what is as in the model's spec.
        out: the folder for them.
    """
    written = write_weights(model, out / f"{card.name}-{card.prior}.safetensors")
    write_card(replace(card, arguments=spec(card.name).every_argument(**card.arguments), sha256=written), out)


def write_card(card: Card, out: Path) -> None:
    """Write the card alone, for weights that stay what they are, into the folder `out`."""
    write_json(card.to_json(), out / f"{card.name}-{card.prior}.json")


def _path(name: str, prior: str, suffix: str, where: str | Path | None = None) -> Path:
    if not isinstance(prior, str) or not re.fullmatch(r"[a-z0-9-]+", prior):
        raise ValueError(f"the prior must be a name such as {', '.join(PRIORS)}, got {kind_of(prior)}")
    return find(f"{spec(name).name}-{prior}.{suffix}", where)


def _command(name: str, prior: str) -> str:
    if prior not in {**PRIORS, **PUBLISHED}:
        return f"tnpcore.train {name} --tasks FOLDER"
    return f"tnpcore.train {name}" + ("" if prior == "smooth" else f" --prior {prior}")


def _unknown(name: str, prior: str, where: str | Path | None) -> str:
    """What to do where there is neither card nor weights."""
    trained = [known for known in {**PRIORS, **PUBLISHED} if _path(name, known, "safetensors", where).is_file()]
    place = "" if where is None else f" in the folder {where}"
    there = f"weights of {name} are there for {', '.join(trained)}" if trained else f"none of {name} are there at all"
    if prior not in {**PRIORS, **PUBLISHED}:
        return f"there are no {name}-{prior} weights{place}, and no prior {prior!r} is known; {there}"
    return (
        f"there are no {name}-{prior} weights{place}; {there}. `python -m {_command(name, prior)}` trains them into the"
        " folder trained"
    )
