"""The course: all lessons in their order, each with a goal, a duration and a take-away. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pages.shared.lesson.lesson import Lesson

# What comes after the last lesson: the page that says all of it once more, for print.
END = {"name": "summary", "title": "The course on one page", "address": "summary"}


@dataclass(frozen=True)
class Course:
    """The lessons, numbered from 1."""

    lessons: tuple[Lesson, ...]

    @classmethod
    def of(cls, lessons: Iterable[Lesson]) -> Course:
        return cls(tuple(lessons))

    def wire(self) -> list[dict]:
        """Plain JSON values for the board: what it says of each lesson, and the address that opens it."""
        return [
            {
                "name": lesson.name,
                "number": number,
                "title": lesson.link,
                "section": lesson.section,
                "minutes": lesson.minutes,
                "goal": lesson.goal,
                "takeaway": lesson.takeaway,
                "place": lesson.place and lesson.place.wire(),
                "steps": len(lesson.story.steps) if lesson.story else 0,
                "address": "" if number == 1 else lesson.name,
            }
            for number, lesson in enumerate(self.lessons, start=1)
        ]
