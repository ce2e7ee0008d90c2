"""The question of a step of a lesson's story, as a room votes on it. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping

from pages.shared.lesson.guesses import Choose
from pages.shared.lesson.lesson import Lesson
from pages.shared.room.state import Place, Question

_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_SENTENCE = re.compile(r"(?<=[.?!:])\s+")


def posed_at(lessons: Mapping[str, Lesson], name: str, step: int | None) -> tuple[Place, Question | None]:
    """A place in a lesson, and what is voted on there.

    Args:
        lessons: by name.
        name: of the lesson.
        step: number of the step, from 1; None for the lab.

    Returns:
        The place, and the step's question; None where nothing is chosen there.

    Raises:
        ValueError: there is no such lesson or step.
    """
    lesson = lessons.get(name)
    if lesson is None:
        raise ValueError(f"a lesson must be one of {', '.join(lessons)}, got {name}")
    if step is None:
        return Place(name, None, lesson.title), None
    if lesson.story is None:
        raise ValueError(f"the lesson {name} has no steps")
    shown = lesson.story.step(step)
    question = None
    if isinstance(shown.guess, Choose):
        question = Question(f"{name} {step}", shown.title, tuple(shown.guess.options))
    return Place(name, step, shown.title, plain(shown.text)), question


def plain(text: str) -> str:
    """A step's text without its marking. A sentence that holds a number which the model has yet to compute is left out:
    it is seen on the stage."""
    words = _LINK.sub(r"\1", text).replace("**", "")
    return " ".join(sentence for sentence in _SENTENCE.split(words) if "{" not in sentence)
