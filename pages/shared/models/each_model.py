"""Asking several models: one whose weights are missing, or that refuses the points, does not silence the others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from pages.shared.models.catalogue import FOUR, plain, title
from pages.shared.scene.marks import Panel

Found = TypeVar("Found")


def ask_each(ask: Callable[[str], Found], names: Iterable[str] = FOUR) -> tuple[dict[str, Found], dict[str, str]]:
    """What each of them answers, by name; and why the others do not: the message of the ValueError that came."""
    answered, refused = {}, {}
    for name in names:
        try:
            answered[name] = ask(name)
        except ValueError as error:
            refused[name] = str(error)
    return answered, refused


def refusals(refused: Mapping[str, str]) -> tuple[Panel, ...]:
    """An empty small picture for each model that gave no answer, with the reason."""
    return tuple(
        Panel(plain(name), title(name), (), area="multiple", points=True, model=plain(name), note=reason(why))
        for name, why in refused.items()
    )


def reason(why: str) -> str:
    """The reason as a sentence without marks for code: a note is no Markdown."""
    return f"{why[:1].upper()}{why[1:]}.".replace("`", "")
