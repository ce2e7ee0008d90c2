"""Trained models of digits: which there are, their cards and their weights."""

from __future__ import annotations

from pathlib import Path

from tnpcore import cards
from tnpcore.autoencoders.bottleneck import Bottleneck
from tnpcore.autoencoders.specs import SPECS, spec
from tnpcore.cards import Card


def names(view: str | None = None, where: str | Path | None = None) -> list[str]:
    """The models for which trained weights are there, by beta.

    Args:
        view: "picture", "halves" or "classes"; None: all.
        where: the folder of weights of one's own, instead of the usual ones.

    >>> names("picture")[:5]
    ['vae-beta0.1', 'vae-beta1', 'vae-beta4', 'vae-beta10', 'vae-beta44']
    """
    known = (found for found in SPECS.values() if view in (None, found.arguments["view"]))
    return [found.name for found in known if cards.path_of(found, found.prior, "safetensors", where).is_file()]


def card(name: str, where: str | Path | None = None) -> Card:
    """The card of trained weights.

    Args:
        name: the model, one of `names()`.
        where: the folder of weights of one's own, instead of the usual ones.

    Raises:
        ValueError: for an unknown name, and for a file that is missing or no card; names the file and what to do.
    """
    return cards.read(spec(name), spec(name).prior, where)


def load(name: str, where: str | Path | None = None) -> Bottleneck:
    """The trained model, ready to predict: in evaluation mode, without gradients.

    Args:
        name: the model, one of `names()`.
        where: the folder of weights of one's own, instead of the usual ones.

    Raises:
        ValueError: for an unknown name, and for a file that is missing, damaged or not the one of the card; names the
            file and what to do.

    >>> load("vae-beta1").dim_z
    2
    """
    return cards.restore(spec(name), card(name, where), where)
