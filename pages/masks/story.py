"""Masking's two questions, answered by the model: whether a target hears another one, and by which way round."""

from __future__ import annotations

from collections.abc import Mapping

from pages.masks.mask_presets import painted_mask
from pages.masks.painted_mask import STEP, changes_under, look_under
from pages.masks.scene import EXACT, target_positions
from pages.shared.lesson.story import Checked, Moment, Observation, Option, Story
from pages.shared.scene.marks import Scene, shown
from tnpcore import Points, masks

GUESSES = (
    Option("Nothing at all", "The square lets A hear B, perhaps through others: hide those cells and drag again."),
    Option("It changes a little", "Nobody may look at a target here, so nothing of B can reach A, however near it is."),
    Option("It follows B", "B is a question without an answer: it has no y that A could follow."),
)
FAR = 0.3  # how far B must be dragged
LITTLE, HEARD = 0.5, 0.02  # in standard deviations of A's prediction
A, B = 0, 1
TARGETS = 3


def happened(before: Moment, now: Moment) -> Observation | None:
    """What dragging B did to A's prediction, under the square as it is now."""
    at, was = target_positions(now.controls), target_positions(before.controls)
    if float((at - was)[B].abs()) < FAR:
        return None
    mask = painted_mask(now.controls, len(now.points))
    was = at.clone().index_copy_(0, at.new_tensor([B]).long(), was[B : B + 1])
    here, there = (look_under(mask, now.points, x) for x in (at, was))
    pairs = ((here.mean, there.mean), (here.sd, there.sd))
    change = max(abs(float(a[A] - b[A])) for a, b in pairs) / float(there.sd[A])
    option = 0 if change < EXACT else 1 if change < LITTLE else 2
    amount = f"by less than {EXACT}" if change < EXACT else f"by {change:.2f}"
    way = f"from x = {shown(float(was[B]))} to {shown(float(at[B]))}"
    return Observation(option, f"B went {way}, and A's prediction changed {amount} sd.")


def check(points: Points, controls: Mapping, _scene: Scene) -> Checked:
    """A depends on B although A may not look at B: one switched cell opens a way round."""
    mask = painted_mask(controls, len(points))
    nc = len(points)
    switched = int((mask != masks.context_only(nc, TARGETS)).sum())
    others = changes_under(mask, points, target_positions(controls)).others
    heard = float(others[B, A])
    hidden = not bool(mask[nc + A, nc + B])
    cells = "1 cell differs" if switched == 1 else f"{switched} cells differ"
    told = f"Row tA, column tB is {'hidden' if hidden else 'open'}; {cells} from TNP-D's square; "
    told += f"A changes by {heard:.3f} sd when B moves by {STEP}."
    return Checked(hidden and switched == 1 and heard >= HEARD, told)


STORY = Story(
    question="Under TNP-D's rule you will drag target B sideways. What happens to A's prediction?",
    options=GUESSES,
    play="Drag target B sideways.",
    more=(
        "**Open row tA, column tB** and drag B again: which lamps turn red?",
        "**Open row tA, column tA.** A's token carries y = 0 where a value would stand, and these weights take it for "
        "data.",
        "**From Blank**, paint until every lamp is green. Only one square does it, and the last lamp names it.",
    ),
    happened=happened,
    explain="A hidden cell's weight is exactly 0, and the other keys of its row share what it had. What a row cannot "
    "reach, directly or through others over the layers, its prediction **cannot depend on**.",
    formula="A = softmax(QKᵀ/√d + log M),  log 0 = −∞",
    prove="From TNP-D's square, switch **one cell, not row tA column tB**, so that A still comes to depend on B.",
    check=check,
)
