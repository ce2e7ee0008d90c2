"""What the judges of the story find: every number is the models' own, on what was drawn."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import torch

from pages.paths.drawn_value import drawn_at_a
from pages.paths.joint import (
    autoregressive_both,
    bayes_correlation,
    event,
    neighbour_correlation,
)
from pages.paths.ways import events
from pages.shared.lesson.story import Moment, Verdict, chosen
from pages.shared.models.catalogue import NAMES
from pages.shared.models.predictions import predictions, rms_in_sd
from pages.shared.models.sample_paths import APART, path_correlation
from pages.shared.scene.marks import TRAINED_ON, shown
from pages.shared.scene.quantities import along_x, along_y, words
from pages.shared.scene.readings import IN_OWN_SD, in_sd

MARGINAL, JOINT = "tnpd", "tnpnd-lowrank"
SKETCH_AT = tuple(round(float(x), 3) for x in np.linspace(*TRAINED_ON, 41))
CLOSE_BY = 0.1  # of x: neighbouring values of a sketch
JAGGED = 0.75  # correlation of neighbouring values: below it a path is jagged
NARROW = 0.3  # of the sd: a sketch that stays closer to the mean than that leaves out the band
CLEAR = 0.05  # by which a probability, or a correlation, clearly differs from another one
DEPENDENT = 0.3  # correlation from which drawn values count as dependent
HALF = 0.5  # of the sd at B
DIFFERENCE, NEAREST = 0.2, 0.1  # of the two probabilities; of A and B along x

BINS = ("independent", "dependent")
SORTED = {
    "way-tnpd": "TNP-D",
    "way-np": "NP",
    "way-turn": "Autoregressive",
}
BECAUSE = {
    "way-tnpd": "TNP-D uses the same points for A and B, but draws each value from its marginal.",
    "way-np": "An NP draws both values by one latent vector: where it raises the mean at A, it raises the mean at B.",
    "way-turn": "The value drawn at A is in the context when B is predicted.",
}


def sketched(_before: Moment, now: Moment, guess: tuple[float, ...]) -> Verdict:
    """Whether the sketch is as jagged as the paths that the model draws."""
    name, drawn = now.controls.model, np.array([guess])
    places = torch.tensor(SKETCH_AT, dtype=torch.float64)[:, None]
    (band,) = predictions(name, now.points, xt=places)
    theirs = neighbour_correlation(name, now.points, places, CLOSE_BY)
    if math.isnan(theirs):
        return Verdict(False, "These points leave hardly anything open. Remove some, so that the band is wide.")
    off = float(np.sqrt(np.mean(np.square((drawn - band.mean) / band.sd))))
    mine = path_correlation(drawn, band, CLOSE_BY)
    text = f"The paths of {NAMES[name]} jump, because every value is drawn independently of the others."
    more = (
        f"Values {CLOSE_BY} apart have correlation {shown(theirs, 0)}, yours {shown(mine)} (near 1: one smooth curve)."
    )
    if off < NARROW:
        wrong = f"You stayed near the mean, {off:.1f} sd from it: a path has to use the width of the band."
    elif mine < JAGGED:
        return Verdict(True, text, True, None, more)
    else:
        wrong = "You drew a smooth function. The band is smooth; that values go together it does not state."
    return Verdict(True, f"{text} {wrong}", False, None, more)


def compared(before: Moment, now: Moment, _guess: object) -> Verdict | None:
    """Whether the model with a covariance was chosen, and how far its band and its paths are from the other's."""
    if now.controls.model != JOINT:
        return None if now.controls.model == before.controls.model else Verdict(False, f"Choose {NAMES[JOINT]}.")
    bands = {name: predictions(name, now.points, xt=now.controls.path_targets)[0] for name in (MARGINAL, JOINT)}
    inside = np.abs(bands[JOINT].x) <= TRAINED_ON[1]
    apart = rms_in_sd(
        *(replace(band, x=band.x[inside], mean=band.mean[inside], sd=band.sd[inside]) for band in bands.values())
    )
    found = [neighbour_correlation(name, now.points, now.controls.path_targets) for name in bands]
    if any(map(math.isnan, found)):
        return Verdict(False, "These points leave hardly anything open. Remove some, so that the band is wide.")
    return Verdict(
        True,
        f"The paths differ, because values {APART} apart have correlation {shown(found[0], 0)} with {NAMES[MARGINAL]}, "
        f"{shown(found[1])} with {NAMES[JOINT]}.",
        more=f"The map of {NAMES[JOINT]} has more than a diagonal. The means differ by {in_sd(apart)}. {IN_OWN_SD}",
    )


def joint_probability(_before: Moment, now: Moment, guess: int) -> Verdict:
    """The joint probability beside the product: about the same (option 0), clearly more (1), clearly less (2)."""
    found = event(now.points, now.controls)
    apart = found.both - found.product
    truth = 0 if abs(apart) < CLEAR else 1 if apart > 0 else 2
    count = found.paths.count
    more = (
        f"{round(found.paths.value * count)} of {count:,} paths are above the level at both: {found.paths.value:.2f} ± "
        f"{found.paths.error:.2f}. The product: {found.product:.2f}. The Bayes predictor: "
        f"{found.bayes:.2f}. The two values have correlation {shown(found.correlation)}."
    )
    numbers = f"{found.paths.value:.2f} against a product of {found.product:.2f}"
    text = (
        f"The product: {numbers}, because here the two values hardly depend on each other.",
        f"Clearly more: {numbers}, because a high value at one place makes one at the other more likely.",
        f"Clearly less: {numbers}, because a high value at one place makes a low one at the other more likely.",
    )[truth]
    overlooked = (
        "Multiplying assumes independent values, and marginals do not state that.",
        "More would need values that vary together.",
        "Less would need values that vary oppositely.",
    )
    return chosen(text, guess, truth, overlooked, more)


