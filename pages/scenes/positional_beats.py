"""Positional encoding's two questions, answered by the code itself: which wheels a base slows, and who stays apart."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from pages.scenes.wheels import LAST, chosen
from pages.shared.beats import Checked, Moment, Option, Seen
from pages.shared.scene import Scene
from tnpcore import Points

GUESSES = (
    Option("All of them", "Pair 0 turns with speed base⁰ = 1, whatever the base."),
    Option("All but the first", "Every speed is base to the power −2k/d: look at the numbers of turns again."),
    Option("Only the slowest", "Every speed is base to the power −2k/d: only k = 0 does not feel the base."),
)
RAISED = 0.5  # by so many powers of ten
FEWEST, APART = 4, 0.5


def happened(before: Moment, now: Moment) -> Seen | None:
    """Which pairs turn slower after the base was raised."""
    was, waves = chosen({**now.controls, "log_base": before.controls.get("log_base")}), chosen(now.controls)
    if np.log10(waves.base / was.base) < RAISED - 1e-9:
        return None
    slower = waves.frequency < was.frequency * (1 - 1e-9)
    pairs = len(slower)
    option = 0 if slower.all() else 1 if not slower[0] and slower[1:].all() else 2
    first, *_, last = waves.frequency / was.frequency
    told = f"{int(slower.sum())} of {pairs} pairs turn slower: pair 0 keeps {first:.0%} of its speed"
    return Seen(option, f"{told}, pair {pairs - 1} keeps {last:.0%}.")


def check(_points: Points, controls: Mapping, _scene: Scene) -> Checked:
    """Two wheels that keep all positions on show apart."""
    waves = chosen(controls)
    code = waves.encode(np.arange(LAST + 1.0))
    gaps = np.linalg.norm(code[:, None] - code[None], axis=-1) + np.diag(np.full(LAST + 1, np.inf))
    one, other = sorted(np.unravel_index(gaps.argmin(), gaps.shape))
    least = float(gaps.min())
    told = f"d = {waves.d}, base {waves.base:,.0f}: the codes of {one} and {other} are nearest, {least:.2f} apart."
    return Checked(waves.d == FEWEST and least >= APART, told)
