"""Steps of Home's story as tests play them: verdicts on its task, a sketch, widths of the band."""

from __future__ import annotations

import re

import numpy as np
import torch

from pages.home import judges
from pages.home.controls import HomeControls
from pages.home.story import STORY
from pages.home.task import CONTEXT, TARGETS
from pages.shared.lesson.story import Moment
from pages.shared.lesson.values import context
from pages.shared.models.predictions import predictions

EMPTY, SKETCH, TASK, AVERAGE, LIMIT, SHIFT, PROVE = range(1, 8)
ALL = (*CONTEXT, *TARGETS)
SOLVED = ((-1.0, 1.5), (-0.5, -1.5), (0.0, 1.5))


def moment(points, step, **controls):
    return Moment(context(points), HomeControls.parse({**STORY.controls_at(step), **controls}))


def verdict(step, now, before=(), guess=None, **controls):
    """What the story says of these points; the step was opened with `before`."""
    return STORY.verdict(step, moment(before, step), moment(now, step, **controls), guess)


def numbers(text):
    return [float(found.replace("\u2212", "-")) for found in re.findall(r"[\u2212-]?\d+\.\d+", text)]


def width(points, x):
    """Of the ±2 sd band of TNP-D."""
    (found,) = predictions("tnpd", context(points), xt=torch.tensor([[x]], dtype=torch.float64))
    return 4 * float(found.sd[0])


AT = np.array(judges.SKETCH_AT)
TRUE = 2 * predictions("tnpd", context(CONTEXT), xt=torch.from_numpy(AT)[:, None])[0].sd


def sketch(halves, points=CONTEXT):
    return verdict(SKETCH, points, CONTEXT, [float(v) for v in halves])
