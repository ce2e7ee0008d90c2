"""What a person can set in the lesson on decisions: who plays, by which rule, on which hidden function."""

from __future__ import annotations

from dataclasses import dataclass

from pages.shared.lesson.control_fields import choice, flag, interval, number
from pages.shared.lesson.controls import PlotControls
from pages.shared.models.catalogue import NAMES
from tnpcore.decisions import PLACES
from tnpcore.decisions.storage import BAYES, GAMES, PLAYERS

TURNS = 10
ADVICE = "What the model on show predicts, and where its rule measures next. Off: you play alone."
HIDDEN, DRAWN = "hidden", "drawn"
FUNCTIONS = {HIDDEN: "hidden: you play", DRAWN: "drawn by hand: models play"}
TITLES = {name: NAMES.get(name, "Bayes predictor") for name in PLAYERS}
SHORT = {"cnp": "CNP", "anp": "ANP", "tnpd": "TNP-D", "tetnp": "TETNP", BAYES: "Bayes"}  # below bars
UCB, EI, THOMPSON, WIDEST = "ucb", "ei", "thompson", "sd"
RULE_TITLES = {UCB: "UCB: mean + 2 sd", EI: "expected improvement", THOMPSON: "Thompson sampling", WIDEST: "largest sd"}


@dataclass(frozen=True)
class DecisionsControls(PlotControls):
    """`game` numbers the hidden function, with its first measurement and the noise of each turn. In view are the places
    that can be measured."""

    model: str = choice(TITLES, "tnpd", label="Model", parameter="decisions_model")
    rule: str = choice(RULE_TITLES, UCB, label="Rule", parameter="decisions_rule")
    function: str = choice(FUNCTIONS, HIDDEN, label="Function", parameter="decisions_function")
    advice: bool = flag(True, label="Band and next measurement", parameter="decisions_advice", help=ADVICE)
    game: int = number(8, 0, GAMES - 1, step=1, whole=True, label="Hidden function, by number")
    view: tuple[float, float] = interval((float(PLACES[0]), float(PLACES[-1])))
    tau: float = number(0.0, -3.0, 3.0, step=0.05, label="Shift all inputs by τ")
