"""What the judges of the masks story find: every number is the model's own, on what was drawn."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import torch

from pages.masks.changes import EXACT, larger_change, measure_changes
from pages.masks.controls import MaskControls
from pages.masks.cost import costs
from pages.masks.indicators import IN_SD, sd_text
from pages.masks.mask_presets import TARGETS, token_names
from pages.masks.masked_prediction import MaskedPrediction, predict_under
from pages.shared.lesson.story import Moment, Verdict, chosen
from pages.shared.scene.quantities import at_x, words
from tnpcore import Points

A, B, C = range(TARGETS)
FAR = 0.3  # how far B must be dragged
LITTLE = 0.5  # in standard deviations of A's prediction


def run_under(points: Points, controls: MaskControls) -> MaskedPrediction:
    """The prediction at the three targets under the mask that the controls name."""
    return predict_under(controls.masked_model(len(points)), points, controls.at, controls.y)


def change_at(here: MaskedPrediction, there: MaskedPrediction, target: int) -> float:
    """Of one target's prediction, mean or sd, in standard deviations of the first."""
    pairs = ((value[:, None] for value in (p.mean, p.sd)) for p in (there, here))
    (mean, sd), (mean_before, sd_before) = pairs
    return float(larger_change(mean, sd, mean_before, sd_before)[target])


# ---- 1: a row of the mask -------------------------------------------------------------------------------------------


def point_masked(before: Moment, now: Moment, _guess: object) -> Verdict | None:
    """Whether a point was masked in A's row, and what became of the row and of the prediction."""
    nc, names = len(now.points), token_names(len(now.points), now.controls.preset.tokens)
    mask, preset = now.controls.mask(nc), now.controls.named_mask(nc)
    if bool((mask == preset).all()):
        return None
    a = len(mask) - TARGETS
    masked = (preset[a, :nc] & ~mask[a, :nc]).nonzero()[:, 0].tolist()
    if not masked:
        row, column = (mask != preset).nonzero()[0].tolist()
        did = "masked" if preset[row, column] else "opened"
        return Verdict(
            False, f"You {did} row {names[row]}, column {names[column]}. Press a cell of row tA, below a point."
        )
    trained, run = run_under(now.points, replace(now.controls, cells=())), run_under(now.points, now.controls)
    was, row = (p.weights()[a, 1:] for p in (trained, run))
    gained = int((row - was).argmax())
    hidden = " and ".join(names[key] for key in masked)
    text = f"{hidden} masked, now exactly 0. A's prediction changed by {sd_text(change_at(trained, run, A))}, because "
    text += f"{names[gained]} now has {_weight(row[gained])}."
    more = f"Before, {hidden} had {_weight(was[masked].sum())} of the weight, {names[gained]} {_weight(was[gained])}. "
    return Verdict(True, text, more=f"{more}The row still sums to 1. {IN_SD}")


def _weight(weight: float) -> str:
    return f"{weight:.2f}"  # as in the cells


# ---- 2: consistency -------------------------------------------------------------------------------------------------

B_OPTIONS = ("Nothing at all", "It changes a little", "It follows B")
B_OVERLOOKED = (
    "A can attend to B, perhaps through others.",
    "So nothing of B reaches A.",
    "B's token holds no y that A could follow, and no row may attend to it.",
)


CROSSED = " Points attend to points (self-attention), targets to points (cross-attention)."


def b_moved(before: Moment, now: Moment, guess: int) -> Verdict | None:
    """What dragging B did to A's prediction, under the mask as it is now."""
    was, here = before.controls.targets[B], now.controls.targets[B]
    if abs(here - was) < FAR:
        return None
    moved = list(now.controls.targets)
    moved[B] = was
    there = run_under(now.points, replace(now.controls, targets=tuple(moved)))
    change = change_at(there, run_under(now.points, now.controls), A)
    truth = 0 if change < EXACT else 1 if change < LITTLE else 2
    more = words(
        "B moved from x\u00a0=\u00a0",
        at_x(was),
        " to ",
        at_x(here),
        f": A's prediction changed by {sd_text(change)}. {IN_SD}",
    )
    nc = len(now.points)
    open_to_targets = bool(now.controls.mask(nc)[:, nc:].any())
    because = "this mask lets rows attend to targets" if open_to_targets else "no token may attend to a target"
    more = words(more, "" if open_to_targets else CROSSED)
    return chosen(f"{B_OPTIONS[truth]}, because {because}.", guess, truth, B_OVERLOOKED, more)


