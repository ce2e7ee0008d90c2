"""What the lesson leaves behind."""

from pages.shared.lesson.ending import Ending

ENDING = Ending(
    (
        "Scores compare a query with keys; a softmax makes weights of them that sum to 1.",
        "A head's output is the mean of the values under these weights; null, a learned token, takes a share.",
        "A large weight need not be a large effect.",
    ),
    "A map of weights shows 80% of a query's weight on one point. Does the prediction there depend most on that point?",
    "One may not conclude that: the value may be small, and other layers and heads count, too. Leave the point "
    "out, or move it, and look.",
    "Which point matters most?",
)
