"""The story of sample paths: what a band leaves open, who joins the values at two places, and where that matters."""

from __future__ import annotations

from pages.paths import judges
from pages.paths.controls import FIRST_SEED
from pages.shared.lesson.guesses import Choose, SketchCurve, Sort
from pages.shared.lesson.story import Step, Story
from pages.shared.lesson.twin import adding, shifted
from pages.shared.models.catalogue import NAMES
from pages.shared.models.sample_paths import AUTOREGRESSIVE, SAMPLES

# A gap in the middle, where nearly all is open; there TNP-D and the low-rank TNP-ND have nearly the same band.
POINTS = ((-1.8, 0.6), (-1.3, -0.4), (1.2, 0.5), (1.7, -0.5))
# Among these, no places and no level make the exercise's difference of 0.2; with one point less some do. Tested with
# the shipped weights.
CROWDED = ((-1.9, 0.6), (-1.2, -0.4), (-0.4, 0.4), (0.4, -0.3), (1.2, 0.5), (1.9, -0.5))
MARGINAL, JOINT = judges.MARGINAL, judges.JOINT
NEAR, APART = {"a": -0.1, "b": 0.1}, {"a": -0.4, "b": 0.4}
LATER = ("shift", "shifted-prediction")

SKETCH = Step(
    "predict",
    "What does one sample look like?",
    "**TNP-D**, a trained network, predicts y at every x from four points: a mean and a band of ±2 standard deviations "
    "(sd). A **sample path** draws one value at every x from this prediction, joined by a line.",
    "Sketch one sample path from x = −2 to 2.",
    parts=("aside",),
    sets={"model": MARGINAL, "sampling": SAMPLES, "given": False, "level": 0.0, "tau": 0.0, "draw": FIRST_SEED, **NEAR},
    points=POINTS,
    guess=SketchCurve(judges.SKETCH_AT, "your sketch of a sample path"),
    judge=judges.sketched,
    hides=(*LATER, "places"),
    reveals=("paths",),
)

COVARIANCE = Step(
    "do",
    "Nearly the same band, other paths",
    "A band shows **marginals**: the distribution of y at each x alone. **TNP-ND** also predicts a **covariance**: how "
    "the values at two places vary together (low-rank: all values of a path share a few random numbers). The map shows "
    "their correlation, from −1 to 1.",
    f"Choose {NAMES[JOINT]}, and compare band, paths and map.",
    panels=("correlation",),
    parts=("aside",),
    controls=("model",),
    options={"model": (MARGINAL, JOINT)},
    sets={"model": MARGINAL},
    points=POINTS,
    judge=judges.compared,
    beside=True,
    hides=(*LATER, "places"),
)

BOTH = Step(
    "predict",
    "Above the level at both places",
    "Event: y lies above the level at A **and** at B. Each place alone has a marginal probability: {p-a} at A, {p-b} "
    "at B. Their product is {product}.",
    f"What is the probability of both, for {NAMES[JOINT]}?",
    panels=("event",),
    parts=("aside",),
    sets={"model": JOINT, "level": 0.0, **NEAR},
    points=POINTS,
    guess=Choose(("The product", "Clearly more", "Clearly less")),
    judge=judges.joint_probability,
    hides=LATER,
    reveals=("event", "paths"),
    twin=shifted(-1.0),
)

WHICH = Step(
    "predict",
    "Which models join two places?",
    "[TNP-D](set:model=tnpd&sampling=at once) has marginals, [NP](set:model=np&sampling=at once) one random "
    "(**latent**) vector a path; [autoregressive](set:model=tnpd&sampling=in turn) TNP-D reads what it drew.",
    "Do the values at A and B depend on each other?",
    sets={"model": MARGINAL, "sampling": SAMPLES, "level": 0.0, **NEAR},
    points=POINTS,
    guess=Sort(tuple(judges.SORTED.values()), judges.BINS),
    judge=judges.sorted_ways,
    hides=LATER,
    panels=("ways",),
    parts=("aside", "later"),
    reveals=("paths", "ways"),
)

IN_TURN = Step(
    "do",
    "One value after the other",
    "**Autoregressive sampling** needs a model of marginals only, and runs it again after each draw: TNP-D draws a "
    "value at A, which joins the context; then it predicts again (dashed). The sd at B goes {given}.",
    "Drag B until the value at A halves the sd at B.",
    sets={"model": MARGINAL, "sampling": AUTOREGRESSIVE, "given": True, "a": 0.0, "b": -0.5},
    points=POINTS,
    judge=judges.halved,
    hides=("shift", "paths", "level"),
)

BETWEEN = Step(
    "predict",
    "A point between A and B",
    f"For {NAMES[JOINT]}, the correlation of the values at A and B is now {{correlation}}. A point between A and B "
    "joins the context when you add it.",
    "What becomes of the correlation? Guess, then add it at x\u00a0=\u00a00.",
    panels=("correlation",),
    parts=("aside",),
    sets={"model": JOINT, "sampling": SAMPLES, "given": False, **APART},
    points=POINTS,
    guess=Choose(("It grows", "It falls to about 0", "It turns negative")),
    judge=judges.point_between,
    settles=adding((0.0, 0.0)),
    beside=True,
    hides=LATER,
)

PROVE = Step(
    "prove",
    "Marginals are not functions",
    "Find points, places and a level for which the joint probability and the product differ by **0.2**, for "
    f"{NAMES[JOINT]}. Keep A and B in the tinted range, at least 0.1 apart. Now {{difference}}.",
    "Drag points, A, B and the level (dashed).",
    panels=("event",),
    parts=("aside",),
    controls=("level",),
    sets={"model": JOINT, "tau": 0.0, "level": 0.5, "a": -0.8, "b": 0.8},
    points=CROWDED,
    judge=judges.differ,
    hints=(
        "Values vary together where A and B are close, and far from all points.",
        "Each place alone should be a toss of a coin: level on the mean, probability 0.5.",
        "Remove the points at −0.40 and 0.40. Put A at −0.05, B at 0.05, the level at 0.",
    ),
    hides=LATER,
)

STORY = Story((SKETCH, COVARIANCE, BOTH, WHICH, IN_TURN, BETWEEN, PROVE))
