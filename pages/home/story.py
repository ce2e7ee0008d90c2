"""The story of Home: what a point in a gap does to the band, and which of its points a CNP misses."""

from __future__ import annotations

import numpy as np

from pages.home.controls import HomeControls
from pages.shared.lesson.four_steps import Checked, FourSteps, Observation, Option
from pages.shared.lesson.story import Moment
from pages.shared.models.catalogue import NAMES
from pages.shared.models.predictions import GRID, GridPrediction, predictions
from pages.shared.scene.marks import Scene, shown
from tnpcore import Points

GUESSES = (
    Option("It closes to a line", "The models were trained on noisy data: no point closes the band."),
    Option("It narrows, but stays a band", "The numbers show a larger or a smaller change here."),
    Option("It hardly changes", "The new point stands at this very x; no other point is nearer."),
)
WIDE = 0.6  # of the widest place of the band: less is no gap
LINE, NARROWER = 0.05, 0.7  # of the width before
MISS, HIT, FEW = 0.5, 0.15, 4


def happened(before: Moment, now: Moment) -> Observation | None:
    """What the newest point did to the band at its own x, once it was put where the band was wide."""
    if len(now.points) <= len(before.points):
        return None
    controls = now.controls
    at, others = now.points.x[-1:], Points(now.points.x[:-1], now.points.y[:-1])
    (narrow,), (wide,), (everywhere,) = (
        predictions(controls.trained(controls.model), points, xt=xt)
        for points, xt in ((now.points, at), (others, at), (others, GRID))
    )
    if wide.sd[0] < WIDE * everywhere.sd.max():
        return None
    ratio = float(narrow.sd[0] / wide.sd[0])
    option = 0 if ratio < LINE else 1 if ratio < NARROWER else 2
    without = f"Without your point the ±2 sd band of {NAMES[controls.model]} at x = {shown(float(at[0, 0]))} is "
    return Observation(option, f"{without}{4 * wide.sd[0]:.2f} wide, with it {4 * narrow.sd[0]:.2f}.")


def check(points: Points, controls: HomeControls, _scene: Scene) -> Checked:
    """Few points of which a CNP misses one, while TNP-D is near all of them."""
    if not 0 < len(points) <= FEW:
        return Checked(False, f"There must be 1 to {FEW} points; now there are {len(points)}.")
    missed, kept = (
        _farthest(predictions(controls.trained(name), points, xt=points.x)[0], points) for name in ("cnp", "tnpd")
    )
    text = f"CNP misses one of its points by {missed:.2f}, TNP-D at most by {kept:.2f}."
    return Checked(missed >= MISS and kept <= HIT, text)


def _farthest(prediction: GridPrediction, points: Points) -> float:
    """The largest distance between a point and the mean at its x."""
    return float(np.abs(prediction.mean - points.y[:, 0].numpy()).max())


STORY = FourSteps(
    title="What is a neural process?",
    question="You will add a point where the band is widest. What will the band do there?",
    options=GUESSES,
    play="Click where the band is widest.",
    more=(
        "**Drag your point** up and down, and note how far away the mean still changes.",
        "**Remove all points.** The band that is left is the prediction without any context.",
        "**Trained on** periodic curves, with 30 random points: measure the stripes of the attention map.",
    ),
    happened=happened,
    explain="A neural process was trained once, on many small data sets. It maps any context points to a mean "
    "and a standard deviation at every x. Nothing is fitted while you draw.",
    formula="p(y | x, D) = N(μ(x, D), σ²(x, D))",
    prove="With at most four points, make the **CNP miss one of them by 0.5** while TNP-D stays within 0.15 of all.",
    check=check,
    panels=("weights",),
    controls=(),
).story()
