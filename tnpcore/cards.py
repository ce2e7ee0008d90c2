"""Trained weights of any family: the card beside them, how both are written, and how they are found again.

A model is a pair of files, `<name>-<prior>.safetensors` and `<name>-<prior>.json` (its card); one that learns from one
thing alone has that in front of its name, and its files are `<name>.*`. `tnpcore.weights` says where they are looked
for: the shipped ones, unless `where=` or the environment variable TNPCORE_PRETRAINED names a folder.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

from torch import nn

from tnpcore.scaling import Scaling
from tnpcore.spec import Spec
from tnpcore.trained_range import TrainedOn, with_range
from tnpcore.weights import find, read_card, restored, write_json, write_weights

Model = TypeVar("Model", bound=nn.Module)


@dataclass(frozen=True)
class Card:
    """What is known about trained weights.

    Args:
        name: the model.
        prior: what it was trained on: a prior of functions, or a task of sequences.
        parameters: how many numbers were learned.
        arguments: every constructor argument of the model's class, so that no default can change these weights.
        recipe: of the training run.
        results: what `python -m tnpcore.evaluate` measured; among others "excess" over the Gaussian Bayes limit in
            nats per target with its standard error "excess_se" of a neural process.
        sha256: of the weights' file.
        trained_on: the range of a neural process's training tasks; None where it is not known.
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
        texts, tables = ("name", "prior", "sha256"), ("arguments", "recipe", "results")
        values = vars(self)
        if not all(isinstance(values[key], str) for key in texts) or not all(
            isinstance(values[key], dict) for key in tables
        ):
            raise TypeError(f"a card must name the model and its prior, and hold its {', '.join(tables)}")
        if not isinstance(self.parameters, int) or isinstance(self.parameters, bool):
            raise TypeError(f"the number of parameters must be a whole number, got {self.parameters!r}")
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


def stem(name: str, prior: str) -> str:
    """The name of a model's files, without what follows the dot.

    Args:
        name: the model.
        prior: what it was trained on.

    >>> stem("cnp", "smooth"), stem("copying-dot", "copying")
    ('cnp-smooth', 'copying-dot')
    """
    return name if name.startswith(f"{prior}-") else f"{name}-{prior}"


def path_of(spec: Spec[Any], prior: str, suffix: str, where: str | Path | None = None) -> Path:
    """Where a model's file is, or would be.

    Args:
        spec: of the model.
        prior: what it was trained on.
        suffix: "safetensors" or "json".
        where: the folder of weights of one's own, instead of the usual ones.
    """
    return find(f"{stem(spec.name, prior)}.{suffix}", where)


def read(spec: Spec[Any], prior: str, where: str | Path | None = None) -> Card:
    """The card of trained weights.

    Args:
        spec, prior, where: see `path_of`.

    Raises:
        ValueError: for a file that is missing or no card; names the file and what to do.
    """
    return read_card(lambda **values: Card.from_json(values), path_of(spec, prior, "json", where), spec.command(prior))


def restore(spec: Spec[Model], card: Card, where: str | Path | None = None) -> Model:
    """The trained model of a card, ready to predict: in evaluation mode, without gradients.

    Args:
        spec: of the model.
        card: of the weights.
        where: see `path_of`.

    Raises:
        ValueError: for a file that is missing, damaged or not the one of the card; names the file and what to do.
    """
    path = path_of(spec, card.prior, "safetensors", where)
    return restored(lambda: spec.recorded(card.arguments), path, card.sha256, spec.command(card.prior))


def keep(spec: Spec[Any], model: nn.Module, card: Card, out: Path) -> None:
    """Write weights and card into a folder; the card's `arguments` need not name what is as in the spec."""
    written = write_weights(model, out / f"{stem(card.name, card.prior)}.safetensors")
    write_card(replace(card, arguments=spec.every_argument(**card.arguments), sha256=written), out)


def write_card(card: Card, out: Path) -> None:
    """Write the card alone, for weights that stay what they are, into the folder `out`."""
    write_json(card.to_json(), out / f"{stem(card.name, card.prior)}.json")
