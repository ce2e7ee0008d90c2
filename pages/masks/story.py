"""The story of the masks lesson: whether a target's prediction depends on another target, directly or by a detour."""

from __future__ import annotations

from pages.masks.controls import MaskControls
from pages.masks.mask_presets import TARGETS, MaskedModel
from pages.masks.masked_prediction import STEP, measure_changes, predict_under
from pages.masks.scene import EXACT
from pages.shared.lesson.four_steps import Checked, FourSteps, Observation, Option
from pages.shared.lesson.story import Moment
from pages.shared.scene.marks import Scene, shown
from tnpcore import Points, masks

GUESSES = (
    Option("Nothing at all", "This mask lets A attend to B, perhaps through others: hide those cells and drag again."),
    Option("It changes a little", "Under TNP-D's mask no token may attend to a target, so nothing of B reaches A."),
    Option("It follows B", "B is a target: its token carries y = 0 and no value that A could follow."),
)
FAR = 0.3  # how far B must be dragged
LITTLE = 0.5  # in standard deviations of A's prediction
A, B = 0, 1


def happened(before: Moment, now: Moment) -> Observation | None:
    """What dragging B did to A's prediction, under the mask as it is now."""
    at, was = now.controls.at, before.controls.at
    if float((at - was)[B].abs()) < FAR:
        return None
    run = now.controls.masked_model(len(now.points))
    was = at.clone().index_copy_(0, at.new_tensor([B]).long(), was[B : B + 1])
    here, there = (predict_under(run, now.points, x) for x in (at, was))
    pairs = ((here.mean, there.mean), (here.sd, there.sd))
    change = max(abs(float(a[A] - b[A])) for a, b in pairs) / float(there.sd[A])
    option = 0 if change < EXACT else 1 if change < LITTLE else 2
    amount = f"less than {EXACT}" if change < EXACT else f"{change:.2f}"
    way = f"from x = {shown(float(was[B]))} to {shown(float(at[B]))}"
    return Observation(option, f"A's prediction changed by {amount} sd when B moved {way}.")


def check(points: Points, controls: MaskControls, _scene: Scene) -> Checked:
    """A depends on B although A may not attend to B: one switched cell opens a detour."""
    nc = len(points)
    mask = controls.mask(nc)
    switched = int((mask != masks.context_only(nc, TARGETS)).sum())
    change = float(measure_changes(MaskedModel(mask), points, controls.at).others[B, A])
    hidden = not bool(mask[nc + A, nc + B])
    cells = "1 cell differs" if switched == 1 else f"{switched} cells differ"
    text = f"Row tA, column tB is {'hidden' if hidden else 'allowed'}; {cells} from TNP-D's mask; "
    amount = f"less than {EXACT}" if change < EXACT else f"{change:.4f}"
    text += (
        f"A changes by {amount} sd when B moves by {STEP}; it depends on B from {EXACT} sd, which is above rounding."
    )
    return Checked(hidden and switched == 1 and change >= EXACT, text)


STORY = FourSteps(
    title="A mask says what may depend on what",
    claim="Rows are queries, columns are keys. Where a cell is hidden, the query may not attend to the key: its "
    "attention weight is exactly 0. Targets here may attend to the context points only.",
    question="Under TNP-D's mask you will drag target B along x. What happens to A's prediction?",
    options=GUESSES,
    play="Drag target B along x.",
    more=(
        "**Allow row tA, column tB** and drag B again. Note which indicators turn red.",
        "**Allow row tA, column tA.** A's token carries y = 0 in place of a value, and these weights treat it as data.",
        "**From Blank**, paint cells until every indicator is green. With two points or more, only TNP-D's own mask "
        "does it.",
    ),
    happened=happened,
    explain="A hidden cell's weight is exactly 0, and the other keys of its row share what it had. What a row cannot "
    "reach, directly or through others over the layers, its prediction **cannot depend on**.",
    formula="A = softmax(QKᵀ/√d + log M),  log 0 = −∞",
    prove="From TNP-D's mask, switch **one cell, not row tA column tB**, so that A's prediction depends on B: it "
    f"must change by {EXACT} sd or more when B moves by {STEP}.",
    check=check,
    panels=("mask",),
).story()
