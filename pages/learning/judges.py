"""What the judges of the story on learning to learn find: every number is computed on the points that are drawn."""

from __future__ import annotations

import math

import torch

from pages.learning.gradient import stepped
from pages.learning.measured import excess
from pages.learning.scene import FEW, both
from pages.learning.task import Dealt, along, dealt, limit, loss, redrawn, terms
from pages.shared.lesson.story import Moment, Verdict
from pages.shared.models.predictions import rms_difference
from pages.shared.scene.marks import shown
from pages.shared.scene.quantities import at_x, words
from pages.shared.scene.readings import in_nats
from tnpcore import Points
from tnpcore.learned import FUNCTIONS, card

MILLION = 1e6  # times; a larger factor says no more than that
WORSE = 2.0  # nats, by which a term is to grow
NEAR, WIDE = 0.1, 1.0  # nats: so close, and so far
CLOSE = 0.2  # nats above the limit, with which a model has learned
MOVED = 0.2  # of the mean, in units of y: less means that the points change nothing
FEWEST, BEATEN = 6, 0.15  # points, and nats below the limit
TOO_FEW = Verdict(False, FEW)


def _dealt(moment: Moment) -> Dealt:
    return dealt(moment.points, moment.controls.deal)


def redealt(before: Moment, now: Moment, _guess: object) -> Verdict | None:
    """Whether the points were dealt again."""
    cards = _dealt(now)
    if now.controls.deal == before.controls.deal:
        return None
    if not cards.targets:
        return TOO_FEW
    text = f"Now {len(cards.context)} points are context and {len(cards.targets)} targets"
    because = "because each deal draws anew which are hidden. A network that knows many deals can take any context"
    return Verdict(True, f"{text}, {because}.")


def worse(before: Moment, now: Moment, _guess: object) -> Verdict | None:
    """Whether the term of one target has grown by enough, since the step was opened."""
    cards, earlier = _dealt(now), _dealt(before)
    if not cards.targets:
        return TOO_FEW
    if cards.targets != earlier.targets:
        return Verdict(False, "Leave the number of points and the deal as they are.")
    if not torch.equal(cards.task.context.y, earlier.task.context.y):
        return Verdict(False, "A filled point is context, and another context is another task. Drag a hollow one.")
    name = now.controls.trained
    grown = terms(name, cards.task) - terms(name, earlier.task)
    most = int(grown.argmax())
    if abs(grown).max() < NEAR:
        return None
    if grown[most] < WORSE:
        return Verdict(False, f"The largest growth is {in_nats(float(grown[most]))}; {WORSE:g} are needed.")
    nats = float(grown[most])
    factor = f"{math.exp(nats):,.0f}" if nats < math.log(MILLION) else "over a million"
    x = cards.task.target.x[most, 0].item()
    text = words("At x = ", at_x(x), f" the term has grown by {in_nats(nats)}, because the band now gives")
    more = f"So many times: e to the power of {shown(nats, 2)}."
    return Verdict(True, words(text, f" the target {factor} times less density."), None, None, more)


RACE = ("The CNP's", "The TNP-D's", "Both alike")


def nearer(_before: Moment, now: Moment, guess: int) -> Verdict | None:
    """Whose loss on this task is nearer to the limit in the end: CNP (option 0), TNP-D (1), both within `NEAR` (2)."""
    cards = _dealt(now)
    if not cards.targets:
        return TOO_FEW
    best = limit(cards.task)
    cnp, tnp = (float(along(name, cards.task)[-1]) - best for name in ("cnp", "tnpd"))
    truth = 2 if abs(cnp - tnp) < NEAR else int(tnp < cnp)
    because = {
        0: "because on a single task chance decides",
        1: "because the CNP averages all points into one vector, and attention does not",
        2: "because these points are easy for both",
    }[truth]
    first = float(along("tnpd", cards.task)[0]) - best
    text = f"Loss less the limit's: CNP {in_nats(cnp)}, TNP-D {in_nats(tnp)}"
    below = " On one task chance may lead below the limit, on average over tasks never." if min(cnp, tnp) < 0 else ""
    more = f"TNP-D after one step: {in_nats(first)} above it."
    return Verdict(True, f"{text}, {because}.{below}", guess == truth, truth, more)


ONE_STEP = ("The step from your task", "The step from 16 tasks", "Both alike")
EQUAL = 0.01  # nats: two changes of a loss are alike


