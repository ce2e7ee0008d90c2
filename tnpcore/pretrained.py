"""Trained weights: which there are, what they are worth, and how to get them.

Every model is a pair `<name>-<prior>.safetensors` and `<name>-<prior>.json` (its card) in the folder `pretrained`
beside the package, or in the folder that the environment variable TNPCORE_PRETRAINED names.
"""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, field
from pathlib import Path

from safetensors import SafetensorError
from safetensors.torch import load_file, save_file

from tnpcore.models import CNP, TETNP, TNPD, ConvCNP, ConvCNPNoDensity, NeuralProcess

ARCHITECTURES: dict[str, type[NeuralProcess]] = {
    "cnp": CNP,
    "tnpd": TNPD,
    "tetnp": TETNP,
    "convcnp": ConvCNP,
    "convcnp-nodensity": ConvCNPNoDensity,
}


@dataclass(frozen=True)
class Card:
    """What is known about trained weights: arguments of the model's class, recipe of the run, measured results.

    `results` holds, among others, "excess" over the Gaussian Bayes limit in nats per target with its standard error
    "excess_se"; `python -m tnpcore.evaluate` writes it.
    """

    name: str
    prior: str
    parameters: int
    arguments: dict = field(default_factory=dict)
    recipe: dict = field(default_factory=dict)
    results: dict = field(default_factory=dict)


def folder() -> Path:
    """Where the weights lie."""
    return Path(os.environ.get("TNPCORE_PRETRAINED") or Path(__file__).resolve().parent.parent / "pretrained")


def names(prior: str = "smooth") -> list[str]:
    """The models for which weights trained on `prior` are there."""
    return [name for name in ARCHITECTURES if _path(name, prior, "safetensors").is_file()]


def card(name: str, prior: str = "smooth") -> Card:
    """The model's card. Raises ValueError when there is none, or when it is not a card."""
    path = _path(name, prior, "json")
    try:
        return Card(**json.loads(path.read_text("utf-8")))
    except FileNotFoundError:
        raise ValueError(_missing(name, prior, path.name)) from None
    except (json.JSONDecodeError, TypeError) as error:
        raise ValueError(f"{path.name} must be the card of a trained model, but cannot be read: {error}") from error


def build(name: str, **arguments) -> NeuralProcess:
    """An untrained model. Raises ValueError, listing the known ones, for an unknown name."""
    if name not in ARCHITECTURES:
        raise ValueError(f"the model must be one of {sorted(ARCHITECTURES)}, got {name!r}")
    return ARCHITECTURES[name](**arguments)


def load(name: str, prior: str = "smooth") -> NeuralProcess:
    """The trained model, ready to predict. Raises ValueError naming the file that is missing or damaged."""
    model = build(name, **card(name, prior).arguments)
    path = _path(name, prior, "safetensors")
    if not path.is_file():
        raise ValueError(_missing(name, prior, path.name))
    try:
        model.load_state_dict(load_file(path))
    except (SafetensorError, RuntimeError) as error:
        raise ValueError(f"{path.name} must hold the weights of {name}, but is damaged: {error}") from error
    return model.eval().requires_grad_(False)


def save(model: NeuralProcess, card: Card) -> None:
    """Write weights and card."""
    folder().mkdir(parents=True, exist_ok=True)
    weights = {key: value.cpu().contiguous() for key, value in model.state_dict().items()}
    path = _path(card.name, card.prior, "safetensors")
    # Written beside and moved into place, so that an app that is running never reads half a file.
    save_file(weights, path.with_suffix(".part"))
    path.with_suffix(".part").replace(path)
    write_card(card)


def write_card(card: Card) -> None:
    text = json.dumps(asdict(card), indent=2, ensure_ascii=False)
    _path(card.name, card.prior, "json").write_text(text + "\n", "utf-8")


def _path(name: str, prior: str, suffix: str) -> Path:
    if name not in ARCHITECTURES or not prior.isidentifier():
        raise ValueError(f"the model must be one of {sorted(ARCHITECTURES)}, got {name!r} on prior {prior!r}")
    return folder() / f"{name}-{prior}.{suffix}"


def _missing(name: str, prior: str, file: str) -> str:
    return f"there is no {file} in {folder().name}: restore it, or train it with `python -m tnpcore.train {name}`"
