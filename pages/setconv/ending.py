"""What the lesson leaves behind."""

from pages.shared.lesson.ending import Ending

ENDING = Ending(
    (
        "SetConv puts an RBF at every point and adds them up on a grid.",
        "The density says where something was observed, the signal which value.",
        "Different sets may have the same raw sum; the density distinguishes them.",
    ),
    "A sensor reports exactly 0 at ten places. Can a convolution that sums y over a grid notice them? What does "
    "a ConvCNP do?",
    "The sum cannot: a zero adds nothing. The density counts the ten points, and the signal is divided by it; "
    "so the band narrows there.",
    "A sensor reports exactly 0",
)
