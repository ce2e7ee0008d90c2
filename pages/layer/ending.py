"""What the lesson leaves behind."""

from pages.shared.lesson.ending import Ending

ENDING = Ending(
    (
        "A layer adds twice: what attention gives, then what a feed-forward network gives.",
        "A part that is missed when it is switched off need not be needed: a network trained without it may do as "
        "well.",
        "Scores are divided by √dₖ, so that wide heads begin with scores of the same spread as narrow ones.",
    ),
    "You switch the feed-forward networks of a trained Transformer off, and it becomes useless. Can a "
    "Transformer do without them?",
    "This does not say. The other parts have learned to rely on them. Train one without them, by the same "
    "recipe, and compare.",
    "Train a network without them",
)
