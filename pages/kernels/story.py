"""The story of kernels: four methods that predict with weighted sums, and what each does with the same point."""

from __future__ import annotations

from pages.kernels import judges
from pages.shared.lesson.guesses import Choose, DragWeights
from pages.shared.lesson.story import Step, Story
from pages.shared.lesson.twin import MIRRORED, Twin

# On these points head 1 of the ANP is close to a Gaussian kernel, and KRR has weights far below 0. Tested.
POINTS = ((-1.5, -0.8), (-0.7, 0.4), (-0.3, 0.8), (0.5, 0.6), (1.1, -0.3))
START = {"model": "anp", "head": "1", "norm": True, "twice": False, "tau": 0.0, "bandwidth": 0.5, "ridge": 0.04}
LOOK = ("shift",)  # the handle that shifts all inputs is for the lab

STORY = Story(
    (
        Step(
            "predict",
            "Near points weigh more",
            "**Nadaraya-Watson (NW)** averages the points' y. At distance d from the **query** a point counts "
            "exp(−d²/2h²), a **kernel** of **bandwidth** h = {bandwidth}; divided by the sum: its weight.",
            "Drag the bars to the weights, then commit.",
            panels=("rows",),
            sets={**START, "show": "nw", "query": 0.0},
            points=POINTS,
            guess=DragWeights("your guess of the weights"),
            judge=judges.guessed_weights,
            hides=LOOK,
            reveals=("rows", "threads", "line"),
        ),
        Step(
            "predict",
            "What is a Gaussian process?",
            "A **Gaussian process (GP)** is a distribution over functions; the kernel says that near x have similar y. "
            "Points make some functions more probable: the mean of all is its prediction, their spread its band. Where "
            "in view do the functions given the points differ most?",
            panels=("gp-prior", "gp-posterior"),
            parts=("aside",),
            sets={**START, "show": "gp", "query": 0.0, "noise": 0.1, "scale": 0.5},
            points=POINTS,
            guess=Choose(judges.SPREAD),
            twin=MIRRORED,
            alike=True,
            judge=judges.where_they_differ,
            hides=("stage", *LOOK),
            reveals=("gp-posterior",),
        ),
        Step(
            "predict",
            "Four methods, four rows of weights",
            "NW and an attention **head** of a trained network divide similarities to the query by their sum. **Kernel "
            "ridge regression (KRR)** and the **GP**, whose mean is a weighted sum, too, also compare the points with "
            "each other. Which weights can be negative?",
            panels=("four",),
            sets={**START, "show": "all", "query": 0.0},
            points=POINTS,
            guess=Choose(("None: weights are shares", "Those of NW and the head", "Those of KRR and the GP")),
            twin=MIRRORED,
            alike=True,
            judge=judges.negative,
            hides=LOOK,
            reveals=("four",),
        ),
        Step(
            "predict",
            "One measurement entered twice",
            "By mistake somebody enters the point nearest to the query a second time. Does its weight grow, both "
            "entries together?",
            "Guess, then [enter it twice](set:twice=true).",
            panels=("pair",),
            parts=("aside",),
            sets={**START, "show": "votes", "query": 0.7},
            points=POINTS,
            guess=Choose(("In all three methods", "Mostly in NW and the head", "Mostly in the GP")),
            judge=judges.entered_twice,
            settles=Twin(sets={"twice": True}),
            hides=LOOK,
            reveals=("pair",),
        ),
        Step(
            "predict",
            "Attention leaves a term out",
            "NW is the softmax of −(q − k)²/2h², q the query's x, k a point's. There q² cancels; q·k − k²/2 stays. "
            "Attention has no k², the **key's norm**: without it, which point wins?",
            "Guess, then [leave it out](set:norm=false).",
            panels=("rows",),
            sets={**START, "show": "dot", "query": 0.3},
            points=POINTS,
            guess=Choose(("Still the nearest", "The farthest out on the query's side of 0", "All get the same")),
            judge=judges.without_norm,
            settles=Twin(sets={"norm": False}),
            hides=LOOK,
            beside=True,
        ),
        Step(
            "do",
            "When is KRR a Gaussian process?",
            "KRR has a **ridge** λ, which keeps its function small. The GP assumes noise of sd 0.1 and functions of "
            "sd 0.5, their **scale**; it alone has a band. The kernel is the same. Largest difference: {krr-gp}.",
            "Drag λ until the difference is below 0.005.",
            panels=("rows",),
            controls=("ridge",),
            sets={**START, "show": "gp", "query": 0.0, "ridge": 0.3, "noise": 0.1, "scale": 0.5},
            points=POINTS,
            judge=judges.same_curve,
            hides=LOOK,
        ),
        Step(
            "do",
            "A mean of what?",
            "Put a Gaussian of width h on each point: an estimate of the density of (x, y). Its **slice** at the query "
            "is the density of y there, and the mean of the slice is NW's prediction: {at-nw}.",
            "Drag the query to where the slice has two peaks.",
            panels=("density", "slice"),
            parts=("aside",),
            sets={**START, "show": "nw", "query": 0.0, "bandwidth": 0.3},
            points=POINTS,
            judge=judges.two_peaks,
            hides=LOOK,
            beside=True,
        ),
        Step(
            "prove",
            "Which kernel has the head learned?",
            "The ANP was given no Gaussian; its queries and keys are learned from x. Compare the two maps. NW now "
            "gives {distance} of the weight to other points than the head.",
            "Drag h: 10% or less, as a mean over the queries.",
            panels=("maps",),
            parts=("aside",),
            controls=("bandwidth", "head"),
            sets={**START, "show": "head", "query": 0.1, "bandwidth": 1.0},
            points=POINTS,
            judge=judges.matched,
            hints=(
                "The broader the dark bands of a map, the larger the bandwidth.",
                "Head 1 lies between the narrow head 2 and the broad heads 3 and 4.",
                "Head 1: drag h to 0.40.",
            ),
            hides=LOOK,
            beside=True,
        ),
    )
)