# ---- 5: the three tests ---------------------------------------------------------------------------------------------

FAILS = ("Consistency", "Leak, too", "All three")
FAILED = (("others",), ("others", "leak"), ("order", "others", "leak"))
FAILS_OVERLOOKED = (
    "What A may attend to, its prediction can depend on.",
    "TNP-D's targets carry no y, so none can leak.",
    "TNP-D's targets carry no y, so none can leak, and no token holds the order.",
)


def tests_run(_before: Moment, now: Moment, guess: int) -> Verdict | None:
    """Which of the three tests fail when a target may attend to another target."""
    nc = len(now.points)
    run = now.controls.masked_model(nc)
    differs = run.mask != now.controls.named_mask(nc)
    corner = differs[-TARGETS:, -TARGETS:]
    if not bool(differs.any()):
        return None
    if not bool((corner & ~torch.eye(TARGETS, dtype=torch.bool)).any()):
        return Verdict(False, "No target attends to another one yet. Press row tA, column tB.")
    changes = measure_changes(run, now.controls.trained_model(nc), now.points, now.controls.at, now.controls.y)
    found = {"order": changes.order, "others": float(changes.others.max()), "leak": changes.leak}
    failed = tuple(name for name, value in found.items() if value >= EXACT)
    if failed not in FAILED:
        return Verdict(False, "You switched other cells, too. Switch them back: the guess was about tA and tB alone.")
    more = (
        f"With this cell open, consistency fails ({sd_text(found['others'])}): A's prediction depends on "
        f"another target's x. Leak {_outcome('leak' in failed)}, permutation {_outcome('order' in failed)}. {IN_SD}"
    )
    text = f"{FAILS[FAILED.index(failed)]}, because A can now attend to another target's x."
    return chosen(text, guess, FAILED.index(failed), FAILS_OVERLOOKED, more)


def _outcome(failed: bool) -> str:
    return "fails" if failed else "passes"


# ---- 6 and 7: cost, shift -------------------------------------------------------------------------------------------

WORTH = 0.9  # of the time of all cells; more is hardly saved
SHARES = ("About half", "About one in ten", "About one in fifty")
SHARE_OF = (1 / 2, 1 / 10, 1 / 50)
SHARE_OVERLOOKED = (
    "The square grows with the square of the targets; what is open grows with their number.",
    "Columns of targets are masked, and nearly all columns are targets.",
    "With so many points the open columns are a larger part.",
)


def cells_left(_before: Moment, now: Moment, guess: int) -> Verdict:
    """Which share of its cells the mask leaves, and the time that is saved."""
    literal, allowed = costs(len(now.points))[:2]
    share = max(allowed.cells / literal.cells, 1e-9)
    truth = int(np.abs(np.log(np.array(SHARE_OF) / share)).argmin())
    only, whole = allowed.milliseconds, literal.milliseconds
    more = f"{allowed.cells:,} of {literal.cells:,} cells, {share:.1%}. The null token's column comes on top, "
    more += "because no mask hides it. Computing only these took "
    more += f"{only:.1f} ms instead of {whole:.1f}."
    if only > WORTH * whole:
        more += " With so few tokens other parts of a layer cost more than scores."
    text = f"{SHARES[truth]}, {share:.1%}, because only the columns of the points are open, {len(now.points)} of them."
    return chosen(text, guess, truth, SHARE_OVERLOOKED, more)
