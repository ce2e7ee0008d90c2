"""What the lesson leaves behind."""

from pages.shared.lesson.ending import Ending

ENDING = Ending(
    (
        "Without x a model predicts the same everywhere.",
        "A code of x itself breaks when the data move.",
        "A code of differences of x does not notice a shift.",
    ),
    "Next year's data lie at other x. Which codes survive that, and why?",
    "Those that enter by differences of x between points: a shift leaves all differences as they are. Codes of "
    "x itself give numbers that the model has never read.",
    "Give it x. Then next year comes",
)
