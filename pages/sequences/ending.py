"""What the lesson leaves behind."""

from pages.shared.lesson.ending import Ending

ENDING = Ending(
    (
        "An encoder reads; a decoder writes one symbol after the other.",
        "One vector must hold the whole input; cross-attention looks back at the part that is needed.",
        "In training the decoder is given the right symbols before each place; when it writes, its own.",
    ),
    "In training a decoder is given START, y₁, y₂, … What is it given when it writes, and why can one wrong "
    "symbol matter?",
    "START, then the symbols that it has written. After a wrong one it goes on from a beginning that training "
    "never gave it.",
    "One wrong note: what follows?",
)
