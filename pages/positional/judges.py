"""What the judges of the positional story find: every number is a model's own, on what was drawn."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pages.positional.controls import PositionalControls
from pages.positional.encodings import (
    CENTRED,
    DISPLACEMENT,
    INDEX,
    NONE,
    RAW,
    REVERSED,
    ROTARY,
    SINUSOIDAL,
    encoded_predictions,
    error_under_order,
    error_under_shift,
)
from pages.positional.scene import READS
from pages.positional.sinusoidal_encoding import FARTHEST, PLACES
from pages.positional.survey import COMPARED
from pages.shared.lesson.story import Moment, Verdict, chosen
from pages.shared.models.shift_error import ShiftError
from pages.shared.scene.marks import shown
from pages.shared.scene.quantities import Prose, along_x, along_y, at_x, at_y, words
from pages.shared.scene.readings import EXACT, IN_OWN_SD, in_sd, signed, too_short
from tnpcore import Points

FLAT = 1e-3  # of a mean or sd over all x: less is the same everywhere
SHIFT = 1.0  # of all inputs: from here on a shift is judged
LARGE = 0.5  # sd
TURN = 0.95  # cosine of the angle between two hands that point the same way
FEWEST, APART = 4, 0.5  # dimensions; distance of any two codes

WITHOUT_X = (
    "A curve through the points, in a wide band",
    "The same mean and band at every x",
    "A curve that misses the points",
)
_WITHOUT_X_OVERLOOKED = (
    "For a curve it would have to know which y belongs to which x.",
    "Here the prediction does depend on x.",
    "Even a wrong curve needs an x that it can follow.",
)
RAW_SHIFTED = ("0 sd: the curve moves along", f"below {LARGE} sd", f"above {LARGE} sd")
_RAW_OVERLOOKED = (
    "The tokens are others now.",
    "A network has learned nothing about x that it never saw.",
    "On these points it happens to change little.",
)
BINS = ("stays", "changes")
SORTED = {CENTRED: "centred x", SINUSOIDAL: "sinusoids (sin, cos of x)", ROTARY: "rotary", DISPLACEMENT: "x − x′"}
_SORTED_OVERLOOKED = {
    CENTRED: "The middle of the points shifts with them, so x minus the middle stays.",
    SINUSOIDAL: "Each dial turns by the shift: all numbers in the tokens change.",
    ROTARY: "A shift turns both vectors on by one angle: the angle between them stays.",
    DISPLACEMENT: "A shift changes no difference x − x′.",
}
NUMBERED = ("No", f"Yes, under {LARGE} sd of the band", "Yes, by more")
_NUMBERED_OVERLOOKED = (
    "The points are the same, their tokens are not.",
    "On these points the index makes another difference.",
    "In training, lists came in random order: the network learned to make little of the index.",
)
REASONS = (
    "The dials have no numbers for such x",
    "It reads each dial, not only similarities",
    "Sin and cos are too inexact",
)
_REASONS_OVERLOOKED = (
    "Dials turn on for ever. Rotary has dials too, and its prediction stays at the same x.",
    "",
    "The similarity agrees in all digits, so the dials are exact enough.",
)


def without_x(_before: Moment, now: Moment, guess: int) -> Verdict:
    """What a model predicts that was trained without x."""
    targets = now.controls.targets
    (here,) = encoded_predictions(NONE, now.points, (0.0,), targets, record=True)
    truth = 1 if max(np.ptp(here.mean), np.ptp(here.sd)) < FLAT else 0
    null = float(here.attention[READS[NONE]][:, :, 0].mean())
    more = words(
        "At every x: mean ", at_y(here.mean[0]), ", band ±", along_y(2 * here.sd[0]), ". ", _use_of_y(now.points), " "
    )
    more += f"In the map all rows are equal: layer {READS[NONE] + 1} gives {1 - null:.0%} of its weight to the points, "
    more += "the rest to null, a learned token for “no point”."
    shifted = _error(error_under_shift(NONE, now.points, COMPARED, targets))
    more += f" A shift of all x changes it by {shifted}."
    text = f"{WITHOUT_X[truth]}, because no token holds its x." if truth == 1 else f"{WITHOUT_X[truth]}."
    return chosen(text, guess, truth, _WITHOUT_X_OVERLOOKED, more)


def raw_under_shift(_before: Moment, now: Moment, guess: int) -> Verdict | None:
    """What a shift does to the model that reads x itself."""
    tau = now.controls.tau
    if not tau:
        return None
    if abs(tau) < SHIFT:
        return Verdict(False, too_short(tau, SHIFT))
    error = error_under_shift(RAW, now.points, tau, now.controls.targets)
    truth = 0 if error.largest < EXACT else 1 if error.mean < LARGE else 2
    none = error_under_shift(NONE, now.points, tau, now.controls.targets)
    more = words(
        "Shifted by ", signed(tau), f": shift error {_error(error)}. Without x it was {_error(none)}, and useless. "
    )
    more += "Useful, but tied to the x of its training. The TNP-D of other lessons was trained longer: its error is "
    more += f"another one. {IN_OWN_SD}"
    text = f"It changes by {_error(error)} of the band, because each token holds x itself, and each x is new."
    if not truth:
        text = "It does not change here."
    return chosen(text, guess, truth, _RAW_OVERLOOKED, more)


def survivors(_before: Moment, now: Moment, guess: Sequence[int]) -> Verdict:
    """Which of four codes leave the prediction as it is under a shift."""
    tau = now.controls.tau or COMPARED
    errors = {way: error_under_shift(way, now.points, tau, now.controls.targets) for way in SORTED}
    truth = [int(error.largest >= EXACT) for error in errors.values()]
    changed = [
        f"{SORTED[way]} {in_sd(error.mean)} of the band" for way, error in errors.items() if error.largest >= EXACT
    ]
    text = f"Predictions changed: {', '.join(changed) or 'none'}; the others 0"
    text += ", because they read only differences." if len(changed) < len(errors) else "."
    more = f"Whoever reads only differences (x − middle, angle, x − x′) cannot notice a shift. {IN_OWN_SD}"
    wrong = [way for way, mine, true in zip(errors, guess, truth, strict=True) if mine != true]
    overlooked = f" {_SORTED_OVERLOOKED[wrong[0]]}" if wrong else ""
    return Verdict(True, text + overlooked, not wrong, truth, more)


def reversed_list(_before: Moment, now: Moment, guess: int) -> Verdict | None:
    """What another order of the list does to the model whose points are numbered."""
    if now.controls.order != REVERSED:
        return None
    if len(now.points) < 2:
        return Verdict(False, "A list of one point has one order. Draw some more.")
    numbered, plain = (error_under_order(way, now.points, now.controls.targets) for way in (INDEX, RAW))
    truth = 0 if numbered.largest < EXACT else 1 if numbered.mean < LARGE else 2
    more = f"List reversed: the prediction changes by {_error(numbered)}; without an index, by {_error(plain)}. "
    more += f"An index says when a point was entered, not where it is: a set has no first point. {IN_OWN_SD}"
    text = f"Yes, by {_error(numbered)} of the band, because the index is a part of the token, and nearly each has "
    text += "another one."
    if not truth:
        text = "On these points it does not change."
    return chosen(text, guess, truth, _NUMBERED_OVERLOOKED, more)


def turned(before: Moment, now: Moment, _guess: object) -> Verdict | None:
    """Whether the first dial has made whole turns between x′ and x, and what distinguishes the two places."""
    controls: PositionalControls = now.controls
    if controls.pair == before.controls.pair:
        return None
    (x, other), rates = controls.pair, controls.sinusoids.rates
    turns = abs(x - other) * rates / (2 * np.pi)
    degrees = [f"{360 * turn:,.0f}°" for turn in turns]
    if turns[0] < 0.5 or np.cos(2 * np.pi * turns[0]) < TURN:
        text = words("From x′ = ", at_x(other), " to x = ", at_x(x), f" the first dial turns by {degrees[0]}.")
        return Verdict(
            False, words(text, " A whole turn takes ", along_x(2 * np.pi / rates[0]), " of x: look one turn away.")
        )
    middle = len(rates) // 2
    whole = round(float(turns[0]))
    because = f"because it has made {whole} whole turn{'s' * (whole > 1)}"
    text = words(
        "x = ", at_x(x), ": the first dial points as at x′ = ", at_x(other), f", {because}. The others differ."
    )
    more = f"Dial {middle} has turned by {degrees[middle - 1]}, the last by {degrees[-1]}: together, the dials "
    return Verdict(True, text, more=f"{more}distinguish the two places.")


def why_it_changes(_before: Moment, now: Moment, guess: int) -> Verdict:
    """Why equal similarities do not make equal predictions."""
    controls, pair = now.controls, np.array(now.controls.pair)
    here, there = (controls.sinusoids.similarity(pair + tau, pair + tau)[0, 1] for tau in (0.0, COMPARED))
    error, rotary = (error_under_shift(way, now.points, COMPARED, controls.targets) for way in (SINUSOIDAL, ROTARY))
    more = words(
        f"Pair {shown(here, 3)}, both shifted by ", along_x(COMPARED), f": {shown(there, 3)}. Shift error: sinusoids "
    )
    more += f"{_error(error)}, rotary {_error(rotary)}. In rotary, only the difference of two angles enters the score."
    text = "It reads each dial, because learned matrices act on the code before any product."
    return chosen(text, guess, 1, _REASONS_OVERLOOKED, words(more, f" {IN_OWN_SD}"))


def few_dials(_before: Moment, now: Moment, _guess: object) -> Verdict:
    """The exercise: the fewest dimensions that keep the codes of all places apart."""
    sinusoids = now.controls.sinusoids
    one, other, least = sinusoids.nearest_codes()
    text = words(
        f"d = {sinusoids.d}, base {sinusoids.base:,.0f}: the codes of ", at_x(one, 1), " and ", at_x(other, 1), " are "
    )
    text += f"nearest, {shown(least)} apart."
    if sinusoids.d < FEWEST:
        return Verdict(False, words(text, " A single dial comes back to where it was."))
    if least < APART:
        slow = 2 * np.pi / sinusoids.rates[-1]
        turns = "goes round more than once" if slow < 2 * FARTHEST else "hardly turns between places"
        return Verdict(False, words(text, f" The slowest dial {turns}."))
    if sinusoids.d > FEWEST:
        return Verdict(False, words(text, " Fewer dimensions will do."))
    two = f"Two dials separate {len(PLACES)} places, because one turns fast and one slowly, as the hands of a clock."
    return Verdict(True, two, more=text)


def _use_of_y(points: Points) -> Prose:
    """What a model without x can know of the points drawn."""
    if not len(points):
        return "There is no y that it could use."
    return words("It uses the y’s (their mean: ", at_y(float(points.y.mean())), "), not where they lie.")


def _error(error: ShiftError) -> str:
    """A change of the mean; what counts as none is 0."""
    return "0 sd" if error.largest < EXACT else in_sd(error.mean)
