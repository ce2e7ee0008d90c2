"""The story of learning to learn: a task, its loss, a run, what few tasks teach, and what a loss is an average of."""

from __future__ import annotations

from pages.learning import judges
from pages.learning.controls import ENDLESS, LAST
from pages.shared.lesson.guesses import Choose
from pages.shared.lesson.story import Step, Story

SHIFT = ("shift",)
LOOK = (*SHIFT, "limit")
START = {"model": "tnpd", "functions": ENDLESS, "deal": 1, "checkpoint": LAST, "tau": 0.0}
# Twelve points of the prior `smooth` with seed 389, rounded to hundredths: a CNP does not follow all of its turns.
SEED = 389
POINTS = (
    (-1.78, 0.71),
    (-1.3, 0.05),
    (-1.22, -0.08),
    (-0.98, -0.22),
    (-0.9, -0.13),
    (-0.59, 0.65),
    (-0.15, 1.06),
    (0.13, 0.95),
    (1.35, -0.19),
    (1.5, -0.66),
    (1.6, -1.02),
    (1.72, -1.4),
)

STORY = Story(
    (
        Step(
            "do",
            "One task: context and targets",
            "Training draws a function from the **prior**, some points of it, and deals them: filled points are the "
            "**context**, hollow ones are hidden **targets**. The network gets the context and predicts the targets.",
            "Move the slider: deal again.",
            panels=("deck",),
            controls=("deal",),
            sets=START,
            points=POINTS,
            judge=judges.redealt,
            hides=LOOK,
        ),
        Step(
            "do",
            "The loss of one task",
            "At each target the prediction gives the true y a density p. Its bar in the picture is −log p, in "
            "**nats**: a prediction 1 nat worse gives the truth 2.7 times less density. The mean is the loss: {loss}.",
            f"Drag a hollow point up or down until its bar has grown by {judges.WORSE:g} nats.",
            panels=("terms",),
            sets=START,
            points=POINTS,
            judge=judges.worse,
            hides=LOOK,
        ),
        Step(
            "predict",
            "It meets another function",
            "This TNP-D was trained on **one** function: always the same points with the same noise, dealt anew in "
            "each of 4,000 steps. A step moves all weights to lower the loss. Now it gets your context.",
            "What will it predict?",
            sets={**START, "functions": "1"},
            points=POINTS,
            guess=Choose(judges.ALONE),
            judge=judges.memorised,
            reveals=("band", "mean", "line"),
            hides=LOOK,
        ),
        Step(
            "predict",
            "How many functions are enough?",
            "The same network, equally long trained on 1, 16, 256 or 65,536 fixed functions. Choose one of them, and "
            "look at its band on your points. "
            f"What is the fewest with which it is within {judges.CLOSE:g} nats of the limit (the Bayes predictor's "
            "loss) on functions it never met?",
            panels=("few",),
            parts=("aside",),
            controls=("functions",),
            options={"functions": ("1", "16", "256", "65536")},
            sets={**START, "functions": "16"},
            points=POINTS,
            guess=Choose(judges.ENOUGH),
            judge=judges.enough,
            reveals=("few",),
            hides=LOOK,
        ),
        Step(
            "predict",
            "Watch it learn",
            "Each step lowers the mean loss of 16 new tasks. This is a small TNP-D after one step; a CNP learned "
            "beside it. The limit: {limit}.",
            "Whose loss is nearer to the limit in the end? The slider then shows how.",
            panels=("progress",),
            parts=("later",),
            controls=("checkpoint", "model"),
            sets={**START, "checkpoint": 0},
            points=POINTS,
            guess=Choose(judges.RACE),
            judge=judges.nearer,
            reveals=("progress",),
            hides=LOOK,
        ),
        Step(
            "predict",
            "A step from one task, or from many",
            "The TNP-D after one step, again. Which way is down? A gradient from your task alone says one thing, the "
            "mean gradient of 16 tasks of the prior another. Both steps change the weights by the same length. "
            "Which one lowers the loss of 64 new tasks more?",
            panels=("steps",),
            parts=("aside",),
            sets={**START, "checkpoint": 0},
            points=POINTS,
            guess=Choose(judges.ONE_STEP),
            judge=judges.averaged,
            reveals=("steps",),
            hides=LOOK,
            beside=True,
        ),
        Step(
            "predict",
            "Drawn y, or their expectation",
            "The same task, with its targets drawn anew 40 times from the exact posterior, given the context. Every "
            "draw gives another loss, with the same weights. "
            "By how much does the loss of this one task vary, as a standard deviation?",
            panels=("drawn",),
            parts=("aside",),
            sets=START,
            points=POINTS,
            guess=Choose(judges.SCATTER),
            judge=judges.scattered,
            reveals=("drawn",),
            hides=LOOK,
        ),
        Step(
            "prove",
            "Beat the Bayes predictor",
            "TNP-D is on the stage, the Bayes predictor is dashed. Losses of your task: TNP-D {loss}, Bayes predictor "
            "{limit}.",
            f"Drag hollow points until TNP-D's loss is {judges.BEATEN:g} nats below the Bayes predictor's, and below "
            "0.",
            parts=("later",),
            sets=START,
            points=POINTS,
            judge=judges.beaten,
            hints=(
                "Where is TNP-D's band narrower than the dashed one, or elsewhere?",
                "A target on TNP-D's mean, where the dashed band is wide, is worth most.",
                "Drag the target at x = −0.15 down to 0.97, that at 1.35 down to −0.7.",
            ),
            hides=SHIFT,
        ),
    )
)
