"""The lecturers' sheets, in parts by step. Pure."""

from __future__ import annotations

import re
from pathlib import Path

SHEETS = Path(__file__).resolve().parents[2] / "docs" / "teaching"
_SECTION = re.compile(r"^(?=## )", re.MULTILINE)
_NUMBER = re.compile(r"## (\d+)\.")


def sections(lesson: str) -> list[tuple[int | None, str]]:
    """The sheet of a lesson in parts, each with the number of the step that it is about (None: the whole lesson); empty
    where there is none."""
    file = SHEETS / f"{lesson}.md"
    if not file.is_file():
        return []
    found = []
    for part in _SECTION.split(file.read_text("utf-8")):
        number = _NUMBER.match(part)
        found.append((int(number[1]) if number else None, part))
    return found
