"""The exercise of the masks story: whether a painted mask makes TNP-A predict its targets in the order B, A, C."""

from __future__ import annotations

from pages.masks.changes import EXACT, STEP, Changes, measure_changes
from pages.masks.indicators import IN_SD, sd_text
from pages.masks.mask_presets import LETTERS, TARGETS, MaskedModel, shortest_path, token_names
from pages.shared.lesson.story import Moment, Verdict

A, B, C = range(TARGETS)
NEEDED = ((B, A), (B, C), (A, C))  # whose y reaches whose prediction when B is first and C last


def b_first(_before: Moment, now: Moment, _guess: object) -> Verdict:
    """Whether the mask makes TNP-A predict in the order B, A, C: found by changing each y, with the path of a leak."""
    if now.controls.rule != "tnpa":
        return Verdict(False, "Choose the mask of TNP-A.")
    nc = len(now.points)
    run = now.controls.masked_model(nc)
    changes = measure_changes(run, now.controls.trained_model(nc), now.points, now.controls.at, now.controls.y)
    if found := _forbidden(changes, run, nc):
        return Verdict(False, found)
    for key, target in NEEDED:
        if changes.values[key, target] < EXACT:
            return Verdict(False, f"{LETTERS[target]} does not depend on y{LETTERS[key]} yet, which comes before it.")
    b, c = (sd_text(float(changes.values[pair])) for pair in NEEDED[:2])
    order = "The order is B, A, C, because yB reaches A and C, yA reaches C alone, and no y its own prediction."
    return Verdict(True, order, more=f"By yB, the prediction at A changes by {b}, at C by {c}. {IN_SD}")


def _forbidden(changes: Changes, run: MaskedModel, nc: int) -> str:
    """The first y that reaches a prediction that it must not reach, and the path; "" where there is none."""
    pairs = [(t, t) for t in range(TARGETS)] + [(A, B), (C, A), (C, B)]
    for key, target in pairs:
        change = float(changes.values[key, target])
        if change < EXACT:
            continue
        names = token_names(nc, run.tokens)
        path = " → ".join(names[i] for i in shortest_path(run.mask, run.a + target, nc + key))
        what = "its own y, a leak" if key == target else f"y{LETTERS[key]}, which comes after it"
        return f"{LETTERS[target]} depends on {what}: {sd_text(change)} when it changes by {STEP:g}. The path: {path}."
    return ""
