"""What the judges of the zoo's story find: by running the models on what was drawn, by racing them, or from cards."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pages.shared.lesson.story import Moment, Verdict, chosen
from pages.shared.models.catalogue import plain, title, trained_on
from pages.shared.models.predictions import predictions
from pages.shared.scene.marks import TRAINED_ON, shown
from pages.shared.scene.quantities import at_x, words
from pages.zoo.briefs import BRIEFS, judge
from pages.zoo.leave_one_out import log_densities
from pages.zoo.race import ENOUGH, FROM, growth, times_on, two_digits
from pages.zoo.score_table import excess
from tnpcore import card
from tnpcore.ablation import WHOLE
from tnpcore.models.registry import SPECS

BESIDE = 0.1  # of x, on either side of the line
CLEAR = 0.6  # of the largest factor
WORSE, GOOD, FEW = 1.0, 0.0, 4  # nats, nats, points

# ---- the wipe ------------------------------------------------------------------------------------


def where_bands_differ(before: Moment, now: Moment, _guess: object) -> Verdict | None:
    """Whether the line stands where the CNP's band is wider than the other model's by nearly the largest factor."""
    controls = now.controls
    if controls.wipe == before.controls.wipe:
        return None
    cnp, other = sorted(controls.pair, key=lambda name: plain(name) != "cnp")
    if plain(cnp) != "cnp" or not len(now.points):
        return Verdict(False, "There must be points, and the CNP on the stage.")
    factors = band_factors(cnp, other, now)
    x = controls.grid[:, 0].numpy()
    beside = float(factors[np.abs(x - controls.wipe_x) <= BESIDE].max(initial=0.0))
    text = words("At x\u00a0=\u00a0", at_x(controls.wipe_x), f" the CNP's band is up to {beside:.1f} times as wide")
    if beside < CLEAR * factors.max():
        return Verdict(False, words(text, f"; elsewhere up to {factors.max():.1f} times."))
    return Verdict(True, words(text, f", because {title(other)} can attend to a near point. The CNP averages all."))


def band_factors(name: str, other: str, now: Moment) -> np.ndarray:
    """How many times as wide one model's band is as another's, at the targets in view inside the training range."""
    (one,), (two,) = (predictions(each, now.points, xt=now.controls.grid) for each in (name, other))
    low, high = TRAINED_ON
    return np.where((one.x >= low) & (one.x <= high), one.sd / two.sd, 0.0)


# ---- the scoreboard ------------------------------------------------------------------------------

SCORED = {
    "lbanp": "LBANP, the largest: attention through a few latent tokens",
    "convcnp": "ConvCNP: convolutions on a grid",
    "tnpd": "TNP-D: attention",
    "cnp": "CNP, the smallest: a mean",
}
NOT_SIZE = {
    "lbanp": "Size is not all; LBANP was also trained for fewer steps.",
    "convcnp": "ConvCNP comes close: a convolution, too, weighs near points more.",
    "tnpd": "Attention chooses its points.",
    "cnp": "It averages its points: you saw its wide band.",
}


def best_scorer(_before: Moment, _now: Moment, guess: int) -> Verdict:
    """Which of four models has the smallest excess on its card."""
    scores = {name: excess(name) for name in SCORED}
    order = sorted(scores, key=scores.__getitem__)
    more = ", ".join(f"{title(name)} {scores[name]:.3f}" for name in order) + " nats above the best Gaussian."
    truth = list(SCORED).index(order[0])
    text = f"{title(order[0])}, {scores[order[0]]:.3f} nats above the best Gaussian"
    text += ", because of its form and its training; a score does not distinguish them."
    return chosen(text, guess, truth, tuple(NOT_SIZE.values()), f"{more} {_less_trained('lbanp')}")


def _less_trained(name: str) -> str:
    """That a model was trained for fewer steps than TNP-D, beside a TNP-D that was trained as long."""
    few, many = (card(each).recipe["steps"] for each in (name, "tnpd"))
    return (
        f"For {title(name)} part of it is training, because it had {few:,} steps and TNP-D {many:,}; a TNP-D of as few "
        f"steps has {excess(WHOLE):.3f}."
    )


# ---- the cost race -------------------------------------------------------------------------------

RACERS = {
    "cnp": "CNP: a mean",
    "convcnp": "ConvCNP: a grid along x",
    "tnpd": "TNP-D: attention",
    "lbanp": "LBANP: few latent tokens",
}
NOT_STEEP = {
    "cnp": "So many times the points are so many times the terms of one mean, no more.",
    "convcnp": "Its grid grows with the span of x, not with the points.",
    "tnpd": "",
    "lbanp": "The latent tokens stay as few as they were.",
}


def steepest(_before: Moment, now: Moment, guess: int) -> Verdict:
    """Whose work grows with the square of the number of context points, by its form; with the times measured now, which
    a busy server may turn round."""
    times = times_on(now.scene)
    factors = {name: factor for name, factor in growth(times).items() if name in RACERS}
    if len(factors) < len(RACERS):
        return Verdict(False, "The race did not come far enough. Go back one step, and forward again.")
    ends = {name: (times[name].at(FROM), times[name].at(ENOUGH)) for name in factors}
    # By milliseconds: a factor of two short times is mostly what else the server does.
    ordered = sorted(factors, key=lambda name: ends[name][0] - ends[name][1])
    each = (
        f"{title(name)} {' → '.join(map(two_digits, ends[name]))} (×{two_digits(factors[name])})" for name in ordered
    )
    more = f"{FROM} → {ENOUGH} points, in ms: {', '.join(each)}."
    steep = next(name for name in RACERS if not SPECS[name].linear_cost)
    alike = [title(name) for name in times if name in SPECS and name not in RACERS and not SPECS[name].linear_cost]
    if alike:
        more += f" {' and '.join(alike)}, not among the four, attends too: its work grows with n² as well."
    text = f"{title(steep)}'s, {' → '.join(map(two_digits, ends[steep]))} ms, {SQUARE}"
    if ordered[0] != steep:
        text += f" {title(ordered[0])} grew most now, because this server does other work, too; by its form "
        text += f"{title(steep)} does."
    return chosen(text, guess, list(RACERS).index(steep), tuple(NOT_STEEP.values()), more)


SQUARE = "because n points attend to n points: n² weights."

# ---- the briefs ----------------------------------------------------------------------------------

CANDIDATES = ("tnpd", "tetnp", "convcnp", "convgnp")


def choose_for_briefs(_before: Moment, now: Moment, guess: Sequence[int]) -> Verdict:
    """Of the candidates that meet each brief on these points, the one with the smallest excess."""
    found = [{name: judge(brief, name, now.points) for name in CANDIDATES} for brief in BRIEFS]
    suitable = [[name for name, checked in each.items() if checked.done] for each in found]
    for brief, names, each in zip(BRIEFS, suitable, found, strict=True):
        if not names:
            return Verdict(False, f"{brief.short}: {each[CANDIDATES[-1]].text}")
    best = [min(names, key=excess) for names in suitable]
    truth = [CANDIDATES.index(name) for name in best]
    each = ", ".join(f"{b.short} {title(name)} ({excess(name):.3f})" for b, name in zip(BRIEFS, best, strict=True))
    more = f"With the excess of each target alone: {each}."
    names = ", ".join(f"{title(name)} for the {b.short.lower()}" for b, name in zip(BRIEFS, best, strict=True))
    text = f"{names}, because these have the smallest excess of those that meet the brief."
    top = min(CANDIDATES, key=excess)
    if not any(top in names for names in suitable):
        more += f" The best scorer, {title(top)}, meets none of them."
    wrong = [i for i, (mine, true) in enumerate(zip(guess, truth, strict=True)) if mine != true]
    if not wrong:
        return Verdict(True, text, True, truth, more)
    first, mine = wrong[0], CANDIDATES[guess[wrong[0]]]
    short, checked = BRIEFS[first].short.lower(), found[first][mine]
    if checked.done:
        overlooked = f"{title(mine)} meets the {short}'s brief, too, with an excess of {excess(mine):.3f}."
    else:
        overlooked = f"{title(mine)} does not meet the {short}'s brief."
        more += f" {title(mine)} for the {short}: {checked.text}"
    return Verdict(True, f"{text} {overlooked}", False, truth, more)


# ---- the exercise --------------------------------------------------------------------------------


def cnp_falls_behind(_before: Moment, now: Moment, _guess: object) -> Verdict:
    """Whether TNP-D predicts few points well from each other, and a CNP much worse; both as they were trained on the
    prior that was chosen."""
    points, prior = now.points, now.controls.prior
    if not 1 < len(points) <= FEW:
        return Verdict(False, f"There must be 2 to {FEW} points; now there are {len(points)}.")
    if any(not TRAINED_ON[0] <= x <= TRAINED_ON[1] for x in points.x[:, 0].tolist()):
        low, high = map(at_x, TRAINED_ON)
        return Verdict(
            False, words("Only points with x from ", low, " to ", high, " count: beyond, neither was trained.")
        )
    tnpd, cnp = (float(log_densities(trained_on(name, prior), points).mean()) for name in ("tnpd", "cnp"))
    text, apart = f"TNP-D {shown(tnpd)} nats per point, CNP {shown(cnp)}", f"{shown(tnpd - cnp)} apart."
    if tnpd < GOOD:
        return Verdict(False, f"{text}: {apart} TNP-D must reach {GOOD:.0f} or more.")
    if tnpd - cnp < WORSE:
        return Verdict(False, f"{text}: {apart}")
    because = "because TNP-D compares the target with each point, and the CNP's average keeps no such comparison"
    return Verdict(True, f"{text}, {because}.", more=f"The two are {apart} More is better.")
