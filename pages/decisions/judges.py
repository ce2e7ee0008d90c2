"""What the judges of the story on decisions find: numbers of the measurements, or of stored games."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pages.decisions.controls import DRAWN, SHORT, TURNS, UCB, DecisionsControls
from pages.decisions.game import X, belief, drawn_paths, game_on_show, measurements, played_on
from pages.decisions.panels import YOU
from pages.decisions.scene import all_measured
from pages.shared.lesson.story import Moment, Verdict
from pages.shared.scene.marks import shown
from tnpcore.decisions import NOISE_VARIANCE, stored
from tnpcore.decisions.bands import NOMINAL
from tnpcore.decisions.storage import all_games

SAME = 0.1  # units of x: measurements so close are at one place
FOUND, MISSED = 0.1, 0.3  # of y: a regret that found the maximum, and one that missed it
NOTHING = Verdict(False, "There must be at least one measurement.")


def played(_before: Moment, now: Moment, _guess: object) -> Verdict | None:
    """The regret of a hand after ten measurements, among those of the models."""
    if missing := _not_over(now):
        return missing
    regrets = _regrets(now)
    mine, better = regrets[YOU], _ahead(regrets)
    game = game_on_show(now.points, now.controls)
    mine_at = X[measurements(now.points, game).measured[:TURNS].numpy()]
    far = float(np.abs(mine_at - X[int(game.f.argmax())]).min())
    others = f"{better} of 5 models" if better else "No model"
    text = f"You miss the maximum of f by {shown(mine)}, because your nearest measurement is {shown(far)} away from it"
    more = (
        "That is your regret. The models are five neural processes, which follow UCB: step 2. A regret below 0.05 "
        "counts as found. In a single game chance has its part: even the Bayes predictor, whose predictions are best "
        "on average, can end last."
    )
    return Verdict(True, f"{text}. {others} did better.", None, None, f"{_said(regrets)} {more}")


WHERE = ("Highest mean", "Widest band", "A third place")


def wanted(_before: Moment, now: Moment, guess: int) -> Verdict | None:
    """Where UCB measures: at the highest mean (option 0), where the sd is largest (1), elsewhere (2)."""
    game = game_on_show(now.points, now.controls)
    here = belief(measurements(now.points, game), game, now.controls)
    if here.next_x is None:
        return NOTHING
    ends = X[here.mean.argmax()], X[here.sd.argmax()]
    near = [abs(here.next_x - float(x)) < SAME for x in ends]
    truth = 0 if near[0] else 1 if near[1] else 2
    because = {
        0: "because no band elsewhere reaches as high",
        1: "because where the band is widest its upper edge is highest, too",
        2: "because mean + 2 sd is large where both are fairly large, though neither is largest",
    }[truth]
    more = f"Highest mean at {shown(float(ends[0]))}, widest band at {shown(float(ends[1]))}."
    return Verdict(True, f"At {shown(here.next_x)}, {because}.", guess == truth, truth, more)


DRAWS = (f"All within {SAME:g} of the mean's peak", "Wherever f may be largest", "Anywhere, all places alike")


def scattered(_before: Moment, now: Moment, guess: int) -> Verdict | None:
    """Where Thompson sampling measures: near the highest mean (option 0), where f may be largest (1), anywhere (2)."""
    game = game_on_show(now.points, now.controls)
    seen = measurements(now.points, game)
    here = belief(seen, game, now.controls)
    if here.next_x is None:
        return NOTHING
    mean, sd = here.mean, np.sqrt(np.maximum(here.sd**2 - NOISE_VARIANCE, 0.0))
    tops = drawn_paths(seen, game, now.controls).argmax(-1)
    near = np.abs(X[tops] - X[mean.argmax()]) < SAME
    possible = float((mean + 2 * sd >= mean.max()).mean())
    truth = 0 if near.all() else 1 if possible < 0.8 else 2
    text = f"{int(near.sum())} of {len(tops)} draws peak near the mean's peak"
    because = {
        0: "because little else can be the maximum",
        1: f"because f may be larger elsewhere: the band reaches higher in {possible:.0%} of places",
        2: "because nearly everywhere f may be largest",
    }[truth]
    more = f"Near: within {SAME:g}. A place is measured as often as the model believes it to be the maximum."
    return Verdict(True, f"{text}, {because}.", guess == truth, truth, more)


COVERED = ("Clearly less often", "About as often", "Clearly more often")


def covered(_before: Moment, now: Moment, guess: int) -> Verdict | None:
    """Whether the ANP's band covers y at measurements less often than claimed (option 0), as often (1), more (2)."""
    (measured, error), (random, _) = stored()["anp"][now.controls.rule].coverages()
    truth = 1 if abs(measured - NOMINAL) <= 2 * error else 0 if measured < NOMINAL else 2
    text = f"{measured:.1%} at its measurements, {random:.1%} at random places"
    because = {
        0: "because a rule measures where a band is wrong: overconfident, as some notes say",
        1: "because a rule knows only the model's own points, and given those its bands are right. Some lecture notes "
        "call it overconfident; here that is not seen",
        2: "because its bands are wider than its errors",
    }[truth]
    more = f"Of 1,800 measurements in 200 games. {NOMINAL:.1%} would be right, the standard error is {error:.1%}."
    return Verdict(True, f"{text}, {because}.", guess == truth, truth, more)


