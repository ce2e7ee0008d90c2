"""Trained models along a run and of few functions: their cards and their weights."""

from __future__ import annotations

from pathlib import Path

from tnpcore import cards
from tnpcore.cards import Card
from tnpcore.learned.specs import spec
from tnpcore.models.neural_process import NeuralProcess


def card(name: str, where: str | Path | None = None) -> Card:
    """The card of trained weights.

    Args:
        name: see `step_name` and `functions_name`.
        where: the folder of weights of one's own, instead of the usual ones.

    Raises:
        ValueError: for an unknown name, and for a file that is missing or no card; names the file and what to do.
    """
    return cards.read(spec(name), spec(name).prior, where)


def load(name: str, where: str | Path | None = None) -> NeuralProcess:
    """The trained model, ready to predict: in evaluation mode, without gradients.

    Args:
        name, where: see `card`.

    Raises:
        ValueError: for an unknown name, and for a file that is missing, damaged or not the one of the card; names the
            file and what to do.

    >>> load("tnpd-step100").dim_x
    1
    """
    return cards.restore(spec(name), card(name, where), where)
