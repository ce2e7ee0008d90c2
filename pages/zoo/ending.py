"""What the lesson leaves behind."""

from pages.shared.lesson.ending import Ending

ENDING = Ending(
    (
        "The task excludes models: by their properties, then by their cost.",
        "Among the rest the score on held-out tasks chooses.",
        "A score is an excess over the best Gaussian prediction, in nats.",
    ),
    "You must predict at 5,000 places from 2,000 measurements that may lie anywhere on the time axis; a band is "
    "enough. How do you choose?",
    "Exclude what reads raw x. Of the rest, the cost race excludes attention among all points. The score "
    "chooses among what is left.",
    "What do more points cost?",
)
