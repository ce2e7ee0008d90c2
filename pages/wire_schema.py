"""The schema of everything between board and server, generated from the dataclasses that check it.

    python -m pages.wire_schema        writes pages/wire_schema.json

The board's own constants come from the same places when its modules are bundled. The committed file is what tests in
both languages and programs outside read; a test compares it with what this module generates.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import get_args

from pages.lessons import LESSONS
from pages.shared.lesson.control_fields import VIEW_WIDTH
from pages.shared.lesson.lesson import PARTS, Lesson
from pages.shared.lesson.values import MAX_POINTS, MAX_X, MAX_Y
from pages.shared.live.protocol import ERRORS, MAX_MESSAGE, VERSION
from pages.shared.live.scheduler import LONGEST_PAUSE, MAX_IN_FLIGHT
from pages.shared.scene.marks import X_VIEW, Mark, Panel, Reading, Scene
from pages.shared.scene.tune import Tune, Voice

FILE = Path(__file__).with_suffix(".json")


def wire_schema(lessons: Mapping[str, Lesson] = LESSONS) -> dict[str, object]:
    """The schema as plain JSON values.

    Returns:
        `request`: bounds of a message and of the points in it; `response`: names of its parts and of the types of
        errors, milliseconds; `scene`: the fields of a scene, a panel (`withheld` and `tune` are absent where there is
        none), a tune and its voices, a reading, and of every kind of mark; `lessons`: the controls that each lesson's
        board owns, with ranges and defaults.
    """
    return {
        "version": VERSION,
        "request": {
            "characters": MAX_MESSAGE,
            "in_flight": MAX_IN_FLIGHT,
            "points": {"count": MAX_POINTS, "x": MAX_X, "y": MAX_Y},
            "view": {"width": list(VIEW_WIDTH), "start": list(X_VIEW)},
        },
        "response": {"parts": list(PARTS), "errors": list(ERRORS), "longest_pause": round(1000 * LONGEST_PAUSE)},
        "scene": {
            "fields": _names(Scene),
            "panel": _names(Panel),
            "tune": _names(Tune),
            "voice": _names(Voice),
            "reading": _names(Reading),
            "marks": {kind.__name__.lower(): ["kind", *_names(kind)] for kind in get_args(Mark)},
        },
        "lessons": {name: lesson.controls.schema() for name, lesson in lessons.items() if lesson.controls},
    }


def text() -> str:
    """The committed file."""
    return json.dumps(wire_schema(), indent=1, ensure_ascii=False) + "\n"


def _names(kind: type) -> list[str]:
    return [field.name for field in fields(kind)]


if __name__ == "__main__":
    FILE.write_text(text(), "utf-8")
