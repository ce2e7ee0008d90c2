"""What a test reads of a verdict: all of it, and how many numbers its sentence holds."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pages.lecture.sheets import SHEETS
from pages.shared.lesson.story import Verdict
from pages.shared.scene.original_units import in_units
from pages.shared.scene.quantities import words

MOST_WORDS, MOST_NUMBERS = 25, 2  # of a sentence; of a verdict, before "more"
_PLACE = re.compile(r"[xyτλhd]\s?=\s?[−-]?[\d.,]+|e\^[\d.]+|\([−-]?[\d.]+, [−-]?[\d.]+\)")
_NUMBER = re.compile(r"\d[\d,]*\.\d+|\d+%")


def whole(found: Verdict) -> str:
    """The sentence, and what stands behind "more", as people read them."""
    return in_units(words(found.text, " ", found.more), None).replace("\u00a0", " ").strip()


def unsaid(lesson: str, said: Iterable[Verdict | str]) -> list[str]:
    """What the lesson's sheet for lecturers quotes and none of the verdicts says. Empty where all is what the app
    shows; and a sheet that quotes nothing would be no sheet."""
    sheet = (SHEETS / f"{lesson}.md").read_text("utf-8")
    quotes = re.findall(r'"([^"]+)"', re.sub(r"\s+", " ", sheet))
    texts = [found if isinstance(found, str) else whole(found) for found in said]
    spoken = [re.sub(r"\s+", " ", text) for text in texts]
    return [quote for quote in quotes if not any(quote in text for text in spoken)] if quotes else ["nothing is quoted"]


def unreasoned(said: Iterable[Verdict | str]) -> list[str]:
    """What is wrong with the verdicts that end a step: no reason, too many numbers, sentences too long."""
    faults = []
    for found in (one for one in said if isinstance(one, Verdict) and one.done):
        text = in_units(found.text, None)
        reason = "because" in text.replace("\u00a0", " ")
        faults += [f"no reason: {text}"] * (not reason)
        faults += [f"{len(measures(text))} numbers: {text}"] * (len(measures(text)) > MOST_NUMBERS)
        long = [*long_sentences(text), *long_sentences(in_units(found.more, None), ".?!:;")]
        faults += [f"long: {one}" for one in long]
    return faults


def measures(text: str) -> list[str]:
    """The numbers of a text that measure something: no places, no counts."""
    return _NUMBER.findall(_PLACE.sub("", text))


def long_sentences(text: str, ends: str = ".?!") -> list[str]:
    """Those of more than MOST_WORDS words."""
    sentences = re.split(rf"(?<=[{ends}])\s", text)
    return [sentence for sentence in sentences if len(re.findall(r"[\w’'√]+[\w.,%]*", sentence)) > MOST_WORDS]
