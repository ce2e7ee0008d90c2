"""What the judges of the story on few-shot classification find: every number is computed on what is drawn."""

from __future__ import annotations

import numpy as np

from pages.classes.controls import BAYES, LETTERS, NAMES, TNP, named
from pages.classes.maps import Given, advantage, at, given, mapped
from pages.classes.scene import last_label
from pages.shared.lesson.story import Moment, Verdict
from pages.shared.scene.marks import shown
from pages.shared.scene.readings import in_nats, small

ENOUGH = 4  # labelled points that make a task
SAME = 0.01  # of a probability: less is no change
SURE = 0.8  # of a probability, that a class is taken for certain
SURPRISE = 0.1  # of the label that a learner gives
FEW, APART = 4, 1.0  # points, and nats that separate two models
TOO_FEW = Verdict(False, "There must be at least one point of two classes.")


def coloured(_before: Moment, now: Moment, _guess: object) -> Verdict | None:
    """Whether there are enough points, of at least two classes."""
    known = given(now.points, now.controls)
    if not known.points:
        return None
    if len(known.points) < ENOUGH:
        return Verdict(False, f"{ENOUGH - len(known.points)} more to go.")
    if len(_classes(known)) < 2:
        return Verdict(False, "All are of one class: choose another one for the next point.")
    sure = float(mapped(now.controls.model, known).max(-1).mean())
    text = f"On average over the map the most likely class has probability {sure:.2f}"
    return Verdict(True, f"{text}, because the network compares every place with your points. Nothing was trained.")


SPREADS = ("It falls", "It stays the same", "It grows")


def spread(before: Moment, now: Moment, guess: int) -> Verdict | None:
    """What B's probability at B's own point does as A gets a second point far away: falls (option 0), stays, grows."""
    was, known, name = given(before.points, before.controls), given(now.points, now.controls), now.controls.model
    if not {1, 2} <= _classes(known):
        return TOO_FEW
    if len(known.points) == len(was.points):
        return None
    if [point[2] for point in known.points[len(was.points) :]] != [1]:
        return Verdict(False, "Add one point of class A, and no other.")
    (place, *_) = (point[:2] for point in known.points if point[2] == 2)
    first, after = (float(at(name, each, place)[1]) for each in (was, known))
    truth = 1 if abs(after - first) < SAME else 2 if after > first else 0
    because = {
        0: "because A's points now lie far apart, and all classes of a task scatter alike",
        1: "because the classes lie so far apart that their scatter hardly matters",
        2: "because A's mean has moved away from B's point",
    }[truth]
    return Verdict(True, f"From {first:.2f} to {after:.2f}, {because}.", guess == truth, truth)


EXCHANGED = ("Colours are exchanged, nothing else", "Borders move, too", "Nothing, until it is trained again")


def exchanged(before: Moment, now: Moment, guess: int) -> Verdict | None:
    """What the map does as the labels A and B are exchanged: columns are exchanged (option 0), or more changes (1)."""
    known, name = given(now.points, now.controls), now.controls.model
    if len(_classes(known)) < 2:
        return TOO_FEW
    if now.controls.swap == before.controls.swap:
        return None
    other = {1: 2, 2: 1}
    swapped = known.having(*((x1, x2, other.get(label, label)) for x1, x2, label in known.points))
    order = [1, 0, *range(2, known.ways)]
    change = float(np.abs(mapped(name, swapped)[..., order] - mapped(name, known)).max())
    truth = 0 if change < SAME else 1
    text = "No probability changes" if change < 1e-4 else f"Probabilities change by up to {small(change)}"
    text = f"{text} once the colours are exchanged back"
    because = "because the network reads only whether two points have the same label, never which one"
    return Verdict(True, f"{text}, {because}.", guess == truth, truth)


MORE = ("A: it has more points", "B: it has one point", "Both alike")


