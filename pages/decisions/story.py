"""The story of decisions: a game played by hand, what a rule wants, whether its bands are right, and who wins."""

from __future__ import annotations

from pages.decisions import judges
from pages.decisions.controls import DRAWN, HIDDEN, THOMPSON, UCB
from pages.decisions.game import X, numbered
from pages.shared.lesson.guesses import Choose
from pages.shared.lesson.story import Step, Story
from pages.shared.lesson.twin import Twin

FIRST_GAME, RULE_GAME, LAST_GAME, ASTRAY_GAME = 3, 29, 190, 8
HEIGHT = 0.0  # of a drawn place: its y is measured


def places(*x: float) -> tuple[tuple[float, float], ...]:
    """Places that are measured."""
    return tuple((each, HEIGHT) for each in x)


def first(number: int) -> tuple[tuple[float, float], ...]:
    """The first measurement of a game, the same for all players."""
    return places(round(float(X[int(numbered(number).first)]), 2))


FOUR = places(-1.4, -0.4, 0.4, 1.2)
HILLS = ((-1.6, -0.5), (-0.8, 0.8), (0.2, -0.6), (1.2, 0.6))
LOOK = ("shift",)
START = {"model": "tnpd", "rule": UCB, "function": HIDDEN, "advice": True, "tau": 0.0}
ALONE = {**START, "advice": False}

STORY = Story(
    (
        Step(
            "do",
            "Find the maximum",
            "A **hidden function** f. Each of ten **measurements** returns y at one place: f plus noise with an sd "
            "of 0.05 to 0.1. The first one was made for you, and for five models that play against you.",
            "Click or tap at nine more places, to find the largest f.",
            panels=("regret",),
            parts=("aside",),
            sets={**ALONE, "game": FIRST_GAME},
            points=first(FIRST_GAME),
            judge=judges.played,
            hides=LOOK,
            reveals=("regret",),
            beside=True,
        ),
        Step(
            "predict",
            "Where to measure next",
            "From four measurements TNP-D predicts y at every place. An **acquisition** rule turns that "
            "into the next measurement. **UCB** (upper confidence bound) measures where mean + 2 sd of f is largest. "
            "Where is that?",
            panels=("rule",),
            sets={**START, "game": RULE_GAME},
            points=FOUR,
            guess=Choose(judges.WHERE),
            judge=judges.wanted,
            hides=LOOK,
            reveals=("line", "places"),
            beside=True,
            twin=Twin(sets={"game": 30}),
        ),
        Step(
            "predict",
            "Measure by a draw",
            "**Thompson sampling** draws one path of f from the model, each value given those before, and measures at "
            "the path's maximum; the next turn draws another path. Where are the maxima of eight paths?",
            panels=("draws",),
            parts=("aside",),
            sets={**START, "game": RULE_GAME, "rule": THOMPSON},
            points=FOUR,
            guess=Choose(judges.DRAWS),
            judge=judges.scattered,
            hides=LOOK,
            reveals=("draws", "line", "places"),
            beside=True,
        ),
        Step(
            "predict",
            "Right where it measures?",
            "A band of ±2 sd should cover y in 95% of all cases. UCB measures where a band reaches "
            "high. In 200 games of the attentive neural process (ANP): how "
            "often does its band cover y at its measurements?",
            panels=("coverage",),
            parts=("aside",),
            sets={**START, "game": RULE_GAME, "model": "anp"},
            points=FOUR,
            guess=Choose(judges.COVERED),
            judge=judges.covered,
            hides=(*LOOK, "stage"),
            reveals=("coverage",),
        ),
        Step(
            "predict",
            "Two hundred games",
            "All five players search the same 200 functions by UCB, ten measurements each. **Regret**: the maximum "
            "of f less the largest f at a measurement. How large is the mean regret of the CNP beside that of TNP-D?",
            panels=("scores",),
            parts=("aside",),
            sets={**START, "game": RULE_GAME, "model": "cnp"},
            points=FOUR,
            guess=Choose(judges.RATIOS),
            judge=judges.compared,
            hides=(*LOOK, "stage"),
            reveals=("scores",),
        ),
        Step(
            "prove",
            "Beat the CNP",
            "In a published experiment people found maxima faster than 24 algorithms (Borji and Itti 2013). Here "
            "the CNP has played another function by UCB.",
            "Get a smaller regret than the CNP, with the same first measurement and nine of your own.",
            panels=("regret",),
            parts=("aside",),
            sets={**ALONE, "game": LAST_GAME, "model": "cnp"},
            points=first(LAST_GAME),
            judge=judges.beaten,
            hints=(
                "Spread the first five measurements over the axis.",
                "Then measure on both sides of the largest y.",
                "Leave one measurement for the widest gap.",
            ),
            hides=LOOK,
            reveals=("regret",),
            beside=True,
        ),
        Step(
            "prove",
            "Lead it astray",
            "Now you draw f: a smooth curve through your points. By UCB the ANP and the Bayes predictor look for its "
            "maximum, ten measurements each.",
            f"Draw a function on which the ANP's regret is {judges.MISSED:g} or more, and that of the Bayes "
            f"predictor at most {judges.FOUND:g}.",
            panels=("regret",),
            parts=("later",),
            sets={**START, "function": DRAWN, "game": ASTRAY_GAME, "model": "anp"},
            points=HILLS,
            judge=judges.astray,
            hints=(
                "The models were trained on functions that vary over a quarter of a unit or more.",
                "A narrow peak right beside a deep valley, and a broad, lower hill elsewhere.",
                "Five points: (−1.6, −1.2), (−1.4, 1.1), (0, −0.6), (1, 0.8), (1.6, −1).",
            ),
            hides=LOOK,
            beside=True,
        ),
    )
)
