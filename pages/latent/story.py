"""The story of latent variables: one z and its curve, what points say of z, and what the ELBO leaves out."""

from __future__ import annotations

from pages.latent import judges
from pages.latent.controls import DRAWS, ENCODER, ONE, OWN, USUAL
from pages.shared.lesson.guesses import Choose
from pages.shared.lesson.story import Step, Story
from pages.shared.lesson.twin import Twin

# A curve of the usual model passes within 0.1 of the three. Tested.
THREE = ((-1.2, 0.05), (0.1, 0.8), (1.3, 0.5))
SIX = ((-1.6, -0.8), (-1.0, -0.2), (-0.4, 0.5), (0.3, 0.9), (1.0, 0.4), (1.6, -0.3))
START = {"model": USUAL, "q": ENCODER, "tau": 0.0, "z1": 0.0, "z2": 0.0}
OWN_START = {**START, "q": OWN, "m1": 0.0, "m2": 0.0, "s1": 1.0, "s2": 1.0}
LOOK = ("shift",)

STORY = Story(
    (
        Step(
            "do",
            "Two numbers, a whole function",
            "A latent neural process reads a whole curve from one **latent variable** z: here two numbers, a place on "
            "a plane. Around its curve each y scatters alone, in the band p(y | x, z). The curve misses a point by "
            "{miss}.",
            f"Drag [z](show:plane) until the curve passes within {judges.NEAR:g} of the three points.",
            panels=("plane",),
            sets={**START, "show": ONE, "z1": 1.0, "z2": 0.6},
            points=THREE,
            judge=judges.through,
            hints=("Try straight below the place where z was at first.", "z₁ near 1, z₂ near −1."),
            hides=LOOK,
            beside=True,
        ),
        Step(
            "do",
            "From points to q",
            "What you did by hand, an **encoder** network does at once: it computes a Gaussian on the plane, "
            "**q(z | context)**. Twelve z are drawn from it, each with its curve. Without points q is the **prior**.",
            "Draw three points or more, and watch [q](show:plane).",
            panels=("plane",),
            sets={**START, "show": DRAWS},
            points=(),
            judge=judges.narrowed,
            hides=LOOK,
            beside=True,
        ),
        Step(
            "do",
            "What the ELBO leaves out",
            "Bayes' rule gives the exact **posterior** (grey). For any q, log p(y | x) = **ELBO** + "
            "KL(q ‖ posterior): the ELBO is a lower bound. Log p(y | x), an integral over all z, is summed here on "
            "the plane; training raises the ELBO alone.",
            f"Drag [your q](show:posterior), by mean and sd, until the KL is below {judges.CLOSE:g} nat.",
            panels=("posterior", "gap"),
            parts=("aside",),
            sets={**OWN_START, "show": DRAWS},
            points=THREE,
            judge=judges.closed,
            hides=LOOK,
            beside=True,
        ),
        Step(
            "predict",
            "The encoder's q and the posterior",
            "Six points, and the encoder's q again. The posterior is p(z) times p(y | x, z) at every point, divided by "
            "its integral. 86% of a Gaussian lie in its ellipse of two sd (in one dimension 95%). How much of the "
            "posterior lies in q's ellipse?",
            panels=("posterior",),
            parts=("aside",),
            sets={**START, "show": DRAWS},
            points=SIX,
            guess=Choose(judges.SHARES),
            judge=judges.covered,
            hides=LOOK,
            reveals=("field",),
            beside=True,
        ),
        Step(
            "predict",
            "A gradient through a random draw",
            "Training needs the slope of the **reconstruction** E[log p(y | x, z)], z ~ q, as q's mean moves. **Score "
            "function**: log p times the slope of log q at a drawn z. **Reparametrised**: z = mean + sd · ε, ε from "
            "N(0, 1), and the slope of log p there. Both are right on average. Which scatters less?",
            panels=("gradients",),
            parts=("later",),
            sets={**START, "show": DRAWS},
            points=SIX,
            guess=Choose(judges.SCATTERS),
            judge=judges.scattered,
            hides=(*LOOK, "stage"),
            reveals=("gradients",),
        ),
        Step(
            "predict",
            "A KL term that counts a hundred times",
            "The ELBO is the reconstruction, the mean of log p(y | x, z) over q, less another KL, KL(q ‖ prior). This "
            "model was trained with **β** = 100 times that KL. How much of z does it use?",
            "Guess, then drag [z](show:plane).",
            panels=("plane",),
            sets={**START, "model": "np-z2-beta100", "show": ONE},
            points=SIX,
            guess=Choose(judges.USES),
            judge=judges.collapsed,
            settles=Twin(sets={"z1": 1.0}),
            hides=LOOK,
            reveals=("band", "mean"),
            beside=True,
        ),
        Step(
            "predict",
            "ELBO or likelihood?",
            "The same network was also trained on the **likelihood** of the targets itself: the mean of p over 32 z "
            "from q(z | context). **Joint excess**: what all held-out targets together lose against the Bayes "
            "predictor, in nats a target; smaller is better. Whose is smaller?",
            panels=("scores",),
            parts=("later",),
            sets={**START, "show": DRAWS},
            points=SIX,
            guess=Choose(judges.TRAINED),
            judge=judges.better,
            hides=(*LOOK, "stage"),
            reveals=("scores",),
        ),
        Step(
            "prove",
            "Where the bound is loose",
            "With the encoder's q again, its **gap**, KL(q ‖ posterior), is {gap}. One encoder serves all contexts, so "
            "that for some of them q is far from the posterior.",
            f"Place at most {judges.FEW} points so that the gap is {judges.LOOSE:g} nats or more.",
            panels=("posterior", "gap"),
            parts=("aside",),
            sets={**START, "show": DRAWS},
            points=THREE,
            judge=judges.loose,
            hints=(
                "The model was trained on smooth curves, with y between about −2 and 2.",
                "Two points close to each other in x, one near y = 1, the other near −1.",
                "Keep two points, at (0.9, 1) and (1.3, −1): a double-click or a double tap removes one.",
            ),
            hides=LOOK,
            beside=True,
        ),
    )
)
