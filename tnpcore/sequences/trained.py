"""Trained sequence models: which there are, their cards and their weights."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from tnpcore.sequences.specs import SPECS, spec
from tnpcore.sequences.training import SequenceModel
from tnpcore.weights import check_types, find, read_card, restored, write_json, write_weights


@dataclass(frozen=True)
class Card:
    """What is known about trained weights.

    Args:
        name: the model.
        task: what it was trained on.
        parameters: how many numbers were learned.
        arguments: every constructor argument of the model's class, the symbols of both sides among them.
        recipe: of the training run, with its cost.
        results: what `python -m tnpcore.sequences.evaluate` measured.
        sha256: of the weights' file.

    Raises:
        TypeError: for values of another type.
    """

    name: str
    task: str
    parameters: int
    arguments: dict[str, Any] = field(default_factory=dict)
    recipe: dict[str, Any] = field(default_factory=dict)
    results: dict[str, Any] = field(default_factory=dict)
    sha256: str = ""

    def __post_init__(self) -> None:
        check_types(vars(self), "task")


def names(task: str | None = None, where: str | Path | None = None) -> list[str]:
    """The models for which trained weights are there.

    Args:
        task: one of `tnpcore.sequences.tasks.TASKS`, or "melodies"; None: all.
        where: the folder of weights of one's own, instead of the usual ones.
    """
    known = (name for name, known in SPECS.items() if task in (None, known.task))
    return [name for name in known if _path(name, "safetensors", where).is_file()]


def card(name: str, where: str | Path | None = None) -> Card:
    """The card of trained weights.

    Args:
        name: the model, one of `names()`.
        where: the folder of weights of one's own, instead of the usual ones.

    Raises:
        ValueError: for an unknown name, and for a file that is missing or no card; names the file and what to do.
    """
    return read_card(Card, _path(name, "json", where), _command(name))


def load(name: str, where: str | Path | None = None) -> SequenceModel:
    """The trained model, ready to predict: in evaluation mode, without gradients.

    Args:
        name: the model, one of `names()`.
        where: the folder of weights of one's own, instead of the usual ones.

    Raises:
        ValueError: for an unknown name, and for a file that is missing, damaged or not the one of the card; names the
            file and what to do.
    """
    known = card(name, where)

    def build() -> SequenceModel:
        required = spec(name).every_argument()
        if absent := [key for key in required if key not in known.arguments]:
            raise ValueError(f"their card does not name {', '.join(absent)}")
        return spec(name).kind.model(**known.arguments)

    return restored(build, _path(name, "safetensors", where), known.sha256, _command(name))


def save(model: SequenceModel, card: Card, out: Path) -> None:
    """Write weights and card.

    Args:
        model: what was trained.
        card: what is known about it; arguments and sha256 are filled in.
        out: the folder for them.
    """
    written = write_weights(model, out / f"{card.name}.safetensors")
    write_card(replace(card, arguments=spec(card.name).every_argument(), sha256=written), out)


def write_card(card: Card, out: Path) -> None:
    """Write the card alone, for weights that stay what they are, into the folder `out`."""
    write_json(asdict(card), out / f"{card.name}.json")


def _path(name: str, suffix: str, where: str | Path | None = None) -> Path:
    return find(f"{spec(name).name}.{suffix}", where)


def _command(name: str) -> str:
    return f"tnpcore.sequences.train {name}"