RATIOS = ("Alike", "About twice as large", "More than five times as large")


def compared(_before: Moment, _now: Moment, guess: int) -> Verdict | None:
    """How the CNP's regret compares with that of TNP-D: alike (option 0), about twice (1), more than five times (2)."""
    cnp, tnpd = (stored()[name][UCB].after(TURNS) for name in ("cnp", "tnpd"))
    ratio = cnp[0] / tnpd[0]
    truth = 0 if ratio < 1.3 else 1 if ratio < 4 else 2
    text = f"CNP {cnp[0]:.3f}, TNP-D {tnpd[0]:.3f}"
    because = {
        0: "because both find the maximum in most games",
        1: "because regret counts the best measurement, and fewer of the CNP's lie near the maximum",
        2: "because a CNP hardly learns from its measurements",
    }[truth]
    more = "; ".join(f"{SHORT[name]} {rules[UCB].after(TURNS)[0]:.3f}" for name, rules in stored().items())
    near = (f"{SHORT[name]} {near_the_maximum(name):.0%}" for name in ("cnp", "tnpd"))
    more += f". Of the last five measurements, within {SAME:g} of the maximum: {', '.join(near)}."
    return Verdict(True, f"{text}, {because}.", guess == truth, truth, more)


def near_the_maximum(name: str) -> float:
    """The share of the last five measurements by UCB, over the stored games, that are at the place of the maximum."""
    late = X[stored()[name][UCB].measured[:, -5:].numpy()]
    at = X[all_games().f.argmax(-1).numpy()]
    return float((np.abs(late - at[:, None]) < SAME).mean())


def beaten(_before: Moment, now: Moment, _guess: object) -> Verdict | None:
    """Whether a hand has a smaller regret than the CNP after as many measurements."""
    if missing := _not_over(now):
        return missing
    regrets = _regrets(now)
    mine, cnp = regrets[YOU], regrets["cnp"]
    text = f"Your regret is {shown(mine)}, the CNP's {shown(cnp)}"
    if mine >= cnp:
        return Verdict(False, f"{text}. Undo some measurements, and look for higher ground elsewhere.")
    behind = len(regrets) - 1 - _ahead(regrets)
    because = "because f is larger at your best measurement than at any of the CNP's"
    return Verdict(True, f"{text}, {because}. You beat {behind} of 5 models.", None, None, _said(regrets))


def astray(_before: Moment, now: Moment, _guess: object) -> Verdict | None:
    """Whether UCB misses the maximum of the drawn function with the ANP, and finds it with the Bayes predictor."""
    if not len(now.points):
        return Verdict(False, "Draw a function: at least one point.")
    if now.controls.function != DRAWN:
        return Verdict(False, "Here the function is to be drawn by hand.")
    controls = DecisionsControls(function=DRAWN, rule=UCB, game=now.controls.game)
    game = game_on_show(now.points, controls)
    anp, bayes = (float(game.regret(played_on(now.points, name, controls).measured)[-1]) for name in ("anp", "bayes"))
    text = f"The ANP's regret is {shown(anp)}, that of the Bayes predictor {shown(bayes)}"
    if anp < MISSED:
        return Verdict(False, f"{text}. The first must be {MISSED:g} or more.")
    if bayes > FOUND:
        return Verdict(False, f"{text}. The second must be {FOUND:g} or less.")
    top = int(game.f.argmax())
    edge = belief(played_on(now.points, "anp", controls), game, replace(controls, model="anp")).wanted
    seen = edge is not None and edge[top] >= float(game.f[top])
    low = "because there the ANP's mean + 2 sd lies below f"
    because = "because ten measurements were spent elsewhere" if seen else low
    return Verdict(True, f"{text}. UCB with the ANP did not measure near the maximum, {because}.")


def _not_over(now: Moment) -> Verdict | None:
    """What is missing until ten measurements are made, the first of them the game's."""
    count = len(now.points)
    if not count:
        return NOTHING
    game = game_on_show(now.points, now.controls)
    if int(measurements(now.points, game).measured[0]) != int(game.first):
        return Verdict(False, "The first measurement is the game's own: Undo brings it back.")
    if count < TURNS:
        return Verdict(False, f"{TURNS - count} more." if count > 1 else "Nine more: click or tap on the plot.")
    return Verdict(False, f"Ten measurements, not {count}: undo {count - TURNS}.") if count > TURNS else None


def _regrets(now: Moment) -> dict[str, float]:
    game = game_on_show(now.points, now.controls)
    measured = all_measured(measurements(now.points, game), now.controls)
    return {name: float(game.regret(rows)[-1]) for name, rows in measured.items()}


def _ahead(regrets: dict[str, float]) -> int:
    """How many models have a smaller regret than the hand."""
    return sum(regret < regrets[YOU] for name, regret in regrets.items() if name != YOU)


def _said(regrets: dict[str, float]) -> str:
    return "; ".join(f"{SHORT.get(name, name)} {shown(regret)}" for name, regret in regrets.items()) + "."
