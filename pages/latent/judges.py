"""What the judges of the story on latent variables find: every number is computed on what was drawn, or on a card."""

from __future__ import annotations

import numpy as np

from pages.latent import estimators, measured
from pages.latent.controls import LatentControls
from pages.latent.inference import bound, chosen, decoded, encoded, exact, gap, misses, repeats
from pages.latent.measured import LIKELIHOOD
from pages.shared.lesson.story import Moment, Verdict
from pages.shared.models.latent_plane import PRIOR, Gaussian, gap_shown
from pages.shared.scene.marks import shown
from pages.shared.scene.quantities import along_y, at_x, words
from pages.shared.scene.readings import in_nats
from tnpcore.latent.collapse import ACTIVE

NEAR = 0.25  # of y: a curve that passes so near goes through a point
ENOUGH = 3  # points that show q become narrow
GAUSSIAN = 0.86  # of a Gaussian's mass lies within two standard deviations of two numbers
FITS = 0.15  # of the share expected: q that far off is another distribution
CLOSE = 1.0  # nats between ELBO and evidence
ALIKE = 1.5  # scatters that differ by less are alike
LOOSE, FEW = 4.0, 3  # nats, with at most so many points
NO_POINTS = Verdict(False, "There must be at least one point.")


def through(before: Moment, now: Moment, _guess: object) -> Verdict | None:
    """Whether the curve of the z on show passes near every point."""
    controls = now.controls
    if controls.z == before.controls.z:
        return None
    if not len(now.points):
        return NO_POINTS
    far = misses(controls.model, controls.z, now.points)
    worst = int(far.argmax())
    if far[worst] > NEAR:
        mean, _ = decoded(controls.model, np.array([controls.z]), now.points.x[worst : worst + 1])
        way = "above" if mean[0, 0] > float(now.points.y[worst, 0]) else "below"
        where = words("At x = ", at_x(float(now.points.x[worst, 0])))
        return Verdict(False, words(where, " the curve is ", along_y(far[worst]), f" {way} the point."))
    text = words("All within ", along_y(far[worst]), ". The whole curve moved with z")
    return Verdict(True, words(text, ", because y at every x is read from the same two numbers."))


def narrowed(_before: Moment, now: Moment, _guess: object) -> Verdict | None:
    """What the points have made of q."""
    if not len(now.points):
        return None
    if len(now.points) < ENOUGH:
        missing = ENOUGH - len(now.points)
        return Verdict(False, f"{missing} more point{'s' * (missing > 1)}.")
    area = encoded(now.controls.model, now.points).area
    because = (
        "because only few z have a curve that comes near most points"
        if area < 1
        else "because such points are rare in its tasks"
    )
    return Verdict(
        True, f"q has {area:.1%} of the prior's area, {because}. Two numbers cannot meet every set of points."
    )


SHARES = ("About as much: q is the posterior", "More: q is too wide", "Less: q is too narrow")


def covered(_before: Moment, now: Moment, guess: int) -> Verdict | None:
    """How much of the exact posterior lies in q's ellipse: as much as of a Gaussian (option 0), more (1), less (2)."""
    if not len(now.points):
        return NO_POINTS
    q, found = encoded(now.controls.model, now.points), exact(now.controls.model, now.points)
    share = found.share(q)
    truth = 0 if abs(share - GAUSSIAN) <= FITS else 1 if share > GAUSSIAN else 2
    text = f"{share:.0%} of the posterior lies in q's ellipse. "
    many = len(now.points) * repeats(now.controls.model, now.points)
    because = {
        0: "Here the encoder's Gaussian is close to it.",
        1: "It is too wide, because the points leave less open than such a set did in training.",
        2: f"q is as narrow as for {many} such points, because the encoder averages over points, and a mean does not "
        "say of how many.",
    }[truth]
    return Verdict(True, text + because, guess == truth, truth)


def closed(before: Moment, now: Moment, _guess: object) -> Verdict | None:
    """Whether one's own q has come near the posterior."""
    controls = now.controls
    if _own(controls) == _own(before.controls):
        return None
    if not len(now.points):
        return NO_POINTS
    log_p = exact(controls.model, now.points).log_p
    first, last = (bound(controls.model, now.points, _own(moment.controls)).value for moment in (before, now))
    text = f"ELBO {shown(last)}, KL {shown(gap_shown(log_p, last))}: together {in_nats(log_p)}"
    if log_p - last > CLOSE:
        return Verdict(False, f"{text}. Drag q onto the grey map, and its width to that of the map.")
    rose = f"You raised the ELBO by {in_nats(last - first)}, and the KL fell by as much"
    ranks = "So an ELBO alone does not rank two models"
    return Verdict(True, f"{rose}, because log p(y | x) does not depend on q.", more=f"{text}. {ranks}.")


