"""What a lesson leaves behind: the card after its last step. Pure data."""

from __future__ import annotations

from dataclasses import dataclass

SENTENCES = 3


@dataclass(frozen=True)
class Ending:
    """The lesson in three sentences, and a question as an examiner might put it.

    Args:
        sentences: three of them.
        question: can be solved from what the lesson showed.
        solution: unfolds.
        seen: the title of the step whose picture shows that it is right.

    Raises:
        ValueError: there are not three sentences.
    """

    sentences: tuple[str, ...]
    question: str
    solution: str
    seen: str

    def __post_init__(self):
        if len(self.sentences) != SENTENCES:
            raise ValueError(f"an ending must have {SENTENCES} sentences, got {len(self.sentences)}")
