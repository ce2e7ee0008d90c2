"""Three briefs, each to be met by a model of one's choice: judged by running it on the drawn points."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import torch

from pages.shared.lesson.story import Checked
from pages.shared.models.catalogue import model, spec, title
from pages.shared.models.predictions import predictions, rms_difference
from pages.shared.scene.marks import shown
from pages.shared.scene.readings import EXACT, small
from pages.zoo.guarantees import APART, COHERENT, coherence
from tnpcore import Points
from tnpcore.models.spec import Family

FAR = 2.03  # no whole number of grid cells, and further than the training has seen


@dataclass(frozen=True)
class Brief:
    """What is wanted, and `judge(model, points)`, which says whether that model serves."""

    title: str
    text: str
    judge: Callable[[str, Points], Checked]


def carried_about(name: str, points: Points) -> Checked:
    """Whether the prediction comes along when everything moves."""
    change = rms_difference(*predictions(name, points, (0.0, FAR)))
    return Checked(change < EXACT, f"When all x move by {FAR}, the mean changes by {small(change)}, rms over x.")


def whole_futures(name: str, points: Points) -> Checked:
    """Whether the model's own draws hold together where it is least certain."""
    agree = coherence(model(name), points)
    if math.isnan(agree):
        return Checked(False, "On these points it cannot be told: hardly anything is uncertain but the noise.")
    told = f"Draws at two targets {APART} apart correlate by {shown(agree)}, where it is least certain."
    return Checked(agree > COHERENT, told)


def many_points(name: str, _points: Points) -> Checked:
    """Whether four times the points cost four times the work, not sixteen times."""
    linear = spec(name).linear_cost
    grows = "with their number" if linear else "with their square"
    return Checked(linear, f"When the points are many, its work grows {grows}.")


BRIEFS = (
    Brief("A sensor that is carried about", "Where the data lie must not matter.", carried_about),
    Brief("A planner that compares futures", "Values of one draw must belong together.", whole_futures),
    Brief("Ten thousand points", "The answer is wanted at once.", many_points),
)


def judged(brief: Brief, name: str, points: Points) -> Checked:
    """The verdict, with the reason; a model that is broken on purpose serves nobody."""
    with torch.inference_mode():
        verdict = brief.judge(name, points)
    if verdict.done and Family.BROKEN in spec(name).families:
        return Checked(False, f"{verdict.text} But {title(name)} is broken on purpose.")
    return verdict
