"""The story of few-shot classification: a plane that is coloured at once, what it depends on, and where it is wrong."""

from __future__ import annotations

import math

from pages.classes import judges
from pages.classes.controls import TNP
from pages.shared.lesson.guesses import Choose
from pages.shared.lesson.story import Step, Story
from pages.shared.lesson.twin import MIRRORED, Twin, adding

SHIFT = ("shift",)
LOOK = (*SHIFT, "places")  # the probe is shown in steps that speak of it
START = {"model": TNP, "tau": 0.0, "tau_x2": 0.0, "swap": 0, "pen": 1, "ways": 2, "p1": 0.0, "p2": 0.0}
ONE_EACH = ((-0.7, 0.0), (0.7, 0.0))
THREE_CLASSES = ((-1.6, 0.4), (-1.1, 1.0), (1.2, 1.3), (1.7, 0.6), (-0.1, -1.7), (0.8, -1.1))
MANY = ((-1.5, 0.2), (-1.0, 0.4), (-0.9, -0.2), (-1.3, -0.4), (-0.8, 0.1), (-1.6, -0.1), (-1.2, 0.1), (-1.1, -0.1))


def _arc(x1: float, x2: float, upwards: bool) -> tuple[tuple[float, float], ...]:
    """Seven places along half a circle about (x1, x2), from its left end."""
    side = 1 if upwards else -1
    turns = (1.05, 0.9, 0.75, 0.6, 0.45, 0.3, 0.18)
    angles = (math.pi * turn for turn in turns)
    return tuple((round(x1 + 1.5 * math.cos(a), 2), round(x2 + side * 1.5 * math.sin(a), 2)) for a in angles)


ARCS = (*_arc(-0.6, -0.2, True), *_arc(0.6, 0.4, False))
PENS = "[▲ B](set:pen=2), [■ C](set:pen=3)"

STORY = Story(
    (
        Step(
            "do",
            "Labelled points colour the plane",
            "Each point has a **class**. **N-way, K-shot** means N classes with K labelled points each. Every cell has "
            "the colour of its most likely class, the stronger the more probable it is.",
            f"Place {judges.ENOUGH} points: click or tap for [● A](set:pen=1), then choose {PENS} and go on.",
            sets={**START, "measured": []},
            points=(),
            judge=judges.coloured,
            hides=LOOK,
            readings=("pen", "sure"),
        ),
        Step(
            "predict",
            "What one class says about another",
            "Two ways, one shot. Mean probability of the most likely class: {sure}. In every task the classes scatter "
            "alike, and how far is unknown. ● A gets a second point far from its first, at (−0.7, 1.6).",
            "What does B's probability at B's own point, (0.7, 0), do? Guess, then [add A's point](add:-0.7,1.6).",
            panels=("classes",),
            sets={**START, "measured": [1, 2], "p1": 0.7},
            points=ONE_EACH,
            guess=Choose(judges.SPREADS),
            judge=judges.spread,
            settles=adding((-0.7, 1.6), measured=[1, 2, 1]),
            hides=LOOK,
            beside=True,
        ),
        Step(
            "predict",
            "Exchange two labels",
            "Every ● A becomes ▲ B, every B an A; the weights stay. The **Bayes classifier** knows the tasks' prior.",
            "Guess what the map does, then [exchange them](set:swap=1).",
            panels=("bayes",),
            parts=("aside",),
            sets={**START, "measured": [1, 1, 2, 2, 3, 3], "ways": 3},
            points=THREE_CLASSES,
            guess=Choose(judges.EXCHANGED),
            judge=judges.exchanged,
            settles=Twin(sets={"swap": 1}),
            hides=LOOK,
            beside=True,
        ),
        Step(
            "predict",
            "Eight points against one",
            "● A has eight points, ▲ B has one. In the training tasks all classes are equally likely, however many of "
            "their points are labelled. The probe, at (0, 0), lies between them.",
            "Which class is more likely at the probe?",
            panels=("classes", "attention"),
            sets={**START, "measured": [1] * 8 + [2]},
            points=(*MANY, (1.2, 0.0)),
            guess=Choose(judges.MORE),
            judge=judges.more_points,
            reveals=("field", "classes", "attention"),
            hides=SHIFT,
            beside=True,
            twin=MIRRORED,
            alike=True,
        ),
        Step(
            "predict",
            "Outside its prior",
            "All training tasks had round classes. These two lie along arcs. The probe, at (0.85, −0.4), continues the "
            "arc of ● A, downwards on the right.",
            "What does the TNP classifier say there?",
            panels=("classes", "attention"),
            sets={**START, "measured": [1] * 7 + [2] * 7, "p1": 0.85, "p2": -0.4},
            points=ARCS,
            guess=Choose(judges.CURVED),
            judge=judges.curved,
            reveals=("field", "classes", "attention"),
            hides=SHIFT,
            beside=True,
        ),
        Step(
            "prove",
            "Confident, and wrong",
            "The last point's own label has probability {last}, given the other points.",
            f"Add points of two classes. Then add one more, with a label that the TNP classifier holds for less than "
            f"{judges.SURPRISE:g} likely: [● A](set:pen=1), [▲ B](set:pen=2).",
            sets={**START, "measured": [1, 1, 2]},
            points=((-1.5, 0.5), (-1.2, -0.2), (1.4, 0.2)),
            judge=judges.surprised,
            hints=(
                "The colour says what the model expects of a new point.",
                "Where the map is darkest the model is most certain.",
                "Choose ● A, and add it to the right of B's point, for example at (2, 0).",
            ),
            hides=LOOK,
            readings=("pen", "last"),
        ),
        Step(
            "prove",
            "Where an average is not enough",
            "The **CNP classifier** averages the encoded points of each class. Its map differs from the Bayes "
            "classifier's by {limit-cnp-classifier}, the TNP's by {limit-tnp-classifier} (0: not at all, 1: wholly).",
            f"Place at most {judges.FEW} points, [● A](set:pen=1) or [▲ B](set:pen=2): somewhere the CNP has to give "
            f"the Bayes classifier's class {math.exp(judges.APART):.1f} times less probability than the TNP "
            f"({judges.APART:g} nat).",
            panels=("cnp", "bayes"),
            parts=("aside",),
            sets={**START, "measured": [1, 2]},
            points=((-1.0, 0.0), (1.0, 0.0)),
            judge=judges.separated,
            hints=(
                "A mean is most wrong about what is rare in training: look at the edges of the map.",
                "Put the classes far from the middle of the map, and far from each other.",
                "Three points of ● A far on the right, about 2 apart, and one of ▲ B far on the left.",
            ),
            hides=LOOK,
            beside=True,
        ),
    )
)
