"""Parts of a page that a link leaves out: `?hide=lead,badges`. Pure."""

from __future__ import annotations

from dataclasses import dataclass

PARTS = {
    "title": "the title",
    "lead": "the sentence under the title",
    "controls": "the page's own controls",
    "data": "where points come from",
    "tools": "the buttons above the stage",
    "sliders": "the sliders under the stage",
    "legend": "the legends",
    "readings": "the numbers",
    "lens": "the pictures beside the stage",
    "multiples": "the small pictures below",
    "badges": "the models' badges and the row they stand in",
    "explain": "the explanation",
    "code": "the code that ran",
}
_LONGEST = 40


@dataclass(frozen=True)
class Hidden:
    """The parts to leave out, and a sentence about names that are no part ("" when all are known)."""

    parts: frozenset[str] = frozenset()
    complaint: str = ""

    def __contains__(self, part: str) -> bool:
        return part in self.parts


def hidden(text: str) -> Hidden:
    """The comma list of a link; spaces and capitals do not matter."""
    names = [name.strip().lower() for name in text.split(",") if name.strip()]
    unknown = [name for name in names if name not in PARTS]
    known = frozenset(name for name in names if name in PARTS)
    if not unknown:
        return Hidden(known)
    name = unknown[0] if len(unknown[0]) <= _LONGEST else unknown[0][: _LONGEST - 1] + "…"
    first = f"“{name}” is no part that a link can hide"
    return Hidden(known, f"{first}; these are: {', '.join(PARTS)}.")
