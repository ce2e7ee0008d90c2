"""What the lesson leaves behind."""

from pages.shared.lesson.ending import Ending

ENDING = Ending(
    (
        "One trained network maps any set of points to a mean and a standard deviation at every x.",
        "It has learned from many tasks, so nothing is fitted while you draw.",
        "A CNP averages over the points and can miss them; attention need not.",
    ),
    "A colleague trains a network anew on each of her data sets, to predict with error bars. What would a "
    "neural process do instead?",
    "It is trained once, on many tasks. Her points are its input: one forward pass gives mean and sd, and no "
    "weight changes.",
    "What is a neural process?",
)
