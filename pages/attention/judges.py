"""What the judges of the attention story find: every number is the model's own, on what was drawn."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pages.attention import comparisons as compare
from pages.attention.comparisons import point_weights, same
from pages.attention.controls import LAYERS
from pages.attention.weights import record_layer
from pages.shared.lesson.story import Moment, Verdict, chosen
from pages.shared.scene.marks import shown
from pages.shared.scene.quantities import Prose, along_x, along_y, at_x, words
from tnpcore import Points

STILL = 0.05  # of x: a query that moved less is where it was
SHARE = 0.25  # of the weight, on each of two points; more would need a query more exact than a finger
CLOSE = 0.25  # total variation up to which a guess of the weights is right
MOVED = 0.02  # of the weight: less is no change
MOST, NEARER = 0.8, 0.5  # of the weight on one point; by how much another one is nearer


def heaviest_changed(before: Moment, now: Moment, _guess: object) -> Verdict | None:
    """Whether the query was dragged until another point has its largest weight."""
    if abs(now.controls.at - before.controls.at) < STILL:
        return None
    if len(now.points) < 2:
        return Verdict(False, "There must be at least two points.")
    then, here = (point_weights(now.points, moment.controls) for moment in (before, now))
    text = words(_largest(here, now.points), " at the query x\u00a0=\u00a0", at_x(now.controls.at))
    if then.argmax() == here.argmax():
        return Verdict(False, words(text, ": the same point as before. Drag further."))
    return Verdict(
        True,
        words(text, ", because every query scores the points anew."),
        more=words("At x\u00a0=\u00a0", at_x(before.controls.at), " it was ", _largest(then, now.points, ""), "."),
    )


def shared(before: Moment, now: Moment, _guess: object) -> Verdict | None:
    """Whether two points share the weight, and what their scores are."""
    if abs(now.controls.at - before.controls.at) < STILL and same(before.points, now.points):
        return None
    if len(now.points) < 2:
        return Verdict(False, "There must be at least two points.")
    layer, head = record_layer(now.points, compare.as_trained(now.controls)), now.controls.heads[0]
    weights, scores = layer.weights[head, layer.row, 1:], layer.logits[head, 1:]
    first, second = np.argsort(-weights, kind="stable")[:2]
    gap = float(scores[first] - scores[second])
    text = words(
        "Query ",
        at_x(now.controls.at),
        f": {weights[first]:.0%} on ",
        _name(first, now.points),
        f" and {weights[second]:.0%} on ",
        _name(second, now.points),
        f": scores {shown(scores[first])} and {shown(scores[second])}, {shown(gap)} apart",
    )
    if weights[second] < SHARE:
        return Verdict(False, words(text, ". Drag the query until the two scores are nearly equal."))
    each = f"{weights[first]:.0%} and {weights[second]:.0%}, because the two scores are nearly equal."
    return Verdict(True, each, more=words(text, f", and e^{shown(gap)} = {np.exp(gap):.2f}: so many times the weight."))


def guessed_weights(_before: Moment, now: Moment, guess: tuple[float, ...]) -> Verdict | None:
    """The guess beside the weights over the points, by total variation, and what it overlooked."""
    if len(guess) != len(now.points):
        return Verdict(False, "The points have changed since your guess. Go back one step, and forward again.")
    weights = point_weights(now.points, now.controls)
    truth = weights / max(float(weights.sum()), 1e-9)
    far = np.abs(now.points.x[:, 0].numpy() - now.controls.at)
    distance = 0.5 * float(np.abs(truth - np.array(guess)).sum())
    top, near, favourite = int(truth.argmax()), int(far.argmin()), int(np.argmax(guess))
    scores = np.sort(record_layer(now.points, now.controls).logits[now.controls.heads[0], 1:])
    ahead = f"its score is {shown(scores[-1] - scores[-2])} above the next" if len(scores) > 1 else "it is alone"
    text = words(_name(top, now.points), f" has {truth[top]:.0%}, because {ahead}.")
    more = words(f"You misplaced {distance:.0%} of the weight. ", _name(top, now.points), f" has {truth[top]:.0%}")
    more += (
        words(", ", _name(near, now.points), f" is nearer and has {truth[near]:.0%}.")
        if top != near
        else ", and is the nearest."
    )
    shares = [round(float(w), 4) for w in truth]
    if distance <= CLOSE:
        return Verdict(True, text, True, shares, more)
    if max(guess) - min(guess) < 0.1:
        wrong = "Equal bars would mean equal scores; softmax turns a small gap in score into a large one in weight."
    elif favourite == top:
        wrong = "The point is right. Softmax leaves less to the others."
    elif favourite == near:
        wrong = "You chose the nearest point. Queries and keys are learned: a score need not fall with distance."
    else:
        wrong = words("You gave most to ", _name(favourite, now.points), "; its score is too low.")
    return Verdict(True, words(text, " ", wrong), favourite == top, shares, more)


def largest_effect(_before: Moment, now: Moment, guess: int) -> Verdict | None:
    """Which point changes the mean most when it is left out: the heaviest (option 0) or another one (1)."""
    if len(now.points) < 2:
        return Verdict(False, "There must be at least two points.")
    weights, effects = (value(now.points, now.controls) for value in (point_weights, compare.effects))
    heavy, most = int(weights.argmax()), int(np.abs(effects).argmax())
    truth = int(heavy != most)
    more = words(
        "Without ", _name(heavy, now.points), f" ({weights[heavy]:.0%}) the mean changes by ", along_y(effects[heavy])
    )
    if truth:
        more += words("; without ", _name(most, now.points), f" ({weights[most]:.0%}) by ", along_y(effects[most]))
        text = words("Another one, ", _name(most, now.points), ", because other heads and layers use it too.")
        overlooked = "A weight counts in one head of one layer."
    else:
        text = words("The one with the largest weight, ", _name(heavy, now.points), ": here the two agree.")
        overlooked = "They can differ: move the query, and compare again."
    more += words(". Without the whole head: ", along_y(compare.effect_of_heads(now.points, now.controls)), ".")
    return chosen(text, guess, truth, (overlooked, overlooked), more)


def depends_on_y(before: Moment, now: Moment, guess: int) -> Verdict | None:
    """Whether weights moved when one point went straight up or down: no (option 0) or yes (1)."""
    if same(before.points, now.points):
        return None
    after = compare.moved_straight(before.points, now.points)
    if not isinstance(after, Points):
        return Verdict(False, after)
    controls = compare.as_trained(now.controls)
    here = compare.moved_weight(before.points, after, controls)
    if here < MOVED and controls.model == "tnpd":
        return Verdict(False, f"{here:.1%} of the weight has moved. Drag the point further, or another one.")
    truth = int(here >= MOVED)
    first = compare.moved_weight(before.points, after, replace(controls, layer=LAYERS[0]))
    anp = compare.moved_weight(before.points, after, replace(controls, model="anp"))
    because = "a token of TNP-D holds y, and the keys of later layers use it"
    if not truth:
        because = "these keys are made of x alone: only the value has changed"
    text = f"{('No', 'Yes')[truth]}: {here:.0%} of the weight moved between keys, because {because}."
    more = (
        f"{here:.0%} of the weight moved between keys in {controls.layer_and_head}; {first:.1%} in layer 1, where the "
        "query still holds no y to compare with. In an attentive neural process (ANP), whose keys are made of x alone: "
        f"{anp:.1%}."
    )
    return Verdict(True, text, guess == truth, truth, more)


def farther_is_heavier(_before: Moment, now: Moment, _guess: object) -> Verdict:
    """The exercise: one head gives most of its weight to a point although another one is clearly nearer."""
    points, controls = now.points, now.controls
    if controls.intervenes:
        return Verdict(False, "The model must run as it was trained: temperature 1, divided by √dₖ, no head muted.")
    if len(points) < 2:
        return Verdict(False, "There must be at least two points.")
    weights = point_weights(points, controls)
    far = np.abs(points.x[:, 0].numpy() - controls.at)
    top, near = int(weights.argmax()), int(far.argmin())
    where = controls.layer_and_head[0].upper() + controls.layer_and_head[1:]
    text = words(f"{where}: {weights[top]:.0%} on ", _name(top, points), ", ", along_x(far[top]), " away; ")
    text += (
        "no point is nearer."
        if top == near
        else words("the nearest is ", along_x(far[near]), f" away and has {weights[near]:.0%}.")
    )
    if weights[top] < MOST or far[top] - far[near] < NEARER - 1e-9:
        return Verdict(False, text)
    because = f"{weights[top]:.0%} on a farther point, because a score is a product of learned vectors, not a distance."
    return Verdict(True, because, more=text)


def _largest(weights: np.ndarray, points: Points, before: str = "The largest weight is ") -> Prose:
    top = int(weights.argmax())
    return words(f"{before}{weights[top]:.0%} on ", _name(top, points))


def _name(number: int, points: Points) -> Prose:
    return words("x\u00a0=\u00a0", at_x(float(points.x[int(number), 0])))
