"""The story of two dimensions: stations to a map, a grid, how far a model looks, and a shift by a vector."""

from __future__ import annotations

import math

from pages.plane import cost, judges
from pages.plane.controls import AT_ZERO, RESIDUAL, TETNP, TNPD, UNET
from pages.shared.lesson.guesses import Choose
from pages.shared.lesson.story import Step, Story
from pages.shared.lesson.twin import Twin

SHIFT = ("shift",)
LOOK = (*SHIFT, "places")  # the probe is shown in steps that speak of it
START = {"tau": 0.0, "tau_x2": 0.0, "p1": 0.0, "p2": 0.0}
THREE, THEIRS = ((-1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)), (-0.5, 1.0, 0.5)
WITH_ZERO = (0.8, 0.0, -0.9)  # the second station measures 0
LATTICE = tuple((float(x1), float(x2)) for x2 in range(-2, 3) for x1 in range(-2, 3))
STRIPES = tuple(round(math.sin(2 * x1) * math.cos(x2), 2) for x1, x2 in LATTICE)
RING = tuple(
    (round(1.8 * math.cos(angle), 2), round(1.8 * math.sin(angle), 2))
    for angle in (2 * math.pi * i / 8 for i in range(8))
)
SEVEN = ((-1.9, -0.7), (-1.5, 1.1), (-0.6, -1.6), (-0.2, 0.5), (0.9, 1.6), (1.3, -0.3), (1.8, -1.5))
THEIR_SEVEN = (-1.2, -0.8, 0.1, 0.9, 1.2, 0.4, -0.6)

STORY = Story(
    (
        Step(
            "do",
            "From stations to a map",
            "A **station** has a place (x₁, x₂) and a value. A trained model makes a map of them, its mean and its "
            "standard deviation. Nothing is fitted to your stations.",
            f"Click or tap to place {judges.ENOUGH} stations, and look at the map's [sd](show:sd).",
            panels=("sd", "values"),
            sets={**START, "model": TETNP, "measured": []},
            points=(),
            judge=judges.mapped,
            hides=LOOK,
            beside=True,
        ),
        Step(
            "predict",
            "A ring of stations",
            "A ConvCNP is a network on a grid: every station adds an **RBF**, a Gaussian bump, to the cells around it. "
            "This one has a small CNN: each of four layers looks two cells far; 8 cells are 1 unit of x₁. Eight "
            "stations on a ring of radius 1.8 measure 1.5. What mean is predicted in the middle?",
            panels=("probe", "probes"),
            parts=("aside",),
            controls=("model",),
            options={"model": judges.COMPARED},
            sets={**START, "model": RESIDUAL, "measured": [1.5] * len(RING)},
            points=RING,
            guess=Choose(judges.MIDDLES),
            judge=judges.missed,
            reveals=("field", "probe", "probes", "choices"),
            hides=SHIFT,
            beside=True,
        ),
        Step(
            "predict",
            "A shift by a vector",
            "All coordinates are shifted by (0.3, −2.03), and what comes out is moved back. A ConvCNP lays its grid "
            "about the stations, “grid at 0” does not. Whose map has changed most?",
            panels=("moved", "changes"),
            parts=("aside",),
            controls=("model",),
            options={"model": (TNPD, UNET, AT_ZERO)},
            sets={**START, "model": TNPD, "tau": 0.3, "tau_x2": -2.03, "measured": list(THEIR_SEVEN)},
            points=SEVEN,
            guess=Choose(judges.CANDIDATES_SHIFTED),
            judge=judges.shifted,
            reveals=("moved", "changes", "choices"),
            hides=LOOK,
            beside=True,
        ),
        Step(
            "predict",
            "Off the grid, onto the grid",
            "On the ConvCNP's grid lie two channels. The **density** is the sum of the stations' RBFs; the **signal** "
            "is the mean of their values, weighted by RBFs. Station 2 measures 0. Where can the network see this "
            "station?",
            panels=("density", "signal"),
            sets={**START, "model": UNET, "measured": list(WITH_ZERO)},
            points=THREE,
            guess=Choose(judges.CHANNELS),
            judge=judges.seen,
            reveals=("density", "signal"),
            hides=LOOK,
            beside=True,
        ),
        Step(
            "predict",
            "A larger value",
            "Three stations measured −0.5, 1 and 0.5. The value of station 2 is to be raised from 1 to 3. Far from all "
            "stations, what does the standard deviation do?",
            "Guess, then drag [value 2](show:values).",
            panels=("sd", "values"),
            sets={**START, "model": TETNP, "measured": list(THEIRS)},
            points=THREE,
            guess=Choose(judges.WIDTHS),
            judge=judges.widened,
            settles=Twin(sets={"measured": [-0.5, 3.0, 0.5]}),
            hides=LOOK,
            beside=True,
        ),
        Step(
            "predict",
            "What a map costs",
            "A map has 784 cells, and each of them is a target. Attention compares it with every station; a ConvCNP "
            f"computes on a grid. From {cost.FEW} stations to {cost.MANY}, whose multiplications for one map grow "
            "least?",
            panels=("cost", "times"),
            parts=("aside", "later"),
            sets={**START, "model": TNPD, "measured": list(STRIPES)},
            points=LATTICE,
            guess=Choose(judges.CANDIDATES_COST),
            judge=judges.grown,
            reveals=("cost", "times"),
            hides=LOOK,
            beside=True,
        ),
        Step(
            "prove",
            "Out of the trained range",
            "All coordinates are shifted by (2, 2). The TNP-D was trained within −2 and 2.",
            f"Place and set at most {judges.FEW} stations so that the TNP-D's map changes by {judges.APART:g} sd of "
            "its own or more, on average over the map.",
            panels=("values", "moved"),
            parts=("aside",),
            sets={**START, "model": TNPD, "tau": 2.0, "tau_x2": 2.0, "measured": [1.0, 1.0]},
            points=((-1.0, -1.0), (1.0, 1.0)),
            judge=judges.moved,
            hints=(
                "Which stations does the shift carry farthest out of the trained range?",
                "Put them at the upper right, and give them large values.",
                "Three stations at (1.5, 1.5), (1, 1.5) and (1.5, 1), each with value 3.",
            ),
            hides=LOOK,
            beside=True,
        ),
    )
)
