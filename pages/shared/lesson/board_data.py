"""What the board needs to draw a lesson's story and the course, as plain JSON values. Pure."""

from __future__ import annotations

from dataclasses import asdict

from pages.shared.drawing.presets import PRESETS
from pages.shared.lesson.controls import Controls, specs
from pages.shared.lesson.course import Course
from pages.shared.lesson.lesson import Lesson


def story_data(lesson: Lesson, course: Course) -> dict[str, object]:
    """Steps, doors, ending, controls and course."""
    return {
        "steps": lesson.story.wire() if lesson.story else [],
        "doors": [door.wire() for door in lesson.story.doors] if lesson.story else [],
        "ending": asdict(lesson.ending) if lesson.ending else None,
        "first": [list(point) for point in PRESETS[lesson.stage.first]] if lesson.draws_points else None,
        "defaults": lesson.controls.defaults(),
        "choices": _choices(lesson.controls),
        "owned": [name for name, spec in specs(lesson.controls).items() if spec.owner == "board"],
        "course": course.wire(),
    }


def _choices(controls: type[Controls]) -> dict[str, dict]:
    """Label and options of what the lab sets by widgets of the page, so that the board can draw them in a step."""
    found = {}
    for name, spec in specs(controls).items():
        if spec.owner == "page":
            options = getattr(spec, "options", {False: "off", True: "on"})
            found[name] = {"label": spec.label, "options": [[value, text] for value, text in options.items()]}
    return found
