"""The shipped language models as the lab compares them: labels, colours, what was measured."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pages.melodies.controls import CAUSAL, MASKED
from pages.melodies.run import known
from pages.shared.models.once import once
from tnpcore.sequences import names
from tnpcore.sequences.melodies import classify
from tnpcore.sequences.specs import POSITIONS_STEPS, spec

PREDICTS = {CAUSAL: "next note", MASKED: "hidden notes"}  # by kind of model

_classifiers = once(classify.stored)


def shipped(kind: str) -> tuple[str, ...]:
    """The names of the models of a kind that were trained and measured."""
    return tuple(name for name in names("melodies") if spec(name).kind.name == kind and results(name))


def label(name: str) -> str:
    """What sets a model apart from those of its kind: its positions, and its targets or a longer training."""
    found = known(name)
    positions = found.arguments["positions"]
    if not found.recipe["soft"]:
        return f"{positions}, drawn notes"
    return f"{positions}, trained longer" if found.recipe["steps"] > POSITIONS_STEPS else positions


def colour(name: str) -> str:
    """The palette's name for a model among those of its kind: by its positions, or that of the kind."""
    found = known(name)
    if not found.recipe["soft"]:
        return "second"
    if found.recipe["steps"] > POSITIONS_STEPS:
        return spec(name).kind.name
    return f"positions-{found.arguments['positions']}"


def results(name: str) -> dict[str, Any]:
    """What was measured of a model; nothing where its card is missing."""
    return _or_nothing(lambda: known(name).results)


def classifiers() -> dict[str, Any]:
    """What was measured of the classifiers; nothing where the file is missing."""
    return _or_nothing(_classifiers)


def _or_nothing(read: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    try:
        return read()
    except ValueError:
        return {}