def more_points(_before: Moment, now: Moment, guess: int) -> Verdict | None:
    """Which class is more likely at the probe: A (option 0), B (1), or neither by much (2)."""
    known, name = given(now.points, now.controls), now.controls.model
    if not {1, 2} <= _classes(known):
        return TOO_FEW
    here = at(name, known, now.controls.probe)
    truth = 2 if abs(here[0] - here[1]) < 10 * SAME else int(here[1] > here[0])
    because = {
        0: "because the probe lies nearer to A's mean, and both classes are as likely as each other before",
        1: "because one point says little of B's mean, so that B may reach far. Counts say nothing of p(class)",
        2: "because the probe is as far from both, for what is known of their means",
    }[truth]
    text = f"B has probability {here[1]:.2f}"
    limit = f"Bayes classifier: {at(BAYES, known, now.controls.probe)[1]:.2f}."
    return Verdict(True, f"{text}, {because}.", guess == truth, truth, limit)


CURVED = ("A, surely", "Not sure", "B, surely")


def curved(_before: Moment, now: Moment, guess: int) -> Verdict | None:
    """What is said of the probe, which continues A's arc: A (option 0), nothing sure (1), B (2)."""
    known, name = given(now.points, now.controls), now.controls.model
    if not {1, 2} <= _classes(known):
        return TOO_FEW
    here = at(name, known, now.controls.probe)
    truth = 0 if here[0] > SURE else 2 if here[1] > SURE else 1
    because = {
        0: "because most of A's points are near",
        1: "because both classes have points near, and the map is between them",
        2: "because it has only met round classes, and B's middle is nearer. Trust its certainty within its prior only",
    }[truth]
    limit = f"The Bayes classifier of round classes is as wrong: {at(BAYES, known, now.controls.probe)[1]:.2f} for B."
    return Verdict(True, f"B has probability {here[1]:.2f}, {because}.", guess == truth, truth, limit)


def surprised(_before: Moment, now: Moment, _guess: object) -> Verdict | None:
    """Whether the last point has a label that the TNP classifier holds for unlikely, given the others."""
    known = given(now.points, now.controls)
    if len(known.points) < ENOUGH:
        return None
    others = known.having(*known.points[:-1])
    if len(_classes(others)) < 2:
        return Verdict(False, "The points before the last one must be of two classes.")
    found, label = last_label(known, TNP), known.points[-1][2]
    text = f"Your last point is {named(label)}; the TNP classifier gave that a probability of {found:.2f}"
    if found is None or found >= SURPRISE:
        return Verdict(False, f"{text}. It must be below {SURPRISE:g}.")
    limit = at(BAYES, others, known.points[-1][:2])[label - 1]
    because = "because such a point is rare in its training tasks. You may label as you like"
    return Verdict(True, f"{text}, {because}.", None, None, f"Bayes classifier: {limit:.2f}.")


def separated(_before: Moment, now: Moment, _guess: object) -> Verdict | None:
    """Whether a few points separate the TNP classifier from the CNP classifier."""
    known = given(now.points, now.controls)
    if len(_classes(known)) < 2:
        return None
    if len(known.points) > FEW:
        return Verdict(False, f"At most {FEW} points: remove {len(known.points) - FEW}.")
    nats, (x1, x2), label = advantage(known)
    text = f"At ({shown(x1, 1)}, {shown(x2, 1)}) the CNP gives {LETTERS[label - 1]} {in_nats(nats)} less than the TNP"
    if nats < APART:
        return Verdict(False, f"{text}: {APART:g} is needed.")
    because = "because a mean of encoded points forgets where each lay"
    more = "; ".join(f"{NAMES[name]} {at(name, known, (x1, x2))[label - 1]:.2f}" for name in (*_BOTH, BAYES))
    return Verdict(True, f"{text}, {because}.", None, None, f"{named(label)}: {more}.")


_BOTH = (TNP, "cnp-classifier")


def _classes(known: Given) -> set[int]:
    return {label for *_, label in known.points}
