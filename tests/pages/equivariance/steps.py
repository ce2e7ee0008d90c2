"""Steps of the equivariance story as tests play them: verdicts on the story's points, right guesses, a solver."""

from __future__ import annotations

import re

import numpy as np
import pytest

from pages.equivariance import LESSON, judges, story
from pages.equivariance.controls import EquivarianceControls
from pages.equivariance.scene import later
from pages.equivariance.variants import GRID_AT_ZERO, TRAINED_ON_SHIFTS, has_nonstationary
from pages.shared.drawing.presets import FIRST, PRESETS
from pages.shared.lesson.story import Moment
from pages.shared.lesson.values import context
from pages.shared.scene.marks import Line
from tests.scenes import as_read

DRAWN = PRESETS[FIRST]
STORY = LESSON.story
RIGHT = [2, 0, 0, 1]
WORST = 0.02  # a shift after which points have entered other cells
FAR = -5.6
CHANGED = [0, 1, 2]
needs_pair = pytest.mark.skipif(not has_nonstationary(), reason="the two models are not trained yet")


def number(step):
    return next(i for i, one in enumerate(STORY.steps, start=1) if one is step)


def moment(points, step, **controls):
    return Moment(context(points), EquivarianceControls.parse({**STORY.controls_at(number(step)), **controls}))


def verdict(step, points=DRAWN, guess=None, **controls):
    """What the story says of these points and controls; the step was opened with the same points."""
    return STORY.verdict(number(step), moment(points, step), moment(points, step, **controls), guess)


def numbers(text):
    return [float(found.replace("\u2212", "-")) for found in re.findall(r"[\u2212-]?\d+\.\d+", as_read(text))]


def solved(points=DRAWN, **controls):
    """The names of the four curves, from their shapes on the screen alone: E = 0 lies at −7."""
    now = moment(points, story.NAME_THEM, **controls)
    curves = {
        line.label: line for line in later(now.points, now.controls).panel("sweep").marks if isinstance(line, Line)
    }
    highest = {letter: line.y.max() for letter, line in curves.items()}
    flat = min(curves, key=lambda letter: highest[letter])
    rest = [letter for letter in curves if letter != flat]
    returning = max(rest, key=lambda letter: np.sum(curves[letter].y < -5))
    low, high = sorted((letter for letter in rest if letter != returning), key=highest.get)
    names = {flat: "tetnp", returning: GRID_AT_ZERO, low: TRAINED_ON_SHIFTS, high: "tnpd"}
    return [judges.CHOICES.index(names[letter]) for letter in sorted(names)]
