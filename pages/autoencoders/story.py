"""The story of autoencoders: pictures through two numbers, what the ELBO leaves out, and what a bottleneck forgets."""

from __future__ import annotations

from pages.autoencoders import judges
from pages.autoencoders.controls import COMPLETED, DRAWN, EXAMPLES, HALVES, LINEAR, ONE, REBUILT, SECOND, USUAL
from pages.shared.lesson.guesses import Choose
from pages.shared.lesson.story import Step, Story
from pages.shared.lesson.twin import Twin

START = {"model": USUAL, "pair": HALVES, "tau": 0, "z1": 0.0, "z2": 0.0}
HIDDEN = ("shift",)


def opened(digit: str, show: str, **more: object) -> dict[str, object]:
    """What a step begins with: one of the examples, and what stands beside it."""
    return {**START, "digit": EXAMPLES[digit], "show": show, **more}


STORY = Story(
    (
        Step(
            "do",
            "64 pixels through two numbers",
            "An **autoencoder** has an **encoder**, which computes from 64 pixels a Gaussian on a plane, **q(z | "
            "digit)**, and a **decoder**, which turns a z into 64 pixels again: here the mean of q. A classifier reads "
            "your digit as {read}, and what comes back as {read-beside}.",
            "Clear the page, paint another digit, and watch [q](show:plane).",
            panels=("plane",),
            controls=("digit",),
            sets=opened("3", REBUILT),
            judge=judges.painted,
            hides=HIDDEN,
            beside=True,
        ),
        Step(
            "do",
            "A place is a picture",
            "Given z, each pixel is Binomial(16, p): of 16 dots each is black with probability p. What you see is the "
            "mean, 16 p. The decoder has never seen a plane: it was trained on pictures. This one is read as "
            "{read-beside}.",
            f"Drag [z](show:plane) until the picture is read as a {judges.WANTED}, with {judges.SURE:.0%} or more.",
            panels=("plane",),
            sets=opened("3", ONE),
            judge=judges.found,
            hints=("Where does the encoder put a 7? In step 1 you could paint one.", "Try z₁ near 1, z₂ near 0.5."),
            hides=HIDDEN,
            beside=True,
        ),
        Step(
            "do",
            "A price on what z holds",
            "Training pulls every q towards the **prior**, N(0, 1) in both numbers: **β** multiplies KL(q ‖ prior), so "
            "that a nat in z costs β. Bars show what z₁ and z₂ hold; below 0.01 nats one is **inactive**.",
            "Choose the smallest of these β at which z₁ or z₂ is inactive. What comes back then?",
            panels=("use",),
            parts=("later",),
            controls=("model",),
            options={"model": ("vae-beta0.1", "vae-beta1", "vae-beta4", "vae-beta10", "vae-beta44")},
            sets=opened("4", REBUILT),
            judge=judges.inactive,
            hints=("Go up, and look at the smaller bar.",),
            hides=HIDDEN,
            beside=True,
        ),
        Step(
            "predict",
            "New digits",
            "With β 1 again: every q was pulled towards the prior, so a z drawn from the prior should have the picture "
            "of a digit that no one wrote. Here are twelve. Among many, how often do the ten digits come?",
            panels=("map",),
            parts=("later",),
            sets=opened("3", DRAWN),
            guess=Choose(judges.FREQUENT),
            judge=judges.frequent,
            hides=HIDDEN,
            reveals=("map",),
            beside=True,
        ),
        Step(
            "predict",
            "Between two digits",
            "Two digits have two places on the plane. Go from one to the other on a straight line and decode on the "
            "way: what is the picture halfway? Paint digits of your own, if you like.",
            panels=("plane", "walk"),
            controls=("digit",),
            sets=opened("0", SECOND, other=EXAMPLES["1"]),
            guess=Choose(judges.HALFWAY),
            judge=judges.halfway,
            hides=HIDDEN,
            reveals=("walk",),
            beside=True,
        ),
        Step(
            "predict",
            "What the ELBO leaves out",
            "log p(x), a picture's log evidence, is the **ELBO** plus a **gap**, KL(q ‖ posterior). The ELBO is "
            "the **reconstruction**, the mean log p(x | z) over q, less KL(q ‖ prior). A second decoder is **linear**: "
            "each pixel's log-odds are a plane over z. Whose gap is larger here?",
            f"Guess, then choose the [linear decoder](set:model={LINEAR}): its [posterior](show:posterior) differs.",
            panels=("posterior", "gap"),
            parts=("aside",),
            controls=("model",),
            options={"model": (USUAL, LINEAR)},
            sets=opened("3", REBUILT),
            guess=Choose(judges.GAPS),
            judge=judges.looser,
            settles=Twin(sets={"model": LINEAR}),
            hides=HIDDEN,
            reveals=("gap", "posterior", "choices"),
            beside=True,
        ),
        Step(
            "predict",
            "Half a digit from the other half",
            "An **information bottleneck** reads x, here the left half, and predicts y, the right half. The price "
            "of I(x; z), the nats that z holds of x, is β again. Eight were trained, with β from 0.1 to 30. What does "
            "the last one give as the right half?",
            panels=("betas", "information"),
            parts=("later",),
            controls=("digit",),
            sets=opened("0", COMPLETED, level=2),
            guess=Choose(judges.RIGHT_HALVES),
            judge=judges.forgotten,
            hides=HIDDEN,
            reveals=("betas", "information"),
            beside=True,
        ),
        Step(
            "prove",
            "Another digit",
            "A bottleneck keeps what many digits have in common and forgets the rest. Your digit is read as {read}, "
            f"with the right half of β {judges.LARGE:g} as {{read-beside}}.",
            f"Paint a digit, read with {judges.SURE:.0%} or more, that β 1 leaves as it is and β {judges.LARGE:g} "
            "turns into another one.",
            panels=("betas",),
            controls=("digit",),
            sets=opened("2", COMPLETED, level=5),
            judge=judges.turned,
            hints=(
                "The left half alone must say which digit it is.",
                "A digit that is closed on the left, and seldom among others.",
                "A 6.",
            ),
            hides=HIDDEN,
            beside=True,
        ),
    )
)