SCATTERS = ("The score function", "Reparametrisation", "Both alike")


def scattered(_before: Moment, now: Moment, guess: int) -> Verdict | None:
    """Which estimates scatter less: those of the score function (option 0), reparametrised ones (1), both alike (2)."""
    if not len(now.points):
        return NO_POINTS
    ratio = estimators.estimates(now.points, chosen(now.points, now.controls), now.controls).ratio
    truth = 1 if ratio > ALIKE else 0 if ratio < 1 / ALIKE else 2
    text = f"The score function's estimates scatter {shown(ratio, 1)} times as widely"
    because = {
        1: ", because it knows only how likely each z makes the points. Reparametrised, a draw has the slope, too.",
        0: ", because here the curve bends so sharply with z that its slope misleads.",
        2: ": here neither has an advantage.",
    }[truth]
    return Verdict(True, text + because, guess == truth, truth)


USES = ("Both numbers, more precisely", "One of the two numbers", "Neither: z holds nothing")


def collapsed(before: Moment, now: Moment, guess: int) -> Verdict | None:
    """How many numbers of z the model on show uses: two (option 0), one (1), none (2). First z is to be dragged."""
    if (before.controls.z1, before.controls.z2) == (now.controls.z1, now.controls.z2):
        return None
    name = now.controls.model
    card, usual = measured.measured(name), measured.measured("np-z2-beta1")
    truth = 2 - card["active_dimensions"]
    mine, others = (sum(each["kl_per_dimension"]) for each in (card, usual))
    text = f"KL(q ‖ prior) is {in_nats(mine)} at this β, {in_nats(others)} at β 1"
    because = {
        2: ", because a nat of KL costs 100, more than z explains. So q stays the prior: posterior collapse.",
        1: ". One number stays below what counts as use.",
        0: f". Both numbers hold {ACTIVE:g} nats or more.",
    }[truth]
    return Verdict(True, text + because, guess == truth, truth)


TRAINED = ("Trained with the ELBO, β 1", "Trained on the likelihood", "Both alike")


def better(_before: Moment, _now: Moment, guess: int) -> Verdict | None:
    """Which training predicts all held-out targets together better: ELBO (option 0), likelihood (1), alike (2)."""
    elbo, likelihood = measured.measured("np-z2-beta1"), measured.measured(LIKELIHOOD)
    difference = elbo["joint_excess"] - likelihood["joint_excess"]
    error = float(np.hypot(elbo["joint_excess_se"], likelihood["joint_excess_se"]))
    truth = 2 if abs(difference) < 2 * error else 1 if difference > 0 else 0
    text = (
        f"Excess {shown(elbo['joint_excess'])} nats a target with the ELBO, {shown(likelihood['joint_excess'])} with "
        "the likelihood"
    )
    because = {
        1: ", because the ELBO rewards a posterior near q, not fit alone. For single targets the "
        "ELBO's model is ahead: the other one was trained to predict all together.",
        0: ", because the likelihood's model had a third of the steps: each draws 32 z.",
        2: ": the difference is within two standard errors.",
    }[truth]
    more = "Of all held-out targets together, divided by their number; less is better."
    return Verdict(True, text + because, guess == truth, truth, more)


def loose(_before: Moment, now: Moment, _guess: object) -> Verdict | None:
    """Whether the encoder's ELBO is far below the evidence, with few points."""
    points = now.points
    if not len(points):
        return NO_POINTS
    if len(points) > FEW:
        return Verdict(False, f"At most {FEW} points: remove {len(points) - FEW}.")
    q, true = encoded(now.controls.model, points), exact(now.controls.model, points)
    found = gap_shown(true.log_p, bound(now.controls.model, points, q).value)
    text = f"The gap is {in_nats(found)}"
    if found < LOOSE:
        return Verdict(False, f"{text}; at least {LOOSE:g} are needed.")
    share, ratio = true.share(q), q.area / true.moments.area
    wide = f"q has {shown(ratio, 1)} times the posterior's area"
    narrow = f"q's ellipse holds {share:.0%} of the posterior"
    where = wide if share > GAUSSIAN else narrow
    prior = gap(now.controls.model, points, PRIOR)
    more = f"Even the prior would be a better q: {in_nats(prior)}." if prior < found else ""
    return Verdict(
        True, f"{text}: {where}, because one encoder serves all contexts, and few were like this.", more=more
    )


def _own(controls: LatentControls) -> Gaussian:
    return Gaussian((controls.m1, controls.m2), (controls.s1, controls.s2))
