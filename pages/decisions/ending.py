"""What the lesson leaves behind."""

from pages.shared.lesson.ending import Ending

ENDING = Ending(
    (
        "An acquisition rule turns mean and sd into the next measurement: high mean, or much still unknown.",
        "Regret is what the best measurement falls short of the maximum; the noise does not count.",
        "Whether a band is right where a rule measures has to be measured there.",
    ),
    "A model's mean is highest at one place, its sd at another. Where does UCB measure, and why not simply where the "
    "mean is highest?",
    "Where mean + 2 sd is largest: often at a third place, where both are fairly large. There f may be larger than at "
    "the highest mean, where the sd is smaller.",
    "Where to measure next",
)
