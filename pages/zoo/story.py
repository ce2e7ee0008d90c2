"""The zoo's two questions, answered by the models: what a CNP's sample paths look like, and where it falls behind."""

from __future__ import annotations

import math
from collections.abc import Mapping

from pages.shared.lesson.story import Checked, Moment, Observation, Option, Story
from pages.shared.models.catalogue import plain, trained_on
from pages.shared.models.predictions import GRID, grid, predictions
from pages.shared.scene.marks import Scene, shown
from pages.zoo.choice import chosen
from pages.zoo.leave_one_out import foretold
from pages.zoo.sample_paths import APART, AT_ONCE, EVERY, LARGE, agreement, at_once
from tnpcore import Points

GUESSES = (
    Option("Smooth curves that stay in the band", "The band is smooth, and each value is drawn from it by itself."),
    Option("Jagged: each value for itself", "Look at the number: here neighbouring values agree more than that."),
    Option("All the same, on the mean", "The band is as wide as it says: six draws from it cannot be the same."),
)
JAGGED = 0.3  # of agreement: what values drawn by themselves stay below
WORSE, GOOD, FEW = 1.0, 0.0, 4  # nats, nats, points


def happened(_before: Moment, now: Moment) -> Observation | None:
    """How much neighbouring values of a CNP's paths agree, once they are on the stage."""
    asked = chosen(now.controls)
    cnp = next((name for name in asked.pair if plain(name) == "cnp"), None)
    if cnp is None or asked.show != AT_ONCE:
        return None
    xt = grid(now.controls)[::EVERY]
    (band,) = predictions(cnp, now.points, xt=xt)
    paths = at_once(cnp, now.points, xt, LARGE, asked.draw)
    if paths.std(0).max() < band.sd.max() / 10:
        return Observation(2, "The six paths of the CNP lie on one another.")
    agree, where = agreement(paths, band), ""
    if math.isnan(agree):
        nothing, where = Points(GRID[:0], GRID[:0]), "(without points: with them it is hardly unsure) "
        (band,) = predictions(cnp, nothing, xt=GRID[::EVERY])
        agree = agreement(at_once(cnp, nothing, GRID[::EVERY], LARGE, asked.draw), band)
    told = f"Values {APART} apart on the CNP's paths agree {where}by {shown(agree)}: 0 is not at all, 1 is one curve."
    return Observation(1 if agree < JAGGED else 0, told)


def check(points: Points, controls: Mapping, _scene: Scene) -> Checked:
    """Few points, each hidden in turn, that TNP-D foretells well from the others, and a CNP much worse; both as they
    were trained on the prior that was chosen."""
    if not 1 < len(points) <= FEW:
        return Checked(False, f"There must be 2 to {FEW} points; now there are {len(points)}.")
    prior = chosen(controls).prior
    tnpd, cnp = (float(foretold(trained_on(name, prior), points).mean()) for name in ("tnpd", "cnp"))
    told = f"Each point hidden in turn: TNP-D {shown(tnpd)} nats per point, CNP {shown(cnp)}."
    return Checked(tnpd >= GOOD and tnpd - cnp >= WORSE, told)


STORY = Story(
    question="Six sample paths will be drawn from the CNP's prediction. What will they look like?",
    options=GUESSES,
    play="With the CNP on the stage, choose **paths at once**.",
    more=(
        "**Paths value by value**: the same CNP, asked one value after another. What has changed?",
        "**Drag the wipe** over a gap and over a point: where do the two models disagree?",
        "**Choose for three briefs**: a sensor that is carried about; a planner that compares whole futures; ten "
        "thousand points and an answer at once. Below the board your choices are judged.",
    ),
    happened=happened,
    explain="Most models say something about **each value by itself**: paths drawn from that are jagged. Latent and "
    "joint models draw whole functions. Asked value by value, any model ties each value to those before it, as well as "
    "it has learned to.",
    formula="p(y₁, …, y_T | D) = Πₜ p(yₜ | xₜ, D)   or   Πₜ p(yₜ | xₜ, D, y₁ … yₜ₋₁)",
    prove="Hide each of your points in turn and foretell it from the others. With at most four points, make the **CNP "
    "worse than TNP-D by 1 nat per point**, while TNP-D keeps 0 nats or more.",
    check=check,
)
