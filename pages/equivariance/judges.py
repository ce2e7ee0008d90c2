"""What decides the steps of the equivariance story: each verdict is computed from the models on the drawn points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pages.equivariance.controls import START, EquivarianceControls
from pages.equivariance.groups import GROUPS, PERMUTE, REFLECT, SCALE, SHIFT
from pages.equivariance.layers import weight_moved
from pages.equivariance.shift_sweep import EXACT_GRID, HIDDEN, LETTERS, change_by_shift
from pages.equivariance.stationarity import likelihoods
from pages.equivariance.variants import GRID_AT_ZERO, PAIR, TITLES, TRAINED_ON_SHIFTS, process
from pages.shared.lesson.story import Moment, Verdict, chosen
from pages.shared.models.catalogue import NAMES, model
from pages.shared.models.predictions import GRID, grid
from pages.shared.models.shift_error import ShiftError
from pages.shared.scene.marks import shown
from pages.shared.scene.quantities import words
from pages.shared.scene.readings import EXACT, IN_OWN_SD, both_changes, in_sd, signed, small
from tnpcore import Points, card

CLOSE = 0.1  # below: "close"
BINS = ("same", "close", "far")
SORTED = {
    "tnpd": "TNP-D reads x",
    "tetnp": "TETNP reads x − x′",
    "convcnp": "ConvCNP, grid on data",
    GRID_AT_ZERO: "ConvCNP, grid at 0",
}
CHANGES = {name: title for name, title in GROUPS.items() if name != SHIFT}
FAR_ENOUGH = 1.0  # the shift after which two predictions are compared
BEYOND = 10.0  # a shift that no model has been trained on
WITHIN = 32  # shifts between two cells: a point that enters another cell makes E jump
MOST, NEAREST = 0.5, 1.0  # of the largest E that a shift of at most so much causes
OFF, FOLLOWS = 0.2, 0.05  # E of the model trained on shifts: beyond its training, and within it
MOVED_BECAUSE = {"tnpd": ", because x itself is read", GRID_AT_ZERO: ", because it stays as the points move"}
OVERLOOKED = {
    "tnpd": "TNP-D reads x itself, and x is new.",
    "tetnp": "A shift changes no difference x − x′.",
    "convcnp": "A grid laid on the data shifts with it.",
    GRID_AT_ZERO: "The grid at 0 stays while the points move over it.",
    PERMUTE: "A sum over points has no order.",
    REFLECT: "A reflection changes F, because most heads favour one side.",
    SCALE: "The prior fixes how large y is: doubled data are other data, for the Bayes predictor too.",
}


def sort_models(_before: Moment, now: Moment, guess: Sequence[int]) -> Verdict:
    """What the shift does to each of the four models."""
    controls = EquivarianceControls(view=now.controls.view, tau=START)
    errors = {name: controls.shift_error(name, now.points) for name in SORTED}
    changed = [
        f"{'grid at 0' if name == GRID_AT_ZERO else TITLES[name]}: {in_sd(error.mean)}{MOVED_BECAUSE.get(name, '')}"
        for name, error in errors.items()
        if error.largest >= EXACT
    ]
    because = "because a shift changes no difference of x, and a grid laid on the data shifts with it"
    return _sorted(guess, errors, f"{'; '.join(changed)}. The others: 0, {because}.")


def sort_changes(_before: Moment, now: Moment, guess: Sequence[int]) -> Verdict:
    """What TETNP does under three other changes of the data."""
    errors = {}
    for group in CHANGES:
        controls = EquivarianceControls(view=now.controls.view, model="tetnp", group=group)
        errors[group] = controls.shift_error("tetnp", now.points)
    text = f"Reordered {small_or_zero(errors[PERMUTE])}, because a sum has no order. Reflected "
    text += f"{in_sd(errors[REFLECT].mean)} of the band, because a learned F is not symmetric; "
    text += f"y doubled {in_sd(errors[SCALE].mean)}, because the prior fixes how large y is."
    more = f"With y doubled the band changes, too: {both_changes(errors[SCALE])}. "
    return _sorted(guess, errors, text, more)


def small_or_zero(error: ShiftError) -> str:
    """The change of the mean; what counts as none is 0."""
    return "0" if error.largest < EXACT else in_sd(error.mean)


def _sorted(guess: Sequence[int], errors: Mapping[str, ShiftError], numbers: str, more: str = "") -> Verdict:
    """The bins that came true, and what the first wrong guess overlooked."""
    truth = [_bin(error) for error in errors.values()]
    wrong = [name for name, mine, true in zip(errors, guess, truth, strict=True) if mine != true]
    if not wrong:
        return Verdict(True, numbers, True, truth, more + IN_OWN_SD)
    count = f"{len(truth) - len(wrong)} of {len(truth)}."
    return Verdict(True, f"{count} {numbers} {OVERLOOKED[wrong[0]]}", False, truth, more + IN_OWN_SD)


def _bin(error: ShiftError) -> int:
    return 0 if error.largest < EXACT else 1 if error.largest < CLOSE else 2


def shifted_both(_before: Moment, now: Moment, _guess: object) -> Verdict | None:
    """Everything was shifted far enough, with a model that is equivariant on show."""
    controls: EquivarianceControls = now.controls
    if not controls.tau:
        return None
    error, title = controls.shift_error(controls.model, now.points), controls.title
    here = words(
        "Shifted by ", signed(controls.tau), f", {title} lies {in_sd(error.mean)} of its band from its old prediction."
    )
    if abs(controls.tau) < FAR_ENOUGH:
        return Verdict(False, words(here, f" Shift by {FAR_ENOUGH:.0f} or more."))
    if error.largest >= EXACT:
        return Verdict(False, words(here, " Now choose TETNP."))
    raw = in_sd(controls.shift_error("tnpd", now.points).mean)
    own, theirs = (weight_moved(name, now.points, controls.tau, grid(controls)) for name in (controls.model, "tnpd"))
    stay = "its weights stay" if own < EXACT else f"{own:.0%} of its weight moves"
    text = f"{title}: 0 sd of its band, and {stay}, because it computes with differences of x alone. TNP-D: {raw}, "
    more = f"Equivariant, not invariant: {title}'s curve shifts too. {IN_OWN_SD}"
    return Verdict(True, f"{text}and {theirs:.0%} of its attention weight moves.", more=more)


def centred(_before: Moment, now: Moment, _guess: object) -> Verdict | None:
    """What centring does to the change of TNP-D under the shift that is set."""
    controls: EquivarianceControls = now.controls
    if not controls.centre:
        return None
    if not len(now.points):
        return Verdict(False, "Without points there is no middle to subtract. Draw some.")
    with_it, without = (replace(controls, centre=centre).shift_error("tnpd", now.points) for centre in (True, False))
    if without.largest < EXACT:
        return Verdict(False, f"At τ = {shown(controls.tau)} nothing changes anyway. Shift by 1 or more.")
    text = f"TNP-D changed by {in_sd(without.mean)} of its band, now by {small_or_zero(with_it)}, "
    text += "because absolute x was all that a shift had changed for it."
    return Verdict(with_it.largest < EXACT, text, more=IN_OWN_SD)


def grid_errors(points: Points) -> tuple[float, float, float]:
    """With the grid at zero: the largest E between two cells, at the next whole cell, and at a whole cell beyond the
    training range."""
    cell = 1 / model("convcnp").grid.points_per_unit
    between = [cell * k / WITHIN for k in range(1, WITHIN)]
    changes, _ = change_by_shift(process(GRID_AT_ZERO), points, (*between, cell, 3.0), GRID)
    return float(changes[:-2].max()), float(changes[-2]), float(changes[-1])


GRID_OPTIONS = ("At every shift but 0", "At shifts by part of a cell", "Only beyond the training range")
GRID_OVERLOOKED = (
    "A whole cell changes nothing.",
    "",
    "The network never reads x: only the place within a cell counts.",
)


def where_grid_fails(_before: Moment, now: Moment, guess: int) -> Verdict | None:
    """At which shifts a grid that is pinned to zero changes the prediction; one that changes it most must be found."""
    tau = now.controls.tau
    if not tau:
        return None
    between, whole, beyond = grid_errors(now.points)
    if between < EXACT:
        return Verdict(False, "On these points no shift changes anything. Draw some more.")
    here = now.controls.shift_error(GRID_AT_ZERO, now.points).mean
    found = f"τ = {shown(tau)} changes it by {in_sd(here)} of its band"
    if abs(tau) > NEAREST:
        return Verdict(False, f"{found}. Stay within {NEAREST:.0f}.")
    if here < MOST * between:
        return Verdict(False, f"{found}; another shift within {NEAREST:.0f} changes it by {in_sd(between)}.")
    truth = 0 if whole > EXACT_GRID else 1
    more = f"At most {in_sd(between)} is possible. "
    more += f"τ = 1/16: {in_sd(whole)}, τ = 3 (48 cells): {in_sd(beyond)}. {IN_OWN_SD}"
    text = f"{found}, a whole cell by {in_sd(whole)}"
    text += "." if truth == 0 else ", because every point lies within its cell as before."
    return chosen(text, guess, truth, GRID_OVERLOOKED, more)


LEARNED_OPTIONS = ("At every shift", "About as far as it was trained", "No further than TNP-D")
LEARNED_OVERLOOKED = (
    "At each shift it would have to be built in.",
    "",
    "Within the shifts of its training it is far better than TNP-D.",
)


def how_far_learned(_before: Moment, now: Moment, guess: int) -> Verdict:
    """How far the model that was trained on shifted tasks is equivariant; a shift at which it is not must be found."""
    tau = now.controls.tau
    (near, here, far), (raw, *_), (*exact, _) = (
        change_by_shift(process(name), now.points, (START, tau, BEYOND), GRID)[0]
        for name in (TRAINED_ON_SHIFTS, "tnpd", "tetnp")
    )
    found = f"τ = {shown(tau)} changes it by {in_sd(here)}"
    if near >= FOLLOWS:
        return Verdict(
            False, f"On these points τ = {START} alone changes it by {in_sd(near)}. Reload the step's points."
        )
    if here < OFF:
        within = abs(tau) <= card(TRAINED_ON_SHIFTS).recipe["shift"]
        return Verdict(False, f"{found}: {'it was trained on such shifts' if within else 'further'}.")
    truth = 0 if far < EXACT else 2 if near > raw / 2 else 1
    more = f"{found}, τ = {START} by {in_sd(near)} (TNP-D by {in_sd(raw)}). "
    more += f"TETNP: {in_sd(max(exact))} at both, by construction. {IN_OWN_SD}"
    text = f"{found}, τ = {START} by {in_sd(near)}"
    text += ", because training teaches nothing about places it never showed." if truth == 1 else "."
    return chosen(text, guess, truth, LEARNED_OVERLOOKED, more)


BETTER_OPTIONS = ("TETNP, the equivariant one", "TNP-D, which reads x", "No difference")
BETTER_OVERLOOKED = (
    "An equivariant model cannot know on which side of 0 it is.",
    "",
    "Where x says how fast a curve varies, reading x pays.",
)


def better_model(_before: Moment, _now: Moment, guess: int) -> Verdict:
    """Which of two models has the higher log-likelihood on tasks of the prior that is not stationary."""
    found = likelihoods()
    difference, error = found.difference
    truth = 2 if abs(difference) < 2 * error else int(difference > 0)
    each = ", ".join(f"{NAMES[name]} {shown(found.mean(name), 3)}" for name in PAIR)
    more = f"{each} nats per target, more is better: {shown(difference, 3)} ± {error:.3f} apart."
    text = f"{BETTER_OPTIONS[truth]}, by {shown(abs(difference), 3)} nats per target"
    text += ", because it reads on which side of 0 it is; TETNP cannot." if truth == 1 else "."
    return chosen(text, guess, truth, BETTER_OVERLOOKED, more)


NAMED = {TRAINED_ON_SHIFTS: "on shifts", GRID_AT_ZERO: "grid at 0", "tnpd": "TNP-D", "tetnp": "TETNP"}
CHOICES = ("tnpd", TRAINED_ON_SHIFTS, "tetnp", GRID_AT_ZERO)
SEEN_AT = (0.02, 1 / 16, 0.1)  # of which the second is a whole cell


def named(_before: Moment, now: Moment, guess: Sequence[int]) -> Verdict:
    """Whether the four curves without names were matched with their models."""
    hidden = HIDDEN[now.controls.order]
    truth = [CHOICES.index(name) for name in hidden]
    if not len(now.points):
        return Verdict(False, "Without points a grid has nothing to change. Draw some.")
    wrong = [i for i, (mine, true) in enumerate(zip(guess, truth, strict=True)) if mine != true]
    if not wrong:
        return Verdict(True, "All four, because what a model reads of x decides what a shift does to it.", True, truth)
    first = wrong[0]
    changes, _ = change_by_shift(process(hidden[first]), now.points, SEEN_AT, GRID)
    seen = ", ".join(f"{small(value)} at {at:g}" for value, at in zip(changes, SEEN_AT, strict=True))
    text = f"{4 - len(wrong)} of 4. {LETTERS[first]} is not {NAMED[CHOICES[guess[first]]]}: E = {seen}."
    return Verdict(False, text, False)
