"""What the lesson leaves behind."""

from pages.shared.lesson.ending import Ending

ENDING = Ending(
    (
        "An acquisition rule turns mean and sd into the next query: high mean, or much still unknown.",
        "Regret is what the best query falls short of the maximum; the noise does not count.",
        "Whether a band is right where a rule asks has to be measured there.",
    ),
    "Two models have the same mean, but the first one's sd is too small. Which of them may miss the maximum by UCB, and "
    "why?",
    "The first one: mean + 2 sd is too low where it has not asked, so that it keeps asking where the mean is high.",
    "Where to ask next",
)
