"""SetConv's two questions, answered by the model and by the encoding: a point on y = 0, and a flat density."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import torch

from pages.setconv.channels import chosen
from pages.shared.lesson.story import Checked, Moment, Observation, Option, Story
from pages.shared.models.predictions import predictions
from pages.shared.scene.marks import Scene, shown
from tnpcore import Points

GUESSES = (
    Option("It narrows there, as at any point", "Its bump has height y = 0: without density nothing of it is left."),
    Option("Nothing: it does not see the point", "The band did change: something of the point came through."),
)
BLIND = "convcnp-nodensity"
UNSEEN = 1e-3  # in standard deviations
INSIDE = (-1.0, 1.0)
MOST, LENGTHSCALE, FLAT = 3, 0.65, 0.1


def happened(_before: Moment, now: Moment) -> Observation | None:
    """What a point on y = 0 does to the band of the model without density channel, once that model is on the stage."""
    zero = (now.points.y[:, 0] == 0).nonzero()[:, 0]
    if now.controls.get("model") != BLIND or not len(zero):
        return None
    at = now.points.x[zero[:1]]
    others = torch.arange(len(now.points)) != zero[0]
    kept = Points(now.points.x[others], now.points.y[others])
    (seen,), (without,) = (predictions(BLIND, points, xt=at) for points in (now.points, kept))
    change = max(abs(seen.mean[0] - without.mean[0]), abs(seen.sd[0] - without.sd[0])) / float(without.sd[0])
    told = f"At x = {shown(float(at[0, 0]))} its band is {4 * seen.sd[0]:.2f} wide with the point on y = 0, "
    return Observation(int(change < UNSEEN), told + f"{4 * without.sd[0]:.2f} without it.")


def check(points: Points, controls: Mapping, _scene: Scene) -> Checked:
    """Few narrow bumps whose sum, the density, is flat in the middle."""
    picture = chosen(points, controls)
    x = torch.linspace(*INSIDE, 81, dtype=torch.float64)[:, None]
    density = picture.channels(x)[0]
    change = float(np.ptp(density) / max(float(density.max()), 1e-12)) if len(points) else 1.0
    count = "1 point" if len(points) == 1 else f"{len(points)} points"
    told = f"{count}, lengthscale {picture.lengthscale:.2f}: between −1 and 1 the density varies by {change:.1%}."
    return Checked(0 < len(points) <= MOST and picture.lengthscale <= LENGTHSCALE and change <= FLAT, told)


STORY = Story(
    question="The model without density channel will meet a point exactly on y = 0. What will its band do there?",
    options=GUESSES,
    play="Press **A point on y = 0**, and choose **without density channel**.",
    more=(
        "**Right-click that point away**: nothing changes. Undo, choose with density channel, and repeat.",
        "**Two points together**: the raw sum is twice as high there, the divided signal 0.8 over both.",
        "**4 cells per unit, lengthscale 0.05**: drag a point, and some bumps fall between the cells.",
    ),
    happened=happened,
    explain="Every point drops a bump. Bumps of height 1 add up to the **density**; bumps of height y, divided by it, "
    "are the **signal**. Only the density tells “I saw zero” from “I saw nothing”.",
    formula="signal(x) = Σᵢ yᵢ kᵢ(x) / (Σᵢ kᵢ(x) + ε)",
    prove="With at most three points and a lengthscale of at most 0.65, make the **density flat within 10 %** between "
    "−1 and 1.",
    check=check,
)
