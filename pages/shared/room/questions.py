"""The question of a step of a lesson's story, as a room votes on it. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from itertools import pairwise

from pages.shared.drawing.codec import to_link
from pages.shared.drawing.presets import PRESETS, DrawnPoints
from pages.shared.drawing.state import DrawingState
from pages.shared.drawing.url import address
from pages.shared.lesson.guesses import Choose, DragWeights, SketchBand, SketchCurve, Sort
from pages.shared.lesson.lesson import Lesson
from pages.shared.lesson.story import Step
from pages.shared.room.state import Drawing, Place, Question

MOST_CHARACTERS = 300  # of the settings of a solution
DRAWN: Mapping[type, str] = {SketchBand: "sketch", SketchCurve: "curve", DragWeights: "weights"}
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_SENTENCE = re.compile(r"(?<=[.?!])\s+")


def posed_at(
    lessons: Mapping[str, Lesson], name: str, step: int | None, twin: bool = False
) -> tuple[Place, Question | None]:
    """A place in a lesson, and what is voted on there.

    Args:
        lessons: by name.
        name: of the lesson.
        step: number of the step, from 1; None for the lab.
        twin: whether its question is posed on another drawing.

    Returns:
        The place, and the step's question; None where nothing is chosen there.

    Raises:
        ValueError: there is no such lesson, step or twin.
    """
    lesson = lessons.get(name)
    if lesson is None:
        raise ValueError(f"a lesson must be one of {', '.join(lessons)}, got {name}")
    page = "" if name == "home" else name
    if step is None:
        return Place(name, None, lesson.title, address=_seen(page, {"lab": "1"})), None
    if lesson.story is None:
        raise ValueError(f"the lesson {name} has no steps")
    shown = lesson.story.step(step)
    title, link, own = shown.title, {"step": str(step)}, None
    if twin:
        own = drawn_at(lesson, step, twin)
        title, link = f"Another drawing: {title}", {**link, **to_link(own)}
    text = plain(f"{shown.text} {shown.action}")
    question = _question(shown, named(name, step, twin), title, twin)
    question = question and replace(question, lesson=name, step=step, text=text)
    return Place(name, step, title, text, _seen(page, link), own, question.name if question else ""), question


def _question(step: Step, name: str, title: str, twin: bool) -> Question | None:
    guess = step.guess
    if step.kind == "prove" or type(guess) in DRAWN:
        return Question(name, title, (), kind="prove" if step.kind == "prove" else DRAWN[type(guess)])
    if isinstance(guess, Sort):
        return Question(name, title, tuple(guess.bins), kind="sort", items=tuple(guess.items))
    if not isinstance(guess, Choose):
        return None
    offered = "" if step.twin is None else "practice" if step.alike else "offered"
    return Question(name, title, tuple(guess.options), "posed" if twin else offered)


def drawn_guess(lesson: Lesson, step: int, value: object) -> Drawing:
    """A guess that is drawn at a step, as pairs (x, y); weights stand at the x of their points, that of what stands
    before the points to the left of them. Raises ValueError where it does not fit, or is of another kind."""
    guess = lesson.story.step(step).guess
    if not isinstance(guess, (SketchBand, SketchCurve, DragWeights)):
        raise ValueError("a drawn guess must belong to a step on which one is drawn")
    values = guess.check(value)
    at = guess.at if not isinstance(guess, DragWeights) else _bars(lesson, step, guess, len(values))
    return tuple((float(x), y) for x, y in zip(at, values))


def _bars(lesson: Lesson, step: int, guess: DragWeights, count: int) -> Sequence[float]:
    """The x of each of the weights: the last is that of the first bar where something stands before the points."""
    places = [x for x, _ in drawn_at(lesson, step, False).points]
    before = bool(guess.first)
    if len(places) + before != count:  # others were drawn
        places = list(range(1, count + 1 - before))
    gaps = [right - left for left, right in pairwise(sorted(set(places)))]
    return [*places, min(places) - min(gaps, default=1.0)] if before else places


def settings_of(lesson: Lesson, step: int, drawn: DrawingState, guess: object) -> str:
    """What was set for a solution of an exercise otherwise than the step sets it, and what was guessed, in words.
    Raises ValueError where it does not fit."""
    opened, now = lesson.parse(lesson.story.controls_at(step)), lesson.parse(drawn.controls)
    names = [each.name for each in fields(now) if each.name != "view"]
    changed = [f"{name} = {getattr(now, name)}" for name in names if getattr(now, name) != getattr(opened, name)]
    guessed = lesson.story.step(step).guess
    if isinstance(guessed, Sort) and guess is not None:
        changed += [f"{item}: {guessed.bins[bin]}" for item, bin in zip(guessed.items, guessed.check(guess))]
    return "; ".join(changed)[:MOST_CHARACTERS]


def _seen(page: str, parameters: dict[str, str]) -> str:
    """An address of a page as seen from the app's own."""
    return address(page, parameters).lstrip("/")


def named(lesson: str, step: int, twin: bool) -> str:
    """The name of a step's question."""
    return f"{lesson} {step}{' twin' if twin else ''}"


def drawn_at(lesson: Lesson, step: int, twin: bool) -> DrawingState:
    """What a step opens with: its drawing, or the last one before it that there is; or its twin's. Raises ValueError
    where it has none."""
    story = lesson.story
    points: DrawnPoints | None = story.points_at(step)
    own = DrawingState(PRESETS[lesson.stage.first] if points is None else points, story.controls_at(step))
    if not twin:
        return own
    other = story.step(step).twin
    if other is None:
        raise ValueError(f"step {step} of {lesson.name} has no twin")
    return other.of(own)


def plain(text: str) -> str:
    """A step's text without its marking. A sentence that holds a number which the model has yet to compute is left out:
    it is seen on the stage."""
    words = _LINK.sub(r"\1", text).replace("**", "")
    return " ".join(sentence for sentence in _SENTENCE.split(words) if "{" not in sentence)
