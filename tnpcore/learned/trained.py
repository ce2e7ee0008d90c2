"""Trained models along a run and of few functions: their cards and their weights."""

from __future__ import annotations

from pathlib import Path

from tnpcore import cards
from tnpcore.cards import Card
from tnpcore.learned.specs import SPECS, spec
from tnpcore.models.neural_process import NeuralProcess


def names(where: str | Path | None = None) -> list[str]:
    """The models for which trained weights are there: along the runs, then by the number of functions.

    Args:
        where: the folder of weights of one's own, instead of the usual ones.

    >>> names()[:3]
    ['cnp-step1', 'cnp-step10', 'cnp-step30']
    """
    return [name for name, known in SPECS.items() if cards.path_of(known, known.prior, "safetensors", where).is_file()]


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
