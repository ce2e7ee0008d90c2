"""Trained weights: which there are, what was measured of them, and how to load them.

Every model is a pair `<name>-<prior>.safetensors` and `<name>-<prior>.json` (its card). They are looked for in the
folder that the environment variable TNPCORE_PRETRAINED names; else in the installed package; else in the folder
`pretrained` of the checkout.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar

import torch
from safetensors import SafetensorError
from safetensors.torch import load as tensors
from safetensors.torch import save as serialised
from torch import nn

from tnpcore.models import NeuralProcess
from tnpcore.models.registry import SPECS, build, spec
from tnpcore.trained_range import TrainedOn, with_range

__all__ = ["Card", "build", "card", "folder", "load", "names", "save", "write_card"]

INSTALLED = Path(str(files("tnpcore"))) / "pretrained"
CHECKOUT = Path(__file__).resolve().parent.parent / "pretrained"

Known = TypeVar("Known")
Restored = TypeVar("Restored", bound=nn.Module)


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

    def __post_init__(self) -> None:
        check_types(vars(self), "prior")
        if not isinstance(self.trained_on, TrainedOn | None):
            raise TypeError(f"the range of the training tasks must be a TrainedOn, got {self.trained_on!r}")


def check_types(card: dict[str, Any], trained_on: str) -> None:
    """Raise TypeError unless the values of a card have its types.

    Args:
        card: by name.
        trained_on: the name of what the model was trained on.
    """
    texts, tables = ("name", trained_on, "sha256"), ("arguments", "recipe", "results")
    if not all(isinstance(card[key], str) for key in texts) or not all(isinstance(card[key], dict) for key in tables):
        raise TypeError(f"a card must name the model and its {trained_on}, and hold its {', '.join(tables)}")
    count = card["parameters"]
    if not isinstance(count, int) or isinstance(count, bool):
        raise TypeError(f"the number of parameters must be a whole number, got {count!r}")


def folder() -> Path:
    """The folder of the weights: see the top of this module."""
    if named := os.environ.get("TNPCORE_PRETRAINED"):
        return Path(named)
    return INSTALLED if INSTALLED.is_dir() else CHECKOUT


def names(prior: str = "smooth") -> list[str]:
    """The models for which weights trained on a prior are there.

    Args:
        prior: one of `tnpcore.data.priors.PRIORS`.

    >>> names("periodic")
    ['cnp', 'tnpd', 'tetnp', 'convcnp', 'tetnp-fourier']
    """
    return [name for name in SPECS if _path(name, prior, "safetensors").is_file()]


def card(name: str, prior: str = "smooth", where: Path | None = None) -> Card:
    """The card of trained weights.

    Args:
        name: the model, one of `names(prior)`.
        prior: the prior that it was trained on.
        where: another folder than the usual one.

    Raises:
        ValueError: for an unknown name, and for a file that is missing or no card; names the file and what to do.

    >>> card("tnpd").parameters
    147138
    """
    path = _path(name, prior, "json", where)
    return read_card(lambda **values: Card(**with_range(values)), path, f"tnpcore.train {name}")


def load(
    name: str, prior: str = "smooth", device: str | torch.device = "cpu", where: Path | None = None
) -> NeuralProcess:
    """The trained model, ready to predict: in evaluation mode, without gradients.

    Args:
        name: the model, one of `names(prior)`.
        prior: the prior that it was trained on.
        device: where its parameters are put; the points given to it must be there too.
        where: another folder than the usual one.

    Raises:
        ValueError: for an unknown name, and for a file that is missing, damaged or not the one of the card; names the
            file and what to do.

    >>> load("tnpd").training
    False
    """
    known, path = card(name, prior, where), _path(name, prior, "safetensors", where)
    model = restored(lambda: spec(name).recorded(known.arguments), path, known.sha256, f"tnpcore.train {name}")
    model.trained_on = known.trained_on
    return model.to(device)


def save(model: NeuralProcess, card: Card) -> None:
    """Write weights and card.

    Args:
        model: what was trained.
        card: what is known about it; its `arguments` need not name what is as in the model's spec.
    """
    written = write_weights(model, _path(card.name, card.prior, "safetensors"))
    write_card(replace(card, arguments=spec(card.name).every_argument(**card.arguments), sha256=written))


def write_card(card: Card) -> None:
    """Write the card alone, for weights that stay what they are."""
    write_json(asdict(card), _path(card.name, card.prior, "json"))


def _path(name: str, prior: str, suffix: str, where: Path | None = None) -> Path:
    if name not in SPECS or not prior.isidentifier():
        raise ValueError(f"the model must be one of {sorted(SPECS)}, got {name!r} on prior {prior!r}")
    return (where or folder()) / f"{name}-{prior}.{suffix}"


def read_card(kind: Callable[..., Known], path: Path, command: str) -> Known:
    """The card in a file.

    Args:
        kind: makes the card of the values in the file.
        path: of the file.
        command: what trains the model again, for the message.

    Raises:
        ValueError: for a file that is missing or no card.
    """
    try:
        return kind(**json.loads(path.read_text("utf-8")))
    except FileNotFoundError:
        raise ValueError(_absent(path, command)) from None
    except (OSError, ValueError, TypeError, RecursionError) as error:
        raise ValueError(f"the file {path.name} is not a model's card: {_remedy(path, command)}") from error


def write_json(card: dict[str, Any], path: Path) -> None:
    """Write a card of any kind."""
    path.write_text(json.dumps(card, indent=2, ensure_ascii=False) + "\n", "utf-8")


def restored(build: Callable[[], Restored], path: Path, sha256: str, command: str) -> Restored:
    """A model with the weights of a file, ready to predict: in evaluation mode, without gradients.

    Args:
        build: makes the model.
        path: of the weights.
        sha256: of the file, as its card has it.
        command: what trains the model again, for the message.

    Raises:
        ValueError: for a file that is missing, damaged or not the one of the card.
    """
    try:
        content = path.read_bytes()
        if hashlib.sha256(content).hexdigest() != sha256:
            raise ValueError("their sha256 is not the one on their card")
        model = build()
        _fill(model, content)
    except FileNotFoundError:
        raise ValueError(_absent(path, command)) from None
    except (OSError, SafetensorError, RuntimeError, TypeError, ValueError) as error:
        raise ValueError(f"the weights {path.name} are damaged, {error}: {_remedy(path, command)}") from error
    return model.eval().requires_grad_(False)


def _fill(model: nn.Module, content: bytes) -> None:
    try:
        model.load_state_dict(tensors(content))
    except RuntimeError as error:
        raise ValueError("they do not fit their card") from error
    if not all(weights.isfinite().all() for weights in model.state_dict().values()):
        raise ValueError("not all of them are numbers")


def write_weights(model: nn.Module, path: Path) -> str:
    """Write weights, and return the sha256 of their file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    content = serialised({key: value.cpu().contiguous() for key, value in model.state_dict().items()})
    # Written beside and moved into place, so that an app that is running never reads half a file.
    path.with_suffix(".part").write_bytes(content)
    path.with_suffix(".part").replace(path)
    return hashlib.sha256(content).hexdigest()


def _absent(path: Path, command: str) -> str:
    return f"there is no {path.name} in {path.parent.name}: {_remedy(path, command)}"


def _remedy(path: Path, command: str) -> str:
    if os.environ.get("TNPCORE_PRETRAINED"):
        restore = "copy it there again"
    else:
        restore = f"`git checkout -- pretrained/{path.name}`" if folder() == CHECKOUT else "install tnpcore again"
    return f"restore it ({restore}), or train the model again (`python -m {command}`)"
