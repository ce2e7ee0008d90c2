"""Trained neural processes: which there are, what was measured of them, and how to load them.

`tnpcore.cards` says which files a model has, and where they are looked for.
"""

from __future__ import annotations

import re
from pathlib import Path

import torch

from tnpcore.arrays import kind_of
from tnpcore.boundary import usable_device
from tnpcore.cards import Card, keep, path_of, read, restore, write_card
from tnpcore.data.priors import PRIORS, PUBLISHED
from tnpcore.data.priors import prior as named_prior
from tnpcore.models import NeuralProcess
from tnpcore.models.registry import SPECS, build, spec

__all__ = ["Card", "build", "card", "load", "names", "save", "write_card"]


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
    return read(spec(name), prior, where)


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
    known = card(name, prior, where)
    model = restore(spec(name), known, where)
    model.trained_on = known.trained_on
    model.units = f"card{reading(name, prior, where)}.scaling" if known.scaling else ""
    return model.to(usable_device(device))


def reading(name: str, prior: str, where: str | Path | None) -> str:
    """The arguments of `load` and `card` as they are written in Python."""
    folder = "" if where is None else f', where="{where}"'
    return f'("{name}", "{prior}"{folder})'


def save(model: NeuralProcess, card: Card, out: Path) -> None:
    """Write weights and card into a folder; the card's `arguments` need not name what is as in the spec."""
    keep(spec(card.name), model, card, out)


def _path(name: str, prior: str, suffix: str, where: str | Path | None = None) -> Path:
    if not isinstance(prior, str) or not re.fullmatch(r"[a-z0-9-]+", prior):
        raise ValueError(f"the prior must be a name such as {', '.join(PRIORS)}, got {kind_of(prior)}")
    return path_of(spec(name), prior, suffix, where)


def _unknown(name: str, prior: str, where: str | Path | None) -> str:
    """What to do where there is neither card nor weights."""
    trained = [known for known in {**PRIORS, **PUBLISHED} if _path(name, known, "safetensors", where).is_file()]
    place = "" if where is None else f" in the folder {where}"
    there = f"weights of {name} are there for {', '.join(trained)}" if trained else f"none of {name} are there at all"
    if prior not in {**PRIORS, **PUBLISHED}:
        return f"there are no {name}-{prior} weights{place}, and no prior {prior!r} is known; {there}"
    return (
        f"there are no {name}-{prior} weights{place}; {there}. `python -m {spec(name).command(prior)}` trains them into"
        " the folder trained"
    )
