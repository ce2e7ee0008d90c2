"""The story of the zoo: what separates models that were trained alike, and how to choose one for a task."""

from __future__ import annotations

from pages.shared.drawing.presets import DrawnPoints
from pages.shared.lesson.guesses import Choose, Sort
from pages.shared.lesson.story import Step, Story
from pages.shared.lesson.topic import TOPIC
from pages.shared.lesson.twin import MIRRORED
from pages.zoo import judges
from pages.zoo.briefs import BRIEFS
from pages.zoo.controls import PREDICTIONS, RACE, SCORES, TESTS
from pages.zoo.families import SIX
from pages.zoo.race import ENOUGH, FROM, SIZES
from tnpcore.evaluation.seeded import NUM_TARGET

# Up and down from point to point: a mean over all points says little of where each one is.
ZIGZAG: DrawnPoints = (
    (-1.8, -0.6),
    (-1.4, 0.7),
    (-1.0, -0.5),
    (-0.5, 0.8),
    (0.0, -0.7),
    (0.5, 0.9),
    (1.0, -0.4),
    (1.5, 0.8),
)
THREE: DrawnPoints = ((-1.2, 0.4), (-0.2, 0.9), (1.0, -0.3))
USUAL = {"model": "tnpd", "against": "cnp", "family": SIX, "prior": "smooth", "tau": 0.0}
QUIET = ("shift", "limit")  # the handle that shifts all inputs, and the Bayes predictor

STORY = Story(
    (
        Step(
            "do",
            "Two models, the same points",
            "Left of the line predicts a **TNP-D**, a Transformer: each target [attends](show:weights-left) to the "
            "points (column **null**: to none of them). Right of it a **CNP**, which averages them. Both were trained "
            "on the same curves.",
            "Drag the line to where the CNP's band is wider than TNP-D's by the largest factor.",
            panels=("weights-left",),
            parts=("aside",),
            sets={**USUAL, "compare": PREDICTIONS, "wipe": -2.2},
            points=ZIGZAG,
            judge=judges.where_bands_differ,
            hides=QUIET,
        ),
        Step(
            "predict",
            "Which model scores best?",
            "All models predict the same held-out targets. **Excess**: how much log density a model loses per target, "
            "in **nats**, against the best Gaussian (dashed: the Bayes predictor's mean and sd). Which of these four "
            "has the smallest excess?",
            panels=("scores",),
            parts=("later",),
            sets={**USUAL, "compare": SCORES, "wipe": 0.0},
            points=ZIGZAG,
            guess=Choose(tuple(judges.SCORED.values())),
            judge=judges.best_scorer,
            hides=("shift",),
            reveals=("scores",),
            twin=MIRRORED,
            alike=True,
        ),
        Step(
            "predict",
            "What do more points cost?",
            f"A score says nothing about time. Each model now predicts {NUM_TARGET} targets on this server, from "
            f"{SIZES[0]} to {SIZES[-1]:,} context points. Of these four, whose time grows most, in milliseconds, from "
            f"{FROM} points to {ENOUGH}?",
            panels=("race", "race-large"),
            parts=("later", TOPIC),
            sets={**USUAL, "compare": RACE, "wipe": 0.0},
            points=ZIGZAG,
            guess=Choose(tuple(judges.RACERS.values())),
            judge=judges.steepest,
            hides=QUIET,
            reveals=("race", "race-large"),
            beside=True,
        ),
        Step(
            "predict",
            "Three briefs",
            "**Sensor**: data anywhere along x. **Planner**: samples that are whole curves (**coherent**). **Crowd**: "
            "n = 10,000. Of the suitable models, which has the smallest excess?",
            panels=("tests",),
            parts=("later",),
            sets={**USUAL, "compare": TESTS, "wipe": 0.0},
            points=ZIGZAG,
            guess=Sort(tuple(brief.short for brief in BRIEFS), tuple(map(judges.title, judges.CANDIDATES))),
            judge=judges.choose_for_briefs,
            hides=QUIET,
        ),
        Step(
            "prove",
            "Where averaging falls behind",
            "**Leave-one-out** predicts each of your points from all the others: TNP-D {hidden-tnpd} per point, CNP "
            "{hidden-cnp}. More is better.",
            f"With at most {judges.FEW} points, make the CNP {judges.WORSE:.0f} nat worse than TNP-D, which must "
            f"reach {judges.GOOD:.0f} or more. Click or tap to add a point.",
            parts=("later",),
            sets={**USUAL, "compare": PREDICTIONS, "wipe": 0.0},
            points=THREE,
            judge=judges.cnp_falls_behind,
            hides=QUIET,
            hints=(
                "A point is easy to predict from a near one, if a model can choose it.",
                "Put the points 0.1 or less apart, and all at one height far from y = 0.",
                "Four points about x = 1, all within 0.2, at y = 2.3.",
            ),
        ),
    )
)
