"""The story of attention: from a score to a weight, and why a large weight need not be a large effect."""

from __future__ import annotations

from pages.attention import judges
from pages.shared.lesson.guesses import Choose, DragWeights
from pages.shared.lesson.story import Step, Story
from pages.shared.lesson.twin import MIRRORED, Twin

# At the query x = 0 the point at -0.7 is the heaviest of head 3, and the one at 0.5 is nearer.
POINTS = ((-1.6, -0.9), (-0.7, 0.5), (0.5, 0.9), (1.1, -0.2), (1.7, -0.8))
HEAD_2, HEAD_3 = ({"layer": "4", "head": head} for head in ("2", "3"))
LOOK = ("shift",)  # the handle that shifts all inputs is for the lab

STORY = Story(
    (
        Step(
            "do",
            "Which points does a prediction use?",
            "A trained network predicts the curve from the dots, the **context points**. At the **query**, the "
            "vertical line, it gives each point an **attention weight**: the thickness of a line. The largest is "
            "{heaviest}. “null” is no point: a learned extra place for weight.",
            "Drag the query until another point has the largest weight.",
            panels=("weights",),
            sets={**HEAD_2, "query": 0.0, "tau": 0.0},
            points=POINTS,
            judge=judges.heaviest_changed,
            hides=LOOK,
        ),
        Step(
            "do",
            "Scores become weights",
            "**Score**: the query's dₖ numbers times those of the point's **key**, summed, divided by √dₖ. "
            "**Softmax** turns scores into weights that sum to 1. They mix "
            "the points' **values**; a matrix Wₒ turns the mix into what the head adds.",
            f"Drag the query until two points have {judges.SHARE:.0%} or more each.",
            panels=("row",),
            sets={**HEAD_2, "query": 0.8},
            points=POINTS,
            judge=judges.shared,
            hides=LOOK,
            beside=True,
        ),
        Step(
            "predict",
            "Guess the weights of another head",
            "Each of the four layers has four **heads**, each with its own queries, keys and values. You saw head 2 of "
            "layer 4. The query is at 0. Where does head 3 put its weight?",
            "Drag the bars, then commit.",
            panels=("weights",),
            sets={**HEAD_3, "query": 0.0},
            points=POINTS,
            guess=DragWeights("your guess of the weights"),
            judge=judges.guessed_weights,
            hides=LOOK,
            reveals=("threads", "weights"),
        ),
        Step(
            "predict",
            "Which point matters most?",
            "The **effect** of a point: how the mean at the query changes without it. The largest weight here is "
            "{heaviest}. Which point has the largest effect?",
            panels=("weights", "effect"),
            parts=("later",),
            controls=("mute", "solo"),
            sets={**HEAD_3, "query": 0.0, "mute": False, "solo": False},
            points=POINTS,
            guess=Choose(("The one with the largest weight", "Another one")),
            judge=judges.largest_effect,
            hides=LOOK,
            reveals=("effect", "choices"),
            beside=True,
            twin=MIRRORED,
        ),
        Step(
            "predict",
            "Does a weight depend on y?",
            "Now layer 3, head 2. You will drag one point straight up: its y changes, its x stays. Do the weights at "
            "the query change?",
            "Guess, then drag any point up or down by half a unit or more.",
            panels=("weights",),
            sets={"layer": "3", "head": "2", "query": 0.0},
            points=POINTS,
            guess=Choose(("No: a weight depends on x alone", "Yes: it depends on y, too")),
            judge=judges.depends_on_y,
            hides=LOOK,
            twin=MIRRORED,
            alike=True,
            settles=Twin(lambda points: (*((x, y + 0.7) for x, y in points[:1]), *points[1:])),
        ),
        Step(
            "prove",
            "The nearest need not be the heaviest",
            "Every head scores in its own way. Move points or the query, and choose a head.",
            "Give one point 80% of the weight in a head of layer 4, although another one is nearer by half a unit.",
            panels=("heads",),
            controls=("head",),
            sets={**HEAD_2, "query": 0.0, "tau": 0.0},
            points=POINTS,
            judge=judges.farther_is_heavier,
            hints=(
                "Compare heads 2 and 3 while you drag the query.",
                "Head 3 mostly attends to the left of the query.",
                "Head 3, query at 0: drag the point at −0.70 slowly to the left.",
            ),
            hides=LOOK,
        ),
    )
)
