"""The story of positional encoding: which frequencies the base lowers, and which positions are hard to distinguish."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pages.positional.controls import PositionalControls
from pages.positional.sinusoidal_encoding import LAST
from pages.shared.lesson.four_steps import Checked, FourSteps, Observation, Option
from pages.shared.lesson.story import Moment
from pages.shared.scene.marks import Scene
from tnpcore import Points

GUESSES = (
    Option("All of them", "Pair 0 turns with speed base⁰ = 1, whatever the base."),
    Option("All but the first", "Every speed is base to the power −2k/d: compare the periods of the dials again."),
    Option("Only the slowest", "Every speed is base to the power −2k/d: only that of k = 0 is free of the base."),
)
RAISED = 0.5  # by so many powers of ten
FEWEST, APART = 4, 0.5


def happened(before: Moment, now: Moment) -> Observation | None:
    """Which pairs turn slower after the base was raised."""
    was, sinusoids = replace(now.controls, log_base=before.controls.log_base).sinusoids, now.controls.sinusoids
    if np.log10(sinusoids.base / was.base) < RAISED - 1e-9:
        return None
    slower = sinusoids.frequency < was.frequency * (1 - 1e-9)
    pairs = len(slower)
    option = 0 if slower.all() else 1 if not slower[0] and slower[1:].all() else 2
    first, *_, last = sinusoids.frequency / was.frequency
    text = f"{int(slower.sum())} of {pairs} pairs turn slower: pair 0 keeps {first:.0%} of its speed"
    return Observation(option, f"{text}, pair {pairs - 1} keeps {last:.0%}.")


def check(_points: Points, controls: PositionalControls, _scene: Scene) -> Checked:
    """Two pairs that keep the encodings of all positions on show apart."""
    sinusoids = controls.sinusoids
    code = sinusoids.encode(np.arange(LAST + 1.0))
    gaps = np.linalg.norm(code[:, None] - code[None], axis=-1) + np.diag(np.full(LAST + 1, np.inf))
    one, other = sorted(np.unravel_index(gaps.argmin(), gaps.shape))
    least = float(gaps.min())
    text = f"The encodings of {one} and {other} are nearest, {least:.2f} apart, "
    text += f"with d = {sinusoids.d} and base {sinusoids.base:,.0f}."
    return Checked(sinusoids.d == FEWEST and least >= APART, text)


STORY = FourSteps(
    title="How a token carries x",
    claim="A token says where its point lies: by x itself, by x measured from the middle of the points, or not "
    "at all. What it says decides what happens when all inputs shift.",
    question="Pair k of the encoding turns with speed base^(−2k/d). You will raise the base. Which pairs slow down?",
    options=GUESSES,
    play="Raise the base by half a power of 10 or more.",
    more=(
        "**Change p**: the similarity curve keeps its shape, while the line of the plain numbers turns.",
        "**Shift all inputs by 2** under each of the three input encodings. Then remove all points and try again.",
    ),
    happened=happened,
    explain="A step to the next position turns every dial by a fixed angle, wherever you start: similarity depends on "
    "the offset alone. A model that receives raw x depends on absolute position; one that receives differences cannot.",
    formula="PE(p)·PE(p′) = Σₖ cos ωₖ(p − p′),  ωₖ = base^(−2k/d)",
    prove="With **d = 4**, choose a base that keeps the encodings of positions 0 to 60 **at least 0.5 apart**.",
    check=check,
    panels=(),
    controls=(),
).story()
