"""The story of latent variables: one z and its curve, what points say of z, and what the ELBO leaves out."""

from __future__ import annotations

from pages.latent import judges
from pages.latent.controls import DRAWS, ENCODER, ONE, OWN, USUAL
from pages.shared.lesson.guesses import Choose
from pages.shared.lesson.story import Step, Story

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
            "A latent neural process reads every curve from one **latent variable** z, here two numbers: a place on a "
            "plane. The band is p(y | x, z). The curve is {miss} from a point.",
            f"Drag z until the curve passes within {judges.NEAR:g} of the three points.",
            panels=("plane",),
            sets={**START, "show": ONE},
            points=THREE,
            judge=judges.through,
            hints=("Try the lower right of the plane.", "z₁ near 1, z₂ near −1."),
            hides=LOOK,
            beside=True,
        ),
        Step(
            "do",
            "Points narrow q",
            "What you did by hand, an **encoder** does at once: from the points it computes **q(z | context)**, a "
            "Gaussian on the plane. Twelve z from q have the twelve curves. Without points q is the **prior**.",
            "Draw three points or more, and watch q.",
            panels=("plane",),
            sets={**START, "show": DRAWS},
            points=(),
            judge=judges.narrowed,
            hides=LOOK,
            beside=True,
        ),
        Step(
            "predict",
            "The exact posterior",
            "By Bayes' rule the exact **posterior** is p(z) times p(y | x, z) at every point, divided by its integral: "
            "here computed. 86% of a Gaussian lie in its ellipse of two sd. How much of the exact posterior lies in "
            "the ellipse of q?",
            panels=("posterior",),
            parts=("aside",),
            sets={**START, "show": DRAWS},
            points=SIX,
            guess=Choose(judges.SHARES),
            judge=judges.covered,
            hides=LOOK,
            reveals=("posterior",),
            beside=True,
        ),
        Step(
            "do",
            "What the ELBO leaves out",
            "For any q, log p(y | x) = **ELBO** + KL(q ‖ posterior). Training cannot compute the left side, so it "
            "raises the ELBO: how well z from q explain the points, less KL(q ‖ prior). Now q is yours.",
            f"Drag q, by its middle and its width, until the KL is below {judges.CLOSE:g} nats.",
            panels=("posterior", "gap"),
            parts=("aside",),
            sets={**OWN_START, "show": DRAWS},
            points=SIX,
            judge=judges.closed,
            hides=LOOK,
            beside=True,
        ),
        Step(
            "predict",
            "A gradient through a random draw",
            "Training needs the gradient of a mean over z ~ q. **Score function**: log p(y | x, z) times ∂ log q(z). "
            "**Reparametrised**: write z = mean + sd · ε with ε from N(0, 1), and differentiate through z. Both are "
            "right on average. Which scatters less?",
            panels=("gradients",),
            parts=("later",),
            sets={**START, "show": DRAWS},
            points=SIX,
            guess=Choose(judges.SCATTERS),
            judge=judges.scattered,
            hides=LOOK,
            reveals=("gradients",),
            beside=True,
        ),
        Step(
            "predict",
            "A KL term that counts a hundred times",
            "This model was trained with **β** = 100: to maximise the reconstruction less 100 KL(q ‖ prior). (Some "
            "texts put 1/β on the reconstruction: the same optimum.) How much of z does it use?",
            "Guess, then drag z.",
            panels=("plane", "use"),
            parts=("later",),
            sets={**START, "model": "np-z2-beta100", "show": ONE},
            points=SIX,
            guess=Choose(judges.USES),
            judge=judges.collapsed,
            hides=LOOK,
            reveals=("plane", "use"),
            beside=True,
        ),
        Step(
            "predict",
            "ELBO or likelihood?",
            "The same network was also trained on the **likelihood** of the targets, averaged over 32 z from "
            "q(z | context): no ELBO, no posterior. **Joint excess**: what all held-out targets together lose against "
            "the Bayes predictor; smaller is better. Whose is smaller?",
            panels=("scores",),
            parts=("later",),
            sets={**START, "show": DRAWS},
            points=SIX,
            guess=Choose(judges.TRAINED),
            judge=judges.better,
            hides=LOOK,
            reveals=("scores",),
            beside=True,
        ),
        Step(
            "prove",
            "Where the bound is loose",
            "With the encoder's q again: the bars show its ELBO and its **gap**, now {gap}. One encoder serves all "
            "contexts, so that for some of them q is far from the posterior.",
            f"Find at most {judges.FEW} points with a gap of {judges.LOOSE:g} nats or more.",
            panels=("posterior", "gap"),
            parts=("aside",),
            sets={**START, "show": DRAWS},
            points=THREE,
            judge=judges.loose,
            hints=(
                "The model was trained on smooth curves within about −2 and 2.",
                "Two points close to each other, far apart in y: no smooth curve meets both.",
                "Try (0.9, 1) and (1.3, −1).",
            ),
            hides=LOOK,
            beside=True,
        ),
    )
)
