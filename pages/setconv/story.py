"""The story of SetConv: from points to functions, what only the density shows, and on to a grid, a CNN and a band. The
signal is sketched before the stages show one."""

from __future__ import annotations

from pages.setconv import judges
from pages.setconv.controls import BAND, CNN, POINTS, RBFS, SUMS
from pages.shared.drawing.presets import DrawnPoints
from pages.shared.lesson.guesses import Choose
from pages.shared.lesson.story import Step, Story
from pages.shared.lesson.twin import MIRRORED, Twin, adding

GAP = ((-1.5, 0.8), (-0.9, 0.6), (0.9, -0.7), (1.5, -0.3))
TWO = ((-1.0, 1.5), (1.0, -1.0))
THREE = ((-1.2, -0.6), (-0.4, 0.9), (0.8, 0.9))
CLOSE = ((-0.6, 0.8), (0.0, -0.5), (0.6, 0.9))
START = ((-1.2, 0.8), (0.4, 1.2))
KEPT = [value for point in START for value in point]  # x and y in turn
LOOK = ("shift", "query")  # the shift is for the lab; the query comes where it is spoken of
RAW_ALONE = {"model": "convcnp-nodensity", "stage": BAND, "lengthscale": 0.4}


def _together(points: DrawnPoints) -> DrawnPoints:
    """The last point dragged to the x of the one before it."""
    if len(points) < 2:
        return points
    *others, (x, _), (_, y) = points
    return (*others, points[-2], (x, y))


STORY = Story(
    (
        Step(
            "predict",
            "Draw the signal of two points",
            "A **CNN**, a convolutional network, needs values on a grid; the dots, the **context**, lie anywhere. So "
            "each adds an **RBF** (radial basis function, a bell-shaped curve) of height y; together they are the "
            "**raw sum**. The same RBFs with height 1 add up to the **density**.\n\n**Signal = raw sum / density.**",
            sets={"model": "convcnp", "stage": RBFS, "lengthscale": 0.4, "tau": 0.0, "query": 0.0, "kept": []},
            points=TWO,
            guess=judges.SKETCH,
            judge=judges.drawn_signal,
            hides=LOOK,
        ),
        Step(
            "predict",
            "A sensor reports exactly 0",
            "A **ConvCNP** (Convolutional Conditional Neural Process) runs a CNN on such sums and predicts a **band**, "
            "mean ± 2 sd (standard deviations). This one was trained on the **raw sum alone**: no density, no "
            "division. What will its band do at a new point with y = 0?",
            "Guess, then [put a point at (0, 0)](add:0,0).",
            panels=("band-convcnp",),
            parts=("aside",),
            sets=RAW_ALONE,
            points=GAP,
            guess=Choose(("It narrows there", "Nothing", "It widens there")),
            judge=judges.zero_noticed,
            hides=LOOK,
            reveals=("band-convcnp",),
            twin=MIRRORED,
            alike=True,
            settles=adding((0.0, 0.0)),
            snaps=0.0,
        ),
        Step(
            "predict",
            "The raw sum of two points",
            "Again the model that reads the raw sum alone. Two points have y = 0.9. You will drag them together: what "
            "becomes of its mean there?",
            "Guess, then drag one onto the other.",
            panels=("band-convcnp",),
            parts=("aside",),
            sets=RAW_ALONE,
            points=THREE,
            guess=Choose(("It stays as at one point", "It doubles", "It halves")),
            judge=judges.pair,
            hides=LOOK,
            reveals=("band-convcnp",),
            twin=MIRRORED,
            alike=True,
            settles=Twin(_together),
        ),
        Step(
            "do",
            "How do points get onto a grid?",
            "A ConvCNP has learned the width of its RBFs. It samples their sums on a grid, runs a CNN there, and "
            "reads the prediction off the cells.\n\nStage {stage}.",
            "Drag the slider from stage 0 to 7.",
            controls=("stage",),
            sets={"model": "convcnp", "stage": POINTS, "lengthscale": 0.08},
            points=GAP,
            judge=judges.reached_the_band,
            hides=LOOK,
        ),
        Step(
            "do",
            "Inside the CNN",
            "The CNN is a **U-Net**: five layers halve the resolution (↓), five double it (↑). Curves: 8 of the 64 "
            "channels of one layer. Map: all layers. Bars: the [products](show:products) of weight and input under "
            "the kernel at the query x; drag it. A cell is {cell} wide.",
            "Find the layer with cells 2 units wide.",
            panels=("layers", "products"),
            parts=("aside",),
            controls=("layer",),
            sets={"model": "convcnp", "stage": CNN, "layer": 0, "query": -0.9},
            points=GAP,
            judge=judges.coarsest_layer,
            hides=("shift",),
            beside=True,
        ),
        Step(
            "do",
            "A density without gaps",
            "The **lengthscale** is the width of an RBF. Where the density is flat, it no longer shows which "
            "x were observed, and a model cannot know where to be certain.",
            "With up to 3 points and lengthscale up to 0.65, make the density vary by at most 10% from −1 to 1.",
            controls=("lengthscale",),
            sets={"stage": SUMS, "lengthscale": 0.2},
            points=CLOSE,
            judge=judges.flat_density,
            hints=(
                "The height y of a point does not matter here.",
                "Two RBFs add up to a flat top when they are about two lengthscales apart.",
                "Lengthscale 0.65, points at x = −1.3, 0 and 1.3.",
            ),
            hides=LOOK,
        ),
        Step(
            "prove",
            "One raw sum, two sets",
            "Dashed: the raw sum of the hollow points. A model that reads this alone cannot distinguish another "
            "set with that sum in every cell. The ConvCNP can, by its density.",
            "Draw such a set: its sum lies on the dashed one; the ConvCNP's band moves by 0.3, the other's by less "
            "than half. Keep every y 0.3 away from 0.",
            panels=("band-convcnp", "band-convcnp-nodensity"),
            parts=("aside",),
            sets={"model": "convcnp-nodensity", "stage": SUMS, "lengthscale": 0.3, "kept": KEPT},
            points=START,
            judge=judges.same_raw_sum,
            hints=(
                "Points with the same x add up in the raw sum.",
                "Replace one point by two, so that their y add up to its y.",
                "Drag the point at (0.40, 1.20) down to y = 0.60, and add another point at the same place.",
            ),
            hides=LOOK,
            beside=True,
        ),
    )
)
