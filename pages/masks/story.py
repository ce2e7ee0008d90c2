"""The story of masks: what a prediction may depend on, and what becomes of a model that sees what it should predict."""

from __future__ import annotations

from pages.masks import judges, order_exercise
from pages.shared.drawing.presets import DrawnPoints
from pages.shared.lesson.guesses import Choose
from pages.shared.lesson.story import Step, Story

POINTS: DrawnPoints = ((-1.5, -0.8), (-0.5, 0.6), (0.6, 0.9), (1.5, -0.7))
LOOK = ("shift",)  # the handle that shifts all inputs comes in one step only

# Every step begins with no switched cell and with its targets where they were.
START = {"cells": [], "targets": [-1.0, 0.05, 1.1], "values": [0.6, -0.4, -0.8], "tau": 0.0}

STORY = Story(
    (
        Step(
            "do",
            "What may a prediction depend on?",
            "A trained network predicts the curve from the points c1 to c4. A, B and C are **targets**: their y is "
            "predicted. Each is a **token**. Row tA (the **query**) shows which tokens (**keys**) A attends to: a "
            "number is an **attention weight**, hatched is **masked**.",
            "In [row tA](show:mask), click one of the columns c1 to c4.",
            panels=("mask",),
            sets={**START, "rule": "tnpd"},
            points=POINTS,
            judge=judges.point_masked,
            hides=LOOK,
        ),
        Step(
            "predict",
            "You move target B. What happens to A?",
            "The **mask** of TNP-D (Transformer Neural Process, diagonal): every row may attend to all points, none to "
            "a target. You will drag B sideways.",
            "Guess, then drag B sideways.",
            panels=("mask",),
            sets={**START, "rule": "tnpd"},
            points=POINTS,
            guess=Choose(judges.B_OPTIONS),
            judge=judges.b_moved,
            hides=LOOK,
        ),
        Step(
            "predict",
            "One wrong cell",
            "In training the targets' y are known, and some models make tokens of them: yA holds A's y. The rule: yA "
            "must not reach A's own prediction. Here row tA attends to yA: a **leak**. How does a model trained like "
            "that predict?",
            panels=("weights",),
            sets={**START, "rule": "leaky"},
            points=POINTS,
            guess=Choose(judges.LEAK_OPTIONS),
            judge=judges.trained_with_leak,
            hides=LOOK,
            reveals=("stage",),
        ),
        Step(
            "do",
            "The test that finds a leak",
            "Change a target's own y, and look at its own prediction. The diamond yA is A's y; the circle A with its "
            "bar (±2 sd) is the prediction at A. Choose between the leak and TNP-A, which hides yA from row tA.",
            "Drag the diamond yA up or down under both masks.",
            panels=("weights",),
            controls=("rule",),
            options={"rule": ("leaky", "tnpa")},
            readings=("leak",),
            sets={**START, "rule": "leaky"},
            points=POINTS,
            judge=judges.leak_tested,
            hides=LOOK,
        ),
        Step(
            "predict",
            "A attends to B: what turns red?",
            "TNP-D again. Three tests reorder the points (**permutation**), move another target (**consistency**), "
            "change a target's own y (**leak**). Red: a prediction changed.",
            "Guess, then click [row tA, column tB](show:weights).",
            panels=("weights",),
            readings=("order", "others", "leak"),
            sets={**START, "rule": "tnpd"},
            points=POINTS,
            guess=Choose(judges.RED),
            judge=judges.tests_run,
            hides=LOOK,
        ),
        Step(
            "predict",
            "Which cells must be computed?",
            "A masked cell has weight 0 whatever its score: the score need not be computed. The band needs 201 "
            "targets: with four points, a square of 205 × 205 cells. What share of them does TNP-D's mask leave?",
            panels=("cost",),
            sets={**START, "rule": "tnpd"},
            points=POINTS,
            guess=Choose(judges.SHARES),
            judge=judges.cells_left,
            hides=LOOK,
            reveals=("cost",),
        ),
        Step(
            "predict",
            "Shift all inputs",
            "A mask says which tokens count, not what they hold. Add τ to every x, the targets' too: no cell changes. "
            "Does the prediction? It is shown back at the original inputs (dashed).",
            "Guess, then shift by 1 or more.",
            panels=("mask",),
            controls=("tau",),
            sets={**START, "rule": "tnpd"},
            points=POINTS,
            guess=Choose(("No: the same cells are open", "Yes: the tokens hold x")),
            judge=judges.shifted,
        ),
        Step(
            "prove",
            "Another order: B first",
            "TNP-A predicts in the order A, B, C: row tB may attend to yA, row tC to yA and yB. It is "
            "**autoregressive**. Repaint the square for the order B, A, C.",
            "No prediction may depend on its own y, not even through other rows.",
            panels=("mask",),
            readings=("leak",),
            sets={**START, "rule": "tnpa"},
            points=POINTS,
            judge=order_exercise.b_first,
            hints=(
                "B comes first: row tB attends to no y.",
                "A comes second: row tA attends to yB.",
                "Then yB must not attend to yA: else A's y reaches A through yB.",
            ),
            hides=("stage", *LOOK),
        ),
    )
)
