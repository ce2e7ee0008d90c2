"""What the judges of the kernel story find: every number is computed on what was drawn."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import torch

from pages.kernels import density, functions
from pages.kernels.controls import KernelControls
from pages.kernels.methods import doubled, nearest, pair_weights, total_variation, weights
from pages.shared.lesson.story import Moment, Verdict, chosen
from pages.shared.scene.marks import shown
from pages.shared.scene.quantities import Prose, along_x, along_y, at_x, at_y, joined, words
from pages.shared.scene.readings import small
from tnpcore import Points
from tnpcore.kernel_regression import ridge_weights

CLOSE = 0.2  # total variation up to which a guess of the weights is right
BELOW = -0.005  # a weight that is written as −0.01 or less
GAINED = 0.05  # of the weight: less is hardly any
BETWEEN = (0.1, 0.85)  # the weight of the point that is entered twice, under NW
SAME = 0.005  # of y: two curves that differ by less are one
AT_PEAK = 0.9  # of the maximum of a density
STILL = 0.05  # of x: a query that moved less is where it was
MATCH, SHARP, FEWEST = 0.1, 0.85, 4  # of the weight misplaced; a head with more on one point; points to match it on
SPREAD = ("At the points", "Between points", "Outside all points")
NO_POINTS = Verdict(False, "There must be at least one point.")


def guessed_weights(_before: Moment, now: Moment, guess: tuple[float, ...]) -> Verdict | None:
    """The guess beside the weights of NW, by total variation, and what it overlooked."""
    if len(guess) != len(now.points):
        return Verdict(False, "The points have changed since your guess. Go back one step, and forward again.")
    row, controls = weights(now.points, _plain(now.controls)).row("nw"), now.controls
    far = np.abs(now.points.x[:, 0].numpy() - controls.at)
    distance, top, favourite = total_variation(row, np.array(guess)), int(row.argmax()), int(np.argmax(guess))
    worst, kernel = int(np.abs(np.array(guess) - row).argmax()), np.exp(-((far / controls.bandwidth) ** 2) / 2)
    text = words(_name(top, now.points), f" has {row[top]:.0%}, because it is the nearest.")
    more = words(
        f"You misplaced {distance:.0%} of the weight. ",
        _name(top, now.points),
        " is ",
        along_x(far[top]),
        f" away, {far[top] / controls.bandwidth:.1f} bandwidths, and has {row[top]:.0%}. {KERNEL}",
    )
    shares = [round(float(w), 4) for w in row]
    if distance <= CLOSE:
        return Verdict(True, text, True, shares, more)
    if max(guess) - min(guess) < 0.1:
        wrong = "Equal bars would need equal distances."
    elif favourite != top:
        wrong = words(
            "You gave most to ", _name(favourite, now.points), ", which is ", along_x(far[favourite]), " away."
        )
    elif guess[worst] > row[worst] and worst == top:
        wrong = "You gave it too much: at the distance h the kernel is still 61% of its maximum."
    else:
        much, still = ("much", "only") if guess[worst] > row[worst] else ("little", "still")
        there = f" too {much}: there the kernel is {still} {kernel[worst]:.0%} of its maximum."
        wrong = words("You gave ", _name(worst, now.points), there)
    return Verdict(True, words(text, " ", wrong), False, shares, more)


KERNEL = "A kernel has 61% of its maximum at the distance h, 14% at 2h, 1% at 3h."


def where_they_differ(_before: Moment, now: Moment, guess: int) -> Verdict | None:
    """Where the sd of the functions is largest: at a point (option 0), between points (1), or outside all (2)."""
    if not len(now.points):
        return NO_POINTS
    controls = _plain(now.controls)
    x, sd = functions.spread(now.points, controls)
    known = now.points.x[:, 0].numpy()
    top = int(sd.argmax())
    far = np.abs(x[top] - known).min()
    truth = 2 if x[top] < known.min() or x[top] > known.max() else int(far > np.ptp(x) / len(x))
    where = ("At a point", "Between points", "Outside all points")[truth]
    text = words(f"{where}, by an sd of ", along_y(sd[top]), ", because no point is near there.")
    at_points = functions.sd_at(now.points, controls)
    more = words(
        "At the points their sd is ", along_y(at_points.min()), " to ", along_y(at_points.max()), ": the noise of sd "
    )
    more += words(along_y(controls.noise), " leaves that much open. Before any point it is ", along_y(controls.scale))
    overlooked = (
        "A function far from a point is improbable.",
        "Between two points both hold the functions.",
        "Here the points reach farther than their gaps.",
    )
    return chosen(text, guess, truth, overlooked, words(more, " everywhere: the scale."))


def negative(_before: Moment, now: Moment, guess: int) -> Verdict | None:
    """Whose weights are negative at the query: none (option 0), those of NW and the head (1), of KRR and the GP (2)."""
    if not len(now.points):
        return NO_POINTS
    found = weights(now.points, _plain(now.controls))
    krr = found.row("krr")
    low = int(krr.argmin())
    sums = ", ".join(
        f"{name} to {shown(float(found.row(key).sum()))}" for key, name in (("krr", "KRR's"), ("gp", "the GP's"))
    )
    truth = 2 if min(krr.min(), found.row("gp").min()) < BELOW else 0
    if truth == 0:
        text = "At this query no weight is negative; near other points KRR and the GP have negative ones"
        return Verdict(True, words(text, ". Drag the query, and look."), guess == 0, 0)
    text = words(
        f"Those of KRR and the GP: KRR gives {shown(float(krr[low]))} to ",
        _name(low, now.points),
        ", because a nearer point already says all that it could.",
    )
    more = f"So it is subtracted. The rows of NW and the head sum to 1, {sums}."
    overlooked = (
        "Only the rows of NW and the head are shares.",
        "NW and the head divide positive numbers by their sum: none is below 0.",
        "",
    )
    return chosen(text, guess, truth, overlooked, more)


def entered_twice(_before: Moment, now: Moment, guess: int) -> Verdict | None:
    """Where the weight of a point grows that is entered twice: in all methods (option 0), in NW and the head (1), or in
    the GP (2), which cannot be."""
    points, controls = now.points, now.controls
    if not len(points):
        return NO_POINTS
    if not controls.twice:
        return None
    once, twice = (weights(each, _plain(controls)) for each in (points, doubled(points, controls)))
    found = pair_weights(once, twice, nearest(points, controls))
    name = _name(nearest(points, controls), points)
    if not BETWEEN[0] <= found["nw"][0] <= BETWEEN[1]:
        return Verdict(
            False, words("NW gives ", name, f" {found['nw'][0]:.0%}. Drag the query to a point with 10% to 85%.")
        )
    grows = {key: both - once >= GAINED for key, (once, both) in found.items()}
    truth = 0 if grows["gp"] else 1
    change = (
        words(f"of {who} ", at_y(once.at_query(key)), " to ", at_y(twice.at_query(key)))
        for key, who in (("nw", "NW:"), ("head", "the head:"), ("gp", "the GP:"))
    )
    more = words(
        name,
        f": NW {_from_to(found['nw'])}, head {_from_to(found['head'])}: two votes. GP {_from_to(found['gp'])}: "
        "it compares the entries with each other, too; two of one place are one measurement with half the noise "
        f"variance, which would get {half_noise(points, controls):.0%}. Prediction ",
        joined("; ", change),
        ".",
    )
    text = (
        f"In all three, because here the GP leaves room for more, too: it gives {_from_to(found['gp'])}.",
        "Mostly in NW and the head, because they compare each entry with the query alone. The GP sees that both are at "
        "one place.",
    )[truth]
    overlooked = (
        "Only a method that compares points with each other can notice a repetition.",
        "Its noise is large, or the point far away.",
        "The GP compares the entries with each other, too.",
    )
    return chosen(text, guess, truth, overlooked, more)


def half_noise(points: Points, controls: KernelControls) -> float:
    """The weight at the query of the point nearest to it, observed once with half the noise variance."""
    ridges, i = torch.full((len(points),), controls.noise**2, dtype=torch.float64), nearest(points, controls)
    ridges[i] /= 2
    query = controls.grid.new_tensor([[controls.at]])
    return float(ridge_weights(controls.gp_kernel, points.x, query, ridges)[0, i])


def without_norm(_before: Moment, now: Moment, guess: int) -> Verdict | None:
    """Which point wins without the key's norm: the nearest (option 0), the farthest out on the query's side (1), or
    none (2)."""
    points, controls = now.points, now.controls
    if len(points) < 2:
        return Verdict(False, "There must be at least two points.")
    if controls.norm:
        return None
    found = weights(points, replace(_plain(controls), norm=False))
    dot, nw, near = found.row("dot"), found.row("nw"), nearest(points, controls)
    top = int(dot.argmax())
    truth = 2 if dot.max() - dot.min() < 0.01 else 0 if top == near else 1
    restored = weights(points, _plain(controls))
    gap = small(float(np.abs(restored.row("dot") - restored.row("nw")).max()))
    more = words(
        f"q·k/h² alone gives {dot[top]:.0%} to ",
        _name(top, points),
        f", and {dot[near]:.0%} to the nearest, ",
        _name(near, points),
        f"; NW gives them {nw[top]:.0%} and {nw[near]:.0%}. With the term they differ by {gap}. "
        "A trained network can make up for it: its queries and keys are learned.",
    )
    text = (
        f"Still the nearest, with {dot[top]:.0%}, because here it is also the farthest out.",
        words(
            "The farthest out, ",
            _name(top, points),
            f", has {dot[top]:.0%}, the nearest {dot[near]:.0%}, because q·k grows with k.",
        ),
        "All get the same, because every product is 0 where q = 0.",
    )[truth]
    overlooked = (
        "A product grows with the key, however far the key is from the query.",
        "At this query the two agree, or all are equal: drag it, and look again.",
        "They are equal at q = 0 alone, where every product is 0.",
    )
    return chosen(text, guess, truth, overlooked, more)


def same_curve(before: Moment, now: Moment, _guess: object) -> Verdict | None:
    """Whether KRR lies on the mean of the Gaussian process."""
    controls = _plain(now.controls)
    if now.controls.ridge == before.controls.ridge:
        return None
    if not len(now.points):
        return NO_POINTS
    found = weights(now.points, controls)
    gap, match = float(np.abs(found.curve("krr") - found.curve("gp")).max()), controls.matching_ridge
    text = f"λ = {controls.ridge:.2f}: the largest difference is {small(gap)}"
    if gap >= SAME:
        way = "too large: KRR is pulled towards 0" if controls.ridge > match else "too small: KRR follows the noise"
        return Verdict(False, f"{text}. λ is {way}.")
    sums = f"{controls.noise:.2f}²/{controls.scale:.2f}² = {match:.2f}"
    more = f"{text}, and noise²/scale² = {sums}. The GP also says how sure it is."
    return Verdict(True, f"{text}, because λ = noise²/scale² makes the weights the same.", more=more)


def two_peaks(before: Moment, now: Moment, _guess: object) -> Verdict | None:
    """Whether the slice of the density at the query has two peaks."""
    controls = _plain(now.controls)
    if abs(now.controls.at - before.controls.at) < STILL:
        return None
    if not len(now.points):
        return NO_POINTS
    found = density.peaks(now.points, controls)
    mean = weights(now.points, controls).at_query("nw")
    if len(found) < 2:
        return Verdict(
            False, words("One peak, at y = ", at_y(found[0]), ". Drag on, to between two points of unlike y.")
        )
    values, y = density.conditional(now.points, controls)
    there = float(np.interp(mean, y, values))
    more = words("Peaks at y = ", joined(" and ", map(at_y, found)), "; the mean of the slice is ", at_y(mean))
    more += f", where the density is {there:.0%} of its maximum."
    if there >= AT_PEAK:
        text = "Here it is at a peak, because that one outweighs the others, or they nearly merge. "
        text += "Between two peaks of one height it is less likely."
    else:
        text = f"A mean need not be a likely value, because it may lie between peaks: {there:.0%} of the maximum here."
    return Verdict(True, text, more=more)


def matched(_before: Moment, now: Moment, _guess: object) -> Verdict:
    """The exercise: a bandwidth with which NW gives at most 10% of the weight to other points than the head."""
    points, controls = now.points, _plain(now.controls)
    if len(points) < FEWEST:
        return Verdict(False, f"There must be at least {FEWEST} points: with fewer, many kernels look alike.")
    found = weights(points, controls)
    nw, head = found.map("nw"), found.map("head")
    distance, sharp = total_variation(nw, head), float(head.max(-1).mean())
    text = words("h = ", along_x(controls.bandwidth), f": {distance:.1%} misplaced")
    if sharp > SHARP:
        one = f"This head gives one point {sharp:.0%} on average, as every narrow kernel does"
        return Verdict(False, words(text, f". {one}: choose another."))
    if distance > MATCH:
        return Verdict(False, words(text, f"; NW is too {'broad' if nw.max(-1).mean() < sharp else 'narrow'}."))
    learned = f"because {controls.head_name} has learned a kernel that is much like a Gaussian of this bandwidth."
    return Verdict(True, words(text, f", {learned}"))


def _plain(controls: KernelControls) -> KernelControls:
    """Without a second entry, the key's norm in its place."""
    return replace(controls, twice=False, norm=True)


def _from_to(pair: tuple[float, float]) -> str:
    return f"{pair[0]:.0%} to {pair[1]:.0%}"


def _name(number: int, points: Points) -> Prose:
    return words("x\u00a0=\u00a0", at_x(float(points.x[int(number), 0])))
