"""The shipped language models as the lab compares them: labels, colours, what was measured."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pages.melodies.controls import CAUSAL, MASKED
from pages.melodies.run import known
from pages.shared.models.once import once
from tnpcore.sequences import names
from tnpcore.sequences.melodies import classifiers as trained_classifiers
from tnpcore.sequences.specs import POSITIONS_STEPS
from tnpcore.sequences.trained import spec

PREDICTS = {CAUSAL: "next note", MASKED: "hidden notes"}  # by kind of model

_classifier = once(trained_classifiers.card)


def shipped(kind: str) -> tuple[str, ...]:
    """The names of the models of a kind that were trained and measured."""
    return tuple(name for name in names("melodies") if spec(name).kind == kind and results(name))


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
        return spec(name).kind
    return f"positions-{found.arguments['positions']}"


def results(name: str) -> dict[str, Any]:
    """What was measured of a model; nothing where its card is missing."""
    return _or_nothing(lambda: known(name).results)


def classifiers() -> dict[str, Any]:
    """What was measured of the classifiers, by what they classify; without those whose card is missing."""
    every = {known.labelling.name: name for name, known in trained_classifiers.SPECS.items()}
    found = {what: _or_nothing(lambda name=name: _classifier(name).results) for what, name in every.items()}
    return {what: results for what, results in found.items() if results}


def _or_nothing(read: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    try:
        return read()
    except ValueError:
        return {}
