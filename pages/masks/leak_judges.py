"""What the judges of the leak find: a model that was trained with one, and the test that would have shown it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pages.masks.changes import EXACT
from pages.masks.controls import MaskControls
from pages.masks.indicators import IN_SD, sd_text
from pages.masks.judges import A, B, C, change_at, run_under
from pages.masks.likelihoods import limit_of, measured
from pages.masks.mask_presets import JOINT, LETTERS, TARGETS
from pages.masks.masked_prediction import predict_along_x
from pages.shared.lesson.story import Moment, Verdict, chosen
from pages.shared.scene.marks import shown
from pages.shared.scene.quantities import along_y, at_y, words
from tnpcore import Points

DRAGGED = 0.2  # of y: less is no test
NEAR, MOSTLY = 0.2, 0.75  # of y, and the share of x from which a curve counts as copied: a smooth one has 0.6

LEAK_OPTIONS = (
    "Well in both",
    "Well in training only",
    "Badly in both",
)
LEAK_OVERLOOKED = (
    "On new data there is no y to copy.",
    "",
    "Copying y is the best prediction there is, as long as y is there.",
)


def trained_with_leak(_before: Moment, now: Moment, guess: int) -> Verdict:
    """How the model with a leak scores as in training, and in use: on its evaluation set, and on the drawn points."""
    leaky, best = measured("tnpa-leaky"), limit_of("tnpa-leaky")
    superb, useless = leaky.training > best.training, leaky.use < best.use - 1
    truth = 1 if superb and useless else 0 if superb else 2
    more = (
        f"{shown(leaky.training)} nats of log-likelihood per target while yA is known, {_loglik(leaky.use)} in use, "
        f"where it is not; more is better. The Bayes predictor reaches {shown(best.training)} while earlier "
        f"targets are known, its best Gaussian {shown(best.use)} in use. It learned to copy yA{_steps(now)}."
    )
    text = f"{LEAK_OPTIONS[truth]}, because it learned to copy yA, which is unknown in use."
    return chosen(text, guess, truth, LEAK_OVERLOOKED, more)


def _steps(now: Moment) -> str:
    """Why the curve has steps, where it has: the model copies the nearest point."""
    if copied_share(now.points, now.controls) < MOSTLY:
        return ""
    return "; without it, the nearest point's y: hence the steps in the curve"


def copied_share(points: Points, controls: MaskControls) -> float:
    """At which share of the x between the points the predictive mean is near the nearest point's y; 0 for fewer than
    two points."""
    if len(points) < 2:
        return 0.0
    (band,) = predict_along_x(controls.masked_model(len(points)), points, controls.at)
    x, y = points.x[:, 0].numpy(), points.y[:, 0].numpy()
    nearest = y[np.abs(band.x[:, None] - x).argmin(1)]
    between = (band.x >= x.min()) & (band.x <= x.max())
    return float((np.abs(band.mean - nearest) < NEAR)[between].mean()) if between.any() else 0.0


def _loglik(value: float) -> str:
    return f"\u2212{-value:,.0f}" if value <= -100 else shown(value)


def leak_tested(before: Moment, now: Moment, _guess: object) -> Verdict | None:
    """Whether A's own y was changed under both masks, and what it did to A's prediction.

    A moment does not say what was done before it: raised under the mask with the leak, yA must be lowered under the
    other one.
    """
    was, here = before.controls.values[A], now.controls.values[A]
    if now.controls.preset.tokens != JOINT:
        return None
    if abs(here - was) < DRAGGED:
        others = [t for t in (B, C) if abs(now.controls.values[t] - before.controls.values[t]) >= DRAGGED]
        return Verdict(False, f"That was y{LETTERS[others[0]]}. Drag yA.") if others else None
    leaky, honest = (_by_own_y(now, rule, was) for rule in ("leaky", "tnpa"))
    by = along_y(abs(here - was))
    raised = here > was
    if now.controls.rule == "leaky":
        then = "Now choose TNP-A, and drag yA down." if raised else "Drag it up, too."
        return Verdict(False, f"A's prediction followed, by {sd_text(leaky[A])}. {then}")
    if raised:
        return Verdict(
            False, words("Under TNP-A, drag yA down to ", at_y(was - DRAGGED), " or below, and look at the circle A.")
        )
    if honest[A] >= EXACT:
        return Verdict(False, f"Under your cells A still changes by {sd_text(honest[A])}. Reset them: Back, then Next.")
    return Verdict(
        True,
        words(
            f"TNP-A: A's prediction changed by {sd_text(honest[A])}, because row tA masks yA; with the leak this drag "
            f"changes it by {sd_text(leaky[A])}."
        ),
        more=words("yA changed by ", by, f". B, which comes later, may use yA: {sd_text(honest[B])}. {IN_SD}"),
    )


def _by_own_y(now: Moment, rule: str, was: float) -> list[float]:
    """The changes at A, B and C by another y of A."""
    cells = now.controls.cells if rule == now.controls.rule else ()
    there = replace(now.controls, rule=rule, cells=cells)
    before = run_under(now.points, replace(there, values=(was, *now.controls.values[1:])))
    after = run_under(now.points, there)
    return [change_at(before, after, t) for t in range(TARGETS)]
