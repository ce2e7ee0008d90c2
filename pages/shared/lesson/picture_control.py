"""A control that a hand paints: 8 by 8 counts of ink as one text, which travels with the drawing as sliders do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pages.shared.lesson.control_fields import Spec
from pages.shared.lesson.values import ControlError
from pages.shared.scene.pixels import INK_LETTERS, PIXELS


@dataclass(frozen=True)
class Picture(Spec):
    """A letter of `INK_LETTERS` for each pixel, row by row from the top left; the board draws a list of the `presets`,
    pictures by name, and what clears it."""

    presets: Mapping[str, str] = field(default_factory=dict)

    def check(self, name: str, value: object) -> str:
        if not isinstance(value, str) or len(value) != PIXELS or not set(value) <= set(INK_LETTERS):
            raise ControlError(name, f"{PIXELS} letters of {INK_LETTERS}", value)
        return value


def painted(default: str, presets: Mapping[str, str], **shown: str):
    """A field for a picture that the board owns."""
    return field(default=default, metadata={"control": Picture(presets=dict(presets), **shown)})
