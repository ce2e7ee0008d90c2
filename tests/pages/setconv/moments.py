"""Moments of SetConv's story, and what it says of them."""

from __future__ import annotations

import re

import torch

from pages.setconv.controls import SetConvControls
from pages.setconv.scene import aside, later, scene
from pages.setconv.story import STORY
from pages.shared.lesson.story import Moment, Verdict
from pages.shared.lesson.values import context
from pages.shared.models.catalogue import model
from pages.shared.scene.original_units import in_units
from tnpcore import predict

SKETCH, ZERO, PAIR, SCRUB, LAYERS, FLAT, PROVE = range(1, 8)
RAW_ALONE, DIVIDED = "convcnp-nodensity", "convcnp"


def points_of(step):
    """What is drawn when the step opens."""
    return STORY.steps[step - 1].points


def moment(step, points=None, **controls):
    """The step as it opens, with other points or controls over it."""
    drawn = context(points_of(step) if points is None else points)
    chosen = SetConvControls.parse({**STORY.controls_at(step), **controls})

    def whole():
        found = scene(drawn, chosen)
        return found.joined(aside(drawn, chosen)).joined(later(drawn, chosen))

    return Moment(drawn, chosen, whole)


def verdict(step, points=None, guess=None, **controls) -> Verdict | None:
    """What the story says of these points and controls, the step being opened as it is."""
    return STORY.verdict(step, moment(step), moment(step, points, **controls), guess)


def predicted(name, points, x):
    """Mean and width of the ±2 sd band of a model at one x."""
    found = predict(model(name), context(points), torch.tensor([[x]], dtype=torch.float64))
    return float(found.mean), 4 * float(found.std)


def numbers(text):
    """All numbers of a text."""
    plain = in_units(text, None).replace("\u2212", "-")
    return [float(found) for found in re.findall(r"-?\d+(?:\.\d+)?", plain)]
