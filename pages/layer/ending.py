"""What the lesson leaves behind."""

from pages.shared.lesson.ending import Ending

ENDING = Ending(
    (
        "Heads are concatenated, and W_O mixes them; a layer adds what attention gives, then what a feed-forward "
        "network gives.",
        "Pre-norm normalises what a part reads, post-norm each sum.",
        "A part that is missed when it is switched off need not be needed: a network trained without it may do as "
        "well.",
    ),
    "You switch the feed-forward networks of a trained Transformer off, and it becomes useless. Can a "
    "Transformer do without them?",
    "The experiment does not say: the other parts have learned to rely on them. Train one without them, by the "
    "same recipe: here it comes close.",
    "Train a network without them",
)
