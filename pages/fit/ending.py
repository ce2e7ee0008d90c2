"""What the lesson leaves behind."""

from pages.shared.lesson.ending import Ending

ENDING = Ending(
    (
        "A band is right for data like the training tasks.",
        "Hold points out: about 95% of them should lie within ±2 sd.",
        "Where a plain Gaussian process fits as well, take it.",
    ),
    "80% of your held-out points lie within ±2 sd. What does that say of the band, and what next?",
    "It is too narrow for your data: about 95% should. They are unlike the training tasks. Try weights of "
    "another prior, another scaling, or a Gaussian process.",
    "A band for the Nile",
)