def sorted_ways(_before: Moment, now: Moment, guess: tuple[int, ...]) -> Verdict:
    """Which ways of drawing make the values at A and B depend on each other: independent (bin 0), dependent (1)."""
    found = events(now.points, now.controls, SORTED)
    truth = [int(abs(found[id].correlation) >= DEPENDENT) for id in SORTED]
    each = ", ".join(f"{SORTED[id]} {shown(found[id].correlation)}" for id in SORTED)
    more = f"Correlation at A and B: {each}. The table: the probability of both as product, and as share of the paths."
    wrong = [id for id, mine, real in zip(SORTED, guess, truth, strict=True) if mine != real]
    apart = [SORTED[id] for id, real in zip(SORTED, truth, strict=True) if not real]
    text = f"Independent: {' and '.join(apart) or 'none'}"
    text += ", because it draws each value from its marginal." if apart == [SORTED["way-tnpd"]] else "."
    return Verdict(True, f"{text} {BECAUSE[wrong[0]]}" if wrong else text, not wrong, truth, more)


def halved(before: Moment, now: Moment, _guess: object) -> Verdict | None:
    """Whether B is so near to A that the value drawn there halves the sd at B, and what the order of drawing does."""
    if (now.controls.a, now.controls.b) == (before.controls.a, before.controls.b):
        return None
    controls = now.controls
    value = drawn_at_a(now.points, controls)
    gap = abs(float(controls.places[0, 0] - controls.places[1, 0]))
    text = words("At B the sd goes from ", along_y(value.before), " to ", along_y(value.after))
    if value.after > HALF * value.before:
        return Verdict(False, words(text, ": more than half. Drag B nearer to A, or away from the points."))
    forth, back = (
        autoregressive_both(controls.model, now.points, xt, controls.level)
        for xt in (controls.places, controls.places.flip(0))
    )
    matters = "matters a little" if abs(forth - back) >= 1e-3 else "hardly matters here"
    return Verdict(
        True,
        words(text, ", because the value drawn at A is context now."),
        more=words(
            "B is ",
            along_x(gap),
            f" from A. The order {matters}: both above the level has probability {forth:.3f} with A drawn first, "
            f"{back:.3f} with B first.",
        ),
    )


def point_between(before: Moment, now: Moment, guess: int) -> Verdict | None:
    """What a point between A and B does to the correlation: it grows (option 0), falls to about 0 (1), turns negative
    (2)."""
    if len(now.points) <= len(before.points):
        return None
    low, high = sorted(now.controls.places[:, 0].tolist())
    added = now.points.x[len(before.points) :, 0]
    if not any(low < x < high for x in added.tolist()):
        return Verdict(False, f"The new point is at x = {shown(float(added[-1]))}. Drag it between A and B.")
    then, here = (event(points, now.controls) for points in (before.points, now.points))
    truth = 0 if here.correlation > then.correlation + CLEAR else 2 if here.correlation < -2 * CLEAR else 1
    exact = bayes_correlation(now.points, now.controls.places)[0, 1]
    more = (
        f"It was {shown(then.correlation)} and is {shown(here.correlation)}; under the Bayes predictor it is "
        f"{shown(float(exact))}. Both above the level has probability {here.both:.2f}, the product is "
        f"{here.product:.2f}."
    )
    text = (
        f"It grows, to {shown(here.correlation)}.",
        f"It falls to about 0, to {shown(here.correlation)}, because the height between them is known now.",
        f"It turns negative, {shown(here.correlation)}, because a smooth function passes the point with one slope: "
        "high on one side, low on the other.",
    )[truth]
    overlooked = (
        "The point takes away what A and B had in common: the height between them.",
        "The height between them is known now; the slope is not.",
        "That would need values that turn opposite ways at the point.",
    )
    return chosen(text, guess, truth, overlooked, more)


def differ(_before: Moment, now: Moment, _guess: object) -> Verdict:
    """The exercise: the joint probability and the product of the marginals differ by 0.2."""
    controls = now.controls
    if controls.model != JOINT:
        return Verdict(False, f"Choose {NAMES[JOINT]}: its joint probability is exact.")
    a, b = controls.places[:, 0].tolist()
    low, high = TRAINED_ON
    if not (low <= min(a, b) and max(a, b) <= high):
        return Verdict(False, "A and B must lie in the tinted range.")
    if abs(a - b) < NEAREST - 1e-9:
        return Verdict(
            False, words("A and B are ", along_x(abs(a - b)), " apart; ", along_x(NEAREST), " or more is needed.")
        )
    found = event(now.points, controls)
    apart = abs(found.both - found.product)
    text = f"Joint {found.both:.3f} against a product of {found.product:.3f}"
    if apart < DIFFERENCE:
        return Verdict(False, f"{text}: a difference of {apart:.3f}; {DIFFERENCE:g} or more is needed.")
    same = "rise and fall together" if found.correlation > 0 else "turn opposite ways"
    more = (
        f"Difference {apart:.3f}. The marginals are {found.marginals[0]:.2f} and {found.marginals[1]:.2f}, the "
        f"correlation is {shown(found.correlation)}. The Bayes predictor has {found.bayes:.2f} for both."
    )
    return Verdict(True, f"{text}, because the values at A and B {same}.", more=more)
