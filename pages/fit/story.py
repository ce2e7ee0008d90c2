"""The story of one's own data: a band that does not fit, one that does, a plain Gaussian process, and an event."""

from __future__ import annotations

import math

from pages.fit import judges
from pages.fit.controls import RANDOM
from pages.shared.drawing.datasets import DATASETS, load
from pages.shared.lesson.guesses import Choose
from pages.shared.lesson.story import Step, Story
from pages.shared.lesson.twin import Twin
from pages.shared.models.catalogue import BROAD, USUAL

NILE, _ = load(next(dataset for dataset in DATASETS if dataset.name == "Nile"))
GAP = ((-1.9, 0.3), (-1.5, 0.9), (-1.1, 0.6), (-0.6, -0.2), (-0.2, -0.5), (1.8, 0.2))
SMOOTH = tuple((round(-1.9 + 0.29 * i, 2), round(math.sin(1.6 * (-1.9 + 0.29 * i)), 2)) for i in range(14))
PLAIN = {"model": "tnpd", "prior": USUAL, "gp": False, "event": False, "tau": 0.0, "held": RANDOM}
LOOK = ("shift",)

STORY = Story(
    (
        Step(
            "predict",
            "A band for the Nile",
            "The river's yearly flow from 1871 to 1970, standardised: time over [−2, 2], flow with mean 0 and sd 1. "
            "**TNP-D** was trained on smooth curves. A fifth of the points at a time is **held out** and predicted "
            "from the others. How many lie inside ±2 sd, where 95% are expected?",
            sets=PLAIN,
            points=NILE,
            guess=Choose(("Nearly all", "About half", "Fewer than two in five")),
            judge=judges.counted,
            parts=("aside",),
            hides=LOOK,
            reveals=("targets",),
        ),
        Step(
            "predict",
            "Other training tasks, the same network",
            "The second set of weights has the same architecture. Its training tasks were of **many kinds**: smooth "
            "and rough, periodic, with trends, the noise from a fiftieth of the signal to twice as large. What becomes "
            "of the held-out points?",
            "Guess, then choose “data of many kinds”.",
            controls=("prior",),
            sets=PLAIN,
            points=NILE,
            guess=Choose(("As few lie inside", "Nearly all lie inside")),
            judge=judges.retrained,
            settles=Twin(sets={"prior": BROAD}),
            parts=("aside",),
            hides=LOOK,
            reveals=("targets",),
        ),
        Step(
            "predict",
            "TNP-D beside a Gaussian process",
            "A **Gaussian process** with an RBF kernel is fitted to these hundred numbers alone: the lengthscale, "
            "scale and noise that make them most likely. Which prediction finds held-out points more likely?",
            panels=("scores",),
            parts=("aside", "later"),
            sets={**PLAIN, "prior": BROAD, "gp": True},
            points=NILE,
            guess=Choose(("TNP-D", "The Gaussian process", "About equal")),
            judge=judges.compared,
            hides=LOOK,
            reveals=("scores",),
        ),
        Step(
            "predict",
            "Will it be exceeded?",
            "Six other points. How probable is it that at least one of 16 values between A and B lies above the level? "
            "**Coherent paths** show which values go together: count those that cross it. A product of **marginals** "
            "takes the values for independent. Its probability is …",
            panels=("event",),
            parts=("later",),
            sets={**PLAIN, "prior": BROAD, "event": True, "level": 0.4, "a": 0.2, "b": 1.4},
            points=GAP,
            guess=Choose(("lower than on coherent paths", "the same", "higher")),
            judge=judges.exceeded,
            hides=LOOK,
            reveals=("event",),
        ),
        Step(
            "prove",
            "Make one band fail",
            "Trained on smooth curves or on data of many kinds, TNP-D holds these points in its band. What must "
            "points be like for the band of **smooth curves** to be too narrow, while that of **many kinds** still "
            "holds them?",
            "Drag points until that is so.",
            panels=("scores",),
            parts=("aside", "later"),
            sets=PLAIN,
            points=SMOOTH,
            judge=judges.misfit,
            hints=(
                "The smooth curves had noise of 0.05 to 0.1 alone.",
                "Drag every other point up by half a unit.",
            ),
            hides=LOOK,
        ),
    )
)
