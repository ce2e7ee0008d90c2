"""The story of translation equivariance: what centring does to TNP-D, and how small a shift can change it by 1 sd."""

from __future__ import annotations

from dataclasses import replace

from pages.equivariance.controls import EquivarianceControls
from pages.shared.lesson.four_steps import Checked, FourSteps, Observation, Option
from pages.shared.lesson.story import Moment
from pages.shared.models.predictions import GRID, THIN, rms_in_sd
from pages.shared.scene.marks import Scene, shown
from pages.shared.scene.readings import EXACT, small
from tnpcore import Points

GUESSES = (
    Option("On the prediction", "Something of the shift is left: look at the numbers."),
    Option("About half way back", "Once the middle is subtracted, no number that the model reads depends on τ."),
    Option("Where it is now", "The weights are the same, their inputs are not: x minus the middle is free of τ."),
)
READS_X = "tnpd"
EQUIVARIANT = "tetnp"
FAR = 0.5
SMALL, BROKEN = 0.5, 1.0  # a shift of at most so much, and a change by at least so many standard deviations


def happened(before: Moment, now: Moment) -> Observation | None:
    """What centring does to the change of TNP-D under the shift that is set."""
    controls: EquivarianceControls = now.controls
    if not controls.centre or before.controls.centre or abs(controls.tau) < FAR:
        return None
    centred, raw = (_change(READS_X, now.points, replace(controls, centre=centre)) for centre in (True, False))
    if raw < EXACT:
        return None
    option = 0 if centred < EXACT else 1 if centred < 0.75 * raw else 2
    text = f"Shifted by {shown(controls.tau)}, TNP-D changes by {small(raw)} sd without centring"
    return Observation(option, f"{text}, by {small(centred)} sd with it.")


def check(points: Points, controls: EquivarianceControls, _scene: Scene) -> Checked:
    """Points on which TNP-D, not centred, changes by much although the shift is small."""
    change, reference = (_change(name, points, controls) for name in (READS_X, EQUIVARIANT))
    text = f"τ = {shown(controls.tau)}{', inputs centred' if controls.centre else ''}: "
    text += f"TNP-D changes by {small(change)} sd, TETNP on the same points by {small(reference)} sd."
    return Checked(abs(controls.tau) <= SMALL and change >= BROKEN and not controls.centre, text)


def _change(name: str, points: Points, controls: EquivarianceControls) -> float:
    """E(tau): how far the shifted prediction lies from the original one, in the latter's standard deviations."""
    here, shifted = controls.predict_both(name, points, GRID[::THIN])
    return rms_in_sd(shifted, here)


STORY = FourSteps(
    title="Move the data, not the question",
    question="You will subtract the middle of the points from every x and change no weight. Where will TNP-D's shifted "
    "prediction lie?",
    options=GUESSES,
    play="Choose TNP-D, leave τ at 0.5 or further from 0, and switch on **Centre all inputs**.",
    more=(
        "**Choose float32 and set τ to 1,000,000**: see which models change now. Then choose float64.",
        "**Set τ to 0.30, then to 0.25**: with its grid anchored at zero, ConvCNP is exact only at whole cells.",
    ),
    happened=happened,
    explain="If only differences of x matter, a shift of all inputs changes nothing. TETNP and ConvCNP read only "
    "differences. TNP-D and CNP read x itself, and a large shift takes it out of their training range.",
    formula="f(x + τ; D + τ) = f(x; D)",
    prove="**Break TNP-D with a small shift**: draw points on which it changes by 1 sd or more although |τ| ≤ 0.5.",
    check=check,
    panels=(),
    controls=("tau",),
).story()
