"""What the lesson leaves behind."""

from pages.shared.lesson.ending import Ending

ENDING = Ending(
    (
        "A row of the mask says to which tokens a token may attend.",
        "What no path through the layers reaches cannot change a prediction.",
        "A target that may attend to its own y copies it: a leak.",
    ),
    "A new model has a far better training likelihood than all others, and is useless on new data. What may its "
    "mask have done, and which test shows it?",
    "It may have let a target's own y reach its prediction. Change that y, and see whether the prediction changes.",
    "The test that finds a leak",
)
