"""The story of Home: what a neural process is, on one task, up to the shift that one model does not follow."""

from __future__ import annotations

from pages.home import judges
from pages.home.task import CONTEXT, TARGETS
from pages.shared.lesson.guesses import Choose, SketchBand, Sort
from pages.shared.lesson.story import Door, Step, Story
from pages.shared.lesson.twin import MIRRORED, Twin

FITTED = ("prediction", "checksum")  # one follows the points, the other stays
LATER = ("limit", "shifted-prediction", "shift")  # what the first steps do not speak of

EMPTY = Step(
    "do",
    "What is a neural process?",
    "A **neural process** is a trained network that maps any set of points to a prediction at every x: a mean (the "
    "line) and a band of ±2 standard deviations, which holds about 95 % of the values.",
    "Click or tap inside the tinted range to add a point.",
    parts=("aside",),
    sets={"model": "tnpd", "prior": "smooth", "tau": 0.0, "show_targets": False, "show_cnp": False},
    points=(),
    judge=judges.added,
    hides=(*LATER, "legend"),
    readings=FITTED,
    reveals=("readings",),
)

SKETCH = Step(
    "predict",
    "How sure is it between points?",
    "These seven points lie on one unknown function. The line is the predicted mean; its band is for you to guess.",
    "Sketch the upper edge of the band from x = −2 to 2.",
    points=CONTEXT,
    guess=SketchBand(judges.SKETCH_AT),
    judge=judges.sketched,
    hides=LATER,
    reveals=("band",),
)

TASK = Step(
    "do",
    "A task: context and targets",
    "A **task** is one function: the network gets the **context** (filled) and predicts the **targets** (hollow). It "
    "was trained once, on many random tasks. For a new context nothing is fitted.",
    "Click or tap the target where the band is widest: it joins the context.",
    parts=("aside",),
    sets={"show_targets": True},
    points=CONTEXT,
    judge=judges.gap_closed,
    hides=LATER,
    readings=FITTED,
)

AVERAGE = Step(
    "predict",
    "Two networks, the same points",
    "All 16 points are context now. A **CNP** (Conditional Neural Process) averages what it reads of them. **TNP-D** "
    "(Transformer Neural Process, diagonal) attends to them.",
    "Whose mean misses some of its own points?",
    panels=("weights",),
    sets={"show_targets": False, "show_cnp": True},
    points=(*CONTEXT, *TARGETS),
    guess=Choose(("The CNP's", "TNP-D's", "Neither")),
    judge=judges.missed_more,
    hides=LATER,
    reveals=("line", "mean", "band", "pictures"),
    twin=MIRRORED,
    alike=True,
)

LIMIT = Step(
    "predict",
    "TNP-D beside the Bayes predictor",
    "Dashed: the **Bayes predictor**. It knows the **prior**, the distribution of the training functions, and averages "
    "all functions by how well they fit. TNP-D's mean is {limit-tnpd} of this prediction away, the CNP's {limit-cnp}.",
    "On average over new tasks, does TNP-D beat it?",
    parts=("later",),
    guess=Choose(("Yes", "No, but nearly", "No, by far")),
    judge=judges.beaten,
    hides=("shifted-prediction", "shift"),
)

SHIFT = Step(
    "predict",
    "Shift all inputs",
    "Shift every x. Points and new prediction (dashed) are then moved back, to be compared. **TETNP** is a TNP-D "
    "that reads differences of x only.",
    "Does the prediction shift, too? Guess for both, then [shift by +1](set:tau=1) or drag the handle on top.",
    panels=("tetnp",),
    parts=("aside", "later"),
    sets={"tau": 0.0, "show_cnp": False},
    points=CONTEXT,
    guess=Sort(("TNP-D", "TETNP"), ("shifts", "changes")),
    judge=judges.shifted,
    settles=Twin(sets={"tau": 1.0}),
    hides=("limit",),
    reveals=("pictures", "shifted-prediction"),
)

PROVE = Step(
    "prove",
    "Prove it: where an average fails",
    "Make the **CNP miss one of its points by 0.5** while TNP-D is within 0.15 of all. Use at most four points in the "
    "tinted range. Now: CNP {miss-cnp}, TNP-D {miss-tnpd}.",
    "Click or tap to add points, and drag them.",
    parts=("aside",),
    sets={"tau": 0.0, "show_cnp": True},
    points=(),
    judge=judges.proven,
    hints=(
        "An average keeps least of a point that differs most from the points around it.",
        "Put three or four points side by side, about 0.5 apart in x, and alternate y: up, down, up.",
        "Make the steps larger: y = 1.5, then −1.5. Drag one point until its number passes 0.5.",
    ),
    hides=LATER,
)

DOORS = (
    Door("See the whole", "whole", "Every matrix of a running model on one page, and the lesson about each"),
    Door("Learn", "course", "All lessons, with your progress"),
    Door("Lecture", "lecture", "A plan, notes, and the same steps in large type"),
    Door("Break a model", "equivariance", "Shift the data, and see which prediction shifts with it"),
)

STORY = Story((EMPTY, SKETCH, TASK, AVERAGE, LIMIT, SHIFT, PROVE), DOORS)
