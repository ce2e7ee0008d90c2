"""What a test reads of a verdict: all of it, and how many numbers its sentence holds."""

from __future__ import annotations

import re

from pages.shared.lesson.story import Verdict

MOST_WORDS = 25  # of a sentence
_PLACE = re.compile(r"[xyτλhd]\s?=\s?[−-]?[\d.,]+|e\^[\d.]+|\([−-]?[\d.]+, [−-]?[\d.]+\)")
_NUMBER = re.compile(r"\d[\d,]*\.\d+|\d+%")


def whole(found: Verdict) -> str:
    """The sentence, and what stands behind "more"."""
    return f"{found.text} {found.more}".strip()


def measures(text: str) -> list[str]:
    """The numbers of a text that measure something: no places, no counts."""
    return _NUMBER.findall(_PLACE.sub("", text))


def long_sentences(text: str, ends: str = ".?!") -> list[str]:
    """Those of more than MOST_WORDS words."""
    sentences = re.split(rf"(?<=[{ends}])\s", text)
    return [sentence for sentence in sentences if len(re.findall(r"[\w’'√]+[\w.,%]*", sentence)) > MOST_WORDS]
