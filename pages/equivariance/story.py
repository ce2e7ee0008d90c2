"""The lab's two questions, answered by the models: what centring repairs, and how small a shift can break TNP-D."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pages.equivariance.scene import World, world
from pages.shared.lesson.story import Checked, Moment, Observation, Option, Story
from pages.shared.models.predictions import GRID, THIN, rms_in_sd
from pages.shared.scene.marks import Scene, shown
from pages.shared.scene.readings import EXACT, small
from tnpcore import Points

GUESSES = (
    Option("Falls back onto the band", "Something of the shift is left: look at the numbers."),
    Option("Comes half of the way", "Once the middle is subtracted, no number that reaches the model knows of τ."),
    Option("Stays where it is", "The weights are the same, what they read is not: x minus the middle does not move."),
)
READER = "tnpd"  # reads raw x
HOLDS = "tetnp"
FAR = 0.5
SMALL, BROKEN = 0.5, 1.0  # a shift of at most so much, and a drift of at least so many standard deviations


def happened(before: Moment, now: Moment) -> Observation | None:
    """What the repair does to TNP-D's drift under the shift that is set."""
    asked = world(now.points, now.controls)
    if not asked.centre or world(before.points, before.controls).centre or abs(asked.tau) < FAR:
        return None
    repaired, drift = (_drift(READER, replace(asked, centre=centre)) for centre in (True, False))
    if drift < EXACT:
        return None
    option = 0 if repaired < EXACT else 1 if repaired < 0.75 * drift else 2
    told = f"Moved by {shown(asked.tau)}, TNP-D drifts by {small(drift)} sd as it stands"
    return Observation(option, f"{told}, by {small(repaired)} sd with the repair.")


def check(points: Points, controls: Mapping, _scene: Scene) -> Checked:
    """Points on which TNP-D, not repaired, drifts far although the shift is small."""
    asked = world(points, controls)
    drift, held = _drift(READER, asked), _drift(HOLDS, asked)
    told = f"τ = {shown(asked.tau)}{', repaired' if asked.centre else ''}: TNP-D drifts by {small(drift)} sd, "
    done = abs(asked.tau) <= SMALL and drift >= BROKEN and not asked.centre
    return Checked(done, told + f"TETNP on the same points by {small(held)} sd.")


def _drift(name: str, asked: World) -> float:
    """E(tau): how far the moved answer, slid back, lies from the one here, in its standard deviations."""
    here, moved = asked.ask(name, GRID[::THIN])
    return rms_in_sd(moved, here)


STORY = Story(
    question="TNP-D's ghost drifts off the band. You will subtract the middle of the points from every x and touch no "
    "weight. Its ghost …",
    options=GUESSES,
    play="Choose TNP-D, leave τ at 0.5 or further, and switch on **Repair**.",
    more=(
        "**Choose float32** and move by exactly 1,000,000: who fails now? Then float64.",
        "**Move by 0.30, then by exactly 0.25**: the grid that stays behind heals at whole cells.",
    ),
    happened=happened,
    explain="If only differences of x matter, moving everything changes nothing. TETNP and ConvCNP see differences "
    "alone; TNP-D and CNP read x itself, and drift once the data leave the places of the training.",
    formula="f(x + τ; D + τ) = f(x; D)",
    prove="**Break TNP-D with a small shift**: draw points on which it drifts by 1 sd or more although |τ| ≤ 0.5.",
    check=check,
)
