"""What the lesson leaves behind."""

from pages.shared.lesson.ending import Ending

ENDING = Ending(
    (
        "An acquisition rule turns mean and sd into the next measurement: high mean, or much still unknown.",
        "Regret is what the best measurement falls short of the maximum; the noise does not count.",
        "Whether a band is right where a rule measures has to be measured there.",
    ),
    "Two models have the same mean, but the first one's sd is too small. Which of them may miss the maximum by UCB, "
    "and why?",
    "The first one: mean + 2 sd is too low where it has not measured, so that it keeps measuring where the mean is "
    "high.",
    "Where to measure next",
)