def averaged(_before: Moment, now: Moment, guess: int) -> Verdict | None:
    """Which gradient step lowers the loss of new tasks more: of the drawn task (option 0), of many (1), alike (2)."""
    cards = _dealt(now)
    if not cards.targets:
        return TOO_FEW
    found = stepped(now.controls.trained, cards.task)
    one, many = float(found.new[-1]), float(found.new_by_many[-1])
    truth = 2 if abs(one - many) < EQUAL else int(many < one)
    because = {
        0: "because these few are less like the new ones",
        1: "because what is peculiar to one task averages out",
        2: "because all tasks still need the same",
    }[truth]
    text = f"New tasks' loss {_moved(one)} nats by your step, {_moved(many)} by the other"
    more = f"Your own task's {_moved(float(found.own[-1]))} nats by its own step. Training takes thousands of averages."
    return Verdict(True, f"{text}, {because}.", guess == truth, truth, more)


def _moved(change: float) -> str:
    return f"{'falls' if change < 0 else 'grows'} by {abs(change):.2f}"


SCATTER = ("By less than 0.1 nats", "By a few tenths", "By more than a nat")


def scattered(_before: Moment, now: Moment, guess: int) -> Verdict | None:
    """How far the loss of one task varies with its drawn y, as a standard deviation: little (option 0), some, much."""
    cards = _dealt(now)
    if not cards.targets:
        return TOO_FEW
    losses, expected = redrawn(now.controls.trained, cards.task)
    spread = float(losses.std())
    truth = 0 if spread < NEAR else 1 if spread < WIDE else 2
    text = f"Its standard deviation is {in_nats(spread)}, because y is random. The expectation, {in_nats(expected)}"
    more = "Published models learn from drawn y and average the scatter away over more tasks. The optimum is the same."
    return Verdict(
        True,
        f"{text} by the exact posterior, does not vary: most models of curves here learned from it, not from draws.",
        guess == truth,
        truth,
        more,
    )


ALONE = ("A curve through the points", "The same curve, whatever the points", "A wide band, as without points")


def memorised(_before: Moment, now: Moment, guess: int) -> Verdict | None:
    """What a model predicts that knows few functions: what the points say (option 0), or its own (1)."""
    cards = _dealt(now)
    if not len(cards.context):
        return TOO_FEW
    here, mirrored = (both(each, now.controls)[0] for each in (cards, _mirrored(cards)))
    far, given = rms_difference(here, mirrored), float(cards.context.y.abs().double().mean())
    truth = 1 if far < max(MOVED, given) else 0
    text = f"Had all your y the other sign, its mean would move by {shown(far)}"
    because = {
        0: "because it has met so many functions that it must look at the points",
        1: "because it has met one function only and knows it by heart",
    }[truth]
    return Verdict(True, f"{text}, {because}.", guess == truth, truth, f"Mean |y| of your context: {shown(given)}.")


def _mirrored(cards: Dealt) -> Dealt:
    context = Points(cards.context.x, -cards.context.y)
    return Dealt(type(cards.task)(context, cards.task.target), cards.targets)


ENOUGH = (*(f"{count:,}" for count in FUNCTIONS[1:]), "None of them")


def enough(_before: Moment, now: Moment, guess: int) -> Verdict | None:
    """The smallest number of functions with which a model is near the limit on new ones; the last option for none."""
    found = [excess(count) for count in FUNCTIONS[1:]]
    truth = next((i for i, value in enumerate(found) if value < CLOSE), len(found))
    text = f"Above the limit: {in_nats(found[0])} with 16, {in_nats(found[1])} with 256"
    because = (
        "because even few functions, dealt in many ways, have much in common",
        "because so many cannot be known by heart",
        "because fewer can still be known by heart, which does not help with a new one",
        "because it is small, and was trained for minutes",
    )[truth]
    more = "; ".join(f"{count:,}: {in_nats(excess(count))}" for count in FUNCTIONS)
    return Verdict(True, f"{text}, {because}.", guess == truth, truth, f"{more}.")


def beaten(before: Moment, now: Moment, _guess: object) -> Verdict | None:
    """Whether the model's loss is below the Bayes predictor's on this one task, and both are small."""
    cards = _dealt(now)
    if _same(before.points, now.points):
        return None
    if len(now.points) < FEWEST:
        return Verdict(False, f"{FEWEST} points or more are needed.")
    mine, best = loss(now.controls.trained, cards.task), limit(cards.task)
    text = f"TNP-D {in_nats(mine)}, Bayes predictor {in_nats(best)}"
    if mine > best - BEATEN or mine > 0:
        return Verdict(False, f"{text}: {BEATEN:g} below it and below 0 is needed.")
    because = "because you chose what is true. Over the prior, where no hand chooses, none is below it on average"
    more = f"On 4,096 new tasks this TNP-D is {in_nats(float(card(now.controls.trained).results['excess']))} above it."
    return Verdict(True, f"{text}, {because}.", None, None, more)


def _same(one: Points, other: Points) -> bool:
    return len(one) == len(other) and torch.equal(one.x, other.x) and torch.equal(one.y, other.y)
