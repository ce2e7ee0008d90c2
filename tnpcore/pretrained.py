"""Trained weights: which there are, what they are worth, and how to get them.

Every model is a pair `<name>-<prior>.safetensors` and `<name>-<prior>.json` (its card) in the folder `pretrained`
beside the package, or in the folder that the environment variable TNPCORE_PRETRAINED names.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path

from safetensors import SafetensorError
from safetensors.torch import load_file, save_file

from tnpcore import models
from tnpcore.models import NeuralProcess, displacement, inputs

# The first five names come first in every list. A name stands for a class and the choices that make the variant.
ARCHITECTURES: dict[str, Callable[..., NeuralProcess]] = {
    "cnp": models.CNP,
    "tnpd": models.TNPD,
    "tetnp": models.TETNP,
    "convcnp": models.ConvCNP,
    "convcnp-nodensity": partial(models.ConvCNP, density=False),
    "np": models.NP,
    "anp": models.ANP,
    "anp-latent": models.LatentANP,
    "tnpa": models.TNPA,
    "tnpa-leaky": partial(models.TNPA, leak=True),
    "tnpnd": models.TNPND,
    "tnpnd-lowrank": models.LowRankTNP,
    "tnp-causal": models.CausalTNP,
    "eqtnp": models.EQTNP,
    "lbanp": models.LBANP,
    "tnpd-nox": partial(models.TNPD, input_encoding=inputs.no_input),
    "tnpd-centred": partial(models.TNPD, input_encoding=inputs.centred),
    "tnpd-fourier": partial(models.TNPD, input_encoding=inputs.fourier_features),
    "tnpd-rotary": models.RotaryTNP,
    "tnpd-shifted": models.TNPD,
    "tetnp-raw": partial(models.TETNP, bias=displacement.RawBias),
    "tetnp-rbf": partial(models.TETNP, bias=displacement.RBFBias),
    "tetnp-fourier": partial(models.TETNP, bias=displacement.FourierBias),
    "tetnp-joint": partial(models.TETNP, d_model=48, num_layers=3, d_hidden=96, bias=displacement.ProductBias),
    "tetnp-pseudo": models.PseudoTETNP,
    "convcnp-residual": partial(models.ConvCNP, residual_layers=8, margin=5.5),
    "convcnp-unnormalised": partial(models.ConvCNP, normalise=False),
    "convgnp": models.ConvGNP,
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

    def __post_init__(self):
        texts, count = (self.name, self.prior), self.parameters
        tables = (self.arguments, self.recipe, self.results)
        if not all(isinstance(text, str) for text in texts) or not all(isinstance(table, dict) for table in tables):
            raise TypeError("a card must name the model and its prior, and hold its arguments, recipe and results")
        if not isinstance(count, int) or isinstance(count, bool):
            raise TypeError(f"the number of parameters must be a whole number, got {count!r}")


def folder() -> Path:
    """Where the weights lie: the folder that is named, that of an installed package, or that of the checkout."""
    here = Path(__file__).resolve().parent
    installed = here / "pretrained"
    return Path(
        os.environ.get("TNPCORE_PRETRAINED") or (installed if installed.is_dir() else here.parent / "pretrained")
    )


def names(prior: str = "smooth") -> list[str]:
    """The models for which weights trained on `prior` are there."""
    return [name for name in ARCHITECTURES if _path(name, prior, "safetensors").is_file()]


def card(name: str, prior: str = "smooth") -> Card:
    """The model's card. Raises ValueError when there is none, or when it is not a card."""
    path = _path(name, prior, "json")
    try:
        return Card(**json.loads(path.read_text("utf-8")))
    except FileNotFoundError:
        raise ValueError(_missing(name, path.name)) from None
    except (OSError, ValueError, TypeError, RecursionError) as error:
        raise ValueError(f"the file {path.name} is not a model's card: {_way_back(name, path.name)}") from error


def build(name: str, **arguments) -> NeuralProcess:
    """An untrained model. Raises ValueError, listing the known ones, for an unknown name."""
    if name not in ARCHITECTURES:
        raise ValueError(f"the model must be one of {sorted(ARCHITECTURES)}, got {name!r}")
    return ARCHITECTURES[name](**arguments)


def load(name: str, prior: str = "smooth") -> NeuralProcess:
    """The trained model, ready to predict. Raises ValueError naming the file that is missing or damaged."""
    known, path = card(name, prior), _path(name, prior, "safetensors")
    try:
        model = build(name, **known.arguments)
        model.load_state_dict(load_file(path))
    except FileNotFoundError:
        raise ValueError(_missing(name, path.name)) from None
    except (OSError, SafetensorError, RuntimeError, TypeError, ValueError) as error:
        told = f"the weights {path.name} are damaged, or do not fit their card: {_way_back(name, path.name)}"
        raise ValueError(told) from error
    if not all(weights.isfinite().all() for weights in model.state_dict().values()):
        raise ValueError(f"the weights {path.name} are damaged, not all are numbers: {_way_back(name, path.name)}")
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


def _missing(name: str, file: str) -> str:
    return f"there is no {file} in {folder().name}: {_way_back(name, file)}"


def _way_back(name: str, file: str) -> str:
    restore = "copy it there again" if os.environ.get("TNPCORE_PRETRAINED") else f"`git checkout -- pretrained/{file}`"
    return f"get it back ({restore}), or train it anew (`python -m tnpcore.train {name}`)"
