"""Three briefs, each to be met by a model of one's choice: judged by running it on the drawn points."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import torch

from pages.shared.models.catalogue import is_own, model, spec, title
from pages.shared.models.families import is_broken
from pages.shared.models.predictions import predictions, shift_error
from pages.shared.scene.marks import shown
from pages.shared.scene.readings import EXACT, both_changes
from pages.zoo.guarantees import APART, COHERENT, sample_correlation
from tnpcore import Points

FAR = 2.03  # no whole number of grid cells, and further than the training has seen


@dataclass(frozen=True)
class Checked:
    """Whether a brief is met, and a sentence with the numbers that decide it."""

    done: bool
    text: str


@dataclass(frozen=True)
class Brief:
    """What is required, in a word and in a sentence, and `check(model, points)`: whether that model meets it."""

    short: str
    title: str
    text: str
    check: Callable[[str, Points], Checked]


def is_equivariant(name: str, points: Points) -> Checked:
    """Whether the prediction shifts with the data."""
    error = shift_error(*predictions(name, points, (0.0, FAR)))
    changes = both_changes(error)
    return Checked(error.largest < EXACT, f"With all inputs shifted by {FAR}, it changes: {changes} (rms over x).")


def is_coherent(name: str, points: Points) -> Checked:
    """Whether the values of one of the model's own samples are correlated where it is most uncertain."""
    correlation = sample_correlation(model(name), points)
    if math.isnan(correlation):
        return Checked(False, "These points cannot decide it: little is uncertain here except the noise.")
    sentence = f"Where it is most uncertain, samples at two targets {APART} apart correlate by {shown(correlation)}."
    return Checked(correlation > COHERENT, sentence)


def is_linear(name: str, _points: Points) -> Checked:
    """Whether four times the points cost four times the work, not sixteen times."""
    if is_own(name):
        return Checked(False, "How its work grows was not measured: compare its cost above.")
    linear = spec(name).linear_cost
    grows = "with their number" if linear else "with the square of their number"
    return Checked(linear, f"When the context points are many, its work grows {grows}.")


BRIEFS = (
    Brief(
        "Sensor",
        "A sensor with data anywhere",
        "Predictions must shift with the data.",
        is_equivariant,
    ),
    Brief(
        "Planner",
        "A planner that compares futures",
        "Each sample must be one whole curve.",
        is_coherent,
    ),
    Brief("Crowd", "Ten thousand points", "Predictions are needed at once.", is_linear),
)


def judge(brief: Brief, name: str, points: Points) -> Checked:
    """Whether the model meets the brief, with the reason; a model that is broken on purpose meets none."""
    with torch.inference_mode():
        checked = brief.check(name, points)
    if checked.done and is_broken(name):
        return Checked(False, f"{checked.text} But {title(name)} is broken on purpose.")
    return checked
