"""The story of the whole: one model in boxes, another middle, a Transformer beside them, a third middle."""

from __future__ import annotations

from pages.shared.lesson.guesses import Choose
from pages.shared.lesson.story import Step, Story
from pages.shared.lesson.twin import adding
from pages.whole import judges
from pages.whole.controls import TRANSLATOR

FIVE = ((-1.6, -0.6), (-0.9, 0.7), (-0.2, 0.9), (0.7, -0.4), (1.4, 0.3))
# A curve that turns often: more than one vector holds.
EIGHT = tuple((round(-1.8 + 0.5 * i, 1), y) for i, y in enumerate((0.9, -0.8, 0.8, -0.7, 0.9, -0.8, 0.7, -0.6)))
START = {"model": "tnpd", "tau": 0.0, "box": 3}
LOOK = ("shift", "legend")

STORY = Story(
    (
        Step(
            "do",
            "From points to a band",
            "A **neural process** reads points and gives a mean and a standard deviation (sd) at every target. This "
            "one, the **TNP-D**, is a Transformer. Between points and band stand its matrices: a row is a point "
            "(filled) or a target (hollow).",
            "Press the box [tokens](show:map).",
            panels=("map", "inside"),
            sets=START,
            points=FIVE,
            judge=judges.opened_tokens,
            hides=LOOK,
            beside=True,
        ),
        Step(
            "predict",
            "One point more",
            "Attention mixes rows: each takes a weighted mean of the points' rows, in four layers. The weights say how "
            "much of each (null: a learned extra row). If you add a point, which [box](show:map) keeps its size?",
            "Guess, then [add a point](add:0.2,0.8).",
            panels=("map", "inside"),
            sets=START,
            points=FIVE,
            guess=Choose(judges.ONE_MORE),
            judge=judges.kept,
            settles=adding((0.2, 0.8)),
            hides=LOOK,
            beside=True,
        ),
        Step(
            "predict",
            "Another middle: the CNP",
            "The **CNP** is older and simpler. One network reads the points, one by one; a second network predicts at "
            "every target. How many numbers does the second one read of the points, with eight of them?",
            panels=("map",),
            sets={**START, "model": "cnp"},
            points=EIGHT,
            guess=Choose(judges.HOLDS),
            judge=judges.holds,
            hides=LOOK,
            reveals=("field",),
            beside=True,
        ),
        Step(
            "predict",
            "The Transformer itself",
            "The **encoder-decoder** came first: it reads a text and writes another, symbol by symbol. Its decoder is "
            "given START and what it has written so far; in training, the right symbols. It has three attentions, and "
            "one of their maps is a triangle. Which?",
            panels=("translator",),
            parts=("aside",),
            sets={**START, "box": TRANSLATOR},
            points=FIVE,
            guess=Choose(tuple(judges.TRIANGLE.values())),
            judge=judges.triangle,
            hides=(*LOOK, "stage"),
            reveals=("field",),
        ),
        Step(
            "do",
            "Another middle: a grid",
            "The **ConvCNP** has neither tokens nor a mean. Every point leaves an RBF on a grid, and a convolutional "
            "network, the same at every place, turns these into mean and sd.",
            "Press the box [channels on a grid](show:map), then drag a point up, or sideways: which row changes?",
            panels=("map", "inside"),
            sets={**START, "model": "convcnp"},
            points=FIVE,
            judge=judges.dragged_on_grid,
            hides=LOOK,
            beside=True,
        ),
        Step(
            "prove",
            "What mean and sd do not notice",
            "The rows of the first box have an order, that in which you drew them. Does anything below depend on it?",
            f"Move two points by {judges.MOVED:g} or more each, so that mean and sd stay as they are.",
            panels=("map",),
            sets=START,
            points=FIVE,
            judge=judges.exchanged,
            hints=(
                "Moving one point changes the band. What must the second one do?",
                "Afterwards there have to be points where there were points before.",
                "Exchange two neighbours: put each where the other was.",
            ),
            hides=LOOK,
            beside=True,
        ),
    )
)
