"""The story of masks: what a prediction may depend on, and what becomes of a model that sees what it should predict."""

from __future__ import annotations

from pages.masks import judges, leak_judges, order_exercise
from pages.shared.drawing.presets import DrawnPoints
from pages.shared.lesson.guesses import Choose
from pages.shared.lesson.story import Step, Story
from pages.shared.lesson.twin import MIRRORED, Twin

POINTS: DrawnPoints = ((-1.5, -0.8), (-0.5, 0.6), (0.6, 0.9), (1.5, -0.7))
LOOK = ("shift",)  # the handle that shifts all inputs is for the lab

# Every step begins with no switched cell and with its targets where they were.
START = {
    "order": "ABC",
    "points_order": "forward",
    "cells": [],
    "targets": [-1.0, 0.05, 1.1],
    "values": [0.6, -0.4, -0.8],
    "tau": 0.0,
}

STORY = Story(
    (
        Step(
            "do",
            "What may a prediction depend on?",
            "A network predicts y at the **targets** A, B, C from c1 to c4; the band is A's prediction at every x. "
            "Each is a **token**. Row tA (the **query**) shows A's **attention weight** on each **key**; hatched is "
            "forbidden (**masked**); null a learned extra key.",
            "In [row tA](show:weights), press one of the columns c1 to c4.",
            panels=("weights",),
            sets={**START, "rule": "tnpd"},
            points=POINTS,
            judge=judges.point_masked,
            hides=LOOK,
        ),
        Step(
            "predict",
            "You move target B. What happens to A?",
            "The **mask** of TNP-D (Transformer Neural Process, diagonal) is drawn as a [square](show:mask); what is "
            "hatched is forbidden. Compare the columns c1 to c4 with tA to tC.",
            "Guess, then drag B sideways.",
            panels=("mask",),
            sets={**START, "rule": "tnpd"},
            points=POINTS,
            guess=Choose(judges.B_OPTIONS),
            judge=judges.b_moved,
            hides=LOOK,
            twin=MIRRORED,
            alike=True,
            settles=Twin(sets={"targets": [-1.0, 0.65, 1.1]}),
        ),
        Step(
            "predict",
            "Each row attends to its own y",
            "In training the targets' y are known, and some models make tokens of them: yA holds A's y. It must not "
            "reach A's own prediction. Here row tA attends to yA, tB to yB, tC to yC: a **leak**. How does such a "
            "model predict in training, and on new data?",
            panels=("weights",),
            sets={**START, "rule": "leaky"},
            points=POINTS,
            guess=Choose(leak_judges.LEAK_OPTIONS),
            judge=leak_judges.trained_with_leak,
            hides=("legend", *LOOK),
            reveals=("band", "mean", "line", "targets"),
            twin=MIRRORED,
            alike=True,
        ),
        Step(
            "do",
            "The test that finds a leak",
            "Does a prediction follow its own y? Diamond yA is A's y, circle A the prediction there, given yA. (The "
            "curve is predicted from no target's y.)",
            "Drag the diamond yA up; then choose TNP-A, and drag it down.",
            panels=("weights",),
            controls=("rule",),
            options={"rule": ("leaky", "tnpa")},
            sets={**START, "rule": "leaky"},
            points=POINTS,
            judge=leak_judges.leak_tested,
            hides=LOOK,
        ),
        Step(
            "predict",
            "A attends to B: which tests fail?",
            "Three tests of TNP-D: reorder the points (**permutation**), move another target (**consistency**), change "
            "a target's own y (**leak**). A test fails if a prediction changes.",
            "Guess, then press [row tA, column tB](show:weights).",
            panels=("weights",),
            parts=("later",),
            readings=("order", "others", "leak"),
            sets={**START, "rule": "tnpd"},
            points=POINTS,
            guess=Choose(judges.FAILS),
            judge=judges.tests_run,
            hides=LOOK,
            beside=True,
            twin=MIRRORED,
            alike=True,
            settles=Twin(sets={f"cells{len(POINTS)}": [[len(POINTS), len(POINTS) + 1]]}),
        ),
        Step(
            "predict",
            "Which cells must be computed?",
            "A masked cell has weight 0 whatever its score: the score need not be computed. The band needs 201 "
            "targets: with four points, a square of 205 × 205 cells. What share of them does TNP-D's mask leave?",
            panels=("cost",),
            parts=("later",),
            sets={**START, "rule": "tnpd"},
            points=POINTS,
            guess=Choose(judges.SHARES),
            judge=judges.cells_left,
            hides=LOOK,
            reveals=("cost",),
        ),
        Step(
            "prove",
            "Another order: B first",
            "TNP-A predicts in the order A, B, C: row tB may attend to yA, row tC to yA and yB, none to what comes "
            "later. Such a mask is **causal** (GPT-style), the model **autoregressive**. Repaint the square for "
            "order B, A, C.",
            "Press cells of [the square](show:mask). No prediction may depend on its own y, not even through other "
            "rows.",
            panels=("mask",),
            parts=("later",),
            readings=("leak",),
            sets={**START, "rule": "tnpa"},
            points=POINTS,
            judge=order_exercise.b_first,
            hints=(
                "B comes first: row tB attends to no y.",
                "A comes second: row tA attends to yB.",
                "Then yB must not attend to yA: else A's y reaches A through yB.",
            ),
            hides=LOOK,
            beside=True,
        ),
    )
)
