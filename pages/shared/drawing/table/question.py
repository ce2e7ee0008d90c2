"""Two readings of one table, of which none is taken silently."""

from __future__ import annotations

from dataclasses import dataclass

SHOWN = 3  # readings of the first rows


@dataclass(frozen=True)
class Option:
    """One reading: the keyword's value that chooses it, what it means, and the first rows read so."""

    value: object
    label: str
    readings: tuple[str, ...]


class OpenQuestion(ValueError):
    """The text has more than one reading, or a cell that only the person can explain.

    Args:
        sentence: the question.
        keyword: of `read_table`, which takes the value of one option at the next call.
        options: the readings.
    """

    def __init__(self, sentence: str, keyword: str, options: tuple[Option, ...]):
        super().__init__(sentence)
        self.sentence, self.keyword, self.options = sentence, keyword, options


def short(text: str) -> str:
    """A cell or line in quotes, cut where it is long."""
    text = " ".join(text.split())
    return repr(text if len(text) <= 40 else text[:37] + "...")
