"""The zoo's two questions, answered by the models: what a CNP's sample paths look like, and where it falls behind."""

from __future__ import annotations

import math
from collections.abc import Mapping

from pages.scenes.zoo_chosen import chosen
from pages.scenes.zoo_hidden import foretold
from pages.scenes.zoo_paths import APART, AT_ONCE, EVERY, LARGE, agreement, at_once
from pages.shared.answers import GRID, answers, grid
from pages.shared.beats import Checked, Moment, Option, Seen
from pages.shared.models import plain, trained_on
from pages.shared.scene import Scene, shown
from tnpcore import Points

GUESSES = (
    Option("Smooth curves that stay in the band", "The band is smooth, and each value is drawn from it by itself."),
    Option("Jagged: each value for itself", "Look at the number: here neighbouring values agree more than that."),
    Option("All the same, on the mean", "The band is as wide as it says: six draws from it cannot be the same."),
)
JAGGED = 0.3  # of agreement: what values drawn by themselves stay below
WORSE, GOOD, FEW = 1.0, 0.0, 4  # nats, nats, points


def happened(_before: Moment, now: Moment) -> Seen | None:
    """How much neighbouring values of a CNP's paths agree, once they are on the stage."""
    asked = chosen(now.controls)
    cnp = next((name for name in asked.pair if plain(name) == "cnp"), None)
    if cnp is None or asked.show != AT_ONCE:
        return None
    xt = grid(now.controls)[::EVERY]
    (band,) = answers(cnp, now.points, xt=xt)
    paths = at_once(cnp, now.points, xt, LARGE, asked.draw)
    if paths.std(0).max() < band.sd.max() / 10:
        return Seen(2, "The six paths of the CNP lie on one another.")
    agree, where = agreement(paths, band), ""
    if math.isnan(agree):
        nothing, where = Points(GRID[:0], GRID[:0]), "(without points: with them it is hardly unsure) "
        (band,) = answers(cnp, nothing, xt=GRID[::EVERY])
        agree = agreement(at_once(cnp, nothing, GRID[::EVERY], LARGE, asked.draw), band)
    told = f"Values {APART} apart on the CNP's paths agree {where}by {shown(agree)}: 0 is not at all, 1 is one curve."
    return Seen(1 if agree < JAGGED else 0, told)


def check(points: Points, controls: Mapping, _scene: Scene) -> Checked:
    """Few points, each hidden in turn, that TNP-D foretells well from the others, and a CNP much worse; both as they
    were trained on the prior that was chosen."""
    if not 1 < len(points) <= FEW:
        return Checked(False, f"There must be 2 to {FEW} points; now there are {len(points)}.")
    prior = chosen(controls).prior
    tnpd, cnp = (float(foretold(trained_on(name, prior), points).mean()) for name in ("tnpd", "cnp"))
    told = f"Each point hidden in turn: TNP-D {shown(tnpd)} nats per point, CNP {shown(cnp)}."
    return Checked(tnpd >= GOOD and tnpd - cnp >= WORSE, told)
