"""What the lesson leaves behind."""

from pages.shared.lesson.ending import Ending

ENDING = Ending(
    (
        "A causal model reads what came before, so that it can go on.",
        "A masked model reads both sides, so that it can fill gaps.",
        "Here the best prediction that is possible is known: each model has its own limit.",
    ),
    "Which model would you train to go on from a melody, and which to fill a gap in a manuscript? How is each trained?",
    "To go on: causal, trained to predict each note from those before it. To fill: masked, trained to predict "
    "notes that were hidden, from all that were not.",
    "A note is missing",
)
