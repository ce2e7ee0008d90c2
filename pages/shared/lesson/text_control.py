"""A control that a person types: one line of text, which travels with the drawing as sliders and handles do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from pages.shared.lesson import values as checked
from pages.shared.lesson.control_fields import Spec
from pages.shared.lesson.values import MAX_STRING


@dataclass(frozen=True)
class Text(Spec):
    """One line of at most `longest` characters; the board draws its field, and a button for each of the `examples`.
    Whether a lesson can read it is for the lesson to say: text that is half typed is no error."""

    longest: int = MAX_STRING
    examples: tuple[str, ...] = ()

    def check(self, name: str, value: object) -> str:
        return checked.text({name: value}, name, self.longest)


def typed(default: str, *, longest: int = MAX_STRING, examples: Sequence[str] = (), **shown: str):
    """A field for a line of text that the board owns."""
    return field(default=default, metadata={"control": Text(longest=longest, examples=tuple(examples), **shown)})
