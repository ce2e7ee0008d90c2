"""What the judges of SetConv's story find: every number is that of the channels, or of a trained model."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch

from pages.setconv import comparisons as compare
from pages.setconv.activations import NAMES, receptive_field, stride
from pages.setconv.channels import learned_lengthscale, trained_grid
from pages.setconv.comparisons import NO_DENSITY, SKETCH_AT
from pages.setconv.controls import BAND
from pages.shared.lesson.guesses import SketchCurve
from pages.shared.lesson.story import Moment, Verdict, chosen
from pages.shared.scene.marks import shown
from pages.shared.scene.quantities import along_x, along_y, at_x, at_y, words

SKETCH = SketchCurve(SKETCH_AT, "your sketch of the signal", "the signal")
CLOSE = 0.4  # RMSE up to which a drawn signal is right
LIKE = 0.7  # RMSE up to which it resembles another curve
NARROWS, NO_EFFECT, WIDENS = range(3)
LEAST = 1e-3  # in standard deviations: a smaller change is none
NEARLY_ZERO = 0.2  # of y: meant as 0, but not 0
PLACE = 0.15  # of x: two points that are no further apart are meant to be together
HIGH = 0.3  # of y: a pair nearer to 0 shows no doubling
AS_ONE, TWICE, HALF = range(3)
COARSEST = 2.0  # of x: the width of a cell at the lowest level
FLAT_WITHIN = (-1.0, 1.0)
MOST_POINTS, LONGEST, FLAT = 3, 0.65, 0.1
SAME, AWAY, OTHER = 0.1, 0.3, 0.3  # of y: raw sums that are the same, points that are no zeros, bands that differ


def reached_the_band(before: Moment, now: Moment, _guess: object) -> Verdict | None:
    """Whether the slider went through the stages to the last one."""
    stage = now.controls.stage
    if stage == before.controls.stage:
        return None
    if stage < BAND:
        return Verdict(False, f"Stage {stage} of {BAND}. Go on to stage {BAND}.")
    cells = len(trained_grid().offsets(now.points.x, torch.float64))
    lengthscale = along_x(learned_lengthscale(now.controls.model))
    points = "1 point" if len(now.points) == 1 else f"{len(now.points)} points"
    because = "because the sums of their RBFs have a value at every x, so at every cell, too"
    more = words("The width of the RBFs, their lengthscale, is learned: ", lengthscale, ".")
    return Verdict(True, f"{points}, {cells} grid cells, one band, {because}.", more=more)


def drawn_signal(before: Moment, _now: Moment, guess: Sequence[float]) -> Verdict:
    """The drawn signal beside the true one, by RMSE, and what the drawing overlooked."""
    signal, raw, straight = compare.curves(before.points, before.controls)
    error = SKETCH.error(guess, signal.tolist())
    outcome = [round(float(value), 4) for value in signal]
    found = f"Your curve is off by {error:.2f} on average (RMSE)."
    why = "Near one point, the signal is that point's y, because both sums hold one RBF, which cancels."
    if error <= CLOSE:
        return Verdict(True, why, True, outcome, found)
    drawn = np.array(guess)
    if np.ptp(drawn) < 0.3:
        text = f"{why} You drew a flat line, but the signal follows the points."
    elif compare.rms(drawn - raw) < min(error, LIKE, compare.rms(drawn - straight)):
        text = f"{why} You drew the raw sum, which falls to 0 beside a point. The density falls as fast."
    elif compare.rms(drawn - straight) < min(error, LIKE):
        text = f"{why} You drew a slope between the points. The nearer point has nearly all the weight."
    else:
        text = f"{why} In between, the nearer point has more weight."
    return Verdict(True, text, False, outcome, found)


def zero_noticed(before: Moment, now: Moment, guess: int) -> Verdict | None:
    """What a point on y = 0 does to the band of the model of the raw sum alone: it narrows (0), nothing (1), widens."""
    zeros = compare.on_zero(now.points)
    if not len(zeros):
        return _not_a_zero(before, now)
    at = float(now.points.x[zeros[-1], 0])
    kept = compare.without(now.points, int(zeros[-1]))
    with_it, without = (compare.band(NO_DENSITY, points, at) for points in (now.points, kept))
    text = words(
        "At x = ", at_x(at), " the band was ", along_y(4 * without[1]), " wide, now it is ", along_y(4 * with_it[1])
    )
    moved = compare.anchor_moved(now.points, kept)
    if abs(moved) > 1e-9:
        outside = words(
            text, ". The point lies outside the others and moves the middle of the grid by ", along_x(moved)
        )
        return Verdict(False, words(outside, ": that alone changes the band. Undo, and put it between two points."))
    truth = _outcome(with_it, without)
    full, empty = (4 * compare.band("convcnp", points, at)[1] for points in (now.points, kept))
    more = words(text, ". With density and division: from ", along_y(empty), " to ", along_y(full), ".")
    text = (
        "It narrows.",
        "Nothing, because a zero adds 0 to the raw sum, and this model reads nothing else. To a density it adds 1: "
        "something was observed there.",
        "It widens.",
    )[truth]
    overlooked = (
        "Nothing in the sum says that a point is there.",
        "Yet this band changed.",
        "Nothing takes certainty away.",
    )
    return chosen(text, guess, truth, overlooked, more)


def _not_a_zero(before: Moment, now: Moment) -> Verdict | None:
    """A point that was meant as a zero and is none, or nothing yet."""
    if len(now.points) <= len(before.points):
        return None
    y = float(now.points.y[-1, 0])
    if abs(y) > NEARLY_ZERO:
        return Verdict(False, words("The new point is at y = ", at_y(y), ". Undo, and put one at 0."))
    small = f"y = {shown(y, 4)} is not 0: without a density to divide by, even so low an RBF says: here was a point."
    return Verdict(False, f"{small} Undo, and use the words in the text.")


def _outcome(with_it: tuple[float, float], without: tuple[float, float]) -> int:
    """By the width of the band, where mean or width changed at all."""
    changes = [abs(a - b) for a, b in zip(with_it, without)]
    if max(changes) / without[1] < LEAST:
        return NO_EFFECT
    return NARROWS if with_it[1] < without[1] else WIDENS


def pair(before: Moment, now: Moment, guess: int) -> Verdict | None:
    """What the model that reads the raw sum alone predicts at two points together: 0 as at one of them, 1 twice as
    much, 2 half as much."""
    if compare.same(before.points, now.points):
        return None
    twins = compare.twins(now.points, PLACE)
    if twins is None:
        return Verdict(False, words("No two points are within ", along_x(PLACE), " along x yet."))
    joined, at, (one, other) = compare.put_together(now.points, twins)
    average = (one + other) / 2
    if min(one * other, abs(average) - HIGH) <= 0:
        return Verdict(False, "Choose two points on the same side of y = 0, and not near it.")
    raw, divided = (compare.band(name, joined, at)[0] for name in (NO_DENSITY, "convcnp"))
    truth = int(np.abs(raw / average - np.array([1.0, 2.0, 0.5])).argmin())
    more = words(
        "At x = ",
        at_x(at),
        ", exactly together: raw sum ",
        at_y(one + other),
        ", density 2, signal ",
        at_y(average),
        ". ",
    )
    more += words("The mean is ", at_y(raw), " with the raw sum alone, ", at_y(divided), " with density and division.")
    text = (
        words("It stays near one point's y: the mean is ", at_y(raw), "."),
        words("It doubles, to ", at_y(raw), ", because this model reads the sum of both y, and nothing divides it."),
        words("It halves, to ", at_y(raw), "."),
    )[truth]
    overlooked = ("One point's y would take an average, and a sum is none.", "Here it did not double.", "")
    return chosen(text, guess, truth, overlooked, more)


def coarsest_layer(before: Moment, now: Moment, _guess: object) -> Verdict | None:
    """Whether the layer with the widest cells is on show."""
    layer = now.controls.layer
    if layer == before.controls.layer:
        return None
    width = stride(layer) / trained_grid().points_per_unit
    text = words(f"A cell of layer “{NAMES[layer]}” is ", along_x(width), f" wide, {stride(layer)} cells of the grid")
    if width < COARSEST:
        return Verdict(False, words(text, ". Look for ", along_x(COARSEST), "."))
    cells = receptive_field(now.controls.model, layer)
    reach = along_x(cells / trained_grid().points_per_unit, 1)
    more = words(f"One value depends on {cells} grid cells, ", reach, " units. Five more layers lead back to the grid.")
    return Verdict(True, words(text, ", because each of five layers halved the resolution."), more=more)


def flat_density(_before: Moment, now: Moment, _guess: object) -> Verdict:
    """Whether few narrow RBFs add up to a density that is flat in the middle."""
    points, controls = now.points, now.controls
    if not len(points):
        return Verdict(False, "There is no point, and no density.")
    x = torch.linspace(*FLAT_WITHIN, 81, dtype=torch.float64)[:, None]
    density = controls.encoding(points).channels(x)[0]
    change = float(np.ptp(density) / max(float(density.max()), 1e-12))
    count = "1 point" if len(points) == 1 else f"{len(points)} points"
    low, high = (at_x(float(x[at(), 0])) for at in (density.argmin, density.argmax))
    text = words(
        f"{count}, lengthscale ", along_x(controls.lengthscale), f": from −1 to 1 the density varies by {change:.0%}"
    )
    if len(points) > MOST_POINTS:
        return Verdict(False, words(text, f". Use at most {MOST_POINTS} points."))
    if controls.lengthscale > LONGEST:
        return Verdict(False, words(text, ". Use a lengthscale of at most ", along_x(LONGEST), "."))
    if change > FLAT:
        return Verdict(False, words(text, "; it is highest at x = ", high, ", lowest at x = ", low, "."))
    return Verdict(True, words(text, ", because RBFs about two lengthscales apart have a nearly flat sum."))


def same_raw_sum(before: Moment, now: Moment, _guess: object) -> Verdict | None:
    """Whether the drawn set and the kept one have one raw sum and different bands, without a point near y = 0."""
    kept = now.controls.kept_points
    if compare.same(before.points, now.points) or not len(kept):
        return None
    x, raw = compare.raw_difference(kept, now.points, now.controls)
    at, band = compare.band_difference(kept, now.points, now.controls)
    blind = compare.band_difference(kept, now.points, now.controls, NO_DENSITY)[1]
    text = words(
        "The raw sum differs by ",
        along_y(raw),
        ", an edge of the ConvCNP's band by ",
        along_y(band),
        " at x = ",
        at_x(at),
        ", one of the other model's by ",
        along_y(blind),
    )
    near = float(now.points.y.abs().min()) if len(now.points) else 1.0
    if near < AWAY:
        return Verdict(
            False, words("A point is ", along_y(near), " from y = 0. Find a way that stays ", along_y(AWAY), " away.")
        )
    if raw > SAME:
        return Verdict(
            False,
            words("The raw sum differs by ", along_y(raw), " at x = ", at_x(x), "; ", along_y(SAME), " is allowed."),
        )
    if band < OTHER:
        return Verdict(False, words(text, ": too little. Change the number of points."))
    if blind > band / 2:
        return Verdict(
            False,
            words(
                text, ": it has learned to see the least trace. Give the added points one x, and y with the same sum."
            ),
        )
    sums = words("One raw sum, two sets: the ConvCNP's band changed by ", along_y(band), ", because its density ")
    return Verdict(True, words(sums, "distinguishes them."), more=words(text, "."))
