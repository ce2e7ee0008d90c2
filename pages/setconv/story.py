"""The story of SetConv: what a point on y = 0 does to the model without density channel, and a flat density."""

from __future__ import annotations

import numpy as np
import torch

from pages.setconv.controls import SetConvControls
from pages.shared.lesson.four_steps import Checked, FourSteps, Observation, Option
from pages.shared.lesson.story import Moment
from pages.shared.models.predictions import GridPrediction, predictions
from pages.shared.scene.marks import Scene, shown
from tnpcore import Points
from tnpcore.setconv import midrange

OUTSIDE = (
    "This point lies outside the others. The grid is anchored to the middle of all points, and that moved: the band "
    "changed by this, not by the point's height. Between two others a point on y = 0 has no effect on this model."
)
NO_RBF = "The model reads the raw sum alone, and there the RBF of a point on y = 0 has height 0."
GUESSES = (
    Option("It narrows there, as at any point", NO_RBF),
    Option("Nothing: the point has no effect", OUTSIDE),
    Option("It widens there", f"Nothing takes certainty away between two points. {NO_RBF}"),
)
NARROWS, NO_EFFECT, WIDENS = range(3)
NO_DENSITY = "convcnp-nodensity"
LEAST = 1e-3  # in standard deviations: a smaller change is none
FLAT_WITHIN = (-1.0, 1.0)
MOST_POINTS, LONGEST, FLAT = 3, 0.65, 0.1


def happened(_before: Moment, now: Moment) -> Observation | None:
    """What a point on y = 0 does to the band of the model without density channel, once that model is on the stage."""
    zero = (now.points.y[:, 0] == 0).nonzero()[:, 0]
    if now.controls.model != NO_DENSITY or not len(zero):
        return None
    at = now.points.x[zero[:1]]
    others = torch.arange(len(now.points)) != zero[0]
    kept = Points(now.points.x[others], now.points.y[others])
    (complete,), (without,) = (predictions(NO_DENSITY, points, xt=at) for points in (now.points, kept))
    text = f"At x = {shown(float(at[0, 0]))} its band is {4 * complete.sd[0]:.2f} wide with the point on y = 0, "
    text += f"{4 * without.sd[0]:.2f} without it."
    moved = float(midrange(now.points.x) - midrange(kept.x)) if len(kept) else 0.0
    if abs(moved) > 1e-9:
        text += f" The point lies outside the others and moves the grid's anchor by {shown(moved)}."
    return Observation(_outcome(complete, without), text, OUTSIDE if abs(moved) > 1e-9 else "")


def _outcome(complete: GridPrediction, without: GridPrediction) -> int:
    """The guess that came true: by the width of the band, where mean or width changed at all."""
    changes = (abs(complete.mean[0] - without.mean[0]), abs(complete.sd[0] - without.sd[0]))
    if max(changes) / float(without.sd[0]) < LEAST:
        return NO_EFFECT
    return NARROWS if complete.sd[0] < without.sd[0] else WIDENS


def check(points: Points, controls: SetConvControls, _scene: Scene) -> Checked:
    """Few narrow RBFs whose sum, the density, is flat in the middle."""
    x = torch.linspace(*FLAT_WITHIN, 81, dtype=torch.float64)[:, None]
    density = controls.encoding(points).channels(x)[0]
    change = float(np.ptp(density) / max(float(density.max()), 1e-12)) if len(points) else 1.0
    count = "1 point" if len(points) == 1 else f"{len(points)} points"
    text = f"{count}, lengthscale {controls.lengthscale:.2f}: between −1 and 1 the density varies by {change:.1%}."
    return Checked(0 < len(points) <= MOST_POINTS and controls.lengthscale <= LONGEST and change <= FLAT, text)


STORY = FourSteps(
    title="From points to a grid",
    claim="Each point adds an RBF to a grid: to the density and, times y, to the signal. A convolutional network "
    "reads both and draws the band.",
    question="You will place a point on y = 0, between two others. What will the band of the model without "
    "density channel do there?",
    options=GUESSES,
    play="Click on y = 0 between two points, and choose **without density channel**.",
    more=(
        "**Right-click that point**, which lies between two others: nothing changes. Undo, choose with density "
        "channel, and repeat.",
        "**Two points together**: there the raw sum is twice as high, and the divided signal is 0.8.",
        "**Choose 4 cells per unit and lengthscale 0.05**, and drag a point: some RBFs fall between the cells.",
    ),
    happened=happened,
    explain="Every point adds a radial basis function (RBF). RBFs of height 1 sum to the **density**; RBFs of height "
    "y, summed and divided by it, are the **signal**. A zero adds nothing to the raw sum, which is all that the model "
    "without density channel reads.",
    formula="signal(x) = Σᵢ yᵢ kᵢ(x) / (Σᵢ kᵢ(x) + ε)",
    prove="With at most three points and a lengthscale of at most 0.65, make the **density flat within 10 %** between "
    "−1 and 1.",
    check=check,
    panels=(),
    controls=("model",),
).story()
