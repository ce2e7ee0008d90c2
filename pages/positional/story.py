"""Positional encoding's two questions, answered by the code itself: which wheels a base slows, and who stays apart."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from pages.positional.sinusoid_dials import LAST, chosen
from pages.shared.lesson.story import Checked, Moment, Observation, Option, Story
from pages.shared.scene.marks import Scene
from tnpcore import Points

GUESSES = (
    Option("All of them", "Pair 0 turns with speed base⁰ = 1, whatever the base."),
    Option("All but the first", "Every speed is base to the power −2k/d: look at the numbers of turns again."),
    Option("Only the slowest", "Every speed is base to the power −2k/d: only k = 0 does not feel the base."),
)
RAISED = 0.5  # by so many powers of ten
FEWEST, APART = 4, 0.5


def happened(before: Moment, now: Moment) -> Observation | None:
    """Which pairs turn slower after the base was raised."""
    was, waves = chosen({**now.controls, "log_base": before.controls.get("log_base")}), chosen(now.controls)
    if np.log10(waves.base / was.base) < RAISED - 1e-9:
        return None
    slower = waves.frequency < was.frequency * (1 - 1e-9)
    pairs = len(slower)
    option = 0 if slower.all() else 1 if not slower[0] and slower[1:].all() else 2
    first, *_, last = waves.frequency / was.frequency
    told = f"{int(slower.sum())} of {pairs} pairs turn slower: pair 0 keeps {first:.0%} of its speed"
    return Observation(option, f"{told}, pair {pairs - 1} keeps {last:.0%}.")


def check(_points: Points, controls: Mapping, _scene: Scene) -> Checked:
    """Two wheels that keep all positions on show apart."""
    waves = chosen(controls)
    code = waves.encode(np.arange(LAST + 1.0))
    gaps = np.linalg.norm(code[:, None] - code[None], axis=-1) + np.diag(np.full(LAST + 1, np.inf))
    one, other = sorted(np.unravel_index(gaps.argmin(), gaps.shape))
    least = float(gaps.min())
    told = f"d = {waves.d}, base {waves.base:,.0f}: the codes of {one} and {other} are nearest, {least:.2f} apart."
    return Checked(waves.d == FEWEST and least >= APART, told)


STORY = Story(
    question="Pair k of the wheels turns with speed base^(−2k/d). You will raise the base. Which wheels slow down?",
    options=GUESSES,
    play="Raise the base by half a power of 10 or more.",
    more=(
        "**Scrub p**: the similarity curve slides along itself, while the line of the plain numbers turns.",
        "**Move all x by 2** under each of the three ways. Then remove all points and try again.",
    ),
    happened=happened,
    explain="Going ahead turns every wheel by a fixed angle, wherever you start: similarity depends on the offset "
    "alone. A model that is told raw x remembers absolute place; one that is told differences cannot.",
    formula="PE(p)·PE(p′) = Σₖ cos ωₖ(p − p′),  ωₖ = base^(−2k/d)",
    prove="With **d = 4**, choose a base that keeps the codes of all positions from 0 to 60 **at least 0.5 apart**.",
    check=check,
)
