"""What the lesson leaves behind."""

from pages.shared.lesson.ending import Ending

ENDING = Ending(
    (
        "Without x a model predicts the same everywhere.",
        "A code of x itself breaks when the data move.",
        "A code of differences of x does not notice a shift.",
    ),
    "You remove x from a TNP-D's tokens. What is its shift error, and is it a good model now?",
    "Its shift error is 0, and its excess by far the largest: no token says where it is, so the band is the same "
    "everywhere. Equivariance alone is not enough.",
    "Eight codes of x, one recipe",
)
