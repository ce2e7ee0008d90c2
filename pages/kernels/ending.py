"""What the lesson leaves behind."""

from pages.shared.lesson.ending import Ending

ENDING = Ending(
    (
        "Attention is Nadaraya-Watson regression with a learned kernel: its weights are positive and sum to 1.",
        "A Gaussian process also compares points with each other, so that its weights may be negative.",
        "The softmax of q·k is a Gaussian kernel where all keys are equally long.",
    ),
    "One measurement is entered twice. What changes under attention, and what under a Gaussian process?",
    "Attention with keys of x alone gives the pair two votes, because each entry is compared with the query alone. "
    "A Gaussian process counts one observation with half the noise variance: where noise is small, hardly more.",
    "One measurement entered twice",
)
