"""Running several models: one whose weights are missing, or that cannot take the points, does not stop the others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

from pages.shared.models.catalogue import SHOWN, plain, title
from pages.shared.scene.marks import Panel

Result = TypeVar("Result")

_failed: ContextVar[list[str] | None] = ContextVar("failed", default=None)


@contextmanager
def failed_models() -> Iterator[list[str]]:
    """Collect the names of the models for which `for_each_model` has no result inside the block."""
    names: list[str] = []
    token = _failed.set(names)
    try:
        yield names
    finally:
        _failed.reset(token)


def for_each_model(
    run: Callable[[str], Result], names: Iterable[str] = SHOWN
) -> tuple[dict[str, Result], dict[str, str]]:
    """The result of `run` for each model by name, and the message of the ValueError where there is none."""
    results, errors = {}, {}
    for name in names:
        try:
            results[name] = run(name)
        except ValueError as error:
            errors[name] = str(error)
    if (failed := _failed.get()) is not None:
        failed.extend(errors)
    return results, errors


def error_panels(errors: Mapping[str, str]) -> tuple[Panel, ...]:
    """An empty small picture for each model without a prediction, with the reason."""
    return tuple(
        Panel(plain(name), title(name), (), area="multiple", points=True, model=plain(name), note=reason(why))
        for name, why in errors.items()
    )


def reason(why: str) -> str:
    """The reason as a sentence without marks for code: a note is no Markdown."""
    return f"{why[:1].upper()}{why[1:]}.".replace("`", "")
