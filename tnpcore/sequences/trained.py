"""Trained sequence models: which there are, their cards and their weights."""

from __future__ import annotations

from pathlib import Path

from tnpcore import cards
from tnpcore.cards import Card
from tnpcore.sequences.learning import SequenceModel
from tnpcore.sequences.specs import SPECS, spec


def names(task: str | None = None, where: str | Path | None = None) -> list[str]:
    """The models for which trained weights are there.

    Args:
        task: one of `tnpcore.sequences.tasks.TASKS`, or "melodies"; None: all.
        where: the folder of weights of one's own, instead of the usual ones.
    """
    known = (found for found in SPECS.values() if task in (None, found.prior))
    return [found.name for found in known if cards.path_of(found, found.prior, "safetensors", where).is_file()]


def card(name: str, where: str | Path | None = None) -> Card:
    """The card of trained weights; its `prior` is the task.

    Args:
        name: the model, one of `names()`.
        where: the folder of weights of one's own, instead of the usual ones.

    Raises:
        ValueError: for an unknown name, and for a file that is missing or no card; names the file and what to do.
    """
    return cards.read(spec(name), spec(name).prior, where)


def load(name: str, where: str | Path | None = None) -> SequenceModel:
    """The trained model, ready to predict: in evaluation mode, without gradients.

    Args:
        name: the model, one of `names()`.
        where: the folder of weights of one's own, instead of the usual ones.

    Raises:
        ValueError: for an unknown name, and for a file that is missing, damaged or not the one of the card; names the
            file and what to do.
    """
    return cards.restore(spec(name), card(name, where), where)
